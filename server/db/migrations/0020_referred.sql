-- Keeps a column that says whether anything refers to a record (server/db/rowRules.ts), on the table that refers. The arguments are
-- the other table, its column, and the column of this row with its id. Those who begin to refer to a record wait for those who
-- cease to, and the other way round, in one order; each statement then sees what was committed meanwhile.
create function note_referred() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      tenant uuid;
      before uuid;
      later uuid;
      one uuid;
    begin
      if tg_op <> 'INSERT' then
        execute format('select ($1).%I', tg_argv[2]) into before using old;
        tenant := old.tenant_id;
      end if;
      if tg_op <> 'DELETE' then
        execute format('select ($1).%I', tg_argv[2]) into later using new;
        tenant := new.tenant_id;
      end if;
      -- A tenant that is deleted has no records left.
      if before is not distinct from later or tenant is distinct from current_tenant_id() then
        return null;
      end if;
      -- Few locks, however many rows a transaction writes.
      for one in select id from unnest(array[before, later]) as id where id is not null order by hashtext(id::text) & 255, id loop
        if one = later then
          perform pg_advisory_xact_lock_shared(hashtext(tg_argv[1] || tenant), hashtext(one::text) & 255);
        else
          perform pg_advisory_xact_lock(hashtext(tg_argv[1] || tenant), hashtext(one::text) & 255);
        end if;
      end loop;
      perform set_config('slotwise.deriving', 'on', true);
      if later is not null then
        execute format('update %1$I set %2$I = true where tenant_id = $1 and id = $2 and not %2$I', tg_argv[0], tg_argv[1])
          using tenant, later;
      end if;
      if before is not null then
        execute format('update %1$I set %2$I = false where tenant_id = $1 and id = $2 and %2$I
          and not exists (select from %4$I where tenant_id = $1 and %3$I = $2)', tg_argv[0], tg_argv[1], tg_argv[2], tg_table_name)
          using tenant, before;
      end if;
      perform set_config('slotwise.deriving', 'off', true);
      return null;
    end
  $$;

revoke execute on function note_referred() from public;
-- Rules about rows limit nobody here, but the tenant does.
grant create on schema public to slotwise_tenant;
alter function note_referred() owner to slotwise_tenant;
revoke create on schema public from slotwise_tenant;
-- Triggers are made by the owner of the tables, who need not be a superuser.
do $$
  declare
    migrator name := current_user;
  begin
    set local role slotwise_tenant;
    execute format('grant execute on function note_referred() to %I', migrator);
    reset role;
  end
$$;
