import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { actAs } from '../../../server/db/connection'
import { driftOf, driftOn } from '../../../server/db/drift'
import { generateMigration, migratedSchema, pendingChanges } from '../../../server/db/generateMigration'
import { migrate } from '../../../server/db/migrate'
import { openServer } from '../../../server/db/server'
import { schemaOf } from '../../../server/db/tables'
import { planUpgrade } from '../../../server/db/upgrade/planUpgrade'
import type { Tables } from '../../../server/own'
import { resources } from '../../../src/resources'
import { channels } from '../../../src/resources/channels'
import {
  type AnyResource,
  choice,
  defineResource,
  integer,
  money,
  parent,
  reference,
  references,
  text,
} from '../../../src/schema'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { describeOnBoth } from '../support/describeOnDatabase'
import { catalogOf } from './support/catalog'
import { writePlaces } from './support/writePlaces'

const base = {
  icon: 'style',
  scope: 'tenant',
  access: { read: 'viewer', write: 'admin' },
} as const

const things: AnyResource = defineResource({
  ...base,
  name: 'things',
  label: ['Thing', 'Things'],
  api: '/things',
  fields: {
    name: text({ required: true, unique: true }),
    size: choice(['small', 'large'], { default: 'small' }),
    amount: integer({ min: 1, max: 9, default: 5 }),
    price: money(),
    channelId: reference(() => channels),
    otherIds: references(() => channels),
  },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
  uniqueTogether: [['size', 'amount']],
  beyondTenant: { read: ['id', 'name'], insert: { fields: ['name', 'size'], where: { size: 'small' } } },
  assigns: {
    channels: { of: () => channels, path: '/things/{id}/channels', body: 'channels', key: 'id', rank: 'place', max: 9 },
  },
})

const parts: AnyResource = defineResource({
  ...base,
  name: 'parts',
  label: ['Part', 'Parts'],
  api: '/things/{thingId}/parts',
  fields: { thingId: parent(() => things), name: text({ required: true }) },
  represent: 'name',
  list: { columns: ['name'], sort: '-createdAt' },
  form: ['name'],
})

/** The same under other names: tables, columns of all kinds, and the label that names an assignment's table. */
const gadgets: AnyResource = defineResource({
  ...base,
  name: 'gadgets',
  renamedFrom: 'things',
  label: ['Gadget', 'Gadgets'],
  api: '/gadgets',
  fields: {
    title: text({ required: true, unique: true, renamedFrom: 'name' }),
    extent: choice(['small', 'large'], { default: 'small', renamedFrom: 'size' }),
    count: integer({ min: 1, max: 9, default: 5, renamedFrom: 'amount' }),
    cost: money({ renamedFrom: 'price' }),
    viaId: reference(() => channels, { renamedFrom: 'channelId' }),
    furtherIds: references(() => channels, { renamedFrom: 'otherIds' }),
  },
  represent: 'title',
  list: { columns: ['title'], sort: 'title' },
  form: ['title'],
  uniqueTogether: [['extent', 'count']],
  beyondTenant: { read: ['id', 'title'], insert: { fields: ['title', 'extent'], where: { extent: 'small' } } },
  assigns: {
    channels: {
      of: () => channels,
      path: '/gadgets/{id}/channels',
      body: 'channels',
      key: 'id',
      rank: 'place',
      max: 9,
    },
  },
})

const pieces: AnyResource = defineResource({
  ...base,
  name: 'pieces',
  renamedFrom: 'parts',
  label: ['Piece', 'Pieces'],
  api: '/gadgets/{gadgetId}/pieces',
  fields: { gadgetId: { ...parent(() => gadgets), renamedFrom: 'thingId' }, name: text({ required: true }) },
  represent: 'name',
  list: { columns: ['name'], sort: '-createdAt' },
  form: ['name'],
})

const [first, renamed] = [
  [...resources, things, parts],
  [...resources, gadgets, pieces],
]

