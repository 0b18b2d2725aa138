-- Deleted records that can still come back (docs/domain.md#the-trash). Their values are in the audit log. No declaration
-- makes these tables, since a record of any entity may be in them.
create table trash (
  tenant_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  entity_label text,
  -- The parameters of its path.
  parents jsonb not null default '{}',
  deleted_at timestamptz(3) not null,
  -- No foreign key: the entry outlives its author.
  deleted_by uuid,
  deleted_by_type text not null,
  deleted_by_name text,
  constraint trash_pkey primary key (tenant_id, entity_type, entity_id),
  constraint trash_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
create index trash_deleted_at_idx on trash (tenant_id, entity_type, deleted_at desc, entity_id);

-- Keeps the files of what is in the trash, and of what went along with it.
create table trash_files (
  tenant_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  file_id uuid not null,
  constraint trash_files_pkey primary key (tenant_id, entity_type, entity_id, file_id),
  constraint trash_files_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint trash_files_entity_id_fkey foreign key (tenant_id, entity_type, entity_id) references trash (tenant_id, entity_type, entity_id) on update cascade on delete cascade,
  constraint trash_files_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index trash_files_file_id_idx on trash_files (tenant_id, file_id);
create trigger trash_files_keep after insert on trash_files for each row execute function keep_file('files', 'file_id', 'tenant_id');
create trigger trash_files_release after delete on trash_files for each row execute function release_file('files', 'file_id', 'tenant_id');

alter table trash enable row level security;
alter table trash force row level security;
alter table trash_files enable row level security;
alter table trash_files force row level security;
create policy trash_tenant on trash for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy trash_files_tenant on trash_files for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
-- No rule about rows can be asked of a record that is not there, so whoever one limits sees what they deleted themselves.
create policy trash_own on trash as restrictive for select to slotwise_limited using (deleted_by = (select current_user_id()));
grant select, insert, update, delete on trash, trash_files to slotwise_tenant;

alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in ('created', 'updated', 'deleted', 'purged',
  'status_changed', 'generated', 'exported', 'rotated', 'revoked', 'redriven', 'resent', 'sent_test'));
