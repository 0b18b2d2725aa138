-- Made by `npm run db:migration` from the declarations in src/resources.
-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).

create table tenants (
  id uuid not null default uuid_v7(),
  name text not null,
  slug text not null,
  time_zone text not null,
  currency text not null default 'EUR',
  locale text not null default 'en',
  week_starts_on smallint not null default 1,
  time_format text not null default 'h24',
  require_second_factor boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint tenants_pkey primary key (id),
  constraint tenants_name_check check (char_length(name) between 1 and 120),
  constraint tenants_slug_check check (char_length(slug) between 2 and 63 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  constraint tenants_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint tenants_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint tenants_locale_check check (locale in ('en', 'de')),
  constraint tenants_week_starts_on_check check (week_starts_on between 1 and 7),
  constraint tenants_time_format_check check (time_format in ('h24', 'h12')),
  constraint tenants_version_check check (version between 1 and 2147483647)
);
create trigger tenants_touch before update on tenants for each row execute function touch_row();
alter table tenants enable row level security;
alter table tenants force row level security;

create table users (
  id uuid not null default uuid_v7(),
  email text not null,
  name text,
  user_type text not null default 'user',
  is_active boolean not null default true,
  phone text,
  avatar_id uuid,
  avatar_facts jsonb,
  locale text,
  time_zone text,
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint users_pkey primary key (id),
  constraint users_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint users_name_check check (char_length(name) between 1 and 120),
  constraint users_user_type_check check (user_type in ('superuser', 'user')),
  constraint users_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint users_avatar_check check ((avatar_id is null) = (avatar_facts is null)),
  constraint users_locale_check check (locale in ('en', 'de')),
  constraint users_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint users_version_check check (version between 1 and 2147483647)
);
create trigger users_touch before update on users for each row execute function touch_row();
alter table users enable row level security;
alter table users force row level security;

create table memberships (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  role text not null default 'staff',
  joined_at timestamptz(3) not null default now(),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint memberships_pkey primary key (tenant_id, id),
  constraint memberships_role_check check (role in ('owner', 'admin', 'staff', 'viewer')),
  constraint memberships_version_check check (version between 1 and 2147483647)
);
create trigger memberships_touch before update on memberships for each row execute function touch_row();
alter table memberships enable row level security;
alter table memberships force row level security;

create table invitations (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  email text not null,
  role text not null default 'staff',
  state text not null default 'pending',
  invited_by uuid not null,
  expires_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint invitations_pkey primary key (tenant_id, id),
  constraint invitations_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint invitations_role_check check (role in ('owner', 'admin', 'staff', 'viewer')),
  constraint invitations_state_check check (state in ('pending', 'declined', 'void')),
  constraint invitations_version_check check (version between 1 and 2147483647)
);
create trigger invitations_touch before update on invitations for each row execute function touch_row();
alter table invitations enable row level security;
alter table invitations force row level security;

create table api_keys (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  prefix text not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint api_keys_pkey primary key (tenant_id, id),
  constraint api_keys_name_check check (char_length(name) between 1 and 120),
  constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 3 and scopes <@ array['events.read', 'webhooks', 'audit.read']::text[]),
  constraint api_keys_prefix_check check (char_length(prefix) between 1 and 11),
  constraint api_keys_version_check check (version between 1 and 2147483647)
);
create trigger api_keys_touch before update on api_keys for each row execute function touch_row();
alter table api_keys enable row level security;
alter table api_keys force row level security;

create table webhooks (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  url text not null,
  description text,
  events text[] not null default '{}',
  includes_personal_data boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint webhooks_pkey primary key (tenant_id, id),
  constraint webhooks_url_check check (char_length(url) <= 2000 and url ~* '^https?://'),
  constraint webhooks_description_check check (char_length(description) between 1 and 240),
  constraint webhooks_events_check check (cardinality(events) <= 1 and events <@ array['*']::text[]),
  constraint webhooks_version_check check (version between 1 and 2147483647)
);
create trigger webhooks_touch before update on webhooks for each row execute function touch_row();
alter table webhooks enable row level security;
alter table webhooks force row level security;

