-- Replaces 0095_waitlist_entries_of_strangers and the migrations of the product before it (docs/decisions/0013).
-- What no declaration says of the waitlist.
alter table waitlist_entries
  -- A visitor made it, and nobody else vouches for the address (docs/domain.md#notifications).
  add column is_strangers boolean not null default false,
  add column offers jsonb not null default '[]',
  -- All windows in one value, and how far they reach: under row-level security a range operator cannot be an index condition.
  add column wanted tstzmultirange not null default '{}',
  add column waits_from timestamptz(3) not null default now(),
  add column waits_until timestamptz(3) not null default now(),
  add constraint waitlist_entries_offers_check check (jsonb_typeof(offers) = 'array'),
  add constraint waitlist_entries_offered_check check (status <> 'offered' or (booking_id is not null and offer_expires_at is not null));
create function waitlist_entries_wanted() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      select coalesce(range_agg(tstzrange("startsAt", "endsAt")), '{}'), coalesce(min("startsAt"), new.joined_at),
        coalesce(max("endsAt"), new.joined_at)
      into new.wanted, new.waits_from, new.waits_until
      from jsonb_to_recordset(new.windows) as given ("startsAt" timestamptz, "endsAt" timestamptz);
      return new;
    end
  $$;
create trigger waitlist_entries_wanted before insert or update of windows on waitlist_entries
  for each row execute function waitlist_entries_wanted();
create index waitlist_entries_active_idx on waitlist_entries (tenant_id, variant_id, joined_at, id) where status in ('waiting', 'offered');
create index waitlist_entries_waits_idx on waitlist_entries (tenant_id, waits_until, waits_from) where status in ('waiting', 'offered');

-- When to look whether something fits those who wait: after a change that may have made room, and when a hold runs out. Rows are only
-- added and taken away, so that nobody waits for anybody. Nothing depends on it: it makes things sooner.
create table waitlist_due (
  id uuid not null default gen_random_uuid(),
  tenant_id uuid not null,
  due_at timestamptz(3) not null,
  -- The table and the id of what made room.
  cause_table text,
  cause_id text,
  constraint waitlist_due_pkey primary key (tenant_id, id),
  constraint waitlist_due_tenant_id_fkey foreign key (tenant_id) references tenants (id) on delete cascade
);
create index waitlist_due_due_at_idx on waitlist_due (due_at);
create index waitlist_due_tenant_id_idx on waitlist_due (tenant_id, due_at);
alter table waitlist_due enable row level security;
alter table waitlist_due force row level security;
create policy waitlist_due_tenant on waitlist_due for all to slotwise_tenant using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()));
-- Which tenants there are to look at is asked for all of them at once.
create policy waitlist_due_platform on waitlist_due for select to slotwise_platform using (true);
create policy waitlist_due_owner on waitlist_due for all to current_user using (true) with check (true);
grant select, insert, update, delete on waitlist_due to slotwise_tenant;
grant select on waitlist_due to slotwise_platform;

create function look_at_waitlist(tenant uuid, at timestamptz, what text, which text) returns void
  language sql set search_path = public, pg_temp
  as $$
    insert into waitlist_due (tenant_id, due_at, cause_table, cause_id)
    select tenant, at, what, which
    where exists (select from waitlist_entries where tenant_id = tenant and status in ('waiting', 'offered'))
  $$;

create function allocations_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      -- A tenant that goes as a whole.
      if current_tenant_id() is null then return null; end if;
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.active and not new.active) then
        perform look_at_waitlist(old.tenant_id, '-infinity', 'bookings', old.booking_id::text);
      else
        perform look_at_waitlist(new.tenant_id, new.hold_expires_at, 'bookings', new.booking_id::text);
      end if;
      return null;
    end
  $$;
create trigger allocations_waitlist_freed after update of active on allocations
  for each row when (old.active and not new.active) execute function allocations_waitlist();
create trigger allocations_waitlist_deleted after delete on allocations
  for each row when (old.active) execute function allocations_waitlist();
create trigger allocations_waitlist_held after insert or update of hold_expires_at on allocations
  for each row when (new.active and new.status = 'held') execute function allocations_waitlist();

create function timeslots_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      if current_tenant_id() is null then return null; end if;
      perform look_at_waitlist(current_tenant_id(), '-infinity', 'timeslots', null);
      return null;
    end
  $$;
create trigger timeslots_waitlist after insert or update or delete on timeslots
  for each statement execute function timeslots_waitlist();

-- Who begins to wait also waits for holds that stand already.
create function entries_waitlist() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
    begin
      if current_tenant_id() is null then return null; end if;
      insert into waitlist_due (tenant_id, due_at, cause_table, cause_id)
      select new.tenant_id, '-infinity'::timestamptz, 'waitlist_entries', new.id::text
      union all
      select distinct tenant_id, hold_expires_at, 'bookings', booking_id::text from allocations
      where tenant_id = new.tenant_id and active and status = 'held';
      return null;
    end
  $$;
create trigger waitlist_entries_waitlist after insert or update of windows on waitlist_entries
  for each row when (new.status = 'waiting') execute function entries_waitlist();
create trigger waitlist_entries_waitlist_again after update of status on waitlist_entries
  for each row when (new.status = 'waiting' and old.status <> 'waiting') execute function entries_waitlist();
