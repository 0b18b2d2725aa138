-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- What calls need: limits, repeated answers, and what their callers may.

-- How often somebody called lately, over all processes. Unlogged: what a crash loses here, nobody misses.
create unlogged table request_counts (
  -- SHA-256 of the account or network: the addresses of people are not kept in the clear
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (subject, window_start)
);
create index request_counts_window_start_idx on request_counts (window_start);
grant select, insert, update, delete on request_counts to slotwise_platform;
alter table request_counts enable row level security;
alter table request_counts force row level security;
create policy request_counts_platform on request_counts for all to slotwise_platform using (true) with check (true);

-- The first answers to calls that may be repeated (docs/domain.md#retries), for a day.
create table idempotency_keys (
  -- null for calls that are about no tenant
  tenant_id uuid,
  user_id uuid not null,
  key text not null,
  -- of the method, the address and the body
  request_hash text not null,
  -- what the transaction resulted in, as JSON; null for nothing
  result text,
  created_at timestamptz(3) not null,
  constraint idempotency_keys_key unique nulls not distinct (tenant_id, user_id, key),
  constraint idempotency_keys_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint idempotency_keys_key_check check (char_length(key) between 1 and 255)
);
create index idempotency_keys_tenant_id_idx on idempotency_keys (tenant_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy idempotency_keys_tenant on idempotency_keys for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
-- Above tenants everybody has their own only.
create policy idempotency_keys_own on idempotency_keys for all to slotwise_platform using (user_id = (select current_user_id())) with check (user_id = (select current_user_id()));
grant select, insert, update, delete on idempotency_keys to slotwise_tenant;
grant select, insert, update, delete on idempotency_keys to slotwise_platform;

-- Results are kept for a day, so that a call can be repeated; the process deletes older ones.
create policy idempotency_keys_old on idempotency_keys for all to current_user using (created_at < now() - interval '24 hours');
create function prune_idempotency_keys() returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with pruned as (delete from idempotency_keys where created_at < now() - interval '24 hours' returning 1)
    select count(*) from pruned
  $$;
revoke execute on function prune_idempotency_keys() from public;
grant execute on function prune_idempotency_keys() to slotwise_platform;

-- What an answer said of somebody who is to be forgotten goes with them; a retry of that call is then a new one.
create function forget_repeats(ids uuid[]) returns void
  language sql set search_path = public, pg_temp
  as $$
    -- Not that of the call that has them forgotten: it knows them no more, and may be repeated, too.
    delete from idempotency_keys where tenant_id = current_tenant_id() and xmin <> pg_current_xact_id()::xid
      and exists (select from unnest(ids) as person where idempotency_keys.result like '%' || person || '%')
  $$;
revoke execute on function forget_repeats(uuid[]) from public;
grant execute on function forget_repeats(uuid[]) to slotwise_tenant;

-- Tells every process who may be allowed less than before, so that it judges their live streams again.
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

-- A session that gets another id is over for whoever has its old tokens.
create trigger sessions_replaced after update on auth_service.sessions
  for each row when (old.id is distinct from new.id)
  execute function tell_of_lost_access();

-- What waited for a lock is written only if its caller still may. They were judged when it began.

create policy memberships_own on memberships for select to current_user using (user_id = current_user_id());

-- Fails where the person whose transaction it is no longer is what they were when it began. `roles`: those that would do.
create function still_stands(superuser boolean, tenant uuid, roles text[], session uuid) returns void
  language plpgsql set search_path = public, pg_temp security definer
  as $$
    declare
      person record;
    begin
      select is_active, user_type, auth_id into person from users where id = current_user_id();
      if not found or not person.is_active or (superuser and person.user_type <> 'superuser') then
        raise exception 'standing lost' using errcode = 'SW001';
      end if;
      if roles is not null and not exists (
        select from memberships
        where user_id = current_user_id() and tenant_id = tenant and is_active and role = any(roles)
      ) then
        raise exception 'standing lost' using errcode = 'SW001';
      end if;
      -- A hosted project keeps its sessions itself.
      if session is not null and exists (select from auth_service.users where id = person.auth_id)
          and not exists (select from auth_service.sessions where id = session) then
        raise exception 'session ended' using errcode = 'SW002';
      end if;
    end
  $$;
revoke execute on function still_stands(boolean, uuid, text[], uuid) from public;
grant execute on function still_stands(boolean, uuid, text[], uuid) to slotwise_tenant, slotwise_platform;
