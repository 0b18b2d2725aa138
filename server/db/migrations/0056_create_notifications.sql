-- Made by `npm run db:migration` from the declarations in src/resources.
revoke all on tenants from slotwise_tenant;
alter table tenants add column mail_sender_name text;
alter table tenants add column mail_reply_to text;
alter table tenants add column reminder_minutes integer[] not null default array[1440];
alter table tenants add column notifications_off text[] not null default '{}';
alter table tenants add column notify_by_default boolean not null default true;
alter table memberships add column booking_mails text not null default 'own';
alter table customers add column mail_opt_out boolean not null default false;
alter table bookings add column sends_reminders boolean not null default false;

create table notifications (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  key text not null,
  audience text not null default 'customer',
  recipient text,
  subject text,
  body text,
  locale text not null default 'en',
  status text not null default 'queued',
  reason text,
  due_at timestamptz(3),
  sent_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint notifications_pkey primary key (tenant_id, id),
  constraint notifications_key_check check (key in ('booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_cancelled', 'staff_approval_wanted', 'webhook_off')),
  constraint notifications_audience_check check (audience in ('customer', 'staff')),
  constraint notifications_recipient_check check (char_length(recipient) between 1 and 254),
  constraint notifications_subject_check check (char_length(subject) between 1 and 500),
  constraint notifications_body_check check (char_length(body) between 1 and 20000),
  constraint notifications_locale_check check (locale in ('en', 'de')),
  constraint notifications_status_check check (status in ('queued', 'sent', 'failed', 'suppressed', 'cancelled')),
  constraint notifications_reason_check check (reason in ('no_address', 'opted_out', 'turned_off', 'anonymized', 'outdated', 'rejected', 'gave_up')),
  constraint notifications_attempts_check check (attempts between 0 and 2147483647),
  constraint notifications_last_error_check check (char_length(last_error) between 1 and 500),
  constraint notifications_version_check check (version between 1 and 2147483647)
);
create trigger notifications_touch before update on notifications for each row execute function touch_row();
alter table notifications enable row level security;
alter table notifications force row level security;

create table notification_templates (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  key text not null,
  locale text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint notification_templates_pkey primary key (tenant_id, id),
  constraint notification_templates_key_check check (key in ('booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_cancelled', 'staff_approval_wanted')),
  constraint notification_templates_locale_check check (locale in ('en', 'de')),
  constraint notification_templates_subject_check check (char_length(subject) between 1 and 200),
  constraint notification_templates_body_check check (char_length(body) between 1 and 5000),
  constraint notification_templates_version_check check (version between 1 and 2147483647)
);
create trigger notification_templates_touch before update on notification_templates for each row execute function touch_row();
alter table notification_templates enable row level security;
alter table notification_templates force row level security;
alter table tenants add constraint tenants_mail_sender_name_check check (char_length(mail_sender_name) between 1 and 60);
alter table tenants add constraint tenants_mail_reply_to_check check (char_length(mail_reply_to) <= 254 and mail_reply_to = lower(mail_reply_to));
alter table tenants add constraint tenants_reminder_minutes_check check (cardinality(reminder_minutes) <= 3 and 5 <= all (reminder_minutes) and 43200 >= all (reminder_minutes));
alter table tenants add constraint tenants_notifications_off_check check (cardinality(notifications_off) between 0 and 12 and notifications_off <@ array['booking_confirmed', 'booking_approved', 'booking_pending', 'booking_declined', 'booking_moved', 'booking_cancelled', 'booking_reminder', 'hold_link', 'waitlist_offer', 'staff_new_booking', 'staff_cancelled', 'staff_approval_wanted']::text[]);
alter table memberships add constraint memberships_booking_mails_check check (booking_mails in ('none', 'own', 'all'));
alter table notifications add constraint notifications_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create index notifications_created_at_idx on notifications (tenant_id, created_at, id);
alter table notification_templates add constraint notification_templates_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade;
create unique index notification_templates_key_locale_key on notification_templates (tenant_id, key, locale);
create index notification_templates_key_idx on notification_templates (tenant_id, key, id);
grant select, update (address, auto_complete, brand_color, contact_email, contact_phone, currency, default_schedule_id, hold_minutes, locale, logo_facts, logo_id, mail_reply_to, mail_sender_name, name, notifications_off, notify_by_default, offer_minutes, reminder_minutes, require_second_factor, retention_months, staff_keep_to_own, time_format, time_zone, website_url, week_starts_on) on tenants to slotwise_tenant;
create policy notifications_tenant on notifications for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
create policy notifications_platform_read on notifications for select to slotwise_platform using (true);
grant select, insert, update, delete on notifications to slotwise_tenant;
grant select (tenant_id, status, due_at) on notifications to slotwise_platform;
create policy notification_templates_tenant on notification_templates for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
grant select, insert, update, delete on notification_templates to slotwise_tenant;
