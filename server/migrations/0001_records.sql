-- Made by `npm run db:migration` from the declarations in src/resources.
-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
revoke all on tenants from slotwise_tenant;
alter table api_keys drop constraint api_keys_scopes_check;
revoke all on api_keys from slotwise_platform;
alter table webhooks drop constraint webhooks_events_check;
alter table dead_letters drop constraint dead_letters_queue_check;
alter table tenants add column contact_email text;
alter table tenants add column contact_phone text;
alter table tenants add column website_url text;
alter table tenants add column address jsonb;
alter table tenants add column default_schedule_id uuid;
alter table tenants add column logo_id uuid;
alter table tenants add column logo_facts jsonb;
alter table tenants add column brand_color text;
alter table tenants add column hold_minutes integer not null default 10;
alter table tenants add column offer_minutes integer not null default 120;
alter table tenants add column staff_keep_to_own boolean not null default false;
alter table tenants add column auto_complete boolean not null default true;
alter table tenants add column retention_months integer;
alter table tenants add column mail_sender_name text;
alter table tenants add column mail_reply_to text;
alter table tenants add column reminder_minutes integer[] not null default array[1440];
alter table tenants add column notifications_off text[] not null default '{}';
alter table tenants add column notify_by_default boolean not null default true;
alter table tenants add column default_channel_id uuid;
alter table memberships add column resource_id uuid;
alter table memberships add column booking_mails text not null default 'own';
alter table invitations add column resource_id uuid;

create table schedules (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  description text,
  time_zone text not null,
  mode text not null default 'open_hours',
  valid_from date,
  valid_until date,
  weekly_hours jsonb not null default '[{"dayOfWeek":1,"startTime":"09:00","endTime":"17:00"},{"dayOfWeek":2,"startTime":"09:00","endTime":"17:00"},{"dayOfWeek":3,"startTime":"09:00","endTime":"17:00"},{"dayOfWeek":4,"startTime":"09:00","endTime":"17:00"},{"dayOfWeek":5,"startTime":"09:00","endTime":"17:00"}]',
  date_overrides jsonb not null default '[]',
  slot_duration_minutes integer not null default 60,
  slot_gap_minutes integer not null default 0,
  slot_capacity integer,
  is_active boolean not null default true,
  last_generated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint schedules_pkey primary key (tenant_id, id),
  constraint schedules_name_check check (char_length(name) between 1 and 120),
  constraint schedules_description_check check (char_length(description) between 1 and 2000),
  constraint schedules_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint schedules_mode_check check (mode in ('open_hours', 'timeslots')),
  constraint schedules_weekly_hours_check check (jsonb_typeof(weekly_hours) = 'array' and not weekly_hours @? '$[70]'),
  constraint schedules_date_overrides_check check (jsonb_typeof(date_overrides) = 'array' and not date_overrides @? '$[500]'),
  constraint schedules_slot_duration_minutes_check check (slot_duration_minutes between 5 and 1440),
  constraint schedules_slot_gap_minutes_check check (slot_gap_minutes between 0 and 720),
  constraint schedules_slot_capacity_check check (slot_capacity between 1 and 10000),
  constraint schedules_version_check check (version between 1 and 2147483647)
);
create trigger schedules_touch before update on schedules for each row execute function touch_row();
alter table schedules enable row level security;
alter table schedules force row level security;

create table timeslots (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  schedule_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  capacity integer,
  status text not null default 'open',
  label text,
  origin text not null default 'manual',
  is_edited boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint timeslots_pkey primary key (tenant_id, id),
  constraint timeslots_capacity_check check (capacity between 1 and 10000),
  constraint timeslots_status_check check (status in ('open', 'closed', 'cancelled')),
  constraint timeslots_label_check check (char_length(label) between 1 and 120),
  constraint timeslots_origin_check check (origin in ('generated', 'manual')),
  constraint timeslots_version_check check (version between 1 and 2147483647)
);
create trigger timeslots_touch before update on timeslots for each row execute function touch_row();
alter table timeslots enable row level security;
alter table timeslots force row level security;

create table resource_types (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  kind text not null default 'other',
  description text,
  icon text,
  color text,
  default_capacity integer not null default 1,
  sort_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint resource_types_pkey primary key (tenant_id, id),
  constraint resource_types_name_check check (char_length(name) between 1 and 120),
  constraint resource_types_kind_check check (kind in ('person', 'space', 'equipment', 'vehicle', 'other')),
  constraint resource_types_description_check check (char_length(description) between 1 and 2000),
  constraint resource_types_icon_check check (icon in ('person', 'room', 'chair', 'court', 'boat', 'car', 'tool', 'other')),
  constraint resource_types_color_check check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint resource_types_default_capacity_check check (default_capacity between 1 and 10000),
  constraint resource_types_sort_order_check check (sort_order between 0 and 10000),
  constraint resource_types_version_check check (version between 1 and 2147483647)
);
create trigger resource_types_touch before update on resource_types for each row execute function touch_row();
alter table resource_types enable row level security;
alter table resource_types force row level security;

