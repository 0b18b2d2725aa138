-- Sets values free that records are to pass to each other, such as two that swap their names: until their own change is written, they
-- hold their ids (server/crud/setup/carryOut.ts).
create function set_free(kept regclass, name text, ids uuid[]) returns void
  language plpgsql
  as $$
    begin
      -- No change of the records, and no new version.
      perform set_config('slotwise.deriving', 'on', true);
      execute format('update %s set %I = replace(id::text, ''-'', '''') where id = any($1)', kept, name) using ids;
      perform set_config('slotwise.deriving', 'off', true);
    end
  $$;
revoke execute on function set_free(regclass, text, uuid[]) from public;
grant execute on function set_free(regclass, text, uuid[]) to slotwise_tenant;
