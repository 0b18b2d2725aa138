-- The mark names the tables, so that what-if reads only those again (docs/decisions/0008).
create or replace function leave_setup_version() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      changed constant text[] := string_to_array(coalesce(current_setting('app.setup_changed', true), ''), ' ');
    begin
      if tg_table_name <> all (changed) then
        perform set_config('app.setup_changed', array_to_string(changed || tg_table_name::text, ' '), true);
      end if;
      return null;
    end
  $$;
