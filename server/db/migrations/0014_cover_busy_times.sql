-- With all that a question about free times reads of a booking, so that it looks at the index alone.
drop index allocations_busy_idx;
create index allocations_busy_idx on allocations (tenant_id, resource_id, blocked_until, blocked_from)
  include (buffer_before_minutes, buffer_after_minutes, quantity, capacity_mode, variant_id, channel_id, status, hold_expires_at)
  where active;
