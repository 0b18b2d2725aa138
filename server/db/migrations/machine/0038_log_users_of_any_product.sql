-- Written by hand: a product whose users have no last_sign_in_at could change none of them.
create or replace function log_user() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      actor constant text := (select users.email from users where users.id = current_user_id());
    begin
      if tg_op = 'DELETE' then
        perform note_in_platform_log('user_deleted', old.id, old.auth_id, old.email, actor, null, null, null, null);
        return old;
      end if;
      if tg_op = 'INSERT' then
        if new.user_type = 'superuser' then
          perform note_in_platform_log('superuser_granted', new.id, new.auth_id, new.email, actor, null, null, null, null);
        end if;
        return new;
      end if;
      if new.user_type <> old.user_type then
        perform note_in_platform_log(case new.user_type when 'superuser' then 'superuser_granted' else 'superuser_revoked' end,
          new.id, new.auth_id, new.email, actor, null, null, null, null);
      end if;
      if new.is_active <> old.is_active then
        perform note_in_platform_log(case when new.is_active then 'user_activated' else 'user_deactivated' end,
          new.id, new.auth_id, new.email, actor, null, null, null, null);
      end if;
      if new.email <> old.email then
        perform note_in_platform_log('email_changed', new.id, new.auth_id, new.email, actor, null, old.email || ' → ' || new.email,
          null, null);
      end if;
      if to_jsonb(new) -> 'last_sign_in_at' is distinct from to_jsonb(old) -> 'last_sign_in_at' and current_user = 'slotwise_platform'
          and not has_embedded_account(new.auth_id) then
        perform note_in_platform_log('signed_in', new.id, new.auth_id, new.email, null, null, null, null, null);
      end if;
      return new;
    end
  $$;
