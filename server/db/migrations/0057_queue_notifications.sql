-- Written by hand: what messages have beside their declared fields, and from when on reminders count (docs/domain.md#notifications).

alter table notifications
  add column booking_id uuid,
  add column customer_id uuid,
  add column user_id uuid,
  -- No foreign key: events go before.
  add column event_id uuid,
  add column resent_from_id uuid,
  -- That of the event: what is said later overtakes.
  add column sequence integer not null default 0,
  add column starts_at timestamptz(3),
  add column previous_starts_at timestamptz(3),
  add column reminder_minutes integer,
  -- How it spoke to calendars, as far as anybody knows.
  add column calendar text,
  -- Its words are given: a test, or a word of the program itself.
  add column is_fixed boolean not null default false,
  -- Until then it is in somebody's hand.
  add column leased_until timestamptz(3),
  add constraint notifications_booking_id_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  add constraint notifications_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  add constraint notifications_user_id_fkey foreign key (user_id) references users (id) on delete set null,
  add constraint notifications_calendar_check check (calendar in ('REQUEST', 'CANCEL'));
-- Doubled work cannot send twice.
create unique index notifications_once_idx on notifications (tenant_id, booking_id, key, coalesce(recipient, ''), event_id)
  where event_id is not null and resent_from_id is null;
create unique index notifications_reminder_idx on notifications (tenant_id, booking_id, reminder_minutes, starts_at, recipient)
  where reminder_minutes is not null and resent_from_id is null;
create index notifications_due_idx on notifications (tenant_id, due_at) where status = 'queued';
create index notifications_booking_id_idx on notifications (tenant_id, booking_id);
create index notifications_customer_id_idx on notifications (tenant_id, customer_id);
create index notifications_user_id_idx on notifications (user_id);
grant select (leased_until) on notifications to slotwise_platform;

-- A reminder that would have been due before is not sent.
alter table bookings add column reminders_from timestamptz(3) not null default now();
alter table tenants add column reminders_from timestamptz(3) not null default now();

create function note_reminders_from() returns trigger language plpgsql as $$
begin
  new.reminders_from := now();
  return new;
end $$;
create trigger bookings_reminders_from before update of starts_at, status, sends_reminders on bookings for each row
  when (new.starts_at is distinct from old.starts_at or new.status is distinct from old.status
    or new.sends_reminders is distinct from old.sends_reminders)
  execute function note_reminders_from();
create trigger tenants_reminders_from before update of reminder_minutes, notifications_off on tenants for each row
  when (new.reminder_minutes is distinct from old.reminder_minutes or new.notifications_off is distinct from old.notifications_off)
  execute function note_reminders_from();
