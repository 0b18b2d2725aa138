-- Written by hand: what waited for a lock is written only if its caller still may. They were judged when it began.

create policy memberships_own on memberships for select to current_user using (user_id = current_user_id());

-- Fails where the person whose transaction it is no longer is what they were when it began. `roles`: those that would do.
create function still_stands(superuser boolean, tenant uuid, roles text[], session uuid) returns void
  language plpgsql set search_path = public, pg_temp security definer
  as $$
    declare
      person record;
    begin
      select is_active, user_type, auth_id into person from users where id = current_user_id();
      if not found or not person.is_active or (superuser and person.user_type <> 'superuser') then
        raise exception 'standing lost' using errcode = 'SW001';
      end if;
      if roles is not null and not exists (
        select from memberships
        where user_id = current_user_id() and tenant_id = tenant and is_active and role = any(roles)
      ) then
        raise exception 'standing lost' using errcode = 'SW001';
      end if;
      -- A hosted project keeps its sessions itself.
      if session is not null and exists (select from auth_service.users where id = person.auth_id)
          and not exists (select from auth_service.sessions where id = session) then
        raise exception 'session ended' using errcode = 'SW002';
      end if;
    end
  $$;
revoke execute on function still_stands(boolean, uuid, text[], uuid) from public;
grant execute on function still_stands(boolean, uuid, text[], uuid) to slotwise_tenant, slotwise_platform;
