-- The tenant's records with these values in a column, which imports look up by the thousand (server/db/searchColumn.ts).
grant create on schema public to slotwise_search;
set local role slotwise_search;
create function records_named(place text, place_column text, is_folded boolean, texts text[]) returns table (id uuid, said text)
  language plpgsql stable security definer rows 10 set search_path = public, pg_temp
  as $$
    begin
      -- One by one, since the planner expects a value to occur far more often than once.
      return query execute format(
        'select found.id, given.said from unnest($1) as given (said)
          cross join lateral (select id from %I where tenant_id = $2 and %s = given.said offset 0) as found',
        place, format(case when is_folded then 'lower(%I)' else '%I' end, place_column)) using texts, current_tenant_id();
    end
  $$;
revoke execute on function records_named(text, text, boolean, text[]) from public;
grant execute on function records_named(text, text, boolean, text[]) to slotwise_tenant;
reset role;
revoke create on schema public from slotwise_search;
