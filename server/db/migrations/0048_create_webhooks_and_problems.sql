-- Made by `npm run db:migration` from the declarations in src/resources.
-- CHECK: api_keys.scopes is checked more strictly: this fails while a row does not fit.
alter table api_keys drop constraint api_keys_scopes_check;

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
  constraint webhooks_events_check check (cardinality(events) <= 27 and events <@ array['*', 'booking.*', 'customer.*', 'resource.*', 'schedule.*', 'booking.created', 'booking.pending', 'booking.confirmed', 'booking.rescheduled', 'booking.reassigned', 'booking.updated', 'booking.checked_in', 'booking.cancelled', 'booking.declined', 'booking.completed', 'booking.no_show', 'booking.expired', 'booking.deleted', 'customer.created', 'customer.updated', 'customer.merged', 'customer.anonymized', 'customer.deleted', 'resource.created', 'resource.updated', 'resource.deleted', 'schedule.generated']::text[]),
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
  constraint dead_letters_queue_check check (queue in ('webhook', 'mail', 'busy_import', 'system')),
  constraint dead_letters_subject_type_check check (char_length(subject_type) between 1 and 60),
  constraint dead_letters_attempts_check check (attempts between 0 and 2147483647),
  constraint dead_letters_last_error_check check (char_length(last_error) between 1 and 500),
  constraint dead_letters_status_check check (status in ('dead', 'redriven')),
  constraint dead_letters_version_check check (version between 1 and 2147483647)
);
create trigger dead_letters_touch before update on dead_letters for each row execute function touch_row();
alter table dead_letters enable row level security;
alter table dead_letters force row level security;
-- Where rows that exist are in the way:
-- alter table api_keys no force row level security;
-- update api_keys set … where not (cardinality(scopes) between 1 and 11 and scopes <@ array['availability.read', 'setup.read', 'setup', 'bookings.read', 'bookings', 'bookings.override', 'customers.read', 'customers', 'events.read', 'webhooks', 'audit.read']::text[]);
-- alter table api_keys force row level security;
alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 11 and scopes <@ array['availability.read', 'setup.read', 'setup', 'bookings.read', 'bookings', 'bookings.override', 'customers.read', 'customers', 'events.read', 'webhooks', 'audit.read']::text[]);
alter table webhooks add constraint webhooks_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index webhooks_url_idx on webhooks (tenant_id, url, id);
alter table webhook_deliveries add constraint webhook_deliveries_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade;
create index webhook_deliveries_created_at_idx on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_webhook_id_idx on webhook_deliveries (tenant_id, webhook_id);
alter table dead_letters add constraint dead_letters_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index dead_letters_failed_at_idx on dead_letters (tenant_id, failed_at, id);
create policy webhooks_tenant on webhooks for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on webhooks to slotwise_tenant;
create policy webhook_deliveries_tenant on webhook_deliveries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy webhook_deliveries_platform_read on webhook_deliveries for select to slotwise_platform using (true);
grant select, insert, update, delete on webhook_deliveries to slotwise_tenant;
grant select (tenant_id, status, next_attempt_at) on webhook_deliveries to slotwise_platform;
create policy dead_letters_tenant on dead_letters for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on dead_letters to slotwise_tenant;