create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  webhook_id uuid not null,
  event_type text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  response_status integer,
  error text,
  request_excerpt text,
  response_excerpt text,
  duration_ms integer,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint webhook_deliveries_pkey primary key (tenant_id, id),
  constraint webhook_deliveries_event_type_check check (char_length(event_type) between 1 and 60),
  constraint webhook_deliveries_status_check check (status in ('pending', 'retrying', 'succeeded', 'failed', 'cancelled')),
  constraint webhook_deliveries_attempts_check check (attempts between 0 and 2147483647),
  constraint webhook_deliveries_response_status_check check (response_status between 100 and 999),
  constraint webhook_deliveries_error_check check (error in ('timeout', 'connection', 'tls', 'dns', 'blocked_address', 'redirect', 'status', 'too_large')),
  constraint webhook_deliveries_request_excerpt_check check (char_length(request_excerpt) between 1 and 4096),
  constraint webhook_deliveries_response_excerpt_check check (char_length(response_excerpt) between 1 and 1024),
  constraint webhook_deliveries_duration_ms_check check (duration_ms between 0 and 2147483647),
  constraint webhook_deliveries_version_check check (version between 1 and 2147483647)
);
create trigger webhook_deliveries_touch before update on webhook_deliveries for each row execute function touch_row();
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;

create table events (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  type text not null,
  subject_type text not null,
  sequence integer not null,
  occurred_at timestamptz(3) not null,
  request_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint events_pkey primary key (tenant_id, id),
  constraint events_type_check check (char_length(type) between 1 and 60),
  constraint events_subject_type_check check (char_length(subject_type) between 1 and 30),
  constraint events_sequence_check check (sequence between 1 and 2147483647),
  constraint events_request_id_check check (char_length(request_id) between 1 and 200),
  constraint events_version_check check (version between 1 and 2147483647)
);
create trigger events_touch before update on events for each row execute function touch_row();
alter table events enable row level security;
alter table events force row level security;

create table dead_letters (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  queue text not null default 'system',
  subject_type text,
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz(3) not null default now(),
  status text not null default 'dead',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint dead_letters_pkey primary key (tenant_id, id),
  constraint dead_letters_queue_check check (queue in ('webhook', 'system')),
  constraint dead_letters_subject_type_check check (char_length(subject_type) between 1 and 60),
  constraint dead_letters_attempts_check check (attempts between 0 and 2147483647),
  constraint dead_letters_last_error_check check (char_length(last_error) between 1 and 500),
  constraint dead_letters_status_check check (status in ('dead', 'redriven')),
  constraint dead_letters_version_check check (version between 1 and 2147483647)
);
create trigger dead_letters_touch before update on dead_letters for each row execute function touch_row();
alter table dead_letters enable row level security;
alter table dead_letters force row level security;

