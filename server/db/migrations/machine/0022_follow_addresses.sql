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

-- Users whose accounts changed their addresses before. The owner sees all rows only while row-level security is not forced.
alter table users no force row level security;
update users set email = lower(accounts.email) from auth_service.users as accounts
  where accounts.id = users.auth_id and users.email <> lower(accounts.email)
    and not exists (select from users as others where others.email = lower(accounts.email));
alter table users force row level security;
