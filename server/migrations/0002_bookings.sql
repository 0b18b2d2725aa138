-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- What no declaration says of bookings.
alter table bookings
  add column timeslot_id uuid,
  add column answers jsonb not null default '{}',
  add column overrides jsonb not null default '[]',
  add column created_by uuid,
  -- Counted up when somebody ends the links of a booking (docs/domain.md#links-for-customers).
  add column link_generation integer not null default 0,
  -- As it was typed: the customer may be known by another name.
  add column given_name text,
  -- A reminder that would have been due before is not sent.
  add column reminders_from timestamptz(3) not null default now(),
  -- What was changed of a date of a series alone.
  add column series_exceptions text[] not null default '{}',
  add constraint bookings_series_check check ((series_id is null) = (series_index is null)),
  add constraint bookings_answers_check check (jsonb_typeof(answers) = 'object'),
  add constraint bookings_overrides_check check (jsonb_typeof(overrides) = 'array'),
  add constraint bookings_times_check check (starts_at < ends_at),
  add constraint bookings_hold_check check (status <> 'held' or hold_expires_at is not null);
-- A timeslot that only cancelled bookings remember may go.
alter table bookings add constraint bookings_timeslot_id_fkey foreign key (tenant_id, timeslot_id)
  references timeslots (tenant_id, id) on delete set null (timeslot_id);
create index bookings_timeslot_id_idx on bookings (tenant_id, timeslot_id) where timeslot_id is not null;
create unique index bookings_series_place_key on bookings (tenant_id, series_id, series_index) where series_id is not null;
-- Nothing that a booking says changes with its links.
drop trigger bookings_touch on bookings;
create trigger bookings_touch before update on bookings for each row
  when (old.link_generation = new.link_generation) execute function touch_row();

-- What a booking takes of a resource, and the guard that no two take the same
-- (docs/domain.md#preventing-double-booking): one row for each of its resources.
create table allocations (
  tenant_id uuid not null,
  booking_id uuid not null,
  resource_id uuid not null,
  variant_id uuid not null,
  channel_id uuid,
  customer_id uuid,
  timeslot_id uuid,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- With the time to prepare and to clean up.
  blocked_from timestamptz(3) not null,
  blocked_until timestamptz(3) not null,
  buffer_before_minutes integer not null default 0,
  buffer_after_minutes integer not null default 0,
  quantity integer not null default 1,
  capacity_mode text not null default 'exclusive',
  status text not null,
  hold_expires_at timestamptz(3),
  -- Numbers of the units taken: all of them, whatever the capacity is or will be, or as many as a pooled booking takes.
  units int4multirange not null default '{[0,)}',
  -- Bookings of one session have the same, and may overlap; any other booking has one of its own.
  sharing uuid not null default gen_random_uuid(),
  -- Whether it takes anything: a hold that ran out no longer does as soon as somebody else wants the time.
  active boolean not null default true,
  constraint allocations_pkey primary key (tenant_id, booking_id, resource_id),
  constraint allocations_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  -- The place is taken first: whoever is too late has written nothing else.
  constraint allocations_booking_id_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
    deferrable initially deferred,
  constraint allocations_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  constraint allocations_times_check check (blocked_from <= starts_at and starts_at < ends_at and ends_at <= blocked_until),
  constraint allocations_quantity_check check (quantity between 1 and 10000),
  constraint allocations_capacity_mode_check check (capacity_mode in ('exclusive', 'pooled', 'session')),
  constraint allocations_status_check check (status in ('held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired')),
  constraint allocations_units_check check (not isempty(units)),
  constraint allocations_no_double_booking exclude using gist (
    tenant_id with =, resource_id with =, tstzrange(blocked_from, blocked_until) with &&, units with &&, sharing with <>
  ) where (active)
);
-- Plain comparisons: under row-level security a range operator cannot be an index condition.
-- With all that a question about free times reads of a booking, so that it looks at the index alone.
create index allocations_busy_idx on allocations (tenant_id, resource_id, blocked_until, blocked_from)
  include (buffer_before_minutes, buffer_after_minutes, quantity, capacity_mode, variant_id, channel_id, status, hold_expires_at)
  where active;
create index allocations_timeslot_id_idx on allocations (tenant_id, timeslot_id) where timeslot_id is not null;
create index allocations_customer_id_idx on allocations (tenant_id, customer_id) where customer_id is not null;
alter table allocations enable row level security;
alter table allocations force row level security;
create policy allocations_tenant on allocations for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on allocations to slotwise_tenant;

-- What no declaration says of series.
alter table booking_series
  -- Every date of the rule, with what was found out about it (server/features/bookings/series/seriesState.ts).
  add column dates jsonb not null default '[]',
  add column date_count integer not null default 0,
  -- The stretches that have a rule of their own.
  add column segments jsonb not null default '[]',
  add column resource_ids jsonb not null default '[]',
  add column answers jsonb not null default '{}',
  add column created_by uuid,
  -- A total that was agreed holds for dates added later; any other is worked out for them.
  add column is_total_agreed boolean not null default false,
  add constraint booking_series_dates_check check (jsonb_typeof(dates) = 'array'),
  add constraint booking_series_segments_check check (jsonb_typeof(segments) = 'array'),
  add constraint booking_series_resource_ids_check check (jsonb_typeof(resource_ids) = 'array'),
  add constraint booking_series_answers_check check (jsonb_typeof(answers) = 'object');

-- Generating timeslots does not change what anybody edits of a schedule: an open form stays up to date.
drop trigger schedules_touch on schedules;
create trigger schedules_touch before update on schedules for each row
  when (old.last_generated_at is not distinct from new.last_generated_at) execute function touch_row();

-- Until when it was told what time does by itself, by tenant.
create table event_clocks (
  tenant_id uuid not null,
  until timestamptz(3) not null default now(),
  constraint event_clocks_pkey primary key (tenant_id),
  constraint event_clocks_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
alter table event_clocks enable row level security;
alter table event_clocks force row level security;
create policy event_clocks_tenant on event_clocks for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update on event_clocks to slotwise_tenant;

-- What links for customers are made of (docs/domain.md#links-for-customers). No declared field, so that no answer has it.
alter table tenants add column link_secret text not null default (gen_random_uuid()::text || gen_random_uuid()::text);
