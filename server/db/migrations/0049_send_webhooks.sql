-- Written by hand: what webhooks, their deliveries and problems have beside their declared fields (docs/domain.md#webhooks).

-- How a webhook is doing, and its secrets. A table of its own, so that calls do not count as changes of the webhook.
create table webhook_states (
  tenant_id uuid not null,
  webhook_id uuid not null,
  -- Sealed with SECRETS_KEY where there is one.
  secret text not null,
  secret_hint text not null,
  previous_secret text,
  previous_expires_at timestamptz(3),
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  disabled_reason text,
  constraint webhook_states_pkey primary key (tenant_id, webhook_id),
  constraint webhook_states_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint webhook_states_webhook_id_fkey foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade,
  constraint webhook_states_disabled_reason_check check (disabled_reason in ('failing', 'gone'))
);
alter table webhook_states enable row level security;
alter table webhook_states force row level security;
create policy webhook_states_tenant on webhook_states for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on webhook_states to slotwise_tenant;

alter table webhook_deliveries
  -- No foreign keys: an event is kept while a delivery of it is open, and may go before.
  add column event_id uuid not null default uuid_v7(),
  add column subject_id uuid not null default uuid_v7(),
  -- That of the event: earlier ones of a subject go first.
  add column sequence integer not null default 1,
  -- Until then it is in somebody's hand.
  add column leased_until timestamptz(3),
  add column is_test boolean not null default false;
create index webhook_deliveries_due_idx on webhook_deliveries (tenant_id, webhook_id, next_attempt_at) where status in ('pending', 'retrying');
create index webhook_deliveries_order_idx on webhook_deliveries (tenant_id, webhook_id, subject_id, sequence) where status in ('pending', 'retrying');
create index webhook_deliveries_event_id_idx on webhook_deliveries (tenant_id, event_id);
grant select (leased_until) on webhook_deliveries to slotwise_platform;

alter table dead_letters
  add column subject_id uuid not null default uuid_v7(),
  add column event_id uuid;
create index dead_letters_subject_id_idx on dead_letters (tenant_id, subject_id);
