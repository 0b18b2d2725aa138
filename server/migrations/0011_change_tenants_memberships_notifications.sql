-- Made by `npm run db:migration` from the declarations.
revoke all on tenants from slotwise_tenant;
alter table notifications drop constraint notifications_key_check;
alter table tenants add column week_mails boolean not null default false;
alter table memberships add column week_mail boolean not null default true;
alter table notifications add constraint notifications_key_check check (key in ('booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_moved', 'staff_cancelled', 'staff_approval_wanted', 'webhook_off', 'week_figures'));
grant select, update (address, auto_complete, brand_color, contact_email, contact_phone, currency, default_schedule_id, hold_minutes, locale, logo_facts, logo_id, mail_reply_to, mail_sender_name, name, notifications_off, notify_by_default, offer_minutes, reminder_minutes, require_second_factor, retention_months, staff_keep_to_own, time_format, time_zone, website_url, week_mails, week_starts_on) on tenants to slotwise_tenant;
