-- Of those that are due at the same instant the order is known too, so that nothing is sorted.
drop index webhook_deliveries_due_idx;
create index webhook_deliveries_due_idx on webhook_deliveries (tenant_id, webhook_id, next_attempt_at, sequence) where status in ('pending', 'retrying');
-- The sweep finds what was written before the clock was set back.
grant select (updated_at) on webhook_deliveries to slotwise_platform;
