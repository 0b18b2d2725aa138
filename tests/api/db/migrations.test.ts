import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { type EmbeddedServer, startWorker } from '../../../server/db/embedded/startWorker'
import { migrate, migrationsFolder, readMigrations } from '../../../server/db/migrate'
import { ownerPool } from '../../../server/db/postgres'
import { openServer } from '../../../server/db/server'
import { describeOnPostgres } from '../support/describeOnBoth'
import { isPostgresInstalled, type LocalPostgres, startLocalPostgres } from '../support/localPostgres'

/** All that migrations make, in words that every version of PostgreSQL uses. */
const catalogue = async (pool: pg.Pool) => {
  const here = "'public'::regnamespace"
  const parts = {
    columns: `select table_name, column_name, ordinal_position::int, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by 1, 3`,
    constraints: `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = ${here} and contype in ('p', 'u', 'f', 'c', 'x') order by 1, 2`,
    indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    policies: `select tablename, policyname, roles::text[], cmd, qual, with_check from pg_policies order by 1, 2`,
    security: `select relname, relrowsecurity, relforcerowsecurity, relacl::text from pg_class
      where relnamespace = ${here} and relkind = 'r' order by 1`,
    triggers: `select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal order by 1, 2`,
    functions: `select proname, prosrc, proacl::text from pg_proc where pronamespace = ${here} and probin is null order by 1`,
    temporary: `select has_database_privilege('slotwise_tenant', current_database(), 'temporary') as allowed`,
    applied: 'select name from migrations order by 1',
  }
  const answers = Object.entries(parts).map(async ([name, query]) => [name, (await pool.query(query)).rows])
  return Object.fromEntries(await Promise.all(answers))
}

const folders: string[] = []
/** A copy of the migrations, with one more. */
const migrationsWith = async (name: string, text: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-migrations-'))
  folders.push(folder)
  await cp(migrationsFolder, folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.sql`), text)
  return folder
}
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

describe('Migrations (embedded)', () => {
  let server: EmbeddedServer
  beforeAll(async () => {
    server = await startWorker({})
    await migrate(server.pool)
  })
  afterAll(() => server.stop())

  it('make what the prepared database has, which new ones are copied from', async () => {
    const prepared = await openServer({ memory: true })
    const [made, copied] = await Promise.all([catalogue(server.pool), catalogue(prepared.pool)])
    await prepared.stop()
    expect(made.applied.map(({ name }: { name: string }) => name)).toEqual(Object.keys(await readMigrations()))
    expect(made.temporary).toEqual([{ allowed: false }])
    expect(copied).toEqual(made)
  })

  it('do nothing the second time', async () => {
    const before = await catalogue(server.pool)
    await migrate(server.pool)
    expect(await catalogue(server.pool)).toEqual(before)
  })

  it('are undone as a whole when one fails, and named', async () => {
    const before = await catalogue(server.pool)
    const folder = await migrationsWith('9999_broken', 'create table halfway (); select 1 / 0;')
    await expect(migrate(server.pool, folder)).rejects.toMatchObject({
      message: 'The migration 9999_broken failed.',
      cause: { code: '22012' },
    })
    expect(await catalogue(server.pool)).toEqual(before)
  })

  it('refuse a database that a later version has already changed', async () => {
    const folder = await migrationsWith('9999_later', 'create table later ();')
    await migrate(server.pool, folder)
    await expect(migrate(server.pool)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('9999_later') },
    })
  })
})

describeOnPostgres('Migrations', use => {
  it('make the same on a server as in the embedded database', async () => {
    const embedded = await openServer({ memory: true })
    const { security: _, functions: __, ...expected } = await catalogue(embedded.pool)
    await embedded.stop()
    expect(await catalogue(use().owner)).toMatchObject(expected)
  })
})

describe.skipIf(!isPostgresInstalled())('Migrations on a new server (postgres)', () => {
  let local: LocalPostgres | null
  let superuser: pg.Client
  beforeEach(async () => {
    local = await startLocalPostgres()
    superuser = new pg.Client(local?.url)
    await superuser.connect()
  })
  afterEach(async () => {
    await superuser.end()
    await local?.stop()
  })
  const address = (name: string, user = 'postgres'): string => {
    const url = new URL(local?.url ?? '')
    url.pathname = `/${name}`
    url.username = user
    return url.href
  }

  it('run once when several processes start at once, in several databases', async () => {
    const names = ['one', 'two']
    for (const name of names) await superuser.query(`create database ${name}`)
    const pools = [...names, ...names, ...names].map(name => ownerPool(address(name)))
    await Promise.all(pools.map(pool => migrate(pool)))
    const applied = await Promise.all(pools.map(async pool => (await catalogue(pool)).applied))
    await Promise.all(pools.map(pool => pool.end()))
    const expected = Object.keys(await readMigrations()).map(name => ({ name }))
    expect(applied).toEqual(pools.map(() => expected))
  })

  it('need no superuser: the owner of the database is enough, if it may make roles', async () => {
    await superuser.query('create role plain_owner login createrole')
    await superuser.query('create database plain owner plain_owner')
    const database = await openDatabase({ databaseUrl: address('plain', 'plain_owner') })
    const actor = { as: 'platform' } as const
    await database.run(actor, trx => trx.insertInto('users').values({ email: 'a@demo.test' }).execute())
    const users = await database.run(actor, trx => trx.selectFrom('users').select('email').execute())
    await database.close()
    expect(users).toEqual([{ email: 'a@demo.test' }])
  })

  it('refuse roles that would see through row-level security', async () => {
    await superuser.query('create role slotwise_tenant bypassrls')
    await expect(openDatabase({ databaseUrl: local?.url ?? '' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('exempt from row-level security') },
    })
  })
})