create table resources (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  code text,
  resource_type_id uuid not null,
  capacity integer not null,
  schedule_id uuid,
  parent_resource_id uuid,
  description text,
  image_id uuid,
  image_facts jsonb,
  color text,
  location text,
  email text,
  sort_order integer not null default 0,
  is_shown_online boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint resources_pkey primary key (tenant_id, id),
  constraint resources_name_check check (char_length(name) between 1 and 120),
  constraint resources_code_check check (char_length(code) between 1 and 63 and code ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint resources_capacity_check check (capacity between 1 and 10000),
  constraint resources_description_check check (char_length(description) between 1 and 2000),
  constraint resources_image_check check ((image_id is null) = (image_facts is null)),
  constraint resources_color_check check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint resources_location_check check (char_length(location) between 1 and 120),
  constraint resources_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint resources_sort_order_check check (sort_order between 0 and 10000),
  constraint resources_version_check check (version between 1 and 2147483647)
);
create trigger resources_touch before update on resources for each row execute function touch_row();
alter table resources enable row level security;
alter table resources force row level security;

create table catalog_items (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  slug text not null,
  description text,
  image_id uuid,
  image_facts jsonb,
  color text,
  category text,
  status text not null default 'draft',
  questions jsonb not null default '[]',
  translations jsonb not null default '[]',
  question_translations jsonb not null default '[]',
  sort_order integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint catalog_items_pkey primary key (tenant_id, id),
  constraint catalog_items_name_check check (char_length(name) between 1 and 120),
  constraint catalog_items_slug_check check (char_length(slug) between 1 and 63 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint catalog_items_description_check check (char_length(description) between 1 and 2000),
  constraint catalog_items_image_check check ((image_id is null) = (image_facts is null)),
  constraint catalog_items_color_check check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint catalog_items_category_check check (char_length(category) between 1 and 60),
  constraint catalog_items_status_check check (status in ('draft', 'active', 'archived')),
  constraint catalog_items_questions_check check (jsonb_typeof(questions) = 'array' and not questions @? '$[20]'),
  constraint catalog_items_translations_check check (jsonb_typeof(translations) = 'array' and not translations @? '$[10]'),
  constraint catalog_items_question_translations_check check (jsonb_typeof(question_translations) = 'array' and not question_translations @? '$[100]'),
  constraint catalog_items_sort_order_check check (sort_order between 0 and 10000),
  constraint catalog_items_version_check check (version between 1 and 2147483647)
);
create trigger catalog_items_touch before update on catalog_items for each row execute function touch_row();
alter table catalog_items enable row level security;
alter table catalog_items force row level security;

create table variants (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  catalog_item_id uuid not null,
  name text not null default 'Standard',
  translations jsonb not null default '[]',
  sku text,
  duration_type text not null default 'fixed',
  duration_minutes integer not null default 60,
  min_duration_minutes integer not null default 60,
  max_duration_minutes integer not null default 480,
  duration_step_minutes integer not null default 30,
  min_days integer not null default 1,
  max_days integer not null default 30,
  day_start_time time(0) not null default '10:00',
  day_end_time time(0) not null default '10:00',
  slot_interval_minutes integer not null default 15,
  buffer_before_minutes integer not null default 0,
  buffer_after_minutes integer not null default 0,
  capacity_mode text not null default 'exclusive',
  min_quantity integer not null default 1,
  max_quantity integer not null default 1,
  price_amount bigint not null,
  price_currency text not null,
  pricing_unit text not null default 'per_booking',
  schedule_id uuid,
  resource_selection text not null default 'any',
  requires_approval boolean not null default false,
  min_notice_minutes integer,
  max_advance_days integer,
  cancellation_notice_minutes integer,
  waitlist_enabled boolean not null default false,
  waitlist_offers text not null default 'manual',
  is_active boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint variants_pkey primary key (tenant_id, id),
  constraint variants_name_check check (char_length(name) between 1 and 120),
  constraint variants_translations_check check (jsonb_typeof(translations) = 'array' and not translations @? '$[10]'),
  constraint variants_sku_check check (char_length(sku) between 1 and 60),
  constraint variants_duration_type_check check (duration_type in ('fixed', 'flexible', 'daily')),
  constraint variants_duration_minutes_check check (duration_minutes between 5 and 10080),
  constraint variants_min_duration_minutes_check check (min_duration_minutes between 5 and 10080),
  constraint variants_max_duration_minutes_check check (max_duration_minutes between 5 and 10080),
  constraint variants_duration_step_minutes_check check (duration_step_minutes between 5 and 1440),
  constraint variants_min_days_check check (min_days between 1 and 366),
  constraint variants_max_days_check check (max_days between 1 and 366),
  constraint variants_slot_interval_minutes_check check (slot_interval_minutes between 5 and 1440),
  constraint variants_buffer_before_minutes_check check (buffer_before_minutes between 0 and 1440),
  constraint variants_buffer_after_minutes_check check (buffer_after_minutes between 0 and 1440),
  constraint variants_capacity_mode_check check (capacity_mode in ('exclusive', 'pooled', 'session')),
  constraint variants_min_quantity_check check (min_quantity between 1 and 10000),
  constraint variants_max_quantity_check check (max_quantity between 1 and 10000),
  constraint variants_price_amount_check check (price_amount between 0 and 9007199254740991),
  constraint variants_price_currency_check check (price_currency ~ '^[A-Z]{3}$'),
  constraint variants_pricing_unit_check check (pricing_unit in ('per_booking', 'per_unit', 'per_hour', 'per_day')),
  constraint variants_resource_selection_check check (resource_selection in ('any', 'one_per_type', 'all')),
  constraint variants_min_notice_minutes_check check (min_notice_minutes between 0 and 525600),
  constraint variants_max_advance_days_check check (max_advance_days between 0 and 1095),
  constraint variants_cancellation_notice_minutes_check check (cancellation_notice_minutes between 0 and 525600),
  constraint variants_waitlist_offers_check check (waitlist_offers in ('manual', 'automatic')),
  constraint variants_sort_order_check check (sort_order between 0 and 10000),
  constraint variants_version_check check (version between 1 and 2147483647)
);
create trigger variants_touch before update on variants for each row execute function touch_row();
alter table variants enable row level security;
alter table variants force row level security;

create table variant_resources (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  priority integer not null,
  constraint variant_resources_pkey primary key (tenant_id, owner_id, target_id),
  constraint variant_resources_priority_check check (priority >= 0)
);
alter table variant_resources enable row level security;
alter table variant_resources force row level security;

create table channels (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  code text not null,
  kind text not null default 'online',
  description text,
  sells_all_items boolean not null default true,
  auto_confirm boolean not null default true,
  is_active boolean not null default true,
  has_page boolean not null default false,
  page_title text,
  page_intro text,
  page_policy text,
  required_fields text[] not null default array['email'],
  allowed_origins text[] not null default '{}',
  redirect_url text,
  page_translations jsonb not null default '[]',
  is_indexable boolean not null default false,
  shows_remaining boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint channels_pkey primary key (tenant_id, id),
  constraint channels_name_check check (char_length(name) between 1 and 120),
  constraint channels_code_check check (char_length(code) between 1 and 63 and code ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint channels_kind_check check (kind in ('back_office', 'online', 'phone', 'walk_in', 'partner', 'api')),
  constraint channels_description_check check (char_length(description) between 1 and 2000),
  constraint channels_page_title_check check (char_length(page_title) between 1 and 120),
  constraint channels_page_intro_check check (char_length(page_intro) between 1 and 2000),
  constraint channels_page_policy_check check (char_length(page_policy) between 1 and 5000),
  constraint channels_required_fields_check check (cardinality(required_fields) between 0 and 3 and required_fields <@ array['email', 'phone', 'notes']::text[]),
  constraint channels_allowed_origins_check check (cardinality(allowed_origins) <= 20),
  constraint channels_redirect_url_check check (char_length(redirect_url) <= 2000 and redirect_url ~* '^https://'),
  constraint channels_page_translations_check check (jsonb_typeof(page_translations) = 'array' and not page_translations @? '$[10]'),
  constraint channels_version_check check (version between 1 and 2147483647)
);
create trigger channels_touch before update on channels for each row execute function touch_row();
alter table channels enable row level security;
alter table channels force row level security;

create table channels_catalog_item_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint channels_catalog_item_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint channels_catalog_item_ids_position_check check (position >= 0)
);
alter table channels_catalog_item_ids enable row level security;
alter table channels_catalog_item_ids force row level security;

create table resource_rules (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  rule_type text not null,
  parameters jsonb not null,
  apply_to_all_resources boolean not null default false,
  valid_from date,
  valid_until date,
  message text,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint resource_rules_pkey primary key (tenant_id, id),
  constraint resource_rules_name_check check (char_length(name) between 1 and 120),
  constraint resource_rules_rule_type_check check (rule_type in ('blackout', 'opening_hours', 'booking_limit', 'approval_required', 'buffer', 'min_notice', 'max_advance', 'duration_limit', 'start_interval', 'min_gap', 'capacity_override', 'cancellation_notice')),
  constraint resource_rules_parameters_check check (jsonb_typeof(parameters) = 'object'),
  constraint resource_rules_message_check check (char_length(message) between 1 and 240),
  constraint resource_rules_version_check check (version between 1 and 2147483647)
);
create trigger resource_rules_touch before update on resource_rules for each row execute function touch_row();
alter table resource_rules enable row level security;
alter table resource_rules force row level security;

create table resource_rules_resource_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint resource_rules_resource_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint resource_rules_resource_ids_position_check check (position >= 0)
);
alter table resource_rules_resource_ids enable row level security;
alter table resource_rules_resource_ids force row level security;

create table resource_rules_resource_type_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint resource_rules_resource_type_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint resource_rules_resource_type_ids_position_check check (position >= 0)
);
alter table resource_rules_resource_type_ids enable row level security;
alter table resource_rules_resource_type_ids force row level security;

