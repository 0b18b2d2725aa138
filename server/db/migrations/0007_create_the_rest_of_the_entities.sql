-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on tenants from slotwise_tenant;
alter table tenants add column default_schedule_id uuid;
alter table tenants add column default_channel_id uuid;

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
  image_url text,
  color text,
  location text,
  email text,
  sort_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint resources_pkey primary key (tenant_id, id),
  constraint resources_name_check check (char_length(name) between 1 and 120),
  constraint resources_code_check check (char_length(code) between 1 and 63 and code ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint resources_capacity_check check (capacity between 1 and 10000),
  constraint resources_description_check check (char_length(description) between 1 and 2000),
  constraint resources_image_url_check check (char_length(image_url) <= 2000 and image_url ~* '^https://'),
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
  image_url text,
  color text,
  category text,
  status text not null default 'draft',
  questions jsonb not null default '[]',
  sort_order integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint catalog_items_pkey primary key (tenant_id, id),
  constraint catalog_items_name_check check (char_length(name) between 1 and 120),
  constraint catalog_items_slug_check check (char_length(slug) between 1 and 63 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint catalog_items_description_check check (char_length(description) between 1 and 2000),
  constraint catalog_items_image_url_check check (char_length(image_url) <= 2000 and image_url ~* '^https://'),
  constraint catalog_items_color_check check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint catalog_items_category_check check (char_length(category) between 1 and 60),
  constraint catalog_items_status_check check (status in ('draft', 'active', 'archived')),
  constraint catalog_items_questions_check check (jsonb_typeof(questions) = 'array' and not questions @? '$[20]'),
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
  is_active boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint variants_pkey primary key (tenant_id, id),
  constraint variants_name_check check (char_length(name) between 1 and 120),
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
alter table tenants add constraint tenants_default_schedule_id_fkey foreign key (id, default_schedule_id) references schedules (tenant_id, id);
alter table tenants add constraint tenants_default_channel_id_fkey foreign key (id, default_channel_id) references channels (tenant_id, id);
create index tenants_default_schedule_id_idx on tenants (default_schedule_id);
create index tenants_default_channel_id_idx on tenants (default_channel_id);
alter table schedules add constraint schedules_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index schedules_name_key on schedules (tenant_id, lower(name));
alter table resource_types add constraint resource_types_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index resource_types_name_key on resource_types (tenant_id, lower(name));
create index resource_types_sort_order_idx on resource_types (tenant_id, sort_order, id);
alter table resources add constraint resources_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table resources add constraint resources_resource_type_id_fkey foreign key (tenant_id, resource_type_id) references resource_types (tenant_id, id);
alter table resources add constraint resources_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id);
alter table resources add constraint resources_parent_resource_id_fkey foreign key (tenant_id, parent_resource_id) references resources (tenant_id, id);
create unique index resources_name_key on resources (tenant_id, lower(name));
create unique index resources_code_key on resources (tenant_id, code);
create index resources_sort_order_idx on resources (tenant_id, sort_order, id);
create index resources_resource_type_id_idx on resources (tenant_id, resource_type_id);
create index resources_schedule_id_idx on resources (tenant_id, schedule_id);
create index resources_parent_resource_id_idx on resources (tenant_id, parent_resource_id);
alter table catalog_items add constraint catalog_items_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index catalog_items_name_key on catalog_items (tenant_id, lower(name));
create unique index catalog_items_slug_key on catalog_items (tenant_id, slug);
create index catalog_items_sort_order_idx on catalog_items (tenant_id, sort_order, id);
alter table variants add constraint variants_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table variants add constraint variants_catalog_item_id_fkey foreign key (tenant_id, catalog_item_id) references catalog_items (tenant_id, id) on delete cascade;
alter table variants add constraint variants_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id);
create unique index variants_sku_key on variants (tenant_id, lower(sku));
create unique index variants_catalog_item_id_name_key on variants (tenant_id, catalog_item_id, lower(name));
create index variants_sort_order_idx on variants (tenant_id, sort_order, id);
create index variants_catalog_item_id_idx on variants (tenant_id, catalog_item_id);
create index variants_schedule_id_idx on variants (tenant_id, schedule_id);
alter table variant_resources add constraint variant_resources_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table variant_resources add constraint variant_resources_owner_id_fkey foreign key (tenant_id, owner_id) references variants (tenant_id, id) on delete cascade;
alter table variant_resources add constraint variant_resources_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index variant_resources_target_id_idx on variant_resources (tenant_id, target_id);
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
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, default_schedule_id, hold_minutes) on tenants to slotwise_tenant;
create policy schedules_tenant on schedules for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on schedules to slotwise_tenant;
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

alter table channels add column sells_all_items boolean not null default true;

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
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_owner_id_fkey foreign key (tenant_id, owner_id) references channels (tenant_id, id) on delete cascade;
alter table channels_catalog_item_ids add constraint channels_catalog_item_ids_target_id_fkey foreign key (tenant_id, target_id) references catalog_items (tenant_id, id);
create index channels_catalog_item_ids_target_id_idx on channels_catalog_item_ids (tenant_id, target_id);
create policy channels_catalog_item_ids_tenant on channels_catalog_item_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on channels_catalog_item_ids to slotwise_tenant;

revoke all on tenants from slotwise_tenant;
alter table tenants add column address jsonb;
alter table tenants add column logo_url text;
alter table tenants add column brand_color text;
alter table tenants add column auto_complete boolean not null default true;
alter table tenants add column retention_months integer;
alter table memberships add column resource_id uuid;
alter table tenants add constraint tenants_address_check check (jsonb_typeof(address) = 'object');
alter table tenants add constraint tenants_logo_url_check check (char_length(logo_url) <= 2000 and logo_url ~* '^https://');
alter table tenants add constraint tenants_brand_color_check check (brand_color ~ '^#[0-9a-fA-F]{6}$');
alter table tenants add constraint tenants_retention_months_check check (retention_months between 1 and 120);
alter table memberships add constraint memberships_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id);
create unique index memberships_resource_id_key on memberships (tenant_id, resource_id);
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, address, logo_url, brand_color, default_schedule_id, hold_minutes, auto_complete, retention_months) on tenants to slotwise_tenant;
create policy channels_platform_insert on channels for insert to slotwise_platform with check (kind = 'back_office');
grant insert (tenant_id, id, name, code, kind) on channels to slotwise_platform;

-- Written by hand: tenants that are there already get their back office as the channel of bookings that name none. Row-level
-- security is forced on the owner too, who would see no row at all.
alter table tenants no force row level security;
alter table channels no force row level security;
update tenants set default_channel_id =
  (select id from channels where tenant_id = tenants.id and kind = 'back_office' order by id limit 1);
alter table tenants force row level security;
alter table channels force row level security;
