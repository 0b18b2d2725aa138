-- Files of records (docs/importing.md).

create table imports (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  resource text not null,
  file_name text not null,
  status text not null default 'uploaded',
  encoding text not null,
  delimiter text not null,
  -- What somebody chose; null for what the file tells.
  chosen_date_format text,
  chosen_decimal text,
  date_format text,
  decimal text,
  time_zone text not null,
  blanks text not null default 'keep',
  on_error text not null default 'skip_rows',
  operation text not null default 'upsert',
  columns jsonb not null,
  questions jsonb not null default '[]',
  row_count integer not null,
  done_count integer not null default 0,
  counts jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "error": 0, "conflict": 0}',
  failure text,
  -- No foreign key: imports outlive their people.
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  -- Whoever started the present step.
  acting_user_id uuid,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  undo_until timestamptz(3),
  run_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  constraint imports_pkey primary key (tenant_id, id),
  constraint imports_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint imports_status_check check (status in ('uploaded', 'checking', 'checked', 'importing', 'done', 'cancelled',
    'failed', 'undoing', 'undone'))
);
create index imports_created_at_idx on imports (tenant_id, created_at desc, id);
-- One at a time.
create unique index imports_running_key on imports (tenant_id) where status in ('checking', 'importing', 'undoing');

create table import_pieces (
  tenant_id uuid not null,
  import_id uuid not null,
  piece integer not null,
  bytes bytea not null,
  constraint import_pieces_pkey primary key (tenant_id, import_id, piece),
  constraint import_pieces_import_id_fkey foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);

create table import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  row integer not null,
  line integer not null,
  outcome text not null,
  record_id uuid,
  -- Of the record as the import left it.
  version integer,
  key text,
  changes jsonb not null default '{}',
  messages jsonb not null default '{}',
  code text,
  notes jsonb not null default '[]',
  -- Of refused rows alone.
  cells jsonb,
  constraint import_rows_pkey primary key (tenant_id, import_id, row),
  constraint import_rows_import_id_fkey foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);

-- Which columns somebody mapped to which fields.
create table import_mappings (
  tenant_id uuid not null,
  resource text not null,
  headers text not null,
  mapping jsonb not null,
  constraint import_mappings_pkey primary key (tenant_id, resource, headers),
  constraint import_mappings_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['imports', 'import_pieces', 'import_rows', 'import_mappings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()))', name || '_tenant', name);
    execute format('grant select, insert, update, delete on %I to slotwise_tenant', name);
  end loop;
end $$;

-- The sweep asks which tenants have something to do, and which have something to forget.
create policy imports_platform on imports for select to slotwise_platform using (true);
grant select (tenant_id, status, run_at, leased_until, created_at) on imports to slotwise_platform;

alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in ('created', 'updated', 'deleted', 'purged',
  'status_changed', 'generated', 'exported', 'rotated', 'revoked', 'redriven', 'resent', 'sent_test', 'imported', 'undone'));
