-- The embedded auth service's own schema; a hosted Supabase project has one called "auth", which this leaves alone.
create schema auth_service;
grant usage on schema auth_service to slotwise_auth;

create table auth_service.users (
  id uuid primary key default uuid_v7(),
  email text not null,
  -- argon2id in PHC form; null until an invited person has chosen one
  password_hash text,
  email_confirmed_at timestamptz,
  new_email text,
  user_metadata jsonb not null default '{}',
  is_banned boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth_service.users (lower(email));

create table auth_service.sessions (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references auth_service.users (id) on delete cascade,
  method text not null,
  created_at timestamptz not null
);
create index sessions_user_idx on auth_service.sessions (user_id);

create table auth_service.refresh_tokens (
  -- SHA-256 of the token: reading this table does not sign anybody in
  token_hash bytea primary key,
  session_id uuid not null references auth_service.sessions (id) on delete cascade,
  -- The token that took this one's place, sealed with this one: only who holds this one can read it (lost answers, two tabs).
  successor bytea,
  replaced_at timestamptz,
  created_at timestamptz not null
);
create index refresh_tokens_session_idx on auth_service.refresh_tokens (session_id);

create table auth_service.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth_service.users (id) on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'invite', 'email_change', 'magiclink', 'pkce')),
  code_challenge text,
  expires_at timestamptz not null
);
create index one_time_tokens_user_idx on auth_service.one_time_tokens (user_id, kind);

create table auth_service.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now()
);

create table auth_service.attempts (
  subject text not null,
  at timestamptz not null
);
create index attempts_subject_idx on auth_service.attempts (subject, at);

grant select, insert, update, delete on all tables in schema auth_service to slotwise_auth;