const folders: string[] = []
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-renames-'))
  folders.push(folder)
  await writePlaces(folder)
  return folder
}
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

/** A database with the tables of `declared`. */
const startedWith = async (declared: readonly AnyResource[], folder: string): Promise<TestDatabase> => {
  // The machine's own migrations take longest, and are made once.
  const test = await openTestDatabase(inject('postgresUrl'), await newFolder())
  await generateMigration(declared, { folder, name: 'start' })
  await migrate(test.owner, folder)
  return test
}

// Each makes whole schemas.
describe('A migration', { timeout: 180_000 }, () => {
  const [tenantId, id, viaId] = ['1', 'a', 'b'].map(end => `01900000-0000-7000-8000-00000000000${end}`)
  let folder: string
  let test: TestDatabase
  beforeAll(async () => {
    folder = await newFolder()
    test = await startedWith(first, folder)
    await test.owner.query(`
      insert into tenants (id, name, slug, time_zone) values ('${tenantId}', 'One', 'one', 'UTC');
      insert into channels (tenant_id, id, name, code) values ('${tenantId}', '${viaId}', 'Web', 'web');
      insert into things (tenant_id, id, name, amount, price_amount, price_currency, channel_id)
        values ('${tenantId}', '${id}', 'Thing', 7, 250, 'EUR', '${viaId}');
      insert into parts (tenant_id, thing_id, name) values ('${tenantId}', '${id}', 'Part');
      insert into things_other_ids (tenant_id, owner_id, target_id, position) values ('${tenantId}', '${id}', '${viaId}', 0);
      insert into thing_channels (tenant_id, owner_id, target_id, place) values ('${tenantId}', '${id}', '${viaId}', 0);
      insert into audit_entries (tenant_id, actor_type, action, entity_type, entity_id, changes)
        values ('${tenantId}', 'system', 'updated', 'things', '${id}', '{"name": {"from": "A", "to": "B"}, "isNew": {"from": 1, "to": 7}}')`)
  })
  afterAll(() => test.close())

  const rows = async (query: string) => (await test.owner.query(query)).rows

  it('renames what renamedFrom says, with all that has its name', async () => {
    const made = await generateMigration(renamed, { folder, name: 'renames', step: 'atOnce' })
    expect(made?.diff).toMatchObject({ losses: [], warnings: [], created: [] })
    expect(
      made?.diff.statements.filter(statement => !/rename|audit_entries|slotwise\.deriving/.test(statement)),
    ).toEqual([])
    await migrate(test.owner, folder)
    const scratch = await startedWith(renamed, await newFolder())
    expect(await catalogOf(test.owner)).toEqual(await catalogOf(scratch.owner))
    await scratch.close()
  })

  it('keeps every row, and lets histories go on', async () => {
    expect(await rows('select title, count, cost_amount, cost_currency, via_id from gadgets')).toEqual([
      { title: 'Thing', count: 7, cost_amount: 250, cost_currency: 'EUR', via_id: viaId },
    ])
    expect(await rows('select gadget_id, name from pieces')).toEqual([{ gadget_id: id, name: 'Part' }])
    expect(await rows('select owner_id, target_id from gadgets_further_ids')).toEqual([
      { owner_id: id, target_id: viaId },
    ])
    expect(await rows('select owner_id, target_id from gadget_channels')).toEqual([{ owner_id: id, target_id: viaId }])
    expect(await rows('select entity_type, changes from audit_entries')).toEqual([
      { entity_type: 'gadgets', changes: { title: { from: 'A', to: 'B' }, isNew: { from: 1, to: 7 } } },
    ])
  })

  it('is followed by the next change as if the names had always been these', async () => {
    expect((await pendingChanges(renamed, folder)).statements).toEqual([])
    const { count: _, ...kept } = gadgets.fields
    const next: AnyResource[] = [
      ...resources,
      {
        ...gadgets,
        fields: {
          ...kept,
          title: text({ unique: true }),
          extent: choice(['small', 'large', 'huge'], { default: 'small' }),
        },
        uniqueTogether: [],
      },
      pieces,
    ]
    await generateMigration(next, { folder, name: 'next', mayLose: true, step: 'atOnce' })
    await migrate(test.owner, folder)
    const scratch = await startedWith(next, await newFolder())
    expect(await catalogOf(test.owner)).toEqual(await catalogOf(scratch.owner))
    await scratch.close()
  })

  it('renames and changes a field in one step', async () => {
    const own = await newFolder()
    const wider: AnyResource = {
      ...gadgets,
      fields: { ...gadgets.fields, count: integer({ min: 1, max: 99, default: 6, renamedFrom: 'amount' }) },
    }
    const both = await startedWith(first, own)
    const made = await generateMigration([...resources, wider, pieces], { folder: own, name: 'both', step: 'atOnce' })
    expect(made?.diff).toMatchObject({ losses: [], warnings: [] })
    await migrate(both.owner, own)
    const scratch = await startedWith([...resources, wider, pieces], await newFolder())
    expect(await catalogOf(both.owner)).toEqual(await catalogOf(scratch.owner))
    await Promise.all([both.close(), scratch.close()])
  })

  it('says where SQL written by hand names what is renamed', async () => {
    const own = await newFolder()
    await generateMigration(first, { folder: own, name: 'start' })
    await writeFile(path.join(own, '0900_by_hand.sql'), 'create index things_by_size on things (size);\n')
    const { warnings } = await pendingChanges(renamed, own)
    expect(warnings).toEqual([
      expect.stringMatching(/^things is named in 0900_by_hand\.sql: /),
      expect.stringMatching(/^things\.size is named in 0900_by_hand\.sql: /),
    ])
  })
})

