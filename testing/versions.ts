import { expect } from 'vitest'
import { eventCatalogue } from '../src/resources/eventCatalogue'
import { snakeCase } from '../src/schema'
import type { TestDatabase } from './testDatabase'

type Owner = TestDatabase['owner']

/** No history shows changes of internal rows, queued messages and platform records. */
const unlogged = ['events', 'notifications', 'webhook_deliveries', 'users']

export const fixtureUser = '00000000-0000-4000-8000-000000000000'

const told = Object.values(eventCatalogue)
  .filter(({ types }) => 'updated' in types)
  .map(({ of }) => snakeCase(of.name))

export const watchVersions = (owner: Owner): Promise<unknown> =>
  owner.query(`
    create table if not exists raised_versions (xid xid8, entity text, id uuid);
    create table if not exists made_entries (xid xid8, id uuid, is_new boolean);
    create table if not exists told_events (xid xid8, id uuid);
    create or replace function note_version() returns trigger language plpgsql security definer as $$
      declare person constant text := coalesce(current_setting('app.user_id', true), '');
      begin
        if person <> '${fixtureUser}' and (person <> '' or current_setting('role') = 'slotwise_tenant') then
          insert into raised_versions values (pg_current_xact_id(), tg_table_name, new.id);
        end if;
        return null;
      end $$;
    create or replace function note_entry() returns trigger language plpgsql security definer as $$
      begin
        -- What an offer was like, beside the offer.
        if not new.changes ? 'outOfTurn' then
          insert into made_entries values (pg_current_xact_id(), new.entity_id, new.action = 'created');
        end if;
        return null;
      end $$;
    create or replace function note_event() returns trigger language plpgsql security definer as $$
      begin
        insert into told_events values (pg_current_xact_id(), new.subject_id);
        return null;
      end $$;
    create or replace trigger note_entry after insert on audit_entries for each row execute function note_entry();
    create or replace trigger note_event after insert on events for each row execute function note_event();
    do $$ declare watched text; begin
      for watched in select tgrelid::regclass::text from pg_trigger
        where tgfoid = 'touch_row'::regproc and tgrelid::regclass::text <> all('{${unlogged.join()}}') loop
        execute format('create or replace trigger note_version after update on %I for each row
          when (new.version > old.version) execute function note_version()', watched);
      end loop;
    end $$`)

/**
 * Expects one audit entry per version raised since the last check, and an event where the table has any, from the same
 * call. A new record's first entry may cover several versions.
 */
export const expectEntries = async (owner: Owner): Promise<void> => {
  const { rows } = await owner.query(
    `select entity, raised.id, count(*)::int as versions, made.entries, told.events from raised_versions as raised,
      lateral (select count(*)::int as entries, count(*) filter (where is_new) as first
        from made_entries where xid = raised.xid and id = raised.id) as made,
      lateral (select count(*)::int as events from told_events where xid = raised.xid and id = raised.id) as told
    group by raised.xid, entity, raised.id, made.entries, made.first, told.events
    having made.entries not between count(*) and count(*) + made.first or entity = any($1) and told.events = 0`,
    [told],
  )
  await owner.query('truncate raised_versions, made_entries, told_events')
  expect(rows, 'versions without an entry of their own in the audit log, or without an event').toEqual([])
}

export const raisedIds = async (owner: Owner): Promise<ReadonlySet<string>> => {
  const { rows } = await owner.query<{ id: string }>('select distinct id from raised_versions')
  return new Set(rows.map(({ id }) => id))
}
