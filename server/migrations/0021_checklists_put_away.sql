-- Who has put the checklist of Home away, each for themselves.
create table checklists_put_away (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  constraint checklists_put_away_pkey primary key (tenant_id, user_id)
);
create index checklists_put_away_user_id_idx on checklists_put_away (user_id);
alter table checklists_put_away enable row level security;
alter table checklists_put_away force row level security;
create policy checklists_put_away_own on checklists_put_away for all to slotwise_tenant
  using (tenant_id = (select current_tenant_id()) and user_id = (select current_user_id()))
  with check (tenant_id = (select current_tenant_id()) and user_id = (select current_user_id()));
grant select, insert, delete on checklists_put_away to slotwise_tenant;
