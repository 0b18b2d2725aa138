import { expect } from 'vitest'
import type { TestDatabase } from './testDatabase'

type Owner = TestDatabase['owner']

/** Tables whose rows the program keeps for itself: nobody's history has them. */
const unlogged = ['events']

/** Writes down every version that a call of a person raises, and every entry of the audit log. */
export const watchVersions = (owner: Owner): Promise<unknown> =>
  owner.query(`
    create table if not exists raised_versions (xid xid8, entity text, id uuid);
    create table if not exists made_entries (xid xid8, id uuid);
    create or replace function note_version() returns trigger language plpgsql security definer as $$
      begin
        if current_setting('app.user_id', true) <> '' then
          insert into raised_versions values (pg_current_xact_id(), tg_table_name, new.id);
        end if;
        return null;
      end $$;
    create or replace function note_entry() returns trigger language plpgsql security definer as $$
      begin
        insert into made_entries values (pg_current_xact_id(), new.entity_id);
        return null;
      end $$;
    create or replace trigger note_entry after insert on audit_entries for each row execute function note_entry();
    do $$ declare watched text; begin
      for watched in select tgrelid::regclass::text from pg_trigger
        where tgfoid = 'touch_row'::regproc and tgrelid::regclass::text <> all('{${unlogged.join()}}') loop
        execute format('create or replace trigger note_version after update on %I for each row
          when (new.version > old.version) execute function note_version()', watched);
      end loop;
    end $$`)

/** Expects an entry of the audit log for every version that was raised, written by the same call. */
export const expectEntries = async (owner: Owner): Promise<void> => {
  const { rows } = await owner.query(`
    select entity, raised.id, count(*)::int as versions, made.entries from raised_versions as raised,
      lateral (select count(*)::int as entries from made_entries where xid = raised.xid and id = raised.id) as made
    group by raised.xid, entity, raised.id, made.entries having count(*) > made.entries`)
  expect(rows, 'versions without an entry in the audit log').toEqual([])
}
