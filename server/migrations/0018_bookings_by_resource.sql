-- A rule about rows asks which bookings take a resource of the caller's own, also cancelled ones: from the index alone.
create index allocations_resource_id_idx on allocations (tenant_id, resource_id, booking_id);
