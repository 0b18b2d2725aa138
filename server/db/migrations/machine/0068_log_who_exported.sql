-- Written by hand: an export is logged by the address of whoever made it, not by a name that anybody may choose.

-- A superuser who exports is no member of the tenant, whose role sees its members alone.
create policy users_own_address on users for select to current_user using (id = current_user_id());
create function own_address() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select email from users where id = current_user_id() $$;
revoke execute on function own_address() from public;
grant execute on function own_address() to slotwise_tenant, slotwise_platform;

create or replace function log_export() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform note_in_platform_log('data_exported', new.actor_id, null, case when new.actor_type = 'user' then own_address() end, null,
        (select tenants.name || ' (' || tenants.slug || ')' from tenants where tenants.id = new.tenant_id),
        concat_ws(', ', new.entity_type, new.changes #>> '{count,to}',
          case when new.actor_type = 'api_key' then 'API key ' || new.actor_id end), new.ip, null);
      return null;
    end
  $$;
