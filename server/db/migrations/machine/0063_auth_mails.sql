-- Written by hand: mails of the auth service, kept until they are sent or nobody needs them any more. What they say is sealed.
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
grant select, insert, update, delete on auth_service.mails to slotwise_auth;