create table resource_rules_channel_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint resource_rules_channel_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint resource_rules_channel_ids_position_check check (position >= 0)
);
alter table resource_rules_channel_ids enable row level security;
alter table resource_rules_channel_ids force row level security;

create table customers (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  email text,
  phone text,
  locale text,
  time_zone text,
  notes text,
  mail_opt_out boolean not null default false,
  tags text[] not null default '{}',
  is_blocked boolean not null default false,
  blocked_reason text,
  external_id text,
  anonymized_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint customers_pkey primary key (tenant_id, id),
  constraint customers_name_check check (char_length(name) between 1 and 120),
  constraint customers_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint customers_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint customers_locale_check check (locale in ('en', 'de')),
  constraint customers_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint customers_notes_check check (char_length(notes) between 1 and 5000),
  constraint customers_tags_check check (cardinality(tags) <= 20),
  constraint customers_blocked_reason_check check (char_length(blocked_reason) between 1 and 240),
  constraint customers_external_id_check check (char_length(external_id) between 1 and 120),
  constraint customers_version_check check (version between 1 and 2147483647)
);
create trigger customers_touch before update on customers for each row execute function touch_row();
alter table customers enable row level security;
alter table customers force row level security;

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
  sends_reminders boolean not null default false,
  checked_in_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancelled_by text,
  cancellation_reason text,
  reschedule_count integer not null default 0,
  ical_sequence integer not null default 0,
  external_id text,
  metadata jsonb not null default '{}',
  waitlist_entry_id uuid,
  series_id uuid,
  series_index integer,
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
  constraint bookings_external_id_check check (char_length(external_id) between 1 and 120),
  constraint bookings_metadata_check check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 61000),
  constraint bookings_series_index_check check (series_index between 0 and 2147483647),
  constraint bookings_source_check check (source in ('admin', 'api', 'public', 'import')),
  constraint bookings_version_check check (version between 1 and 2147483647)
);
create trigger bookings_touch before update on bookings for each row execute function touch_row();
alter table bookings enable row level security;
alter table bookings force row level security;

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

