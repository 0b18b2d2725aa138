-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- The database writes the platform log, whoever changes what it tells of. The API's roles may add entries and superusers read them;
-- nobody changes one.

alter table platform_log
  -- Whom an entry is about. No foreign keys: entries outlive people and accounts.
  add column user_id uuid,
  add column account_id uuid;
create index platform_log_user_idx on platform_log (user_id, at desc) where user_id is not null;
create index platform_log_account_idx on platform_log (account_id, at desc) where account_id is not null;

create policy platform_log_note on platform_log for insert to current_user with check (true);
create function note_in_platform_log(what text, person uuid, account uuid, subject text, actor text, tenant text, details text,
    network text, device text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into platform_log (at, kind, user_id, account_id, subject, actor, tenant, details, network, device)
    values (clock_timestamp(), what, person, account, nullif(left(subject, 254), ''), nullif(left(actor, 254), ''),
      nullif(left(tenant, 200), ''), nullif(left(details, 600), ''), nullif(left(network, 64), ''), nullif(left(device, 300), ''))
  $$;
revoke execute on function note_in_platform_log(text, uuid, uuid, text, text, text, text, text, text) from public;
grant execute on function note_in_platform_log(text, uuid, uuid, text, text, text, text, text, text)
  to slotwise_tenant, slotwise_platform, slotwise_auth;

-- Old entries go, but nobody can make the log forget the last month.
create policy platform_log_old on platform_log for select to current_user using (at < now() - interval '30 days');
create policy platform_log_prune on platform_log for delete to current_user using (at < now() - interval '30 days');
create function prune_platform_log(days integer) returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with pruned as (
      delete from platform_log where at < clock_timestamp() - make_interval(days => greatest(days, 30)) returning 1
    )
    select count(*) from pruned
  $$;
revoke execute on function prune_platform_log(integer) from public;
grant execute on function prune_platform_log(integer) to slotwise_platform;

-- Whether the embedded service has the account, and so tells of its sign-ins itself.
create function has_embedded_account(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from auth_service.users where id = account) $$;
revoke execute on function has_embedded_account(uuid) from public;
grant execute on function has_embedded_account(uuid) to slotwise_platform;

create function log_user() returns trigger
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
create trigger users_log before insert or update or delete on users for each row execute function log_user();

create function log_membership() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      member constant memberships := case tg_op when 'DELETE' then old else new end;
      person record;
      place text;
      actor text;
      what text;
      details text;
    begin
      -- Memberships that go with their tenant: that it was deleted says it all.
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
        return old;
      end if;
      if tg_op = 'UPDATE' and new.role = old.role and new.is_active = old.is_active then
        return new;
      end if;
      what := case tg_op when 'INSERT' then 'member_added' when 'UPDATE' then 'member_changed' else 'member_removed' end;
      details := case when tg_op = 'UPDATE' and new.role <> old.role then old.role || ' → ' || new.role else member.role end;
      if tg_op = 'UPDATE' and new.is_active <> old.is_active then
        details := details || ', ' || case when new.is_active then 'active' else 'inactive' end;
      end if;
      select users.id, users.auth_id, users.email into person from users where users.id = member.user_id;
      select tenants.name || ' (' || tenants.slug || ')' into place from tenants where tenants.id = member.tenant_id;
      select users.email into actor from users where users.id = current_user_id();
      perform note_in_platform_log(what, member.user_id, person.auth_id, person.email, actor, place, details, null, null);
      return member;
    end
  $$;
create trigger memberships_log after insert or update on memberships for each row execute function log_membership();
-- Before: a tenant's people see those who are its members.
create trigger memberships_log_end before delete on memberships for each row execute function log_membership();

create function log_tenant() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      actor constant text := (select users.email from users where users.id = current_user_id());
      what text := 'tenant_created';
      place text;
    begin
      if tg_op = 'DELETE' then
        perform note_in_platform_log('tenant_deleted', null, null, null, actor, old.name || ' (' || old.slug || ')', old.id::text,
          null, null);
        return old;
      end if;
      place := new.name || ' (' || new.slug || ')';
      if tg_op = 'UPDATE' then
        if new.is_active = old.is_active then
          return new;
        end if;
        what := case when new.is_active then 'tenant_resumed' else 'tenant_suspended' end;
      end if;
      perform note_in_platform_log(what, null, null, null, actor, place, new.id::text, null, null);
      return new;
    end
  $$;
create trigger tenants_log before insert or update or delete on tenants for each row execute function log_tenant();

-- An export is logged by the address of whoever made it, not by a name that anybody may choose.

-- A superuser who exports is no member of the tenant, whose role sees its members alone.
create policy users_own_address on users for select to current_user using (id = current_user_id());
create function own_address() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select email from users where id = current_user_id() $$;
revoke execute on function own_address() from public;
grant execute on function own_address() to slotwise_tenant, slotwise_platform;

-- Whatever an audit log calls an export, so that no export is forgotten here.
create function log_export() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform note_in_platform_log('data_exported', new.actor_id, null, case when new.actor_type = 'user' then own_address() end, null,
        (select tenants.name || ' (' || tenants.slug || ')' from tenants where tenants.id = new.tenant_id),
        concat_ws(', ', new.entity_type, new.changes #>> '{count,to}',
          case when new.actor_type = 'api_key' then 'API key ' || new.actor_id end), new.ip, null);
      return null;
    end
  $$;
create trigger audit_entries_log_export after insert on audit_entries for each row when (new.action = 'exported')
  execute function log_export();

create function log_account() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform note_in_platform_log('password_changed', null, new.id, new.email, null, null, null, null, null);
      return null;
    end
  $$;
create trigger users_log_password after update on auth_service.users for each row
  when (new.password_hash is distinct from old.password_hash) execute function log_account();

create function log_session() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      session constant auth_service.sessions := case tg_op when 'DELETE' then old else new end;
      address text;
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
        return null;
      end if;
      select users.email into address from auth_service.users where users.id = session.user_id;
      perform note_in_platform_log(case tg_op when 'DELETE' then 'session_ended' else 'signed_in' end, null, session.user_id, address,
        null, null, case tg_op when 'UPDATE' then session.second_method else session.method end, session.network, session.user_agent);
      return null;
    end
  $$;
create trigger sessions_log after insert or delete on auth_service.sessions for each row execute function log_session();
create trigger sessions_log_second after update on auth_service.sessions for each row
  when (old.second_method is null and new.second_method is not null) execute function log_session();

create function log_factor() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    declare
      factor constant auth_service.factors := case tg_op when 'DELETE' then old else new end;
      address text;
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
        return null;
      end if;
      select users.email into address from auth_service.users where users.id = factor.user_id;
      perform note_in_platform_log(case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end, null, factor.user_id, address,
        null, null, nullif(factor.friendly_name, ''), null, null);
      return null;
    end
  $$;
create trigger factors_log after update on auth_service.factors for each row
  when (new.is_verified and not old.is_verified) execute function log_factor();
create trigger factors_log_end after delete on auth_service.factors for each row when (old.is_verified) execute function log_factor();

revoke execute on function log_user(), log_membership(), log_tenant(), log_export(), log_account(), log_session(), log_factor()
  from public;

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
