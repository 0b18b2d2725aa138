-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on tenants from slotwise_tenant;
alter table tenants add column require_second_factor boolean not null default false;
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, address, logo_url, brand_color, default_schedule_id, hold_minutes, staff_keep_to_own, require_second_factor, auto_complete, retention_months) on tenants to slotwise_tenant;
