-- Derived fields that are kept in tables (server/db/derivedTriggers.ts).

create or replace function touch_row() returns trigger
  language plpgsql
  as $$
    begin
      -- A derived value is no change of the record.
      if current_setting('slotwise.deriving', true) = 'on' then
        return new;
      end if;
      new.created_at := old.created_at;
      new.updated_at := clock_timestamp();
      new.version := old.version + 1;
      return new;
    end
  $$;

-- Before insert or update: works out columns of the row. The argument is a list of expressions with the columns' names. The row has
-- been locked, so each reading sees what was committed before.
create function derive_row() returns trigger
  language plpgsql
  as $$
    declare
      derived jsonb;
    begin
      execute format('select to_jsonb(derived) from (select ($1).*) as %I cross join lateral (select %s) as derived',
        tg_table_name, tg_argv[0])
        into derived using new;
      return jsonb_populate_record(new, derived);
    end
  $$;

-- After a change of a row: works out the rows of another table that follow from it. The arguments are that table, its column, and the
-- column of this row with the same value. Setting the key would lock out rows that refer to it. Whoever may not write there, such as one who deletes a tenant, leaves it.
create function derive_others() returns trigger
  language plpgsql
  as $$
    declare
      ids uuid[] := '{}';
      tenant uuid;
    begin
      if not has_table_privilege(current_user, tg_argv[0], 'update') then
        return null;
      end if;
      if tg_op <> 'INSERT' then
        ids := ids || (to_jsonb(old) ->> tg_argv[2])::uuid;
        tenant := old.tenant_id;
      end if;
      if tg_op <> 'DELETE' then
        ids := ids || (to_jsonb(new) ->> tg_argv[2])::uuid;
        tenant := new.tenant_id;
      end if;
      perform set_config('slotwise.deriving', 'on', true);
      execute format('update %I set version = version where tenant_id = $1 and %I = any($2)', tg_argv[0], tg_argv[1])
        using tenant, ids;
      perform set_config('slotwise.deriving', 'off', true);
      return null;
    end
  $$;

revoke execute on function derive_row(), derive_others() from public;
