-- Written by hand: what an event says beside its declared fields (docs/domain.md#events), and the order in which events are read.

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

-- Until when it was told what time does by itself, by tenant. What ended before this migration is not told.
create table event_clocks (
  tenant_id uuid not null,
  until timestamptz(3) not null default now(),
  constraint event_clocks_pkey primary key (tenant_id),
  constraint event_clocks_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
insert into event_clocks (tenant_id) select id from tenants;
alter table event_clocks enable row level security;
alter table event_clocks force row level security;
create policy event_clocks_tenant on event_clocks for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update on event_clocks to slotwise_tenant;
