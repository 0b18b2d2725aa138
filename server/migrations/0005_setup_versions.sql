-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- Which state a tenant's set-up is in, so that processes may keep what they read of it (docs/decisions/0008).

create table setup_versions (
  tenant_id uuid not null,
  -- Random, not counted: one that was rolled back, or restored from a backup, never comes again for something else.
  version uuid not null default gen_random_uuid(),
  constraint setup_versions_pkey primary key (tenant_id),
  constraint setup_versions_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);

alter table setup_versions enable row level security;
alter table setup_versions force row level security;
create policy setup_versions_tenant on setup_versions for select to slotwise_tenant using (tenant_id = (select current_tenant_id()));
-- For the triggers below, whoever it is that writes. No role of the API is the owner.
create policy setup_versions_owner on setup_versions for all to current_user using (true) with check (true);
grant select on setup_versions to slotwise_tenant;

create function begin_setup_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      insert into setup_versions (tenant_id) values (new.id);
      return null;
    end
  $$;
create trigger tenants_setup_begin after insert on tenants for each row execute function begin_setup_version();

-- Runs when the transaction commits: until then nobody waits for it, and it waits for nobody while it holds anything else to come.
create function change_setup_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      changed constant uuid[] := case when tg_table_name = 'tenants'
        then array[(to_jsonb(old) ->> 'id')::uuid, (to_jsonb(new) ->> 'id')::uuid]
        else array[(to_jsonb(old) ->> 'tenant_id')::uuid, (to_jsonb(new) ->> 'tenant_id')::uuid] end;
      record constant jsonb := coalesce(to_jsonb(new), to_jsonb(old));
    begin
      -- Once for each transaction, however many rows it wrote.
      with written as (
        update setup_versions set version = gen_random_uuid()
        where tenant_id = any(changed) and xmin <> pg_current_xact_id()::xid
        returning tenant_id
      )
      insert into waitlist_due (tenant_id, due_at, cause_table, cause_id)
      select tenant_id, '-infinity', tg_table_name, coalesce(record ->> 'id', record ->> 'owner_id') from written;
      return null;
    end
  $$;

-- Runs at once: what this transaction reads from now on has no version yet.
create function leave_setup_version() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform set_config('app.setup_changed', 'yes', true);
      return null;
    end
  $$;

revoke execute on function begin_setup_version(), change_setup_version(), leave_setup_version() from public;

-- Every table that the set-up is read from; tests/api/db/setupVersions.test.ts looks for others.
do $$
declare table_name text;
begin
  foreach table_name in array array['tenants', 'channels', 'channels_catalog_item_ids', 'schedules', 'resources', 'resource_rules',
    'resource_rules_resource_ids', 'resource_rules_resource_type_ids', 'resource_rules_channel_ids', 'catalog_items', 'variants',
    'variant_resources', 'busy_calendars', 'busy_times'] loop
    execute format('create constraint trigger %I after insert or update or delete on %I deferrable initially deferred
      for each row execute function change_setup_version()', table_name || '_setup_change', table_name);
    execute format('create trigger %I after insert or update or delete on %I
      for each statement execute function leave_setup_version()', table_name || '_setup_leave', table_name);
  end loop;
end $$;
