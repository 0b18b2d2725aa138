-- Written by hand: tells every process who may be allowed less than before, so that it judges their live streams again.
-- `isOver`: there is nothing to judge, the streams end.

create function tell_of_lost_access() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      was constant jsonb := to_jsonb(old);
      change constant jsonb := case tg_table_name
        when 'memberships' then jsonb_build_object('tenantId', was -> 'tenant_id', 'userId', was -> 'user_id')
        when 'users' then jsonb_build_object('userId', was -> 'id')
        when 'tenants' then jsonb_build_object('tenantId', was -> 'id', 'isOver', tg_op = 'DELETE' or not (to_jsonb(new) ->> 'is_active')::boolean)
        else jsonb_build_object('sessionId', was -> 'id', 'isOver', true) end;
    begin
      -- The same is told once for each transaction, however often it is said.
      perform pg_notify('slotwise_access', change::text);
      return null;
    end
  $$;

create trigger memberships_lost after delete on memberships
  for each row execute function tell_of_lost_access();
create trigger memberships_changed after update on memberships
  for each row when (
    (old.tenant_id, old.user_id, old.role, old.is_active)
    is distinct from (new.tenant_id, new.user_id, new.role, new.is_active))
  execute function tell_of_lost_access();

create trigger users_lost after delete on users
  for each row execute function tell_of_lost_access();
create trigger users_changed after update on users
  for each row when (
    (old.auth_id, old.is_active, old.user_type) is distinct from (new.auth_id, new.is_active, new.user_type))
  execute function tell_of_lost_access();

create trigger tenants_lost after delete on tenants
  for each row execute function tell_of_lost_access();
create trigger tenants_changed after update on tenants
  for each row when (
    (old.is_active, old.require_second_factor) is distinct from (new.is_active, new.require_second_factor))
  execute function tell_of_lost_access();

create trigger sessions_ended after delete on auth_service.sessions
  for each row execute function tell_of_lost_access();