create table notifications (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  key text not null,
  audience text not null default 'customer',
  recipient text,
  subject text,
  body text,
  locale text not null default 'en',
  status text not null default 'queued',
  reason text,
  due_at timestamptz(3),
  sent_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint notifications_pkey primary key (tenant_id, id),
  constraint notifications_key_check check (key in ('booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_moved', 'staff_cancelled', 'staff_approval_wanted', 'webhook_off')),
  constraint notifications_audience_check check (audience in ('customer', 'staff')),
  constraint notifications_recipient_check check (char_length(recipient) between 1 and 254),
  constraint notifications_subject_check check (char_length(subject) between 1 and 500),
  constraint notifications_body_check check (char_length(body) between 1 and 20000),
  constraint notifications_locale_check check (locale in ('en', 'de')),
  constraint notifications_status_check check (status in ('queued', 'sent', 'failed', 'suppressed', 'cancelled')),
  constraint notifications_reason_check check (reason in ('no_address', 'opted_out', 'turned_off', 'anonymized', 'outdated', 'rejected', 'gave_up')),
  constraint notifications_attempts_check check (attempts between 0 and 2147483647),
  constraint notifications_last_error_check check (char_length(last_error) between 1 and 500),
  constraint notifications_version_check check (version between 1 and 2147483647)
);
create trigger notifications_touch before update on notifications for each row execute function touch_row();
alter table notifications enable row level security;
alter table notifications force row level security;

create table notification_templates (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  key text not null,
  locale text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint notification_templates_pkey primary key (tenant_id, id),
  constraint notification_templates_key_check check (key in ('booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_moved', 'staff_cancelled', 'staff_approval_wanted')),
  constraint notification_templates_locale_check check (locale in ('en', 'de')),
  constraint notification_templates_subject_check check (char_length(subject) between 1 and 200),
  constraint notification_templates_body_check check (char_length(body) between 1 and 5000),
  constraint notification_templates_version_check check (version between 1 and 2147483647)
);
create trigger notification_templates_touch before update on notification_templates for each row execute function touch_row();
alter table notification_templates enable row level security;
alter table notification_templates force row level security;
alter table api_keys add column channel_id uuid;

