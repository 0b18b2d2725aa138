-- Made by `npm run db:migration` from the declarations in src/resources.

create table events (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  type text not null,
  subject_type text not null,
  sequence integer not null,
  occurred_at timestamptz(3) not null,
  request_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint events_pkey primary key (tenant_id, id),
  constraint events_type_check check (char_length(type) between 1 and 60),
  constraint events_subject_type_check check (char_length(subject_type) between 1 and 30),
  constraint events_sequence_check check (sequence between 1 and 2147483647),
  constraint events_request_id_check check (char_length(request_id) between 1 and 200),
  constraint events_version_check check (version between 1 and 2147483647)
);
create trigger events_touch before update on events for each row execute function touch_row();
alter table events enable row level security;
alter table events force row level security;
alter table events add constraint events_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index events_occurred_at_idx on events (tenant_id, occurred_at, id);
create policy events_tenant on events for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on events to slotwise_tenant;
