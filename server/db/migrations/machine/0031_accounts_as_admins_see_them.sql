alter table auth_service.users
  -- What services keep with an account; its owner reads it and cannot change it.
  add column app_metadata jsonb not null default '{}',
  add column invited_at timestamptz;
create index users_created_idx on auth_service.users (created_at desc, id);
