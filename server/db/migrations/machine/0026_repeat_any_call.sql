-- Written by hand: a key may be sent with every POST, also above tenants. What was kept for a day is dropped: it does not say for which call.
drop table if exists idempotency_keys;
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
