-- Made by `npm run db:migration` from the declarations in src/resources.

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
create policy calendar_feeds_tenant on calendar_feeds for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on calendar_feeds to slotwise_tenant;
create policy calendar_feeds_resource_ids_tenant on calendar_feeds_resource_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on calendar_feeds_resource_ids to slotwise_tenant;
create policy calendar_feeds_resource_type_ids_tenant on calendar_feeds_resource_type_ids for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on calendar_feeds_resource_type_ids to slotwise_tenant;
