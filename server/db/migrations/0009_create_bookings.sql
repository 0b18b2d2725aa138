-- Made by `npm run db:migration` from the declarations in src/resources; from "What no form shows" on by hand.

create table bookings (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  reference text not null,
  catalog_item_id uuid not null,
  variant_id uuid not null,
  channel_id uuid not null,
  customer_id uuid,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  time_zone text not null,
  quantity integer not null default 1,
  status text not null default 'confirmed',
  previous_status text,
  status_changed_at timestamptz(3) not null default now(),
  hold_expires_at timestamptz(3),
  is_hold_extended boolean not null default false,
  price_amount bigint not null,
  price_currency text not null,
  total_amount bigint not null,
  total_currency text not null,
  payment_status text not null default 'not_required',
  buffer_before_minutes integer not null default 0,
  buffer_after_minutes integer not null default 0,
  notes text,
  internal_notes text,
  checked_in_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancelled_by text,
  cancellation_reason text,
  reschedule_count integer not null default 0,
  ical_sequence integer not null default 0,
  source text not null default 'admin',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint bookings_pkey primary key (tenant_id, id),
  constraint bookings_reference_check check (char_length(reference) between 1 and 8),
  constraint bookings_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint bookings_quantity_check check (quantity between 1 and 10000),
  constraint bookings_status_check check (status in ('held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired')),
  constraint bookings_previous_status_check check (previous_status in ('held', 'pending', 'confirmed')),
  constraint bookings_price_amount_check check (price_amount between 0 and 9007199254740991),
  constraint bookings_price_currency_check check (price_currency ~ '^[A-Z]{3}$'),
  constraint bookings_total_amount_check check (total_amount between 0 and 9007199254740991),
  constraint bookings_total_currency_check check (total_currency ~ '^[A-Z]{3}$'),
  constraint bookings_payment_status_check check (payment_status in ('not_required', 'unpaid', 'paid', 'refunded')),
  constraint bookings_buffer_before_minutes_check check (buffer_before_minutes between 0 and 1440),
  constraint bookings_buffer_after_minutes_check check (buffer_after_minutes between 0 and 1440),
  constraint bookings_notes_check check (char_length(notes) between 1 and 5000),
  constraint bookings_internal_notes_check check (char_length(internal_notes) between 1 and 5000),
  constraint bookings_cancelled_by_check check (cancelled_by in ('staff', 'customer', 'system')),
  constraint bookings_cancellation_reason_check check (char_length(cancellation_reason) between 1 and 500),
  constraint bookings_reschedule_count_check check (reschedule_count between 0 and 2147483647),
  constraint bookings_ical_sequence_check check (ical_sequence between 0 and 2147483647),
  constraint bookings_source_check check (source in ('admin', 'api', 'public', 'import')),
  constraint bookings_version_check check (version between 1 and 2147483647)
);
create trigger bookings_touch before update on bookings for each row execute function touch_row();
alter table bookings enable row level security;
alter table bookings force row level security;
alter table bookings add constraint bookings_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table bookings add constraint bookings_catalog_item_id_fkey foreign key (tenant_id, catalog_item_id) references catalog_items (tenant_id, id);
alter table bookings add constraint bookings_variant_id_fkey foreign key (tenant_id, variant_id) references variants (tenant_id, id);
alter table bookings add constraint bookings_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table bookings add constraint bookings_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
create unique index bookings_reference_key on bookings (tenant_id, lower(reference));
create index bookings_starts_at_idx on bookings (tenant_id, starts_at, id);
create index bookings_catalog_item_id_idx on bookings (tenant_id, catalog_item_id);
create index bookings_variant_id_idx on bookings (tenant_id, variant_id);
create index bookings_channel_id_idx on bookings (tenant_id, channel_id);
create index bookings_customer_id_idx on bookings (tenant_id, customer_id);
create policy bookings_tenant on bookings for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on bookings to slotwise_tenant;

-- What no form shows.
alter table bookings
  add column timeslot_id uuid,
  add column answers jsonb not null default '{}',
  add column overrides jsonb not null default '[]',
  add column created_by uuid,
  add constraint bookings_answers_check check (jsonb_typeof(answers) = 'object'),
  add constraint bookings_overrides_check check (jsonb_typeof(overrides) = 'array'),
  add constraint bookings_times_check check (starts_at < ends_at),
  add constraint bookings_hold_check check (status <> 'held' or hold_expires_at is not null);
-- A timeslot that only cancelled bookings remember may go.
alter table bookings add constraint bookings_timeslot_id_fkey foreign key (tenant_id, timeslot_id)
  references timeslots (tenant_id, id) on delete set null (timeslot_id);
create index bookings_timeslot_id_idx on bookings (tenant_id, timeslot_id) where timeslot_id is not null;

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
create index allocations_busy_idx on allocations (tenant_id, resource_id, blocked_until, blocked_from) where active;
create index allocations_timeslot_id_idx on allocations (tenant_id, timeslot_id) where timeslot_id is not null;
create index allocations_customer_id_idx on allocations (tenant_id, customer_id) where customer_id is not null;
alter table allocations enable row level security;
alter table allocations force row level security;
create policy allocations_tenant on allocations for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on allocations to slotwise_tenant;

-- The first answers to calls that may be repeated (docs/domain.md#retries), for a day.
create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  -- As it was sent.
  answer text,
  created_at timestamptz(3) not null,
  constraint idempotency_keys_pkey primary key (tenant_id, user_id, key),
  constraint idempotency_keys_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint idempotency_keys_key_check check (char_length(key) between 1 and 255)
);
create index idempotency_keys_created_at_idx on idempotency_keys (tenant_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy idempotency_keys_tenant on idempotency_keys for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on idempotency_keys to slotwise_tenant;
