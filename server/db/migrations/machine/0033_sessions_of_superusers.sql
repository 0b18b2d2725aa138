-- Sessions of superusers end sooner: the auth service asks whose one is.
create function is_superuser_account(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from users where auth_id = account and user_type = 'superuser') $$;
revoke execute on function is_superuser_account(uuid) from public;
grant execute on function is_superuser_account(uuid) to slotwise_auth;
