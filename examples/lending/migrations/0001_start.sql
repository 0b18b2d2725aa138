-- Made by `npm run db:migration` from the declarations.

create table loans (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  equipment_id uuid not null,
  borrower_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  status text not null default 'requested',
  decided_by text,
  reason text,
  returned_at timestamptz(3),
  condition text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint loans_pkey primary key (tenant_id, id),
  constraint loans_status_check check (status in ('requested', 'approved', 'lent', 'returned', 'declined')),
  constraint loans_decided_by_check check (char_length(decided_by) <= 254 and decided_by = lower(decided_by)),
  constraint loans_reason_check check (char_length(reason) between 1 and 300),
  constraint loans_condition_check check (condition in ('good', 'damaged')),
  constraint loans_version_check check (version between 1 and 2147483647),
  constraint loans_starts_on_ends_on_check check (ends_on >= starts_on),
  constraint loans_starts_on_ends_on_excl exclude using gist (tenant_id with =, equipment_id with =, daterange(starts_on, ends_on) with &&) where (status in ('requested', 'approved', 'lent'))
);
create trigger loans_touch before update on loans for each row execute function touch_row();
alter table loans enable row level security;
alter table loans force row level security;

create table equipment (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  number text not null,
  category_id uuid not null,
  photo_id uuid,
  photo_facts jsonb,
  weight integer,
  value_amount bigint,
  value_currency text,
  status text not null default 'available',
  notes text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint equipment_pkey primary key (tenant_id, id),
  constraint equipment_name_check check (char_length(name) between 1 and 100),
  constraint equipment_number_check check (char_length(number) between 1 and 20),
  constraint equipment_photo_check check ((photo_id is null) = (photo_facts is null)),
  constraint equipment_weight_check check (weight between 0 and 5000),
  constraint equipment_value_amount_check check (value_amount between 0 and 9007199254740991),
  constraint equipment_value_currency_check check (value_currency ~ '^[A-Z]{3}$'),
  constraint equipment_value_check check ((value_amount is null) = (value_currency is null)),
  constraint equipment_status_check check (status in ('available', 'in_repair', 'retired')),
  constraint equipment_notes_check check (char_length(notes) between 1 and 2000),
  constraint equipment_version_check check (version between 1 and 2147483647)
);
create trigger equipment_touch before update on equipment for each row execute function touch_row();
alter table equipment enable row level security;
alter table equipment force row level security;

create table borrowers (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  email text not null,
  phone text,
  is_barred boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint borrowers_pkey primary key (tenant_id, id),
  constraint borrowers_name_check check (char_length(name) between 1 and 120),
  constraint borrowers_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint borrowers_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint borrowers_version_check check (version between 1 and 2147483647)
);
create trigger borrowers_touch before update on borrowers for each row execute function touch_row();
alter table borrowers enable row level security;
alter table borrowers force row level security;

create table categories (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  color text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint categories_pkey primary key (tenant_id, id),
  constraint categories_name_check check (char_length(name) between 1 and 120),
  constraint categories_color_check check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint categories_version_check check (version between 1 and 2147483647)
);
create trigger categories_touch before update on categories for each row execute function touch_row();
alter table categories enable row level security;
alter table categories force row level security;

create table repairs (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  equipment_id uuid not null,
  what text not null,
  done_on date,
  cost_amount bigint,
  cost_currency text,
  notes text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint repairs_pkey primary key (tenant_id, id),
  constraint repairs_what_check check (char_length(what) between 1 and 200),
  constraint repairs_cost_amount_check check (cost_amount between 0 and 9007199254740991),
  constraint repairs_cost_currency_check check (cost_currency ~ '^[A-Z]{3}$'),
  constraint repairs_cost_check check ((cost_amount is null) = (cost_currency is null)),
  constraint repairs_notes_check check (char_length(notes) between 1 and 2000),
  constraint repairs_version_check check (version between 1 and 2147483647)
);
create trigger repairs_touch before update on repairs for each row execute function touch_row();
alter table repairs enable row level security;
alter table repairs force row level security;

create table lending_rules (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  max_days integer not null default 14,
  lends_to_barred boolean not null default false,
  terms text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint lending_rules_pkey primary key (tenant_id, id),
  constraint lending_rules_singleton_check check (id = tenant_id),
  constraint lending_rules_max_days_check check (max_days between 1 and 365),
  constraint lending_rules_terms_check check (char_length(terms) between 1 and 2000),
  constraint lending_rules_version_check check (version between 1 and 2147483647)
);
create trigger lending_rules_touch before update on lending_rules for each row execute function touch_row();
alter table lending_rules enable row level security;
alter table lending_rules force row level security;
alter table loans add constraint loans_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table loans add constraint loans_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id);
alter table loans add constraint loans_borrower_id_fkey foreign key (tenant_id, borrower_id) references borrowers (tenant_id, id);
create index loans_starts_on_idx on loans (tenant_id, starts_on, id);
create index loans_equipment_id_idx on loans (tenant_id, equipment_id);
create index loans_borrower_id_idx on loans (tenant_id, borrower_id);
alter table equipment add constraint equipment_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table equipment add constraint equipment_category_id_fkey foreign key (tenant_id, category_id) references categories (tenant_id, id);
alter table equipment add constraint equipment_photo_id_fkey foreign key (tenant_id, photo_id) references files (tenant_id, id);
create unique index equipment_number_key on equipment (tenant_id, lower(number));
create index equipment_name_idx on equipment (tenant_id, lower(name), id);
create index equipment_category_id_idx on equipment (tenant_id, category_id);
create index equipment_photo_id_idx on equipment (tenant_id, photo_id);
alter table borrowers add constraint borrowers_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index borrowers_email_key on borrowers (tenant_id, email);
create index borrowers_name_idx on borrowers (tenant_id, lower(name), id);
alter table categories add constraint categories_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index categories_name_key on categories (tenant_id, lower(name));
alter table repairs add constraint repairs_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table repairs add constraint repairs_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade;
create index repairs_done_on_idx on repairs (tenant_id, done_on, id);
create index repairs_equipment_id_idx on repairs (tenant_id, equipment_id);
alter table lending_rules add constraint lending_rules_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index lending_rules_created_at_idx on lending_rules (tenant_id, created_at, id);
create trigger equipment_photo_id_keep after insert or update of photo_id on equipment for each row when (new.photo_id is not null) execute function keep_file('files', 'photo_id', 'tenant_id');
create trigger equipment_photo_id_release after delete or update of photo_id on equipment for each row when (old.photo_id is not null) execute function release_file('files', 'photo_id', 'tenant_id');
create policy loans_tenant on loans for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on loans to slotwise_tenant;
create policy equipment_tenant on equipment for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on equipment to slotwise_tenant;
create policy borrowers_tenant on borrowers for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on borrowers to slotwise_tenant;
create policy categories_tenant on categories for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on categories to slotwise_tenant;
create policy repairs_tenant on repairs for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on repairs to slotwise_tenant;
create policy lending_rules_tenant on lending_rules for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on lending_rules to slotwise_tenant;
