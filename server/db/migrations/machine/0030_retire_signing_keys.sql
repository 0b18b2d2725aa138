-- Of the keys whose time has come the latest signs; one that another takes over from goes once nothing that it signed is in force.
alter table auth_service.signing_keys
  add column signs_from timestamptz not null default 'epoch',
  add column needed_until timestamptz;

-- Tokens for the admin endpoints that were handed out: without its row, one is refused.
create table auth_service.service_keys (
  id uuid primary key default uuid_v7(),
  name text not null,
  kid text not null references auth_service.signing_keys (kid) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index service_keys_kid_idx on auth_service.service_keys (kid);
grant select, insert, update, delete on auth_service.service_keys to slotwise_auth;
