-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- Calendar feeds are found by the hash of their token, before their tenant is known.
create table calendar_feed_secrets (
  tenant_id uuid not null,
  calendar_feed_id uuid not null,
  -- SHA-256 of 256 random bits: nothing to guess, so nothing to slow down.
  hash bytea not null,
  -- Apart from the feed's own row, so that reading is no change of it.
  read_at timestamptz(3),
  constraint calendar_feed_secrets_pkey primary key (tenant_id, calendar_feed_id),
  constraint calendar_feed_secrets_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint calendar_feed_secrets_hash_key unique (tenant_id, hash),
  constraint calendar_feed_secrets_calendar_feed_id_fkey foreign key (tenant_id, calendar_feed_id)
    references calendar_feeds (tenant_id, id) on delete cascade,
  constraint calendar_feed_secrets_hash_check check (octet_length(hash) = 32)
);
create index calendar_feed_secrets_hash_idx on calendar_feed_secrets (hash);
alter table calendar_feed_secrets enable row level security;
alter table calendar_feed_secrets force row level security;
create policy calendar_feed_secrets_tenant on calendar_feed_secrets for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy calendar_feed_secrets_platform on calendar_feed_secrets for select to slotwise_platform using (true);
grant select, insert, update, delete on calendar_feed_secrets to slotwise_tenant;
grant select on calendar_feed_secrets to slotwise_platform;

-- How reading busy calendars goes, and the times that were read, of which nothing else is kept.

create table busy_calendar_states (
  tenant_id uuid not null,
  busy_calendar_id uuid not null,
  -- Sealed with SECRETS_KEY where there is one.
  address text not null,
  next_read_at timestamptz(3) not null,
  -- Until then it is in somebody's hand.
  leased_until timestamptz(3),
  etag text,
  last_modified text,
  -- When all of it was read last.
  read_at timestamptz(3),
  last_success_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  -- When it was said that it fails for a day.
  told_at timestamptz(3),
  attempts integer not null default 0,
  event_count integer not null default 0,
  -- When somebody last had it read at once.
  refreshed_at timestamptz(3),
  constraint busy_calendar_states_pkey primary key (tenant_id, busy_calendar_id),
  constraint busy_calendar_states_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint busy_calendar_states_busy_calendar_id_fkey foreign key (tenant_id, busy_calendar_id)
    references busy_calendars (tenant_id, id) on delete cascade
);
create index busy_calendar_states_due_idx on busy_calendar_states (next_read_at);
alter table busy_calendar_states enable row level security;
alter table busy_calendar_states force row level security;
create policy busy_calendar_states_tenant on busy_calendar_states for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy busy_calendar_states_platform on busy_calendar_states for select to slotwise_platform using (true);
grant select, insert, update, delete on busy_calendar_states to slotwise_tenant;
-- The sweep asks which tenants have something due.
grant select (tenant_id, next_read_at, leased_until) on busy_calendar_states to slotwise_platform;

create table busy_times (
  tenant_id uuid not null,
  busy_calendar_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint busy_times_pkey primary key (tenant_id, busy_calendar_id, starts_at, ends_at),
  constraint busy_times_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint busy_times_busy_calendar_id_fkey foreign key (tenant_id, busy_calendar_id)
    references busy_calendars (tenant_id, id) on delete cascade,
  constraint busy_times_times_check check (starts_at < ends_at)
);
alter table busy_times enable row level security;
alter table busy_times force row level security;
create policy busy_times_tenant on busy_times for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on busy_times to slotwise_tenant;

-- Staff who are kept to their own calendars are let in to less when it becomes another one, too.

drop trigger memberships_changed on memberships;
create trigger memberships_changed after update on memberships
  for each row when (
    (old.tenant_id, old.user_id, old.role, old.is_active, old.resource_id)
    is distinct from (new.tenant_id, new.user_id, new.role, new.is_active, new.resource_id))
  execute function tell_of_lost_access();

drop trigger tenants_changed on tenants;
create trigger tenants_changed after update on tenants
  for each row when (
    (old.is_active, old.staff_keep_to_own, old.require_second_factor)
    is distinct from (new.is_active, new.staff_keep_to_own, new.require_second_factor))
  execute function tell_of_lost_access();
