-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- What messages have beside their declared fields, and from when on reminders count (docs/domain.md#notifications).

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
  -- The mail that tells this one, too.
  add column carried_by uuid,
  -- Mails of several transactions that are to be one.
  add column batch_id uuid,
  -- Neither a member nor a program of theirs caused it.
  add column is_strangers boolean not null default false,
  add constraint notifications_carried_by_fkey foreign key (tenant_id, carried_by) references notifications (tenant_id, id)
    on delete set null (carried_by),
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
create index notifications_carried_by_idx on notifications (tenant_id, carried_by) where carried_by is not null;
create index notifications_batch_id_idx on notifications (tenant_id, batch_id) where batch_id is not null;
-- The sweep finds mails that were written before the clock was set back.
grant select (leased_until, updated_at) on notifications to slotwise_platform;

-- A reminder that would have been due before is not sent.
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

-- A visitor said that this is their name and address, and nobody else.
alter table customers add column is_unconfirmed boolean not null default false;

-- What strangers had sent to an address lately, over all tenants. Unlogged: what a crash loses here, nobody misses.
create unlogged table stranger_mails (
  -- SHA-256: the addresses of people are not kept in the clear.
  recipient text not null,
  sent_at timestamptz(3) not null
);
create index stranger_mails_recipient_idx on stranger_mails (recipient, sent_at);
create index stranger_mails_sent_at_idx on stranger_mails (sent_at);
alter table stranger_mails enable row level security;
alter table stranger_mails force row level security;
-- For the function below. No role of the API is the owner.
create policy stranger_mails_owner on stranger_mails for all to current_user using (true) with check (true);

-- Counts a mail to an address, unless there were so many within an hour: then it says when there is room again.
create function take_stranger_mail(address text, most int) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      mine constant text := encode(sha256(convert_to(lower(address), 'UTF8')), 'base64');
      room_at timestamptz;
    begin
      -- One after the other, so that two at once do not count each other out.
      perform pg_advisory_xact_lock(hashtextextended('mails to ' || mine, 0));
      delete from stranger_mails where ctid = any(array(
        select ctid from stranger_mails where sent_at <= clock_timestamp() - interval '1 hour' limit 100 for update skip locked));
      select sent_at + interval '1 hour' into room_at from stranger_mails
        where recipient = mine and sent_at > clock_timestamp() - interval '1 hour' order by sent_at desc offset most - 1 limit 1;
      if room_at is null then
        insert into stranger_mails (recipient, sent_at) values (mine, clock_timestamp());
      end if;
      return room_at;
    end
  $$;
revoke execute on function take_stranger_mail(text, int) from public;
grant execute on function take_stranger_mail(text, int) to slotwise_tenant;
