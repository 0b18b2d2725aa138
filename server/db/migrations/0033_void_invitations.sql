-- Written by hand: an invitation stands while whoever sent it last could still send it. Otherwise somebody who is put out of a tenant
-- could have left one to themselves.

-- Whom an invitation is for looks for it by address alone.
create index invitations_address_idx on invitations (email);

create function void_invitations(person uuid) returns void
  language sql set search_path = public, pg_temp
  as $$
    update invitations set state = 'void'
    where invited_by = person and state = 'pending' and not exists (
      select from users
      left join memberships on memberships.user_id = users.id and memberships.tenant_id = invitations.tenant_id
        and memberships.is_active
      where users.id = person and users.is_active and (users.user_type = 'superuser' or (memberships.role in ('admin', 'owner')
        and array_position(array['viewer', 'staff', 'admin', 'owner'], memberships.role)
          >= array_position(array['viewer', 'staff', 'admin', 'owner'], invitations.role))))
  $$;
revoke execute on function void_invitations(uuid) from public;
grant execute on function void_invitations(uuid) to slotwise_tenant, slotwise_platform;

create function void_invitations_of_member() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform void_invitations(old.user_id);
      return null;
    end
  $$;
create trigger memberships_void_invitations after update on memberships
  for each row when ((old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function void_invitations_of_member();
create trigger memberships_void_invitations_end after delete on memberships
  for each row execute function void_invitations_of_member();

create function void_invitations_of_user() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform void_invitations(old.id);
      return null;
    end
  $$;
create trigger users_void_invitations after update on users
  for each row when ((old.user_type, old.is_active) is distinct from (new.user_type, new.is_active))
  execute function void_invitations_of_user();
