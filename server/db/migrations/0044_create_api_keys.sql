-- Made by `npm run db:migration` from the declarations in src/resources.

create table api_keys (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  scopes text[] not null,
  channel_id uuid,
  expires_at timestamptz(3),
  prefix text not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint api_keys_pkey primary key (tenant_id, id),
  constraint api_keys_name_check check (char_length(name) between 1 and 120),
  constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 10 and scopes <@ array['availability.read', 'setup.read', 'setup', 'bookings.read', 'bookings', 'bookings.override', 'customers.read', 'customers', 'events.read', 'audit.read']::text[]),
  constraint api_keys_prefix_check check (char_length(prefix) between 1 and 11),
  constraint api_keys_version_check check (version between 1 and 2147483647)
);
create trigger api_keys_touch before update on api_keys for each row execute function touch_row();
alter table api_keys enable row level security;
alter table api_keys force row level security;
alter table api_keys add constraint api_keys_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table api_keys add constraint api_keys_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
create index api_keys_name_idx on api_keys (tenant_id, lower(name), id);
create index api_keys_channel_id_idx on api_keys (tenant_id, channel_id);
create policy api_keys_tenant on api_keys for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy api_keys_platform_read on api_keys for select to slotwise_platform using (true);
grant select, insert, update, delete on api_keys to slotwise_tenant;
grant select (tenant_id, id, name, scopes, channel_id, expires_at, revoked_at) on api_keys to slotwise_platform;
