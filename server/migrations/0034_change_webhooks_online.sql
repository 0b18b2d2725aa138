-- Runs while others read and write: each statement for itself, and again after an interruption.
-- Made by `npm run db:migration` from the declarations.
-- Where rows that exist are in the way:
-- -- In batches, past the row-level security of webhooks:
-- update webhooks set … where /* batch */ true and (not (cardinality(events) <= 31 and events <@ array['*', 'booking.*', 'visit.*', 'customer.*', 'resource.*', 'schedule.*', 'booking.created', 'booking.pending', 'booking.confirmed', 'booking.rescheduled', 'booking.reassigned', 'booking.updated', 'booking.checked_in', 'booking.cancelled', 'booking.declined', 'booking.completed', 'booking.no_show', 'booking.expired', 'booking.deleted', 'visit.created', 'visit.updated', 'visit.cancelled', 'customer.created', 'customer.updated', 'customer.merged', 'customer.anonymized', 'customer.deleted', 'resource.created', 'resource.updated', 'resource.deleted', 'schedule.generated']::text[]));
alter table webhooks validate constraint webhooks_events_check;
