-- What people signed in with before: a sign-in with something else is told to them by mail.
create table auth_service.known_devices (
  user_id uuid not null references auth_service.users (id) on delete cascade,
  -- SHA-256 of device and network: where people go is not kept in the clear
  digest bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, digest)
);
grant select, insert, update, delete on auth_service.known_devices to slotwise_auth;
