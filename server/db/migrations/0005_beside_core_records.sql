-- Replaces 0070_limit_pending_pictures and the migrations of the machine before it (docs/decisions/0013).
-- What no declaration says of core records.

-- An invitation stands while whoever sent it last could still send it. Otherwise somebody who is put out of a tenant
-- could have left one to themselves.

-- Whom an invitation is for looks for it by address alone.
create index invitations_address_idx on invitations (email);

create function void_invitations(person uuid) returns void
  language sql set search_path = public, pg_temp
  as $$
    update invitations set state = 'void'
    where invited_by = person and state = 'pending' and not exists (
      select from users
      left join memberships on memberships.user_id = users.id and memberships.tenant_id = invitations.tenant_id
        and memberships.is_active
      where users.id = person and users.is_active and (users.user_type = 'superuser' or (memberships.role in ('admin', 'owner')
        and array_position(array['viewer', 'staff', 'admin', 'owner'], memberships.role)
          >= array_position(array['viewer', 'staff', 'admin', 'owner'], invitations.role))))
  $$;
revoke execute on function void_invitations(uuid) from public;
grant execute on function void_invitations(uuid) to slotwise_tenant, slotwise_platform;

create function void_invitations_of_member() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform void_invitations(old.user_id);
      return null;
    end
  $$;
create trigger memberships_void_invitations after update on memberships
  for each row when ((old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function void_invitations_of_member();
create trigger memberships_void_invitations_end after delete on memberships
  for each row execute function void_invitations_of_member();

create function void_invitations_of_user() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      perform void_invitations(old.id);
      return null;
    end
  $$;
create trigger users_void_invitations after update on users
  for each row when ((old.user_type, old.is_active) is distinct from (new.user_type, new.is_active))
  execute function void_invitations_of_user();

-- API keys are found by their hash, before their tenant is known.
alter table api_keys add column created_by uuid;
create unique index api_keys_name_key on api_keys (tenant_id, lower(name)) where revoked_at is null;

create table api_key_secrets (
  tenant_id uuid not null,
  api_key_id uuid not null,
  -- SHA-256 of a key of 256 random bits: nothing to guess, so nothing to slow down.
  hash bytea not null,
  -- Apart from the key’s own row, so that a use is no change of it.
  used_at timestamptz(3),
  used_ip text,
  constraint api_key_secrets_pkey primary key (tenant_id, api_key_id),
  constraint api_key_secrets_hash_key unique (tenant_id, hash),
  constraint api_key_secrets_api_key_id_fkey foreign key (tenant_id, api_key_id)
    references api_keys (tenant_id, id) on delete cascade,
  constraint api_key_secrets_hash_check check (octet_length(hash) = 32)
);
create index api_key_secrets_hash_idx on api_key_secrets (hash);
alter table api_key_secrets enable row level security;
alter table api_key_secrets force row level security;
create policy api_key_secrets_tenant on api_key_secrets for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy api_key_secrets_platform on api_key_secrets for select to slotwise_platform using (true);
grant select, insert, update, delete on api_key_secrets to slotwise_tenant;
grant select on api_key_secrets to slotwise_platform;

-- What an event says beside its declared fields (docs/domain.md#events), and the order in which events are read.
create sequence events_position_seq;
grant usage on sequence events_position_seq to slotwise_tenant;
alter table events
  add column subject_id uuid not null default uuid_v7(),
  add column actor_type text not null default 'system',
  -- No foreign key: events outlive the users whom they name.
  add column actor_id uuid,
  add column actor_name text,
  -- Null when the event is over; its number stays, so that the subject's next one goes on from it.
  add column data jsonb default '{}',
  add column previous jsonb,
  -- The number of the transaction, or that of the subject's last event if it is greater.
  add column commit_order bigint not null default pg_current_xact_id()::text::bigint,
  add column position bigint not null default nextval('events_position_seq'),
  add constraint events_actor_type_check check (actor_type in ('user', 'customer', 'system', 'api_key')),
  add constraint events_data_check check (jsonb_typeof(data) = 'object'),
  add constraint events_previous_check check (jsonb_typeof(previous) = 'object');
create unique index events_sequence_key on events (tenant_id, subject_id, sequence);
create index events_commit_order_idx on events (tenant_id, commit_order, position);

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
-- Of those that are due at the same instant the order is known too, so that nothing is sorted.
create index webhook_deliveries_due_idx on webhook_deliveries (tenant_id, webhook_id, next_attempt_at, sequence) where status in ('pending', 'retrying');
create index webhook_deliveries_order_idx on webhook_deliveries (tenant_id, webhook_id, subject_id, sequence) where status in ('pending', 'retrying');
create index webhook_deliveries_event_id_idx on webhook_deliveries (tenant_id, event_id);
-- The sweep finds what was written before the clock was set back.
grant select (leased_until, updated_at) on webhook_deliveries to slotwise_platform;

alter table dead_letters
  add column subject_id uuid not null default uuid_v7(),
  add column event_id uuid;
create index dead_letters_subject_id_idx on dead_letters (tenant_id, subject_id);