create table platform_log (
  id uuid not null default uuid_v7(),
  at timestamptz(3) not null,
  kind text not null,
  subject text,
  actor text,
  tenant text,
  details text,
  network text,
  device text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint platform_log_pkey primary key (id),
  constraint platform_log_kind_check check (kind in ('signed_in', 'sign_in_failed', 'sign_in_refused', 'session_ended', 'password_changed', 'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'superuser_granted', 'superuser_revoked', 'user_deactivated', 'user_activated', 'user_deleted', 'member_added', 'member_changed', 'member_removed', 'tenant_created', 'tenant_suspended', 'tenant_resumed', 'tenant_deleted', 'second_factor_required', 'second_factor_waived', 'data_exported', 'signing_keys_rotated', 'signing_keys_revoked', 'service_key_made', 'service_key_revoked')),
  constraint platform_log_subject_check check (char_length(subject) between 1 and 254),
  constraint platform_log_actor_check check (char_length(actor) between 1 and 254),
  constraint platform_log_tenant_check check (char_length(tenant) between 1 and 200),
  constraint platform_log_details_check check (char_length(details) between 1 and 600),
  constraint platform_log_network_check check (char_length(network) between 1 and 64),
  constraint platform_log_device_check check (char_length(device) between 1 and 300),
  constraint platform_log_version_check check (version between 1 and 2147483647)
);
create trigger platform_log_touch before update on platform_log for each row execute function touch_row();
alter table platform_log enable row level security;
alter table platform_log force row level security;
create unique index tenants_slug_key on tenants (slug);
create index tenants_name_idx on tenants (lower(name), id);
create unique index users_email_key on users (email);
create index users_avatar_id_idx on users (avatar_id);
alter table memberships add constraint memberships_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table memberships add constraint memberships_user_id_fkey foreign key (user_id) references users (id);
create unique index memberships_user_id_key on memberships (tenant_id, user_id);
create index memberships_joined_at_idx on memberships (tenant_id, joined_at, id);
create index memberships_user_id_idx on memberships (user_id);
alter table invitations add constraint invitations_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table invitations add constraint invitations_invited_by_fkey foreign key (invited_by) references users (id);
create unique index invitations_email_key on invitations (tenant_id, email);
create index invitations_invited_by_idx on invitations (invited_by);
alter table api_keys add constraint api_keys_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index api_keys_name_idx on api_keys (tenant_id, lower(name), id);
alter table webhooks add constraint webhooks_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index webhooks_url_idx on webhooks (tenant_id, url, id);
alter table webhook_deliveries add constraint webhook_deliveries_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade;
create index webhook_deliveries_created_at_idx on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_webhook_id_idx on webhook_deliveries (tenant_id, webhook_id);
alter table events add constraint events_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index events_occurred_at_idx on events (tenant_id, occurred_at, id);
alter table dead_letters add constraint dead_letters_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index dead_letters_failed_at_idx on dead_letters (tenant_id, failed_at, id);
create index platform_log_at_idx on platform_log (at, id);
create policy tenants_own_read on tenants for select to slotwise_tenant using (id = (select current_tenant_id()));
create policy tenants_own_write on tenants for update to slotwise_tenant using (id = (select current_tenant_id())) with check (id = (select current_tenant_id()));
create policy tenants_platform on tenants for all to slotwise_platform using (true) with check (true);
grant select, update (currency, locale, name, require_second_factor, time_format, time_zone, week_starts_on) on tenants to slotwise_tenant;
grant select, insert, update, delete on tenants to slotwise_platform;
create policy users_fellow_members on users for select to slotwise_tenant using (id in (select user_id from memberships where tenant_id = (select current_tenant_id())));
create policy users_platform on users for all to slotwise_platform using (true) with check (true);
grant select on users to slotwise_tenant;
grant select, insert, update, delete on users to slotwise_platform;
create policy memberships_tenant on memberships for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy memberships_platform on memberships for all to slotwise_platform using (true) with check (true);
grant select, insert, update, delete on memberships to slotwise_tenant;
grant select, insert, update, delete on memberships to slotwise_platform;
create policy invitations_tenant on invitations for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy invitations_platform on invitations for all to slotwise_platform using (true) with check (true);
grant select, insert, update, delete on invitations to slotwise_tenant;
grant select, insert, update, delete on invitations to slotwise_platform;
create policy api_keys_tenant on api_keys for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy api_keys_platform_read on api_keys for select to slotwise_platform using (true);
grant select, insert, update, delete on api_keys to slotwise_tenant;
grant select (tenant_id, id, name, scopes, expires_at, revoked_at) on api_keys to slotwise_platform;
create policy webhooks_tenant on webhooks for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on webhooks to slotwise_tenant;
create policy webhook_deliveries_tenant on webhook_deliveries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy webhook_deliveries_platform_read on webhook_deliveries for select to slotwise_platform using (true);
grant select, insert, update, delete on webhook_deliveries to slotwise_tenant;
grant select (tenant_id, status, next_attempt_at) on webhook_deliveries to slotwise_platform;
create policy events_tenant on events for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on events to slotwise_tenant;
create policy dead_letters_tenant on dead_letters for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on dead_letters to slotwise_tenant;
create policy platform_log_platform on platform_log for all to slotwise_platform using (true) with check (true);
grant select, insert on platform_log to slotwise_platform;
