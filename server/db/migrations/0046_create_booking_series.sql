-- Made by `npm run db:migration` from the declarations in src/resources; from "What no form shows" on by hand.
alter table bookings add column series_id uuid;
alter table bookings add column series_index integer;

create table booking_series (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  reference text not null,
  variant_id uuid not null,
  channel_id uuid not null,
  customer_id uuid not null,
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null default now(),
  time_zone text not null,
  rrule text not null,
  ex_dates text[] not null default '{}',
  quantity integer not null default 1,
  on_conflict text not null default 'fail',
  nearest_within_days integer not null default 0,
  keep_resources boolean not null default true,
  total_amount bigint not null,
  total_currency text not null,
  payment_status text not null default 'not_required',
  notes text,
  internal_notes text,
  occurrence_count integer not null default 0,
  ical_sequence integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint booking_series_pkey primary key (tenant_id, id),
  constraint booking_series_reference_check check (char_length(reference) between 1 and 8),
  constraint booking_series_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint booking_series_rrule_check check (char_length(rrule) between 1 and 200),
  constraint booking_series_ex_dates_check check (cardinality(ex_dates) <= 104),
  constraint booking_series_quantity_check check (quantity between 1 and 10000),
  constraint booking_series_on_conflict_check check (on_conflict in ('fail', 'skip', 'nearest')),
  constraint booking_series_nearest_within_days_check check (nearest_within_days between 0 and 7),
  constraint booking_series_total_amount_check check (total_amount between 0 and 9007199254740991),
  constraint booking_series_total_currency_check check (total_currency ~ '^[A-Z]{3}$'),
  constraint booking_series_payment_status_check check (payment_status in ('not_required', 'unpaid', 'paid', 'refunded')),
  constraint booking_series_notes_check check (char_length(notes) between 1 and 5000),
  constraint booking_series_internal_notes_check check (char_length(internal_notes) between 1 and 5000),
  constraint booking_series_occurrence_count_check check (occurrence_count between 0 and 2147483647),
  constraint booking_series_ical_sequence_check check (ical_sequence between 0 and 2147483647),
  constraint booking_series_version_check check (version between 1 and 2147483647)
);
create trigger booking_series_touch before update on booking_series for each row execute function touch_row();
alter table booking_series enable row level security;
alter table booking_series force row level security;
alter table bookings add constraint bookings_series_index_check check (series_index between 0 and 2147483647);
alter table bookings add constraint bookings_series_id_fkey foreign key (tenant_id, series_id) references booking_series (tenant_id, id);
create index bookings_series_id_idx on bookings (tenant_id, series_id);
alter table booking_series add constraint booking_series_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table booking_series add constraint booking_series_variant_id_fkey foreign key (tenant_id, variant_id) references variants (tenant_id, id);
alter table booking_series add constraint booking_series_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table booking_series add constraint booking_series_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
create unique index booking_series_reference_key on booking_series (tenant_id, lower(reference));
create index booking_series_starts_at_idx on booking_series (tenant_id, starts_at, id);
create index booking_series_variant_id_idx on booking_series (tenant_id, variant_id);
create index booking_series_channel_id_idx on booking_series (tenant_id, channel_id);
create index booking_series_customer_id_idx on booking_series (tenant_id, customer_id);
create policy booking_series_tenant on booking_series for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on booking_series to slotwise_tenant;

-- What no form shows.
alter table booking_series
  -- Every date of the rule, with what was found out about it (server/features/bookings/series/seriesState.ts).
  add column dates jsonb not null default '[]',
  add column date_count integer not null default 0,
  -- The stretches that have a rule of their own.
  add column segments jsonb not null default '[]',
  add column resource_ids jsonb not null default '[]',
  add column answers jsonb not null default '{}',
  add column created_by uuid,
  add constraint booking_series_dates_check check (jsonb_typeof(dates) = 'array'),
  add constraint booking_series_segments_check check (jsonb_typeof(segments) = 'array'),
  add constraint booking_series_resource_ids_check check (jsonb_typeof(resource_ids) = 'array'),
  add constraint booking_series_answers_check check (jsonb_typeof(answers) = 'object');
alter table bookings
  -- When the rule of its series has it.
  add column series_starts_at timestamptz(3),
  -- What was changed for it alone.
  add column series_exceptions text[] not null default '{}',
  add constraint bookings_series_check check ((series_id is null) = (series_index is null) and (series_id is null) = (series_starts_at is null));
create unique index bookings_series_place_key on bookings (tenant_id, series_id, series_index) where series_id is not null;
