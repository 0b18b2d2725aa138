-- Made by `npm run db:migration` from the declarations in src/resources.
create policy bookings_platform_read on bookings for select to slotwise_platform using (true);
grant select (tenant_id, price_amount) on bookings to slotwise_platform;
