-- Made by `npm run db:migration` from the declarations.

create table contacts (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  name text not null,
  email text,
  phone text,
  notes text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  search_text text generated always as (search_line(name) || search_line(email)) stored,
  constraint contacts_pkey primary key (tenant_id, id),
  constraint contacts_name_check check (char_length(name) between 1 and 120),
  constraint contacts_email_check check (char_length(email) <= 254 and email = lower(email)),
  constraint contacts_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint contacts_notes_check check (char_length(notes) between 1 and 2000),
  constraint contacts_version_check check (version between 1 and 2147483647)
);
create trigger contacts_touch before update on contacts for each row execute function touch_row();
alter table contacts enable row level security;
alter table contacts force row level security;
alter table contacts add constraint contacts_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index contacts_name_idx on contacts (tenant_id, lower(name), id);
create index contacts_search_idx on contacts using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256');
create policy contacts_tenant on contacts for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy contacts_search on contacts for select to slotwise_search using (true);
grant select, insert, update, delete on contacts to slotwise_tenant;
grant select (tenant_id, id, search_text) on contacts to slotwise_search;
