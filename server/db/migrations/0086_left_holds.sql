-- Written by hand: until when a hold lasted before its page was left (docs/booking-page.md).
alter table public_bookings add column end_before_leaving timestamptz(3);
