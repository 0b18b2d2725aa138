-- What processes tell each other where none can listen: behind a pooler in transaction mode (docs/deploying.md).

-- Unlogged: what a crash loses here, nobody misses.
create unlogged table told (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  channel text not null,
  payload text not null
);
create index told_at_idx on told (at);
alter table told enable row level security;
alter table told force row level security;
create policy told_owner on told for all to current_user using (true) with check (true);

create function tell_processes(channel text, payload text) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      perform pg_notify(channel, payload);
      if current_setting('app.is_told', true) = 'on' then
        insert into told (channel, payload) values (tell_processes.channel, tell_processes.payload);
      end if;
    end
  $$;
revoke execute on function tell_processes(text, text) from public;
grant execute on function tell_processes(text, text) to slotwise_tenant, slotwise_platform, slotwise_auth;

create or replace function tell_of_lost_access() returns trigger
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
      perform tell_processes('slotwise_access', change::text);
      return null;
    end
  $$;
