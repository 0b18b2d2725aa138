-- Made by `npm run db:migration` from the declarations.

create table demand (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  at timestamptz(3) not null default now(),
  variant_id uuid not null,
  wanted_from timestamptz(3) not null,
  wanted_to timestamptz(3),
  quantity integer not null default 1,
  channel_id uuid,
  customer_id uuid,
  code text not null default 'other',
  origin text not null default 'noted',
  note text,
  status text not null default 'open',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint demand_pkey primary key (tenant_id, id),
  constraint demand_quantity_check check (quantity between 1 and 10000),
  constraint demand_code_check check (code in ('notice_too_short', 'too_far_ahead', 'outside_schedule', 'outside_opening_hours', 'blackout', 'external_busy', 'no_timeslot', 'timeslot_closed', 'start_not_on_grid', 'limit_reached', 'timeslot_full', 'resource_busy', 'capacity_exceeded', 'related_resource_busy', 'gap_too_small', 'other')),
  constraint demand_origin_check check (origin in ('booking', 'noted')),
  constraint demand_note_check check (char_length(note) between 1 and 500),
  constraint demand_status_check check (status in ('open', 'done', 'met')),
  constraint demand_version_check check (version between 1 and 2147483647)
);
create trigger demand_touch before update on demand for each row execute function touch_row();
alter table demand enable row level security;
alter table demand force row level security;
alter table demand add constraint demand_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table demand add constraint demand_variant_id_fkey foreign key (tenant_id, variant_id) references variants (tenant_id, id);
alter table demand add constraint demand_channel_id_fkey foreign key (tenant_id, channel_id) references channels (tenant_id, id);
alter table demand add constraint demand_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id);
create index demand_wanted_from_idx on demand (tenant_id, wanted_from, id);
create index demand_variant_id_idx on demand (tenant_id, variant_id);
create index demand_channel_id_idx on demand (tenant_id, channel_id);
create index demand_customer_id_idx on demand (tenant_id, customer_id);
create policy demand_tenant on demand for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy demand_platform_read on demand for select to slotwise_platform using (true);
grant select, insert, update, delete on demand to slotwise_tenant;
grant select (tenant_id, at) on demand to slotwise_platform;

-- Who asked, as far as repeats can be told, for an hour: an id, or a hash.
alter table demand add column person text;
create index demand_at_idx on demand (tenant_id, at);
create index demand_recent_idx on demand (at);
