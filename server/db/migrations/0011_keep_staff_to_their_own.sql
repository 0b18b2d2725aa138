-- Staff may be kept to the resource that they are themselves.
revoke all on tenants from slotwise_tenant;
alter table tenants add column staff_keep_to_own boolean not null default false;
grant select, update (name, time_zone, currency, locale, week_starts_on, time_format, contact_email, contact_phone, website_url, address, logo_url, brand_color, default_schedule_id, hold_minutes, staff_keep_to_own, auto_complete, retention_months) on tenants to slotwise_tenant;
