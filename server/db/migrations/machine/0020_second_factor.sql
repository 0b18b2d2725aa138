-- Authenticator apps, as Supabase's protocol has them. No role of the API may use this schema, so none reads a secret.
create table auth_service.factors (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references auth_service.users (id) on delete cascade,
  friendly_name text not null,
  -- base32, as the app was given it
  secret text not null,
  is_verified boolean not null default false,
  -- the last time step whose code was used: no code is taken twice
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index factors_user_idx on auth_service.factors (user_id);
create unique index factors_name_key on auth_service.factors (user_id, friendly_name) where friendly_name <> '';

create table auth_service.challenges (
  id uuid primary key default uuid_v7(),
  factor_id uuid not null references auth_service.factors (id) on delete cascade,
  network text not null,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index challenges_factor_idx on auth_service.challenges (factor_id, created_at);

create table auth_service.recovery_codes (
  user_id uuid not null references auth_service.users (id) on delete cascade,
  -- SHA-256: a code has 80 random bits, too many to try
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

alter table auth_service.sessions
  -- How the second step was taken; null in a session that has taken the first only.
  add column second_method text check (second_method in ('totp', 'recovery_code')),
  add column second_at timestamptz,
  add column factor_id uuid references auth_service.factors (id) on delete set null,
  add constraint sessions_second_check check ((second_method is null) = (second_at is null)),
  -- Where it was last used, for its owner's list of sessions.
  add column user_agent text,
  add column network text,
  add column used_at timestamptz;
create index sessions_factor_idx on auth_service.sessions (factor_id) where factor_id is not null;

grant select, insert, update, delete on auth_service.factors, auth_service.challenges, auth_service.recovery_codes
  to slotwise_auth;
