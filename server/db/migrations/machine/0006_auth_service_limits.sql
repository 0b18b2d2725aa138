alter table auth_service.users
  -- null for a ban without an end
  add column banned_until timestamptz;

-- Counts of the last minutes only: they start anew.
drop table auth_service.attempts;
create table auth_service.attempts (
  id uuid primary key default uuid_v7(),
  -- SHA-256 of what is limited: people type long things, and the addresses of people are not kept in the clear
  subject text not null,
  -- the end of the window that it counts in
  expires_at timestamptz not null
);
create index attempts_subject_idx on auth_service.attempts (subject, expires_at);
create index attempts_expires_idx on auth_service.attempts (expires_at);
grant select, insert, update, delete on auth_service.attempts to slotwise_auth;
