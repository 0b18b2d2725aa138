-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- The embedded auth service's own schema; a hosted Supabase project has one called "auth", which this leaves alone. No role of the
-- API may use this schema, so none reads a secret.
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
  updated_at timestamptz not null default now(),
  -- null for a ban without an end
  banned_until timestamptz,
  -- Accounts whose password stands in the README: refused wherever the demo is off.
  is_demo boolean not null default false,
  -- null for a change of address whose session has ended, which is none any more
  email_change_session_id uuid,
  -- which of the two addresses has agreed
  email_change_confirmed text check (email_change_confirmed in ('current', 'new')),
  -- What services keep with an account; its owner reads it and cannot change it.
  app_metadata jsonb not null default '{}',
  invited_at timestamptz
);
create unique index users_email_key on auth_service.users (lower(email));
create index users_created_idx on auth_service.users (created_at desc, id);
create index users_email_change_session_idx on auth_service.users (email_change_session_id)
  where email_change_session_id is not null;

-- Addresses that an account had, and may have back by a link that was mailed there. A new password does not end these: it may be
-- the thief's.
create table auth_service.former_addresses (
  token_hash bytea primary key,
  user_id uuid not null references auth_service.users (id) on delete cascade,
  email text not null,
  -- the order in which the account had them
  position bigint not null generated always as identity,
  expires_at timestamptz not null
);
create index former_addresses_user_idx on auth_service.former_addresses (user_id, position);
create index former_addresses_email_idx on auth_service.former_addresses (email);
create index former_addresses_expires_idx on auth_service.former_addresses (expires_at);

-- Authenticator apps, as Supabase's protocol has them.
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
  updated_at timestamptz not null,
  -- The session that did it, also when it has ended since: what a session planted that was thrown out can be told by it.
  enrolled_by uuid
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

create table auth_service.sessions (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references auth_service.users (id) on delete cascade,
  method text not null,
  created_at timestamptz not null,
  -- How the second step was taken; null in a session that has taken the first only.
  second_method text check (second_method in ('totp', 'recovery_code')),
  second_at timestamptz,
  factor_id uuid references auth_service.factors (id) on delete set null,
  -- Where it was last used, for its owner's list of sessions.
  user_agent text,
  network text,
  used_at timestamptz,
  -- When the person last proved who they are without signing in anew: by the password, or a code from a mail.
  reauthenticated_at timestamptz,
  constraint sessions_second_check check ((second_method is null) = (second_at is null))
);
create index sessions_user_idx on auth_service.sessions (user_id);
create index sessions_factor_idx on auth_service.sessions (factor_id) where factor_id is not null;
alter table auth_service.users add constraint users_email_change_session_id_fkey
  foreign key (email_change_session_id) references auth_service.sessions (id) on delete set null;

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
  kind text not null check (kind in (
    'signup', 'recovery', 'invite', 'email_change_current', 'email_change_new', 'magiclink', 'reauthentication', 'pkce')),
  code_challenge text,
  expires_at timestamptz not null,
  -- What a session asked for ends with that session, whoever ends it; null for what nobody had to be signed in for.
  session_id uuid references auth_service.sessions (id) on delete cascade
);
create index one_time_tokens_user_idx on auth_service.one_time_tokens (user_id, kind);
create index one_time_tokens_session_idx on auth_service.one_time_tokens (session_id) where session_id is not null;
create index one_time_tokens_expires_idx on auth_service.one_time_tokens (expires_at);

-- Of the keys whose time has come the latest signs; one that another takes over from goes once nothing that it signed is in force.
create table auth_service.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null default 'epoch',
  needed_until timestamptz
);

-- Tokens for the admin endpoints that were handed out: without its row, one is refused.
create table auth_service.service_keys (
  id uuid primary key default uuid_v7(),
  name text not null,
  kid text not null references auth_service.signing_keys (kid) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index service_keys_kid_idx on auth_service.service_keys (kid);

create table auth_service.attempts (
  id uuid primary key default uuid_v7(),
  -- SHA-256 of what is limited: people type long things, and the addresses of people are not kept in the clear
  subject text not null,
  -- the end of the window that it counts in
  expires_at timestamptz not null
);
create index attempts_subject_idx on auth_service.attempts (subject, expires_at);
create index attempts_expires_idx on auth_service.attempts (expires_at);

-- What people signed in with before: a sign-in with something else is told to them by mail.
create table auth_service.known_devices (
  user_id uuid not null references auth_service.users (id) on delete cascade,
  -- SHA-256 of device and network: where people go is not kept in the clear
  digest bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, digest)
);

-- Mails of the auth service, kept until they are sent or nobody needs them any more. What they say is sealed.
create table auth_service.mails (
  id uuid primary key,
  position bigint generated always as identity,
  user_id uuid references auth_service.users (id) on delete cascade,
  sealed text not null,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mails_user_id_idx on auth_service.mails (user_id);

grant select, insert, update, delete on all tables in schema auth_service to slotwise_auth;

-- The account at the auth service that a user signs in with; null until its owner has signed in for the first time.
alter table users
  add column auth_id uuid,
  add column is_demo boolean not null default false;
create unique index users_auth_id_key on users (auth_id);

-- The product's user has the address that their account at the embedded auth service has.

-- Row-level security holds the owner of the table, too: it sees one user, whose address follows.
create policy users_follow_account on users for all to current_user
  using (auth_id = nullif(current_setting('app.account_id', true), '')::uuid);

-- In the transaction that changes the account, so that no moment knows two addresses. An address that another user has is refused as
-- the unique index refuses it.
create function follow_address(account uuid, address text) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      perform set_config('app.account_id', account::text, true);
      update users set email = lower(address) where auth_id = account and email <> lower(address);
      perform set_config('app.account_id', '', true);
    end
  $$;
revoke execute on function follow_address(uuid, text) from public;
grant execute on function follow_address(uuid, text) to slotwise_auth;

-- Sessions of superusers end sooner: the auth service asks whose one is.
create function is_superuser_account(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from users where auth_id = account and user_type = 'superuser') $$;
revoke execute on function is_superuser_account(uuid) from public;
grant execute on function is_superuser_account(uuid) to slotwise_auth;
