-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- Roles, rights and functions. Written for PostgreSQL 15, and run as it is on every kind of database.

create extension if not exists btree_gist;
create extension if not exists citext;
create extension if not exists pg_trgm;

-- The roles that transactions take. They own nothing and cannot log in. Roles belong to the whole server, so they may be there
-- already, and another database may be making them at this moment.
do $$
declare
  is_new constant boolean := current_setting('server_version_num')::int >= 160000;
  role_name text;
begin
  foreach role_name in array array['slotwise_tenant', 'slotwise_platform', 'slotwise_auth'] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin noinherit nobypassrls', role_name);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    if exists (select from pg_roles where rolname = role_name and (rolsuper or rolbypassrls)) then
      raise exception 'The role % must be neither a superuser nor exempt from row-level security.', role_name;
    end if;
    -- A login role that is no superuser has to be a member to take the role. It must not inherit what the role may do: then the
    -- login role, which owns the tables, still sees none of their rows (FORCE ROW LEVEL SECURITY).
    if not pg_has_role(current_user, role_name, case when is_new then 'set' else 'member' end) then
      execute format('grant %I to current_user%s', role_name, case when is_new then ' with inherit false, set true' end);
    end if;
  end loop;
end $$;

-- Nobody else makes things here. A temporary table would outlive its transaction on a pooled connection, and hide a real one.
revoke create on schema public from public;
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
grant usage on schema public to slotwise_tenant, slotwise_platform, slotwise_auth;

-- A hosted Supabase project gives these roles everything in this schema; its REST interface must reach nothing here.
do $$
declare role_name text;
begin
  for role_name in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('alter default privileges in schema public revoke all on tables from %I', role_name);
    execute format('alter default privileges in schema public revoke all on sequences from %I', role_name);
    execute format('alter default privileges in schema public revoke all on functions from %I', role_name);
    execute format('revoke all on all tables in schema public from %I', role_name);
  end loop;
end $$;
alter table migrations enable row level security;
alter table migration_lock enable row level security;

-- Who the transaction acts for; null, and so no rows, when nobody said.
create function current_tenant_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function current_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- RFC 9562: 48 bits of Unix milliseconds, 12 bits of the fraction of the millisecond, 62 random bits. Ids made one after the
-- other lie side by side in an index. One expression, which PostgreSQL writes into the statement instead of calling a function for
-- each row.
create function uuid_v7() returns uuid
  language sql volatile parallel safe
  as $$
    select (overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
      || substr(gen_random_uuid()::text, 20))::uuid
  $$;

-- Before update: the columns that no statement sets itself.
create function touch_row() returns trigger
  language plpgsql
  as $$
    begin
      new.created_at := old.created_at;
      new.updated_at := clock_timestamp();
      new.version := old.version + 1;
      return new;
    end
  $$;

-- Ends a statement that wrote less than it had to, as one that collided with another transaction and may run again.
create function require_all(written bigint, wanted bigint) returns void
  language plpgsql
  as $$
    begin
      if written < wanted then
        raise exception '% of % rows were written, since others were in the way.', written, wanted
          using errcode = 'serialization_failure';
      end if;
    end
  $$;

revoke execute on function current_tenant_id(), current_user_id(), uuid_v7(), touch_row() from public;
grant execute on function current_tenant_id(), current_user_id(), uuid_v7()
  to slotwise_tenant, slotwise_platform, slotwise_auth;
