-- The account at the auth service that a user signs in with; null until its owner has signed in for the first time.
alter table users add column auth_id uuid;
create unique index users_auth_id_key on users (auth_id);
