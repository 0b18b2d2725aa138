-- Callers whom rules about rows limit act as a role of their own: restrictive policies are for it alone, so that nobody else's
-- statements have them in their plans. Beside them it may what slotwise_tenant may.
do $$
declare
  is_new constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  begin
    if not exists (select from pg_roles where rolname = 'slotwise_limited') then
      create role slotwise_limited nologin inherit nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if exists (select from pg_roles where rolname = 'slotwise_limited' and (rolsuper or rolbypassrls or not rolinherit)) then
    raise exception 'The role slotwise_limited must inherit, and be neither a superuser nor exempt from row-level security.';
  end if;
  if not pg_has_role('slotwise_limited', 'slotwise_tenant', 'usage') then
    execute 'grant slotwise_tenant to slotwise_limited' || case when is_new then ' with inherit true, set false' else '' end;
  end if;
  if not pg_has_role(current_user, 'slotwise_limited', case when is_new then 'set' else 'member' end) then
    execute 'grant slotwise_limited to current_user' || case when is_new then ' with inherit false, set true' else '' end;
  end if;
end $$;

-- What rules ask of the caller, said once for each transaction; nothing where nobody said it, and then no row is seen.
create function current_limits(name text) returns text[]
  language sql stable parallel safe
  return array(select jsonb_array_elements_text(nullif(current_setting('app.limits', true), '')::jsonb -> name));

revoke execute on function current_limits(text) from public;
grant execute on function current_limits(text) to slotwise_tenant, slotwise_limited;
