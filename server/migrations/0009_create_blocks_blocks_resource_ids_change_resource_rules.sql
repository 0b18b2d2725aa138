-- Made by `npm run db:migration` from the declarations.
alter table resource_rules add column block_id uuid;

create table blocks (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text,
  repeats jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint blocks_pkey primary key (tenant_id, id),
  constraint blocks_reason_check check (char_length(reason) between 1 and 240),
  constraint blocks_repeats_check check (jsonb_typeof(repeats) = 'object'),
  constraint blocks_version_check check (version between 1 and 2147483647)
);
create trigger blocks_touch before update on blocks for each row execute function touch_row();
alter table blocks enable row level security;
alter table blocks force row level security;

create table blocks_resource_ids (
  tenant_id uuid not null,
  owner_id uuid not null,
  target_id uuid not null,
  position integer not null,
  constraint blocks_resource_ids_pkey primary key (tenant_id, owner_id, target_id),
  constraint blocks_resource_ids_position_check check (position >= 0)
);
alter table blocks_resource_ids enable row level security;
alter table blocks_resource_ids force row level security;
alter table resource_rules add constraint resource_rules_block_id_fkey foreign key (tenant_id, block_id) references blocks (tenant_id, id);
create index resource_rules_block_id_idx on resource_rules (tenant_id, block_id);
alter table blocks add constraint blocks_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index blocks_starts_at_idx on blocks (tenant_id, starts_at, id);
alter table blocks_resource_ids add constraint blocks_resource_ids_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table blocks_resource_ids add constraint blocks_resource_ids_owner_id_fkey foreign key (tenant_id, owner_id) references blocks (tenant_id, id) on delete cascade;
alter table blocks_resource_ids add constraint blocks_resource_ids_target_id_fkey foreign key (tenant_id, target_id) references resources (tenant_id, id);
create index blocks_resource_ids_target_id_idx on blocks_resource_ids (tenant_id, target_id);
create policy blocks_tenant on blocks for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on blocks to slotwise_tenant;
create policy blocks_resource_ids_tenant on blocks_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on blocks_resource_ids to slotwise_tenant;
