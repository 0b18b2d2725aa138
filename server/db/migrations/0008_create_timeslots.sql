-- Made by `npm run db:migration` from the declarations in src/resources; the trigger by hand.
alter table schedules add column last_generated_at timestamptz(3);
-- Generating timeslots does not change what anybody edits of a schedule: an open form stays up to date.
drop trigger schedules_touch on schedules;
create trigger schedules_touch before update on schedules for each row
  when (old.last_generated_at is not distinct from new.last_generated_at) execute function touch_row();

create table timeslots (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  schedule_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  capacity integer,
  status text not null default 'open',
  label text,
  origin text not null default 'manual',
  is_edited boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint timeslots_pkey primary key (tenant_id, id),
  constraint timeslots_capacity_check check (capacity between 1 and 10000),
  constraint timeslots_status_check check (status in ('open', 'closed', 'cancelled')),
  constraint timeslots_label_check check (char_length(label) between 1 and 120),
  constraint timeslots_origin_check check (origin in ('generated', 'manual')),
  constraint timeslots_version_check check (version between 1 and 2147483647)
);
create trigger timeslots_touch before update on timeslots for each row execute function touch_row();
alter table timeslots enable row level security;
alter table timeslots force row level security;
alter table timeslots add constraint timeslots_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
alter table timeslots add constraint timeslots_schedule_id_fkey foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade;
create unique index timeslots_schedule_id_starts_at_key on timeslots (tenant_id, schedule_id, starts_at);
create index timeslots_starts_at_idx on timeslots (tenant_id, starts_at, id);
create index timeslots_schedule_id_idx on timeslots (tenant_id, schedule_id);
create policy timeslots_tenant on timeslots for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on timeslots to slotwise_tenant;