/** Beside a running version: a column, a link and a table have other names, a field is gone, and three rules are stricter. */
const beside: AnyResource = defineResource({
  ...base,
  name: 'things',
  label: ['Thing', 'Things'],
  api: '/things',
  fields: {
    title: text({ required: true, unique: true, renamedFrom: 'name' }),
    size: choice(['small'], { default: 'small' }),
    price: money({ required: true }),
    viaId: reference(() => channels, { renamedFrom: 'channelId' }),
    furtherIds: references(() => channels, { renamedFrom: 'otherIds' }),
    note: text({ required: true }),
  },
  represent: 'title',
  list: { columns: ['title'], sort: 'title' },
  form: ['title'],
  assigns: things.assigns,
})

const piecesBeside: AnyResource = defineResource({
  ...base,
  name: 'pieces',
  renamedFrom: 'parts',
  label: ['Piece', 'Pieces'],
  api: '/things/{thingId}/pieces',
  fields: { thingId: parent(() => beside), label: text({ required: true, unique: true, renamedFrom: 'name' }) },
  represent: 'label',
  list: { columns: ['label'], sort: '-createdAt' },
  form: ['label'],
})

describe('A migration beside a running version', { timeout: 180_000 }, () => {
  const [tenantId, id, viaId] = ['1', 'a', 'b'].map(end => `01900000-0000-7000-8000-00000000000${end}`)
  const declared = [...resources, beside, piecesBeside]
  let folder: string
  let versionBefore: string
  let test: TestDatabase
  beforeAll(async () => {
    folder = await newFolder()
    test = await startedWith(first, folder)
    versionBefore = await newFolder()
    await cp(folder, versionBefore, { recursive: true })
    await test.owner.query(`
      insert into tenants (id, name, slug, time_zone) values ('${tenantId}', 'One', 'one', 'UTC');
      insert into channels (tenant_id, id, name, code) values ('${tenantId}', '${viaId}', 'Web', 'web');
      insert into things (tenant_id, id, name, size, amount, price_amount, price_currency, channel_id)
        values ('${tenantId}', '${id}', 'First', 'large', 7, 250, 'EUR', '${viaId}');
      insert into parts (tenant_id, thing_id, name) values ('${tenantId}', '${id}', 'Part')`)
  })
  afterAll(() => test.close())

  const asTenant = async (query: string): Promise<unknown[]> => {
    const client = await test.owner.connect()
    try {
      await client.query(`begin; ${actAs({ as: 'tenant', tenantId: tenantId as string })}`)
      const { rows } = await client.query(query)
      await client.query('commit')
      return rows
    } finally {
      client.release()
    }
  }

  it('keeps what that one reads and writes', async () => {
    const made = await generateMigration(declared, { folder, name: 'expand' })
    expect(made?.diff.losses).toEqual([])
    expect(await planUpgrade(test.owner, folder)).toMatchObject([
      { name: 'product/0002_expand', isOnline: false, breaks: [] },
      { name: 'product/0003_expand_online', isOnline: true, breaks: [] },
    ])
    await migrate(test.owner, folder)
    expect(await migrate(test.owner, versionBefore), 'one goes back to it').toBe(false)

    await asTenant(`insert into things (tenant_id, name, size, amount) values ('${tenantId}', 'Old', 'large', 3)`)
    await asTenant(`update things set name = 'Older', channel_id = '${viaId}' where name = 'Old'`)
    await asTenant(`insert into things_other_ids (tenant_id, owner_id, target_id, position)
      values ('${tenantId}', '${id}', '${viaId}', 0)`)
    await asTenant(`insert into parts (tenant_id, thing_id, name) values ('${tenantId}', '${id}', 'Part'),
      ('${tenantId}', '${id}', 'Lost')`)
    await asTenant(
      `update parts set name = 'Second' where id = (select max(id::text)::uuid from parts where name = 'Part')`,
    )
    await asTenant(`delete from parts where name = 'Lost'`)

    await asTenant(`insert into things (tenant_id, title, note) values ('${tenantId}', 'New', '-')`)
    await asTenant(`update things set title = 'Newer', via_id = '${viaId}' where title = 'New'`)
    await asTenant(`update things set size = 'small', version = version where title = 'First'`)

    const names = ['First', 'Newer', 'Older']
    expect(await asTenant('select name, title, channel_id, via_id from things order by 1')).toEqual(
      names.map(name => ({ name, title: name, channel_id: viaId, via_id: viaId })),
    )
    expect(await asTenant('select label from pieces order by 1')).toEqual([{ label: 'Part' }, { label: 'Second' }])
    expect(await asTenant('select name from parts order by 1')).toEqual([{ name: 'Part' }, { name: 'Second' }])
    expect(await asTenant('select target_id from things_further_ids')).toEqual([{ target_id: viaId }])
    const { rows } = await test.owner.query(
      `select has_column_privilege('slotwise_platform', 'things', 'name', 'insert') as "mayStill"`,
    )
    expect(rows).toEqual([{ mayStill: true }])
  })

  it('leaves nothing to write or to warn of', async () => {
    expect((await pendingChanges(declared, folder)).statements).toEqual([])
    expect(await driftOn(test.owner, await migratedSchema(declared, folder))).toEqual([])
  })

  it('is ended in the version after, which alone loses something', async () => {
    const contract = { folder, name: 'contract', step: 'contract' } as const
    await expect(generateMigration(declared, contract)).rejects.toThrow(
      /^This would be lost:\n {2}The column things\.amount and what is in it\.\nRun/,
    )
    await generateMigration(declared, { ...contract, mayLose: true })
    const [plan] = await planUpgrade(test.owner, folder)
    expect(plan?.breaks).toContain('public.things.name is gone')
    await test.owner.query(`update things set size = 'small', price_amount = 1, price_currency = 'EUR', note = '-'`)
    await migrate(test.owner, folder)
    const scratch = await startedWith(declared, await newFolder())
    expect(await catalogOf(test.owner)).toEqual(await catalogOf(scratch.owner))
    await scratch.close()
    await expect(migrate(test.owner, versionBefore)).rejects.toThrow(/newer than this program.*things\.name is gone/)
  })

  it('refuses another type under the same name', async () => {
    const retyped: AnyResource = { ...beside, fields: { ...beside.fields, note: integer() } }
    await expect(generateMigration([...resources, retyped, piecesBeside], { folder })).rejects.toThrow(
      /^things\.note would become integer, and processes of the version before could not go on/,
    )
  })
})

