import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAs } from '../../../server/db/connection'
import { generateMigration } from '../../../server/db/generateMigration'
import { migrate } from '../../../server/db/migrate'
import { ownerPool } from '../../../server/db/postgres'
import { openServer } from '../../../server/db/server'
import { type AnyResource, choice, defineResource, integer, reference, text, withCore } from '../../../src/declare'
import { isPostgresInstalled, type LocalPostgres, startLocalPostgres } from '../support/localPostgres'
import { catalogOf } from './support/catalog'

const base = { icon: 'category', scope: 'tenant', access: { read: 'viewer', write: 'staff' } } as const

const things = defineResource({
  ...base,
  name: 'things',
  label: ['Thing', 'Things'],
  api: '/things',
  screens: { base: '/things', form: 'dialog' },
  fields: {
    name: text({ required: true }),
    size: choice(['small', 'large'], { default: 'small' }),
    amount: integer({ min: 1 }),
  },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
})

const shelves = defineResource({
  ...base,
  name: 'shelves',
  label: ['Shelf', 'Shelves'],
  api: '/shelves',
  screens: { base: '/shelves', form: 'dialog' },
  fields: { name: text({ required: true }) },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
})

/** A column has another name, a choice is wider, a reference comes, a rule about amounts is stricter. */
const changed = defineResource({
  ...base,
  name: 'things',
  label: ['Thing', 'Things'],
  api: '/things',
  screens: { base: '/things', form: 'dialog' },
  fields: {
    title: text({ required: true, renamedFrom: 'name' }),
    size: choice(['small', 'large', 'huge'], { default: 'small' }),
    amount: integer({ min: 1, max: 10, required: true }),
    shelfId: reference(() => shelves),
  },
  represent: 'title',
  list: { columns: ['title'], sort: 'title' },
  form: ['title'],
})

const [first, next] = [withCore([things]), withCore([shelves, changed] as AnyResource[])]
const tenantId = '01900000-0000-7000-8000-000000000001'
const rows = 20_000

