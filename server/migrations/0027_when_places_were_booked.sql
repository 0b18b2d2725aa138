-- When a place was booked, for variants whose resources take turns (docs/domain.md#fair-choice): in the order of the
-- locks, which the time of the transaction does not follow. A move keeps it.
alter table allocations add column booked_at timestamptz not null default now();
alter table allocations alter column booked_at set default clock_timestamp();
update allocations set booked_at = bookings.created_at from bookings
where bookings.tenant_id = allocations.tenant_id and bookings.id = allocations.booking_id;
create index allocations_turns_idx on allocations (tenant_id, variant_id, resource_id, booked_at) where active;
