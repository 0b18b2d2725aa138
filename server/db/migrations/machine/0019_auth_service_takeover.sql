-- Changes of address that are under way begin anew: they were asked for under rules that trusted the new address alone.
delete from auth_service.one_time_tokens where kind = 'email_change';

alter table auth_service.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in (
    'signup', 'recovery', 'invite', 'email_change_current', 'email_change_new', 'magiclink', 'reauthentication', 'pkce')),
  -- What a session asked for ends with that session, whoever ends it; null for what nobody had to be signed in for.
  add column session_id uuid references auth_service.sessions (id) on delete cascade;
create index one_time_tokens_session_idx on auth_service.one_time_tokens (session_id) where session_id is not null;
create index one_time_tokens_expires_idx on auth_service.one_time_tokens (expires_at);

update auth_service.users set new_email = null;
alter table auth_service.users
  -- null for a change of address whose session has ended, which is none any more
  add column email_change_session_id uuid references auth_service.sessions (id) on delete set null,
  -- which of the two addresses has agreed
  add column email_change_confirmed text check (email_change_confirmed in ('current', 'new'));
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
grant select, insert, update, delete on auth_service.former_addresses to slotwise_auth;