create table calendar_feeds (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  scope text not null,
  membership_id uuid,
  includes_customer_names boolean not null default false,
  includes_pending boolean not null default true,
  is_active boolean not null default true,
  past_days integer not null default 30,
  future_days integer not null default 366,
  cancelled_days integer not null default 30,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint calendar_feeds_pkey primary key (tenant_id, id),
  constraint calendar_feeds_name_check check (char_length(name) between 1 and 120),
  constraint calendar_feeds_scope_check check (scope in ('tenant', 'resource', 'resource_type', 'member')),
  constraint calendar_feeds_past_days_check check (past_days between 0 and 366),
  constraint calendar_feeds_future_days_check check (future_days between 1 and 731),
  constraint calendar_feeds_cancelled_days_check check (cancelled_days between 0 and 90),
  constraint calendar_feeds_version_check check (version between 1 and 2147483647)
);
create trigger calendar_feeds_touch before update on calendar_feeds for each row execute function touch_row();
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;

create table calendar_feeds_resource_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint calendar_feeds_resource_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint calendar_feeds_resource_ids_position_check check (position >= 0)
);
alter table calendar_feeds_resource_ids enable row level security;
alter table calendar_feeds_resource_ids force row level security;

create table calendar_feeds_resource_type_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint calendar_feeds_resource_type_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint calendar_feeds_resource_type_ids_position_check check (position >= 0)
);
alter table calendar_feeds_resource_type_ids enable row level security;
alter table calendar_feeds_resource_type_ids force row level security;

