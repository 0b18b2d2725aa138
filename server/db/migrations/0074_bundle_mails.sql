-- Written by hand: mails that go out as one, and how many of them strangers may cause (docs/domain.md#notifications).
alter table notifications
  -- The mail that tells this one, too.
  add column carried_by uuid,
  -- Mails of several transactions that are to be one.
  add column batch_id uuid,
  -- Neither a member nor a program of theirs caused it.
  add column is_strangers boolean not null default false,
  add constraint notifications_carried_by_fkey foreign key (tenant_id, carried_by) references notifications (tenant_id, id)
    on delete set null (carried_by);
create index notifications_carried_by_idx on notifications (tenant_id, carried_by) where carried_by is not null;
create index notifications_batch_id_idx on notifications (tenant_id, batch_id) where batch_id is not null;

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
