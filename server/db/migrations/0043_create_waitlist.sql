-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on tenants from slotwise_tenant;
alter table tenants add column offer_minutes integer not null default 120;
alter table variants add column waitlist_offers text not null default 'manual';
alter table bookings add column waitlist_entry_id uuid;

create table waitlist_entries (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  variant_id uuid not null,
  customer_id uuid not null,
  channel_id uuid,
  quantity integer not null default 1,
  duration_minutes integer,
  windows jsonb not null default '[]',
  only_preferred boolean not null default false,
  status text not null default 'waiting',
  joined_at timestamptz(3) not null default now(),
  booking_id uuid,
  offer_expires_at timestamptz(3),
  offered_starts_at timestamptz(3),
  offered_ends_at timestamptz(3),
  passed_over_count integer not null default 0,
  missed_offer_count integer not null default 0,
  notes text,
  internal_notes text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint waitlist_entries_pkey primary key (tenant_id, id),
  constraint waitlist_entries_quantity_check check (quantity between 1 and 10000),
  constraint waitlist_entries_duration_minutes_check check (duration_minutes between 5 and 527040),
  constraint waitlist_entries_windows_check check (jsonb_typeof(windows) = 'array' and not windows @? '$[10]'),
  constraint waitlist_entries_status_check check (status in ('waiting', 'offered', 'converted', 'expired', 'cancelled')),
  constraint waitlist_entries_passed_over_count_check check (passed_over_count between 0 and 2147483647),
  constraint waitlist_entries_missed_offer_count_check check (missed_offer_count between 0 and 2147483647),
  constraint waitlist_entries_notes_check check (char_length(notes) between 1 and 5000),
  constraint waitlist_entries_internal_notes_check check (char_length(internal_notes) between 1 and 5000),
  constraint waitlist_entries_version_check check (version between 1 and 2147483647)
);
create trigger waitlist_entries_touch before update on waitlist_entries for each row execute function touch_row();
alter table waitlist_entries enable row level security;
alter table waitlist_entries force row level security;

create table waitlist_entries_preferred_resource_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint waitlist_entries_preferred_resource_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint waitlist_entries_preferred_resource_ids_position_check check (position >= 0)
);
alter table waitlist_entries_preferred_resource_ids enable row level security;
alter table waitlist_entries_preferred_resource_ids force row level security;
alter table tenants add constraint tenants_offer_minutes_check check (offer_minutes between 1 and 2880);
alter table variants add constraint variants_waitlist_offers_check check (waitlist_offers in ('manual', 'automatic'));
alter table bookings add constraint bookings_waitlist_entry_id_fkey foreign key (tenant_id, waitlist_entry_id) references waitlist_entries (tenant_id, id);
create index bookings_waitlist_entry_id_idx on bookings (tenant_id, waitlist_entry_id);
alter table waitlist_entries add constraint waitlist_entries_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table waitlist_entries add constraint waitlist_entries_variant_id_fkey foreign key (tenant_id, variant_id) references variants (tenant_id, id);
alter table waitlist_entries add constraint waitlist_entries_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
alter table waitlist_entries add constraint waitlist_entries_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table waitlist_entries add constraint waitlist_entries_booking_id_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id);
create index waitlist_entries_joined_at_idx on waitlist_entries (tenant_id, joined_at, id);
create index waitlist_entries_variant_id_idx on waitlist_entries (tenant_id, variant_id);
create index waitlist_entries_customer_id_idx on waitlist_entries (tenant_id, customer_id);
create index waitlist_entries_channel_id_idx on waitlist_entries (tenant_id, channel_id);
create index waitlist_entries_booking_id_idx on waitlist_entries (tenant_id, booking_id);
alter table waitlist_entries_preferred_resource_ids add constraint waitlist_entries_preferred_resource_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table waitlist_entries_preferred_resource_ids add constraint waitlist_entries_preferred_resource_ids_owner_id_fkey foreign key (tenant_id, owner_id) references waitlist_entries (tenant_id, id) on delete cascade;
alter table waitlist_entries_preferred_resource_ids add constraint waitlist_entries_preferred_resource_ids_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index waitlist_entries_preferred_resource_ids_target_id_idx on waitlist_entries_preferred_resource_ids (tenant_id, target_id);
grant select, update (address, auto_complete, brand_color, contact_email, contact_phone, currency, default_schedule_id, hold_minutes, locale, logo_facts, logo_id, name, offer_minutes, require_second_factor, retention_months, staff_keep_to_own, time_format, time_zone, website_url, week_starts_on) on tenants to slotwise_tenant;
create policy waitlist_entries_tenant on waitlist_entries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on waitlist_entries to slotwise_tenant;
create policy waitlist_entries_preferred_resource_ids_tenant on waitlist_entries_preferred_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on waitlist_entries_preferred_resource_ids to slotwise_tenant;

