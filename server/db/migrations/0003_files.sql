-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- Pictures and files of records. Records refer to them by foreign keys, which count the references.
create table files (
  tenant_id uuid not null,
  -- Random, since whoever knows the address may read the file.
  id uuid not null default gen_random_uuid(),
  type text not null,
  size integer not null,
  -- Of pictures, in pixels.
  width integer,
  height integer,
  -- Of other files.
  name text,
  hash bytea not null,
  -- Null when the bytes are in a bucket.
  content bytea,
  is_used boolean not null default false,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  constraint files_pkey primary key (tenant_id, id),
  constraint files_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
-- Pictures are compressed already.
alter table files alter column content set storage external;
create index files_pending_idx on files (tenant_id, created_by) where not is_used;
create index files_created_at_idx on files (created_at) where not is_used;

-- The same above tenants: pictures of people.
create table platform_files (
  id uuid not null default gen_random_uuid(),
  type text not null,
  size integer not null,
  width integer,
  height integer,
  name text,
  hash bytea not null,
  content bytea,
  is_used boolean not null default false,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  -- Who fills the room for pictures above tenants. Hashes, forgotten after a day.
  network text,
  wide_network text,
  constraint platform_files_pkey primary key (id)
);
alter table platform_files alter column content set storage external;
create index platform_files_pending_idx on platform_files (created_by) where not is_used;
create index platform_files_created_at_idx on platform_files (created_at) where not is_used;

-- What is to be removed from the bucket: what was deleted here, and uploads that may not have been finished.
create table file_removals (
  path text not null,
  due_at timestamptz(3) not null default now(),
  constraint file_removals_pkey primary key (path)
);
create index file_removals_due_at_idx on file_removals (due_at);

alter table files enable row level security;
alter table files force row level security;
alter table platform_files enable row level security;
alter table platform_files force row level security;
alter table file_removals enable row level security;
alter table file_removals force row level security;
create policy files_tenant on files for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
-- Superusers give tenants their logos; the bytes are for tenants alone.
create policy files_platform on files for select to slotwise_platform using (true);
create policy platform_files_platform on platform_files for all to slotwise_platform using (true) with check (true);
create policy file_removals_all on file_removals for all to slotwise_tenant, slotwise_platform using (true) with check (true);
-- For the functions below.
create policy files_owner on files for all to current_user using (true) with check (true);
create policy platform_files_owner on platform_files for all to current_user using (true) with check (true);
create policy file_removals_owner on file_removals for all to current_user using (true) with check (true);
grant select, insert on files to slotwise_tenant;
grant select (tenant_id, id, type, size, width, height, name) on files to slotwise_platform;
grant select, insert on platform_files to slotwise_platform;
grant select, insert, delete on file_removals to slotwise_tenant, slotwise_platform;

-- A record refers to a file now. Arguments: the table of the file, the column with its id, the column with its tenant.
create function keep_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      execute format('update %I set is_used = true where not is_used and id = $1', tg_argv[0])
        || case when tg_argv[2] = '' then '' else ' and tenant_id = $2' end
        using (to_jsonb(new) ->> tg_argv[1])::uuid, (to_jsonb(new) ->> nullif(tg_argv[2], ''))::uuid;
      return null;
    end
  $$;

-- A record no longer refers to a file, which goes unless another one does.
create function release_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      was uuid := (to_jsonb(old) ->> tg_argv[1])::uuid;
    begin
      if tg_op = 'UPDATE' and was is not distinct from (to_jsonb(new) ->> tg_argv[1])::uuid then
        return null;
      end if;
      begin
        execute format('delete from %I where id = $1', tg_argv[0])
          || case when tg_argv[2] = '' then '' else ' and tenant_id = $2' end
          using was, (to_jsonb(old) ->> nullif(tg_argv[2], ''))::uuid;
      exception when foreign_key_violation then
        null;
      end;
      return null;
    end
  $$;

create function remove_from_bucket() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      insert into file_removals (path) values (coalesce(to_jsonb(old) ->> 'tenant_id', 'platform') || '/' || old.id)
        on conflict (path) do update set due_at = excluded.due_at;
      return null;
    end
  $$;
create trigger files_remove after delete on files for each row when (old.content is null) execute function remove_from_bucket();
create trigger platform_files_remove after delete on platform_files for each row when (old.content is null) execute function remove_from_bucket();

-- Uploads that no record ever referred to.
create function prune_files(before timestamptz) returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with pruned as (delete from files where not is_used and created_at < before returning 1),
      above as (delete from platform_files where not is_used and created_at < before returning 1)
    select (select count(*) from pruned) + (select count(*) from above)
  $$;
revoke execute on function prune_files(timestamptz) from public;
grant execute on function prune_files(timestamptz) to slotwise_platform;

-- Uploads above tenants that no record ever referred to.
create function prune_platform_files(before timestamptz) returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$
    with forgotten as (update platform_files set network = null, wide_network = null
        where network is not null and created_at < now() - interval '1 day'),
      pruned as (delete from platform_files where not is_used and created_at < before returning 1)
    select count(*) from pruned
  $$;
revoke execute on function prune_platform_files(timestamptz) from public;
grant execute on function prune_platform_files(timestamptz) to slotwise_platform;

-- Of the core records.
alter table users add constraint users_avatar_id_fkey foreign key (avatar_id) references platform_files (id);
create trigger users_avatar_id_keep after insert or update of avatar_id on users for each row when (new.avatar_id is not null) execute function keep_file('platform_files', 'avatar_id', '');
create trigger users_avatar_id_release after delete or update of avatar_id on users for each row when (old.avatar_id is not null) execute function release_file('platform_files', 'avatar_id', '');