describe.skipIf(!isPostgresInstalled())('A migration beside others (postgres)', { timeout: 120_000 }, () => {
  let local: LocalPostgres
  let superuser: pg.Client
  let folder: string
  let files: string[]
  beforeAll(async () => {
    local = (await startLocalPostgres()) as LocalPostgres
    superuser = new pg.Client(local.url)
    await superuser.connect()
    // Row-level security binds this owner.
    await superuser.query('create role plain_owner login createrole')
    folder = await mkdtemp(path.join(tmpdir(), 'slotwise-online-'))
    await generateMigration(first, { folder, name: 'start' })
    const pool = await newDatabase('before')
    await migrate(pool, folder)
    await pool.query(
      `${actAs0}; insert into tenants (id, name, slug, time_zone) values ('${tenantId}', 'One', 'one', 'UTC'); reset role`,
    )
    await asTenant(
      pool,
      `insert into things (tenant_id, name) select '${tenantId}', 'Thing ' || n from generate_series(1, ${rows}) as n`,
    )
    await pool.end()
    files = (await generateMigration(next, { folder, name: 'more' }))?.files ?? []
  }, 120_000)
  afterAll(async () => {
    await superuser.end()
    await local.stop()
    await rm(folder, { recursive: true })
  })

  const actAs0 = 'set role slotwise_platform'
  const address = (name: string, user = 'plain_owner'): string => {
    const url = new URL(local.url)
    url.pathname = `/${name}`
    url.username = user
    return url.href
  }
  const newDatabase = async (name: string, template = 'template0'): Promise<pg.Pool> => {
    await superuser.query(`create database ${name} owner plain_owner template ${template}`)
    return ownerPool(address(name))
  }
  const asTenant = async (pool: pg.Pool, sql: string): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    try {
      await client.query(`begin; ${actAs({ as: 'tenant', tenantId })}`)
      const result = await client.query(sql)
      await client.query('commit')
      return result
    } finally {
      client.release()
    }
  }
  const open = (name: string, onMigrating?: (migration: string, sql: string) => void) =>
    openServer({ databaseUrl: address(name), migrations: folder, onMigrating })
  const until = async (condition: string): Promise<void> => {
    while (!(await superuser.query(`select where ${condition}`)).rowCount) await sleep(20)
  }
  const endMigration = (what: string) =>
    superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '${what}%' and pid <> pg_backend_pid()`,
    )

  it('is two files: what is done at once, and what reads or writes all rows', async () => {
    const [atOnce = '', online = ''] = await Promise.all(files.map(file => readFile(path.join(folder, file), 'utf8')))
    expect(files).toEqual(['0002_more.sql', '0003_more_online.sql'])
    expect(atOnce).not.toMatch(/create (?:unique )?index \w+ on things|^update /m)
    expect(
      atOnce.match(/alter table things add constraint .*/g)?.filter(line => !line.endsWith(' not valid;')),
    ).toEqual([])
    expect(online).toMatch(/create index concurrently \w+ on things/)
    expect(online).toContain('validate constraint things_shelf_id_fkey')
  })

  it('makes the same as alone, and those who write by the former names never fail', async () => {
    const [pool, plain] = [await newDatabase('beside', 'before'), await newDatabase('plain', 'before')]
    const seen: number[] = []
    let isOver = false
    let written = 0
    const write = async () => {
      for (; !isOver; written++) {
        await asTenant(pool, `insert into things (tenant_id, name) values ('${tenantId}', 'Written ${written}')`)
        await asTenant(
          pool,
          `update things set name = name || '!', amount = 3 where id in (select id from things order by id limit 1 offset ${(written * 37) % rows})`,
        )
      }
    }
    const writing = write()
    const servers = await Promise.all([1, 2].map(() => open('beside', () => void seen.push(written))))
    isOver = true
    await writing
    for (const server of servers) await server.stop()
    expect(seen.at(-1), 'writes between the steps').toBeGreaterThan(seen[0] ?? 0)

    await migrate(plain, folder)
    expect(await catalogOf(pool)).toEqual(await catalogOf(plain))
    const { rows: found } = await asTenant(
      pool,
      `select count(*)::int as count, count(*) filter (where title = name)::int as same, count(*) filter (where name like '%!')::int as "isChanged",
        max(version)::int as version from things`,
    )
    expect(found).toEqual([
      { count: rows + written, same: rows + written, isChanged: expect.any(Number), version: expect.any(Number) },
    ])
    expect(found[0].isChanged).toBeGreaterThan(0)
    const { rows: left } = await pool.query(`select nspname from pg_namespace where nspname like 'slotwise%'`)
    expect(left).toEqual([])
    await Promise.all([pool.end(), plain.end()])
  })

  it('goes on where it was killed: in the middle of a column, and of an index', async () => {
    const pool = await newDatabase('killed', 'before')
    const last = new pg.Client(address('killed', 'postgres'))
    await last.connect()
    // A row far behind that waits; a lock on the row itself would be waited for before.
    await last.query(`create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger wait before update on things for each row when (new.name = 'Thing ${rows - 1}') execute function wait();
      select pg_advisory_lock(7)`)
    const filling = open('killed').catch(error => error)
    await until(
      `exists (select from pg_stat_activity where query like 'update things set title%' and wait_event_type = 'Lock')`,
    )
    await endMigration('update things set title')
    expect(await filling).toMatchObject({ message: 'The migration product/0003_more_online failed.' })
    await last.query('select pg_advisory_unlock(7)')
    const firstRow = async () =>
      (await last.query('select ctid::text, xmin::text, title from things order by title nulls last limit 1')).rows
    const before = await firstRow()
    expect(before).toMatchObject([{ title: 'Thing 1' }])

    // An old snapshot, without a lock on the table.
    await last.query('begin isolation level repeatable read; select 1')
    const indexing = open('killed').catch(error => error)
    await until(
      `exists (select from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock')`,
    )
    await endMigration('create index concurrently')
    expect(await indexing).toMatchObject({ message: 'The migration product/0003_more_online failed.' })
    await last.query('commit')
    expect(await firstRow(), 'no row is filled twice').toEqual(before)
    const invalid = `select indexrelid::regclass::text as name from pg_index where not indisvalid`
    expect((await last.query(invalid)).rowCount).toBe(1)

    const steps: string[] = []
    await (await open('killed', (_, sql) => void steps.push(sql))).stop()
    expect(steps[0]).toMatch(/^create index concurrently/)
    expect((await last.query(invalid)).rowCount).toBe(0)
    const { rows: taken } = await last.query(
      "select name, breaks from migrations where name like 'product/%' order by 1",
    )
    expect(taken, 'nobody knows what the interrupted run took').toEqual([
      { name: 'product/0001_start', breaks: null },
      { name: 'product/0002_more', breaks: 'nothing' },
      { name: 'product/0003_more_online', breaks: null },
    ])
    const { rows: found } = await last.query('select count(*)::int as count from things where title = name')
    expect(found).toEqual([{ count: rows }])
    await last.end()
    await pool.end()
  })

  it('lets nobody wait behind it while it waits for a long reader', async () => {
    const [pool, reader] = [await newDatabase('read', 'before'), new pg.Client(address('read', 'postgres'))]
    await reader.connect()
    await reader.query('begin; select count(*) from things')
    let isDone = false
    const opening = open('read').finally(() => {
      isDone = true
    })
    await until(`exists (select from pg_stat_activity where datname = 'read' and wait_event_type = 'Lock')`)
    await asTenant(pool, `insert into things (tenant_id, name) values ('${tenantId}', 'Meanwhile')`)
    expect(isDone).toBe(false)
    await reader.query('commit')
    await (await opening).stop()
    await reader.end()
    await pool.end()
  })

  it('is refused in the version after while a row breaks a stricter rule, and goes on once it fits', async () => {
    const pool = await newDatabase('stricter', 'before')
    await (await open('stricter')).stop()
    const [own, kept] = [folder, await readFile(path.join(folder, 'schema.json'), 'utf8')]
    await generateMigration(next, { folder: own, name: 'less', step: 'contract', mayLose: true })
    await asTenant(
      pool,
      `update things set amount = 11 where name = 'Thing 1'; update things set amount = 5 where name <> 'Thing 1'`,
    )
    await expect(open('stricter')).rejects.toMatchObject({
      message: 'The migration product/0005_less_online failed.',
      cause: { code: '23514' },
    })
    await asTenant(pool, `update things set amount = 10 where amount = 11`)
    await (await open('stricter')).stop()
    const alone = await newDatabase('alone')
    const fresh = await mkdtemp(path.join(tmpdir(), 'slotwise-online-'))
    await generateMigration(next, { folder: fresh, name: 'start' })
    await migrate(alone, fresh)
    // A copy of a database has no rights on itself.
    const { database: _, ...expected } = await catalogOf(alone)
    expect(await catalogOf(pool)).toMatchObject(expected)
    await rm(fresh, { recursive: true })
    expect(kept).toContain('keep_in_step')
    await Promise.all([pool.end(), alone.end()])
  })
})
