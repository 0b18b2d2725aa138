-- Written by hand: what no declaration says of series.

-- A total that was agreed holds for dates added later; any other is worked out for them.
alter table booking_series add column is_total_agreed boolean not null default false;

-- When the rule has a date is known by its series, so that a booking that stays is not written when its rule moves.
alter table bookings
  drop constraint bookings_series_check,
  drop column series_starts_at,
  add constraint bookings_series_check check ((series_id is null) = (series_index is null));
