-- Written by hand: what links for customers are made of (docs/domain.md#links-for-customers). No declared field, so that no answer has it.
alter table tenants add column link_secret text not null default (gen_random_uuid()::text || gen_random_uuid()::text);
-- Counted up when somebody ends the links of a booking.
alter table bookings add column link_generation integer not null default 0;
