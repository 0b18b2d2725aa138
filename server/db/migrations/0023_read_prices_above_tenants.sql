-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on bookings from slotwise_platform;
grant select (tenant_id, price_amount, price_currency) on bookings to slotwise_platform;
