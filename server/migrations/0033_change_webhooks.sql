-- Made by `npm run db:migration` from the declarations.
-- SHUTS until all migrations are done: webhooks for reads and writes
-- CHECK: webhooks.events is checked more strictly: this fails while a row does not fit.
alter table webhooks drop constraint webhooks_events_check;
alter table webhooks add constraint webhooks_events_check check (cardinality(events) <= 31 and events <@ array['*', 'booking.*', 'visit.*', 'customer.*', 'resource.*', 'schedule.*', 'booking.created', 'booking.pending', 'booking.confirmed', 'booking.rescheduled', 'booking.reassigned', 'booking.updated', 'booking.checked_in', 'booking.cancelled', 'booking.declined', 'booking.completed', 'booking.no_show', 'booking.expired', 'booking.deleted', 'visit.created', 'visit.updated', 'visit.cancelled', 'customer.created', 'customer.updated', 'customer.merged', 'customer.anonymized', 'customer.deleted', 'resource.created', 'resource.updated', 'resource.deleted', 'schedule.generated']::text[]) not valid;
