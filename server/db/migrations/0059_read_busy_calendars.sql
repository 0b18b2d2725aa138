-- Written by hand: how reading busy calendars goes, and the times that were read, of which nothing else is kept.

create table busy_calendar_states (
  tenant_id uuid not null,
  busy_calendar_id uuid not null,
  -- Sealed with SECRETS_KEY where there is one.
  address text not null,
  next_read_at timestamptz(3) not null,
  -- Until then it is in somebody's hand.
  leased_until timestamptz(3),
  etag text,
  last_modified text,
  -- When all of it was read last.
  read_at timestamptz(3),
  last_success_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  -- When it was said that it fails for a day.
  told_at timestamptz(3),
  attempts integer not null default 0,
  event_count integer not null default 0,
  constraint busy_calendar_states_pkey primary key (tenant_id, busy_calendar_id),
  constraint busy_calendar_states_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint busy_calendar_states_busy_calendar_id_fkey foreign key (tenant_id, busy_calendar_id)
    references busy_calendars (tenant_id, id) on delete cascade
);
create index busy_calendar_states_due_idx on busy_calendar_states (next_read_at);
alter table busy_calendar_states enable row level security;
alter table busy_calendar_states force row level security;
create policy busy_calendar_states_tenant on busy_calendar_states for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy busy_calendar_states_platform on busy_calendar_states for select to slotwise_platform using (true);
grant select, insert, update, delete on busy_calendar_states to slotwise_tenant;
-- The sweep asks which tenants have something due.
grant select (tenant_id, next_read_at, leased_until) on busy_calendar_states to slotwise_platform;

create table busy_times (
  tenant_id uuid not null,
  busy_calendar_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint busy_times_pkey primary key (tenant_id, busy_calendar_id, starts_at, ends_at),
  constraint busy_times_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade,
  constraint busy_times_busy_calendar_id_fkey foreign key (tenant_id, busy_calendar_id)
    references busy_calendars (tenant_id, id) on delete cascade,
  constraint busy_times_times_check check (starts_at < ends_at)
);
alter table busy_times enable row level security;
alter table busy_times force row level security;
create policy busy_times_tenant on busy_times for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on busy_times to slotwise_tenant;

-- The set-up is read from both (docs/decisions/0008).
do $$
declare table_name text;
begin
  foreach table_name in array array['busy_calendars', 'busy_times'] loop
    execute format('create constraint trigger %I after insert or update or delete on %I deferrable initially deferred
      for each row execute function change_setup_version()', table_name || '_setup_change', table_name);
    execute format('create trigger %I after insert or update or delete on %I
      for each statement execute function leave_setup_version()', table_name || '_setup_leave', table_name);
  end loop;
end $$;