create table busy_calendars (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  resource_id uuid not null,
  name text not null,
  url text not null,
  is_active boolean not null default true,
  refresh_minutes integer not null default 30,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint busy_calendars_pkey primary key (tenant_id, id),
  constraint busy_calendars_name_check check (char_length(name) between 1 and 120),
  constraint busy_calendars_url_check check (char_length(url) between 1 and 2000),
  constraint busy_calendars_refresh_minutes_check check (refresh_minutes between 15 and 1440),
  constraint busy_calendars_version_check check (version between 1 and 2147483647)
);
create trigger busy_calendars_touch before update on busy_calendars for each row execute function touch_row();
alter table busy_calendars enable row level security;
alter table busy_calendars force row level security;
alter table tenants add constraint tenants_contact_email_check check (char_length(contact_email) <= 254 and contact_email = lower(contact_email));
alter table tenants add constraint tenants_contact_phone_check check (contact_phone ~ '^\+[1-9][0-9]{6,14}$');
alter table tenants add constraint tenants_website_url_check check (char_length(website_url) <= 2000 and website_url ~* '^https://');
alter table tenants add constraint tenants_address_check check (jsonb_typeof(address) = 'object');
alter table tenants add constraint tenants_logo_check check ((logo_id is null) = (logo_facts is null));
alter table tenants add constraint tenants_brand_color_check check (brand_color ~ '^#[0-9a-fA-F]{6}$');
alter table tenants add constraint tenants_hold_minutes_check check (hold_minutes between 1 and 60);
alter table tenants add constraint tenants_offer_minutes_check check (offer_minutes between 1 and 2880);
alter table tenants add constraint tenants_retention_months_check check (retention_months between 1 and 120);
alter table tenants add constraint tenants_mail_sender_name_check check (char_length(mail_sender_name) between 1 and 60);
alter table tenants add constraint tenants_mail_reply_to_check check (char_length(mail_reply_to) <= 254 and mail_reply_to = lower(mail_reply_to));
alter table tenants add constraint tenants_reminder_minutes_check check (cardinality(reminder_minutes) <= 3 and 5 <= all (reminder_minutes) and 43200 >= all (reminder_minutes));
alter table tenants add constraint tenants_notifications_off_check check (cardinality(notifications_off) between 0 and 13 and notifications_off <@ array['booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_moved', 'staff_cancelled', 'staff_approval_wanted']::text[]);
alter table memberships add constraint memberships_booking_mails_check check (booking_mails in ('none', 'own', 'all'));
alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 11 and scopes <@ array['availability.read', 'setup.read', 'setup', 'bookings.read', 'bookings', 'bookings.override', 'customers.read', 'customers', 'events.read', 'webhooks', 'audit.read']::text[]);
alter table webhooks add constraint webhooks_events_check check (cardinality(events) <= 27 and events <@ array['*', 'booking.*', 'customer.*', 'resource.*', 'schedule.*', 'booking.created', 'booking.pending', 'booking.confirmed', 'booking.rescheduled', 'booking.reassigned', 'booking.updated', 'booking.checked_in', 'booking.cancelled', 'booking.declined', 'booking.completed', 'booking.no_show', 'booking.expired', 'booking.deleted', 'customer.created', 'customer.updated', 'customer.merged', 'customer.anonymized', 'customer.deleted', 'resource.created', 'resource.updated', 'resource.deleted', 'schedule.generated']::text[]);
alter table dead_letters add constraint dead_letters_queue_check check (queue in ('webhook', 'mail', 'busy_import', 'system'));
alter table tenants add constraint tenants_default_schedule_id_fkey foreign key (id, default_schedule_id) references schedules (tenant_id, id);
alter table tenants add constraint tenants_default_channel_id_fkey foreign key (id, default_channel_id) references channels (tenant_id, id);
alter table tenants add constraint tenants_logo_id_fkey foreign key (id, logo_id) references files (tenant_id, id);
create index tenants_default_schedule_id_idx on tenants (default_schedule_id);
create index tenants_default_channel_id_idx on tenants (default_channel_id);
create index tenants_logo_id_idx on tenants (id, logo_id);
alter table memberships add constraint memberships_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id);
create unique index memberships_resource_id_key on memberships (tenant_id, resource_id);
alter table invitations add constraint invitations_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id);
create index invitations_resource_id_idx on invitations (tenant_id, resource_id);
alter table schedules add constraint schedules_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index schedules_name_key on schedules (tenant_id, lower(name));
alter table timeslots add constraint timeslots_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table timeslots add constraint timeslots_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade;
create unique index timeslots_schedule_id_starts_at_key on timeslots (tenant_id, schedule_id, starts_at);
create index timeslots_starts_at_idx on timeslots (tenant_id, starts_at, id);
alter table resource_types add constraint resource_types_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index resource_types_name_key on resource_types (tenant_id, lower(name));
create index resource_types_sort_order_idx on resource_types (tenant_id, sort_order, id);
alter table resources add constraint resources_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table resources add constraint resources_resource_type_id_fkey foreign key (tenant_id, resource_type_id) references resource_types (tenant_id, id);
alter table resources add constraint resources_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id);
alter table resources add constraint resources_parent_resource_id_fkey foreign key (tenant_id, parent_resource_id) references resources (tenant_id, id);
alter table resources add constraint resources_image_id_fkey foreign key (tenant_id, image_id) references files (tenant_id, id);
create unique index resources_name_key on resources (tenant_id, lower(name));
create unique index resources_code_key on resources (tenant_id, code);
create index resources_sort_order_idx on resources (tenant_id, sort_order, id);
create index resources_resource_type_id_idx on resources (tenant_id, resource_type_id);
create index resources_schedule_id_idx on resources (tenant_id, schedule_id);
create index resources_parent_resource_id_idx on resources (tenant_id, parent_resource_id);
create index resources_image_id_idx on resources (tenant_id, image_id);
alter table catalog_items add constraint catalog_items_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table catalog_items add constraint catalog_items_image_id_fkey foreign key (tenant_id, image_id) references files (tenant_id, id);
create unique index catalog_items_name_key on catalog_items (tenant_id, lower(name));
create unique index catalog_items_slug_key on catalog_items (tenant_id, slug);
create index catalog_items_sort_order_idx on catalog_items (tenant_id, sort_order, id);
create index catalog_items_image_id_idx on catalog_items (tenant_id, image_id);
alter table variants add constraint variants_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table variants add constraint variants_catalog_item_id_fkey foreign key (tenant_id, catalog_item_id) references catalog_items (tenant_id, id) on delete cascade;
alter table variants add constraint variants_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id);
create unique index variants_sku_key on variants (tenant_id, lower(sku));
create unique index variants_catalog_item_id_name_key on variants (tenant_id, catalog_item_id, lower(name));
create index variants_sort_order_idx on variants (tenant_id, sort_order, id);
create index variants_schedule_id_idx on variants (tenant_id, schedule_id);
alter table variant_resources add constraint variant_resources_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table variant_resources add constraint variant_resources_owner_id_fkey foreign key (tenant_id, owner_id) references variants (tenant_id, id) on delete cascade;
alter table variant_resources add constraint variant_resources_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index variant_resources_target_id_idx on variant_resources (tenant_id, target_id);
alter table channels add constraint channels_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index channels_name_key on channels (tenant_id, lower(name));
create unique index channels_code_key on channels (tenant_id, code);
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_owner_id_fkey foreign key (tenant_id, owner_id) references channels (tenant_id, id) on delete cascade;
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_target_id_fkey foreign key (tenant_id, target_id) references catalog_items (tenant_id, id);
create index channels_catalog_item_ids_target_id_idx on channels_catalog_item_ids (tenant_id, target_id);
alter table resource_rules add constraint resource_rules_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index resource_rules_name_key on resource_rules (tenant_id, lower(name));
alter table resource_rules_resource_ids add constraint resource_rules_resource_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table resource_rules_resource_ids add constraint resource_rules_resource_ids_owner_id_fkey foreign key (tenant_id, owner_id) references resource_rules (tenant_id, id) on delete cascade;
alter table resource_rules_resource_ids add constraint resource_rules_resource_ids_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index resource_rules_resource_ids_target_id_idx on resource_rules_resource_ids (tenant_id, target_id);
alter table resource_rules_resource_type_ids add constraint resource_rules_resource_type_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table resource_rules_resource_type_ids add constraint resource_rules_resource_type_ids_owner_id_fkey foreign key (tenant_id, owner_id) references resource_rules (tenant_id, id) on delete cascade;
alter table resource_rules_resource_type_ids add constraint resource_rules_resource_type_ids_target_id_fkey foreign key (tenant_id, target_id) references resource_types (tenant_id, id);
create index resource_rules_resource_type_ids_target_id_idx on resource_rules_resource_type_ids (tenant_id, target_id);
alter table resource_rules_channel_ids add constraint resource_rules_channel_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table resource_rules_channel_ids add constraint resource_rules_channel_ids_owner_id_fkey foreign key (tenant_id, owner_id) references resource_rules (tenant_id, id) on delete cascade;
alter table resource_rules_channel_ids add constraint resource_rules_channel_ids_target_id_fkey foreign key (tenant_id, target_id) references channels (tenant_id, id);
create index resource_rules_channel_ids_target_id_idx on resource_rules_channel_ids (tenant_id, target_id);
alter table customers add constraint customers_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index customers_email_key on customers (tenant_id, email);
create unique index customers_external_id_key on customers (tenant_id, lower(external_id));
create index customers_name_idx on customers (tenant_id, lower(name), id);
alter table bookings add constraint bookings_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table bookings add constraint bookings_catalog_item_id_fkey foreign key (tenant_id, catalog_item_id) references catalog_items (tenant_id, id);
alter table bookings add constraint bookings_variant_id_fkey foreign key (tenant_id, variant_id) references variants (tenant_id, id);
alter table bookings add constraint bookings_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table bookings add constraint bookings_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
alter table bookings add constraint bookings_waitlist_entry_id_fkey foreign key (tenant_id, waitlist_entry_id) references waitlist_entries (tenant_id, id);
alter table bookings add constraint bookings_series_id_fkey foreign key (tenant_id, series_id) references booking_series (tenant_id, id);
create unique index bookings_reference_key on bookings (tenant_id, lower(reference));
create unique index bookings_external_id_key on bookings (tenant_id, lower(external_id));
create index bookings_starts_at_idx on bookings (tenant_id, starts_at, id);
create index bookings_catalog_item_id_idx on bookings (tenant_id, catalog_item_id);
create index bookings_variant_id_idx on bookings (tenant_id, variant_id);
create index bookings_channel_id_idx on bookings (tenant_id, channel_id);
create index bookings_customer_id_idx on bookings (tenant_id, customer_id);
create index bookings_waitlist_entry_id_idx on bookings (tenant_id, waitlist_entry_id);
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
alter table notifications add constraint notifications_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index notifications_created_at_idx on notifications (tenant_id, created_at, id);
alter table notification_templates add constraint notification_templates_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index notification_templates_key_locale_key on notification_templates (tenant_id, key, locale);
create index notification_templates_key_idx on notification_templates (tenant_id, key, id);
alter table api_keys add constraint api_keys_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
create index api_keys_channel_id_idx on api_keys (tenant_id, channel_id);
alter table calendar_feeds add constraint calendar_feeds_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table calendar_feeds add constraint calendar_feeds_membership_id_fkey foreign key (tenant_id, membership_id) references memberships (tenant_id, id);
create index calendar_feeds_name_idx on calendar_feeds (tenant_id, lower(name), id);
create index calendar_feeds_membership_id_idx on calendar_feeds (tenant_id, membership_id);
alter table calendar_feeds_resource_ids add constraint calendar_feeds_resource_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table calendar_feeds_resource_ids add constraint calendar_feeds_resource_ids_owner_id_fkey foreign key (tenant_id, owner_id) references calendar_feeds (tenant_id, id) on delete cascade;
alter table calendar_feeds_resource_ids add constraint calendar_feeds_resource_ids_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index calendar_feeds_resource_ids_target_id_idx on calendar_feeds_resource_ids (tenant_id, target_id);
alter table calendar_feeds_resource_type_ids add constraint calendar_feeds_resource_type_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table calendar_feeds_resource_type_ids add constraint calendar_feeds_resource_type_ids_owner_id_fkey foreign key (tenant_id, owner_id) references calendar_feeds (tenant_id, id) on delete cascade;
alter table calendar_feeds_resource_type_ids add constraint calendar_feeds_resource_type_ids_target_id_fkey foreign key (tenant_id, target_id) references resource_types (tenant_id, id);
create index calendar_feeds_resource_type_ids_target_id_idx on calendar_feeds_resource_type_ids (tenant_id, target_id);
alter table busy_calendars add constraint busy_calendars_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table busy_calendars add constraint busy_calendars_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade;
create index busy_calendars_name_idx on busy_calendars (tenant_id, lower(name), id);
create index busy_calendars_resource_id_idx on busy_calendars (tenant_id, resource_id);
create trigger tenants_logo_id_keep after insert or update of logo_id on tenants for each row when (new.logo_id is not null) execute function keep_file('files', 'logo_id', 'id');
create trigger tenants_logo_id_release after delete or update of logo_id on tenants for each row when (old.logo_id is not null) execute function release_file('files', 'logo_id', 'id');
create trigger resources_image_id_keep after insert or update of image_id on resources for each row when (new.image_id is not null) execute function keep_file('files', 'image_id', 'tenant_id');
create trigger resources_image_id_release after delete or update of image_id on resources for each row when (old.image_id is not null) execute function release_file('files', 'image_id', 'tenant_id');
create trigger catalog_items_image_id_keep after insert or update of image_id on catalog_items for each row when (new.image_id is not null) execute function keep_file('files', 'image_id', 'tenant_id');
create trigger catalog_items_image_id_release after delete or update of image_id on catalog_items for each row when (old.image_id is not null) execute function release_file('files', 'image_id', 'tenant_id');
grant select, update (address, auto_complete, brand_color, contact_email, contact_phone, currency, default_schedule_id, hold_minutes, locale, logo_facts, logo_id, mail_reply_to, mail_sender_name, name, notifications_off, notify_by_default, offer_minutes, reminder_minutes, require_second_factor, retention_months, staff_keep_to_own, time_format, time_zone, website_url, week_starts_on) on tenants to slotwise_tenant;
create policy schedules_tenant on schedules for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy schedules_platform_read on schedules for select to slotwise_platform using (true);
grant select, insert, update, delete on schedules to slotwise_tenant;
grant select (tenant_id, id, is_active) on schedules to slotwise_platform;
create policy timeslots_tenant on timeslots for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on timeslots to slotwise_tenant;
create policy resource_types_tenant on resource_types for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resource_types to slotwise_tenant;
create policy resources_tenant on resources for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resources to slotwise_tenant;
create policy catalog_items_tenant on catalog_items for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on catalog_items to slotwise_tenant;
create policy variants_tenant on variants for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on variants to slotwise_tenant;
create policy variant_resources_tenant on variant_resources for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on variant_resources to slotwise_tenant;
create policy channels_tenant on channels for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy channels_platform_insert on channels for insert to slotwise_platform with check (kind = 'back_office');
grant select, insert, update, delete on channels to slotwise_tenant;
grant insert (tenant_id, id, name, code, kind) on channels to slotwise_platform;
create policy channels_catalog_item_ids_tenant on channels_catalog_item_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on channels_catalog_item_ids to slotwise_tenant;
create policy resource_rules_tenant on resource_rules for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resource_rules to slotwise_tenant;
create policy resource_rules_resource_ids_tenant on resource_rules_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resource_rules_resource_ids to slotwise_tenant;
create policy resource_rules_resource_type_ids_tenant on resource_rules_resource_type_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resource_rules_resource_type_ids to slotwise_tenant;
create policy resource_rules_channel_ids_tenant on resource_rules_channel_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on resource_rules_channel_ids to slotwise_tenant;
create policy customers_tenant on customers for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on customers to slotwise_tenant;
create policy bookings_tenant on bookings for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy bookings_platform_read on bookings for select to slotwise_platform using (true);
grant select, insert, update, delete on bookings to slotwise_tenant;
grant select (tenant_id, price_amount, price_currency) on bookings to slotwise_platform;
create policy booking_series_tenant on booking_series for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on booking_series to slotwise_tenant;
create policy waitlist_entries_tenant on waitlist_entries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on waitlist_entries to slotwise_tenant;
create policy waitlist_entries_preferred_resource_ids_tenant on waitlist_entries_preferred_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on waitlist_entries_preferred_resource_ids to slotwise_tenant;
create policy notifications_tenant on notifications for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy notifications_platform_read on notifications for select to slotwise_platform using (true);
grant select, insert, update, delete on notifications to slotwise_tenant;
grant select (tenant_id, status, due_at) on notifications to slotwise_platform;
create policy notification_templates_tenant on notification_templates for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on notification_templates to slotwise_tenant;
grant select (tenant_id, id, name, scopes, channel_id, expires_at, revoked_at) on api_keys to slotwise_platform;
create policy calendar_feeds_tenant on calendar_feeds for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy calendar_feeds_platform_read on calendar_feeds for select to slotwise_platform using (true);
grant select, insert, update, delete on calendar_feeds to slotwise_tenant;
grant select (tenant_id, id, name, membership_id) on calendar_feeds to slotwise_platform;
create policy calendar_feeds_resource_ids_tenant on calendar_feeds_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on calendar_feeds_resource_ids to slotwise_tenant;
create policy calendar_feeds_resource_type_ids_tenant on calendar_feeds_resource_type_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on calendar_feeds_resource_type_ids to slotwise_tenant;
create policy busy_calendars_tenant on busy_calendars for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on busy_calendars to slotwise_tenant;