-- By hand from here on: what no form shows.
alter table waitlist_entries
  add column offers jsonb not null default '[]',
  -- All windows in one value, and how far they reach: under row-level security a range operator cannot be an index condition.
  add column wanted tstzmultirange not null default '{}',
  add column waits_from timestamptz(3) not null default now(),
  add column waits_until timestamptz(3) not null default now(),
  add constraint waitlist_entries_offers_check check (jsonb_typeof(offers) = 'array'),
  add constraint waitlist_entries_offered_check check (status <> 'offered' or (booking_id is not null and offer_expires_at is not null));
create function waitlist_entries_wanted() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      select coalesce(range_agg(tstzrange("startsAt", "endsAt")), '{}'), coalesce(min("startsAt"), new.joined_at),
        coalesce(max("endsAt"), new.joined_at)
      into new.wanted, new.waits_from, new.waits_until
      from jsonb_to_recordset(new.windows) as given ("startsAt" timestamptz, "endsAt" timestamptz);
      return new;
    end
  $$;
create trigger waitlist_entries_wanted before insert or update of windows on waitlist_entries
  for each row execute function waitlist_entries_wanted();
create index waitlist_entries_active_idx on waitlist_entries (tenant_id, variant_id, joined_at, id) where status in ('waiting', 'offered');
create index waitlist_entries_waits_idx on waitlist_entries (tenant_id, waits_until, waits_from) where status in ('waiting', 'offered');

-- When to look whether something fits those who wait: after a change that may have made room, and when a hold runs out. Rows are only
-- added and taken away, so that nobody waits for anybody. Nothing depends on it: it makes things sooner.
create table waitlist_due (
  id uuid not null default gen_random_uuid(),
  tenant_id uuid not null,
  due_at timestamptz(3) not null,
  -- The table and the id of what made room.
  cause_table text,
  cause_id text,
  constraint waitlist_due_pkey primary key (tenant_id, id),
  constraint waitlist_due_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
create index waitlist_due_due_at_idx on waitlist_due (due_at);
create index waitlist_due_tenant_id_idx on waitlist_due (tenant_id, due_at);
alter table waitlist_due enable row level security;
alter table waitlist_due force row level security;
create policy waitlist_due_tenant on waitlist_due for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
-- Which tenants there are to look at is asked for all of them at once.
create policy waitlist_due_platform on waitlist_due for select to slotwise_platform using (true);
create policy waitlist_due_owner on waitlist_due for all to current_user using (true) with check (true);
grant select, insert, update, delete on waitlist_due to slotwise_tenant;
grant select on waitlist_due to slotwise_platform;

create function look_at_waitlist(tenant uuid, at timestamptz, what text, which text) returns void
  language sql set search_path = public, pg_temp
  as $$
    insert into waitlist_due (tenant_id, due_at, cause_table, cause_id)
    select tenant, at, what, which
    where exists (select from waitlist_entries where tenant_id = tenant and status in ('waiting', 'offered'))
  $$;

create function allocations_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      -- A tenant that goes as a whole.
      if current_tenant_id() is null then return null; end if;
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.active and not new.active) then
        perform look_at_waitlist(old.tenant_id, '-infinity', 'bookings', old.booking_id::text);
      else
        perform look_at_waitlist(new.tenant_id, new.hold_expires_at, 'bookings', new.booking_id::text);
      end if;
      return null;
    end
  $$;
create trigger allocations_waitlist_freed after update of active on allocations
  for each row when (old.active and not new.active) execute function allocations_waitlist();
create trigger allocations_waitlist_deleted after delete on allocations
  for each row when (old.active) execute function allocations_waitlist();
create trigger allocations_waitlist_held after insert or update of hold_expires_at on allocations
  for each row when (new.active and new.status = 'held') execute function allocations_waitlist();

create function timeslots_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      if current_tenant_id() is null then return null; end if;
      perform look_at_waitlist(current_tenant_id(), '-infinity', 'timeslots', null);
      return null;
    end
  $$;
create trigger timeslots_waitlist after insert or update or delete on timeslots
  for each statement execute function timeslots_waitlist();

-- Who begins to wait also waits for holds that stand already.
create function entries_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      if current_tenant_id() is null then return null; end if;
      insert into waitlist_due (tenant_id, due_at, cause_table, cause_id)
      select new.tenant_id, '-infinity'::timestamptz, 'waitlist_entries', new.id::text
      union all
      select distinct tenant_id, hold_expires_at, 'bookings', booking_id::text from allocations
      where tenant_id = new.tenant_id and active and status = 'held';
      return null;
    end
  $$;
create trigger waitlist_entries_waitlist after insert or update of windows on waitlist_entries
  for each row when (new.status = 'waiting') execute function entries_waitlist();
create trigger waitlist_entries_waitlist_again after update of status on waitlist_entries
  for each row when (new.status = 'waiting' and old.status <> 'waiting') execute function entries_waitlist();

-- As before, and says so to those who wait.
create or replace function change_setup_version() returns trigger
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
