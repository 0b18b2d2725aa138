-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on tenants from slotwise_tenant;
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, hold_minutes) on tenants to slotwise_tenant;
