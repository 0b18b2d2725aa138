-- Recovery codes, the second step that tenants require, and the keys of the embedded auth service in the platform log.

create function log_recovery_codes() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform note_in_platform_log('recovery_codes_made', null, users.id, users.email, null, null, null, null, null)
      from auth_service.users where users.id in (select made.user_id from made);
      return null;
    end
  $$;
create trigger recovery_codes_log after insert on auth_service.recovery_codes referencing new table as made
  for each statement execute function log_recovery_codes();

create function log_required_second_factor() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform note_in_platform_log(
        case when new.require_second_factor then 'second_factor_required' else 'second_factor_waived' end, null, null, null,
        (select users.email from users where users.id = current_user_id()), new.name || ' (' || new.slug || ')', new.id::text, null, null);
      return null;
    end
  $$;
create trigger tenants_log_second_factor after update on tenants for each row
  when (new.require_second_factor is distinct from old.require_second_factor) execute function log_required_second_factor();

-- The first key of an installation takes over from nobody, and one whose time is over goes by itself.
create function log_signing_key() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      if tg_op = 'DELETE' then
        perform note_in_platform_log('signing_keys_revoked', null, null, null, null, null, old.kid, null, null);
      elsif exists (select from auth_service.signing_keys where signing_keys.kid <> new.kid) then
        perform note_in_platform_log('signing_keys_rotated', null, null, null, null, null, new.kid, null, null);
      end if;
      return null;
    end
  $$;
create trigger signing_keys_log after insert on auth_service.signing_keys for each row execute function log_signing_key();
create trigger signing_keys_log_end after delete on auth_service.signing_keys for each row when (old.needed_until is null)
  execute function log_signing_key();

-- Keys that go with the signing key that made them are not told of one by one, nor are those that have expired.
create function log_service_key() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      service_key constant auth_service.service_keys := case tg_op when 'DELETE' then old else new end;
    begin
      if tg_op = 'DELETE' and (old.expires_at <= now()
          or not exists (select from auth_service.signing_keys where signing_keys.kid = old.kid)) then
        return null;
      end if;
      perform note_in_platform_log(case tg_op when 'DELETE' then 'service_key_revoked' else 'service_key_made' end, null, null, null,
        null, null, service_key.name, null, null);
      return null;
    end
  $$;
create trigger service_keys_log after insert or delete on auth_service.service_keys for each row execute function log_service_key();

revoke execute on function log_recovery_codes(), log_required_second_factor(), log_signing_key(), log_service_key() from public;
