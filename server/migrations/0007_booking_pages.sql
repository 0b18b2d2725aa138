-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- What keeps strangers within bounds (docs/booking-page.md).

-- Bookings that customers made by themselves.
create table public_bookings (
  tenant_id uuid not null,
  booking_id uuid not null,
  -- A keyed hash: addresses of people are not kept in the clear. Null after a day.
  network text,
  held_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  -- The network around it.
  wide_network text,
  -- Until when a hold lasted before its page was left.
  end_before_leaving timestamptz(3),
  constraint public_bookings_pkey primary key (tenant_id, booking_id),
  constraint public_bookings_booking_id_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
);
create index public_bookings_network_idx on public_bookings (tenant_id, network) where network is not null;
create index public_bookings_wide_network_idx on public_bookings (tenant_id, wide_network) where wide_network is not null;
alter table public_bookings enable row level security;
alter table public_bookings force row level security;
create policy public_bookings_tenant on public_bookings for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on public_bookings to slotwise_tenant;

-- A solved challenge counts once.
create table used_challenges (
  tenant_id uuid not null,
  id text not null,
  expires_at timestamptz(3) not null,
  constraint used_challenges_pkey primary key (tenant_id, id),
  constraint used_challenges_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
create index used_challenges_expires_at_idx on used_challenges (tenant_id, expires_at);
alter table used_challenges enable row level security;
alter table used_challenges force row level security;
create policy used_challenges_tenant on used_challenges for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on used_challenges to slotwise_tenant;

-- Who joined the waitlist by themselves.
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
