-- Made by `npm run db:migration` from the declarations in src/resources.

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
alter table busy_calendars add constraint busy_calendars_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table busy_calendars add constraint busy_calendars_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade;
create index busy_calendars_name_idx on busy_calendars (tenant_id, lower(name), id);
create index busy_calendars_resource_id_idx on busy_calendars (tenant_id, resource_id);
create policy busy_calendars_tenant on busy_calendars for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on busy_calendars to slotwise_tenant;
