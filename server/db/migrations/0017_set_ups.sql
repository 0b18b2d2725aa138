-- What a template made in a tenant (docs/setting-up.md).

create table set_ups (
  tenant_id uuid not null,
  template text not null,
  -- `[{resource, id, label, version, isSample}]`: the version that the template left.
  made jsonb not null,
  -- No foreign key: it outlives its people.
  made_by uuid,
  created_at timestamptz(3) not null default now(),
  constraint set_ups_pkey primary key (tenant_id),
  constraint set_ups_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
alter table set_ups enable row level security;
alter table set_ups force row level security;
create policy set_ups_tenant on set_ups for all to slotwise_tenant
  using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on set_ups to slotwise_tenant;
