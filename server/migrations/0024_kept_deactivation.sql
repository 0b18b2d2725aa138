-- A resource that comes from elsewhere keeps the time at which it was deactivated.
create or replace function note_deactivation() returns trigger
  language plpgsql
  as $$
    begin
      if new.is_active then
        new.deactivated_at := null;
      elsif tg_op = 'INSERT' then
        new.deactivated_at := coalesce(new.deactivated_at, now());
      elsif old.is_active then
        new.deactivated_at := now();
      end if;
      return new;
    end
  $$;
