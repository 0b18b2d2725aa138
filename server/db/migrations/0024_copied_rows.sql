-- Rows of a tenant's archive are written as they were elsewhere (server/db/archive).

create or replace function touch_row() returns trigger
  language plpgsql
  as $$
    begin
      -- A derived value is no change of the record, and neither is a copied row.
      if current_setting('slotwise.deriving', true) = 'on' or current_setting('slotwise.copying', true) = 'on' then
        return new;
      end if;
      new.created_at := old.created_at;
      new.updated_at := clock_timestamp();
      new.version := old.version + 1;
      return new;
    end
  $$;

drop trigger audit_entries_log_export on audit_entries;
create trigger audit_entries_log_export after insert on audit_entries
  for each row when (new.action = 'exported' and current_setting('slotwise.copying', true) is distinct from 'on')
  execute function log_export();
