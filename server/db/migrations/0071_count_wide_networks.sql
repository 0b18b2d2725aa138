-- Written by hand: the wide network around each (docs/booking-page.md), and who joined the waitlist by themselves.
alter table public_bookings add column wide_network text;
create index public_bookings_wide_network_idx on public_bookings (tenant_id, wide_network) where wide_network is not null;

create table public_waitlist_entries (
  tenant_id uuid not null,
  entry_id uuid not null,
  -- Keyed hashes: addresses of people are not kept in the clear.
  network text not null,
  wide_network text,
  joined_at timestamptz(3) not null,
  constraint public_waitlist_entries_pkey primary key (tenant_id, entry_id),
  constraint public_waitlist_entries_entry_id_fkey foreign key (tenant_id, entry_id) references waitlist_entries (tenant_id, id) on delete cascade
);
create index public_waitlist_entries_joined_at_idx on public_waitlist_entries (tenant_id, joined_at);
alter table public_waitlist_entries enable row level security;
alter table public_waitlist_entries force row level security;
create policy public_waitlist_entries_tenant on public_waitlist_entries for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, delete on public_waitlist_entries to slotwise_tenant;
