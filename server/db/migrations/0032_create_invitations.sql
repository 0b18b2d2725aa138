-- Made by `npm run db:migration` from the declarations in src/resources.

create table invitations (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  email text not null,
  role text not null default 'staff',
  resource_id uuid,
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
alter table invitations add constraint invitations_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table invitations add constraint invitations_resource_id_fkey foreign key (tenant_id, resource_id) references resources (tenant_id, id);
alter table invitations add constraint invitations_invited_by_fkey foreign key (invited_by) references users (id);
create unique index invitations_email_key on invitations (tenant_id, email);
create index invitations_resource_id_idx on invitations (tenant_id, resource_id);
create index invitations_invited_by_idx on invitations (invited_by);
create policy invitations_tenant on invitations for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy invitations_platform on invitations for all to slotwise_platform using (true) with check (true);
grant select, insert, update, delete on invitations to slotwise_tenant;
grant select, insert, update, delete on invitations to slotwise_platform;
