-- Policies call it dozens of times in a statement. A function in SQL is planned anew at each of these places.
create or replace function current_limits(name text) returns text[]
  language plpgsql stable parallel safe
  as $$
    begin
      return array(select jsonb_array_elements_text(nullif(current_setting('app.limits', true), '')::jsonb -> name));
    end
  $$;

-- The caller's own records, one by one: how many there are is not known when a statement is planned, and one is likely. Of an
-- array PostgreSQL would expect ten.
create function one_by_one(ids uuid[]) returns setof uuid
  language plpgsql immutable parallel safe rows 1
  as $$
    declare
      one uuid;
    begin
      if ids is not null then
        foreach one in array ids loop
          return next one;
        end loop;
      end if;
    end
  $$;

revoke execute on function one_by_one(uuid[]) from public;
grant execute on function one_by_one(uuid[]) to slotwise_tenant, slotwise_limited;
