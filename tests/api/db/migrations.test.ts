import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { type EmbeddedServer, startWorker } from '../../../server/db/embedded/startWorker'
import { machineFolder, migrate, migrationsFolder, readMigrations } from '../../../server/db/migrate'
import { ownerPool } from '../../../server/db/postgres'
import { openServer } from '../../../server/db/server'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { isPostgresInstalled, type LocalPostgres, startLocalPostgres } from '../support/localPostgres'
import { catalogOf } from './support/catalog'

const appliedTo = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query('select name from migrations order by 1')).rows.map(({ name }) => name)

/** Loads a database of the former single sequence, with a tenant that shows the last migration's work. */
const singleSequence = async (pool: pg.Pool): Promise<void> => {
  const file = path.resolve(import.meta.dirname, '../../fixtures/singleSequence.sql.gz')
  await pool.query(gunzipSync(await readFile(file)).toString())
  await pool.query(`insert into tenants (name, slug, time_zone, link_secret) values ('Old', 'old', 'UTC', 'kept')`)
}

const folders: string[] = []
/** Copies a folder and adds a migration. */
const folderWith = async (of: string, name: string, text: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-migrations-'))
  folders.push(folder)
  await cp(of, folder, { recursive: true })
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
    const [made, copied] = await Promise.all([catalogOf(server.pool), catalogOf(prepared.pool)])
    expect(await appliedTo(prepared.pool)).toEqual(Object.keys(await readMigrations()))
    await prepared.stop()
    expect(made.database).toMatchObject({ slotwise_tenant: 'false' })
    expect(copied).toEqual(made)
  })

  it('do nothing the second time', async () => {
    const before = await catalogOf(server.pool)
    expect(await migrate(server.pool)).toBe(false)
    expect(await catalogOf(server.pool)).toEqual(before)
  })

  it('are undone as a whole when one fails, and named', async () => {
    const before = await catalogOf(server.pool)
    const folder = await folderWith(migrationsFolder, '9999_broken', 'create table halfway (); select 1 / 0;')
    await expect(migrate(server.pool, folder)).rejects.toMatchObject({
      message: 'The migration product/9999_broken failed.',
      cause: { code: '22012' },
    })
    expect(await catalogOf(server.pool)).toEqual(before)
  })

  it('of the machine may come after the product’s, but none comes too late in its own sequence', async () => {
    const machine = await folderWith(machineFolder, '9998_more', 'create table more ();')
    await migrate(server.pool, migrationsFolder, machine)
    expect(await appliedTo(server.pool)).toContain('machine/9998_more')
    const late = await folderWith(machine, '9997_late', 'create table late ();')
    await expect(migrate(server.pool, migrationsFolder, late)).rejects.toThrow(
      'The migration machine/9997_late comes too late: machine/9998_more is applied.',
    )
    await server.pool.query("drop table more; delete from migrations where name = 'machine/9998_more'")
  })

  it('refuse a database from which a later version has taken something', async () => {
    await migrate(server.pool, await folderWith(migrationsFolder, '9999_later', 'drop table demand;'))
    await expect(migrate(server.pool)).rejects.toThrow(
      'newer than this program, which cannot go on with it: product/9999',
    )
  })
})

describe('A database of the former single sequence (embedded)', () => {
  let former: EmbeddedServer
  beforeEach(async () => {
    former = await startWorker({})
    await singleSequence(former.pool)
  })
  afterEach(() => former.stop())

  it('has all that the two sequences make, and is not migrated again', async () => {
    await migrate(former.pool)
    expect(await appliedTo(former.pool)).toEqual(Object.keys(await readMigrations()))
    expect((await former.pool.query('select name, link_secret from tenants')).rows).toEqual([
      { name: 'Old', link_secret: 'kept' },
    ])
    const made = await openServer({ memory: true })
    const expected = await catalogOf(made.pool)
    await made.stop()
    expect(await catalogOf(former.pool)).toEqual(expected)
    await migrate(former.pool, await folderWith(migrationsFolder, '9999_later', 'create table later ();'))
    expect((await appliedTo(former.pool)).at(-1)).toBe('product/9999_later')
  })

  it('is refused as it is while its last migrations are missing', async () => {
    await former.pool.query("delete from migrations where name >= '0092'")
    const before = await appliedTo(former.pool)
    await expect(migrate(former.pool)).rejects.toThrow(
      'This database was last migrated by 0091_translate_booking_pages. Start the version whose last migration is ' +
        '0095_waitlist_entries_of_strangers once, then this one.',
    )
    expect(await appliedTo(former.pool)).toEqual(before)
  })
})

describeOnPostgres('Migrations', use => {
  it('make the same on a server as in the embedded database', async () => {
    const embedded = await openServer({ memory: true })
    const expected = await catalogOf(embedded.pool)
    await embedded.stop()
    expect(await catalogOf(use().owner)).toEqual(expected)
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
    const applied = await Promise.all(pools.map(appliedTo))
    await Promise.all(pools.map(pool => pool.end()))
    const expected = Object.keys(await readMigrations())
    expect(applied).toEqual(pools.map(() => expected))
  })

  it('adopt a database of the former single sequence once, whoever comes first', async () => {
    for (const name of ['former', 'made']) await superuser.query(`create database ${name}`)
    const pools = ['former', 'former', 'former', 'made'].map(name => ownerPool(address(name)))
    const [former, , , made] = pools as [pg.Pool, pg.Pool, pg.Pool, pg.Pool]
    await singleSequence(former)
    await Promise.all(pools.map(pool => migrate(pool)))
    const [applied, catalogs] = [await appliedTo(former), [await catalogOf(former), await catalogOf(made)]]
    await Promise.all(pools.map(pool => pool.end()))
    expect(applied).toEqual(Object.keys(await readMigrations()))
    expect(catalogs[0]).toEqual(catalogs[1])
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