describeOnBoth('The database of the product', use => {
  it('is as declared, whatever migrations written by hand add to it', async () => {
    const { database } = use()
    expect(await database.run({ as: 'platform' }, db => driftOf(db, schemaOf(resources)))).toEqual([])
  })
})

describe('Opening a database', () => {
  it('calls back when it was migrated, and only then', { timeout: 120_000 }, async () => {
    const [migrations, dataDir] = [await newFolder(), await newFolder()]
    await generateMigration(resources, { folder: migrations, name: 'start' })
    const told: string[][] = []
    const open = async (change: string) => {
      const onMigrated = async (pool: pg.Pool) => void told.push(await driftOn(pool, schemaOf(resources)))
      const { pool, stop } = await openServer({ dataDir, migrations, onMigrated })
      await pool.query(change)
      await stop()
    }
    await open('drop index channels_name_key')
    expect(told).toEqual([])
    await writeFile(path.join(migrations, '0900_more.sql'), 'create table more ();')
    await open('select 1')
    expect(told).toEqual([['channels lacks the index channels_name_key.']])
    await open('select 1')
    expect(told).toHaveLength(1)
  })
})

describe('A database that was changed behind the back of its migrations', () => {
  let test: TestDatabase
  let db: Kysely<Tables>
  beforeAll(async () => {
    test = await startedWith(first, await newFolder())
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: test.owner }) })
  })
  afterAll(() => test.close())

  it.each([
    [
      'alter table things drop column amount',
      [
        'things lacks the column amount.',
        'things lacks the constraint things_amount_check.',
        'things lacks the index things_size_amount_key.',
      ],
    ],
    ['alter table things alter column name drop not null', ['The column name of things is not as declared.']],
    ['alter table things alter column size drop default', ['The column size of things is not as declared.']],
    [
      'alter table things add column extra text not null',
      ['things has a column extra that nobody declares and that must be filled in.'],
    ],
    [
      `alter table things drop constraint things_size_check, add constraint things_size_check check (size in ('small'))`,
      ['The constraint things_size_check of things is not as declared.'],
    ],
    [
      `alter table things drop constraint things_amount_check, add constraint things_amount_check check (amount between 1 and 8)`,
      ['The constraint things_amount_check of things is not as declared.'],
    ],
    [
      'alter table parts drop constraint parts_thing_id_fkey, add constraint parts_thing_id_fkey foreign key (tenant_id, thing_id) references things (tenant_id, id)',
      ['The constraint parts_thing_id_fkey of parts is not as declared.'],
    ],
    ['drop index things_channel_id_idx', ['things lacks the index things_channel_id_idx.']],
    [
      'drop index things_name_key; create index things_name_key on things (tenant_id, lower(name))',
      ['The index things_name_key of things is not as declared.'],
    ],
    ['drop policy things_tenant on things', ['things lacks the policy things_tenant.']],
    ['revoke all on parts from slotwise_tenant', ['parts grants nothing to slotwise_tenant.']],
    [
      'alter table things no force row level security',
      ['Row-level security of things is off, or not forced: tenants are not kept apart.'],
    ],
    ['drop table parts', ['The table parts is not there.']],
    ['select 1', []],
  ])('is told apart from the declarations after: %s', async (change, differences) => {
    const trx = await db.startTransaction().execute()
    await sql.raw(change).execute(trx)
    const told = await driftOf(trx, schemaOf(first))
    await trx.rollback().execute()
    expect(told).toEqual(differences)
  })
})
