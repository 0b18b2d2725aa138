import pg from 'pg'
import { databaseOn } from '../../server/db/database'
import { openServer } from '../../server/db/server'
import type { TestDatabase } from '../../testing/testDatabase'

/** One clock for the process and for its database. */
export interface Clock {
  /** Epoch ms. */
  now: () => number
  /** Goes to a moment, and on from there. */
  set(at: number): Promise<void>
}

/** Found before those of PostgreSQL, by defaults of columns, policies and functions too. */
const clockSchema = `
  create schema clock;
  create table clock.moment (at timestamptz not null, set_at timestamptz not null);
  insert into clock.moment values (pg_catalog.now(), pg_catalog.now());
  create function clock.now() returns timestamptz language plpgsql stable
    as 'begin return (select at + (pg_catalog.now() - set_at) from clock.moment); end';
  create function clock.clock_timestamp() returns timestamptz language plpgsql volatile
    as 'begin return (select at + (pg_catalog.clock_timestamp() - set_at) from clock.moment); end';
  grant usage on schema clock to public;
  grant select on clock.moment to public`

const searchPath = 'public, clock, pg_catalog'

/** Functions that name their own path. */
const clockFunctions = `do $$ declare one record; begin
  for one in select oid::regprocedure as name from pg_proc where array_to_string(proconfig, ',') like '%search_path=public%' loop
    execute format('alter function %s set search_path = ${searchPath}, pg_temp', one.name);
  end loop;
end $$`

/** A migrated database on a server, whose time is that of the clock. @param serverUrl of a superuser */
export const openClockedDatabase = async (serverUrl: string): Promise<{ on: TestDatabase; clock: Clock }> => {
  const name = `slotwise_year_${Date.now().toString(36)}`
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  await admin.query(`alter database ${name} set search_path = ${searchPath}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(clockSchema)
  await admin.query(`revoke temporary on database ${name} from public`)
  const server = await openServer({ databaseUrl: url })
  await owner.query(clockFunctions)
  const database = databaseOn(server)
  let [at, setAt] = [Date.now(), Date.now()]
  return {
    on: {
      database,
      owner: server.pool,
      url,
      close: async () => {
        await database.close()
        await owner.end()
        await admin.query(`drop database ${name} with (force)`)
        await admin.end()
      },
    },
    clock: {
      now: () => at + Date.now() - setAt,
      set: async moment => {
        await owner.query('update clock.moment set at = $1, set_at = pg_catalog.clock_timestamp()', [
          new Date(moment).toISOString(),
        ])
        ;[at, setAt] = [moment, Date.now()]
      },
    },
  }
}
