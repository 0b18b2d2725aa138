import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { selectedColumns } from '../../../server/crud/columns'
import { listRecords } from '../../../server/crud/list'
import { guardedFields } from '../../../server/db/constraints'
import type { Actor, Transaction } from '../../../server/db/database'
import { expectMigrated, generateMigration, pendingChanges } from '../../../server/db/generateMigration'
import { linksOf } from '../../../server/db/links'
import { machineFolder, migrate, migrationsFolder } from '../../../server/db/migrate'
import { fromRow, toRow } from '../../../server/db/rows'
import { diffSchemas } from '../../../server/db/schemaDiff'
import { anyTable } from '../../../server/db/sql'
import { linkNames, schemaOf } from '../../../server/db/tables'
import type { Caller } from '../../../server/http/identity/caller'
import { deadLetters, withCore } from '../../../src/core'
import { type ApiRecord, shapeList } from '../../../src/dataProvider/shapeList'
import { resources } from '../../../src/resources'
import { channels } from '../../../src/resources/channels'
import {
  type AnyResource,
  choice,
  choices,
  color,
  count,
  country,
  currency,
  dateOverrides,
  dateRange,
  decimal,
  defineResource,
  email,
  type FieldKind,
  file,
  flag,
  geo,
  group,
  image,
  instant,
  integer,
  integers,
  items,
  localDate,
  locale,
  localTime,
  longText,
  metadata,
  minutes,
  money,
  parent,
  percent,
  phone,
  reference,
  references,
  slug,
  snakeCase,
  tags,
  text,
  timezone,
  typed,
  url,
  weekday,
  weekdays,
  weeklyHours,
} from '../../../src/schema'
import { recordIn } from '../../../testing/samples'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { describeOnBoth } from '../support/describeOnDatabase'
import { catalogOf } from './support/catalog'
import { writePlaces } from './support/writePlaces'

const base = {
  label: ['Thing', 'Things'],
  icon: 'style',
  scope: 'tenant',
  access: { read: 'viewer', write: 'admin' },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
} as const

/** One field of every kind. */
const things = defineResource({
  ...base,
  name: 'things',
  api: '/things',
  fields: {
    name: text({ required: true, max: 20, unique: true }),
    notes: longText({ max: 100 }),
    email: email({ unique: true }),
    phone: phone(),
    link: url(),
    code: slug({ from: 'name', min: 2, max: 30 }),
    color: color(),
    size: choice(['small', 'it’s large', "o'clock"], { default: "o'clock" }),
    colors: choices(['red', "o'green"]),
    isActive: flag({ default: true }),
    amount: integer({ min: 1, max: 10, default: 5 }),
    length: minutes({ max: 600 }),
    day: weekday(),
    price: money({ default: { amount: 0, currency: 'EUR' } }),
    deposit: money(),
    currency: currency({ default: 'EUR' }),
    timeZone: timezone({ required: true }),
    language: locale(),
    nation: country(),
    weight: decimal({ precision: 30, scale: 3, min: '-5' }),
    share: percent({ max: '150' }),
    season: dateRange(),
    place: geo(),
    picture: image(),
    paper: file(),
    startDate: localDate(),
    startTime: localTime(),
    startsAt: instant(),
    labels: tags({ maxItems: 2 }),
    channelId: reference(() => channels, { required: true }),
    days: weekdays(),
    hoursBefore: integers({ min: 1, max: 9, maxItems: 2 }),
    hours: weeklyHours({ default: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }] }),
    exceptions: dateOverrides(),
    address: group({ city: text(), isKnown: flag() }),
    questions: items({ label: text({ required: true }) }, { max: 2, itemLabel: 'question' }),
    details: typed('size', { small: { help: '', fields: { width: integer() } } }),
    otherIds: references(() => channels),
    known: metadata({ maxItems: 2, maxLength: 5 }),
    partCount: count(() => parts, 'thingId'),
  },
  uniqueTogether: [['code', 'day']],
  assigns: {
    channels: { of: () => channels, path: '/things/{id}/channels', body: 'channels', key: 'id', rank: 'place', max: 9 },
  },
})
/** A new kind does not compile until it is tried here. */
const fieldOfKind: { [K in FieldKind]: FieldsOfKind<K> } = {
  text: 'name',
  longText: 'notes',
  email: 'email',
  phone: 'phone',
  url: 'link',
  slug: 'code',
  color: 'color',
  choice: 'size',
  choices: 'colors',
  flag: 'isActive',
  integer: 'amount',
  integers: 'hoursBefore',
  minutes: 'length',
  weekday: 'day',
  weekdays: 'days',
  money: 'price',
  currency: 'currency',
  timezone: 'timeZone',
  locale: 'language',
  country: 'nation',
  decimal: 'weight',
  percent: 'share',
  dateRange: 'season',
  geo: 'place',
  image: 'picture',
  file: 'paper',
  localDate: 'startDate',
  localTime: 'startTime',
  instant: 'startsAt',
  tags: 'labels',
  reference: 'channelId',
  references: 'otherIds',
  weeklyHours: 'hours',
  dateOverrides: 'exceptions',
  group: 'address',
  items: 'questions',
  typed: 'details',
  metadata: 'known',
  count: 'partCount',
}
type Things = typeof things.fields
type FieldsOfKind<K> = { [N in keyof Things]: Things[N]['kind'] extends K ? N : never }[keyof Things]

const parts: AnyResource = defineResource({
  ...base,
  name: 'parts',
  api: '/things/{thingId}/parts',
  fields: { thingId: parent(() => things), name: text({ required: true }) },
})

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

/** A folder for a product without migrations. */
const foundations = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-migrations-'))
  folders.push(folder)
  return folder
}

/** Adds a table that no declaration makes and a rule about rows reads. */
const foundationsOfOurs = async (): Promise<string> => {
  const folder = await foundations()
  await writePlaces(folder)
  return folder
}

/** Has the machine's own tables. */
const withDatabase = async <T>(work: (test: TestDatabase) => Promise<T>): Promise<T> => {
  const test = await openTestDatabase(inject('postgresUrl'), await foundationsOfOurs())
  try {
    return await work(test)
  } finally {
    await test.close()
  }
}

describe('Generated migrations', () => {
  it('are up to date with the declarations', async () => {
    expect((await pendingChanges(resources)).statements).toEqual([])
    await expect(expectMigrated([...resources, things, parts])).rejects.toThrow(
      'No migration says what the declarations say of things, things_other_ids, thing_channels, parts. Run: npm run db:migration',
    )
  })

  // It makes five whole schemas.
  it('lead from any declarations to any others, as if those had been there from the start', {
    timeout: 120_000,
  }, async () => {
    const [before, after] = [[...resources, things, parts], resources.map(changed)]
    const folder = await foundationsOfOurs()
    await withDatabase(async ({ owner: pool }) => {
      const next = async (declared: readonly AnyResource[], name: string) => {
        await generateMigration(declared, { folder, name, mayLose: true, step: 'atOnce' })
        await migrate(pool, folder)
        return catalogOf(pool)
      }
      const scratch = async (declared: readonly AnyResource[]) => {
        await pool.query(
          'drop schema public, auth_service cascade; create schema public; grant usage on schema public to public',
        )
        const empty = await foundationsOfOurs()
        await generateMigration(declared, { folder: empty, name: 'start' })
        await migrate(pool, empty)
        return catalogOf(pool)
      }
      await next(before, 'start')
      const there = await next(after, 'there')
      const back = await next(before, 'back')
      expect(there).toEqual(await scratch(after))
      expect(back).toEqual(await scratch(before))
      expect(there).not.toEqual(back)
    })
  })

  it('extend the machine’s tables, and make none of them', async () => {
    const folder = await foundationsOfOurs()
    const made = await generateMigration(resources, { folder })
    expect(made?.files).toEqual([expect.stringMatching(/^0001_/)])
    expect(made?.diff.created).toContain('channels')
    expect(made?.diff.created).not.toContain('tenants')
    expect(made?.diff.changed).toContain('tenants')
    const said = JSON.parse(await readFile(path.join(folder, 'schema.json'), 'utf8'))
    expect(Object.keys(said.tenants.columns)).toContain('default_channel_id')
    expect(Object.keys(said.tenants.columns)).not.toContain('slug')
    expect(said).not.toHaveProperty('platform_log')
    await withDatabase(async ({ owner }) => {
      await migrate(owner, folder)
      expect((await owner.query('select count(*) as count from platform_log')).rows).toEqual([{ count: 0 }])
    })
    expect((await pendingChanges(resources, folder)).statements).toEqual([])
  })

  it('of the machine are up to date with its records, and warn of checks that products have widened', async () => {
    const core = withCore([])
    expect((await pendingChanges(core, machineFolder)).statements).toEqual([])
    const wider = { ...deadLetters.fields, queue: choice(['webhook', 'system', 'export'], { default: 'system' }) }
    const changed = core.map(record => (record.name === 'deadLetters' ? { ...record, fields: wider } : record))
    expect((await pendingChanges(changed, machineFolder)).warnings).toEqual([
      'dead_letters_queue_check changes, and products may have one of their own by that name: leave theirs alone.',
    ])
  })

  it('are the same text every time, and nothing when nothing changed', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const folder = await foundations()
        const made = await generateMigration([...resources, things, parts], { folder })
        expect(await generateMigration([...resources, things, parts], { folder })).toBeNull()
        return readFile(path.join(folder, made?.files[0] ?? ''), 'utf8')
      }),
    )
    expect(texts[0]).toBe(texts[1])
  })

  it('are not written when something would be lost, unless that is allowed', async () => {
    const folder = await foundations()
    await generateMigration([...resources, things, parts], { folder })
    const files = await readdir(folder)
    const fewer: AnyResource = { ...things, fields: { ...things.fields, amount: text() } }
    const { notes: _, ...fields } = fewer.fields
    const loss = generateMigration([...resources, { ...fewer, fields }], { folder, step: 'atOnce' })
    await expect(loss).rejects.toThrow(
      /table parts(.|\n)*column things\.notes(.|\n)*things\.amount does not fit when integer becomes text/,
    )
    expect(await readdir(folder)).toEqual(files)
  })

  it('point at a new field that rows which exist have no value for', async () => {
    const folder = await foundations()
    await generateMigration([...resources, things, parts], { folder })
    const more: AnyResource = { ...parts, fields: { ...parts.fields, kind: text({ required: true }) } }
    const made = await generateMigration([...resources, things, more], { folder, name: 'part_kind', step: 'atOnce' })
    expect(made?.files).toEqual([expect.stringMatching(/^\d{4}_part_kind\.sql$/)])
    expect(made?.diff.warnings).toEqual([expect.stringContaining('parts.kind')])
    const text_ = await readFile(path.join(folder, made?.files[0] ?? ''), 'utf8')
    expect(text_).toMatch(
      /add column kind text;(.|\n)*-- update parts set kind = …;(.|\n)*alter column kind set not null/,
    )
  })

  it('widen a choice or a range without a word, and say what a narrower one needs', async () => {
    const checked = (size: readonly [string, ...string[]], max: number): AnyResource => ({
      ...parts,
      fields: { size: choice(size), amount: integer({ min: 0, max }), deposit: text({ max: 20 }) },
      list: { columns: [], sort: 'createdAt' },
    })
    const change = (from: AnyResource, to: AnyResource) => diffSchemas(schemaOf([from]), schemaOf([to]))
    const [narrow, wide] = [checked(['small', 'it’s large'], 10), checked(['small', 'it’s large', 'huge'], 20)]
    const widened = change(narrow, wide)
    expect(widened.warnings).toEqual([])
    expect(widened.statements).toEqual([
      'alter table parts drop constraint parts_size_check',
      'alter table parts drop constraint parts_amount_check',
      `alter table parts add constraint parts_size_check check (size in ('small', 'it’s large', 'huge'))`,
      'alter table parts add constraint parts_amount_check check (amount between 0 and 20)',
    ])
    const narrowed = change(wide, narrow)
    expect(narrowed.losses).toEqual([])
    expect(narrowed.warnings).toEqual([
      expect.stringContaining('parts.size is checked more strictly'),
      expect.stringContaining('parts.amount is checked more strictly'),
    ])
    expect(narrowed.statements.join('\n')).toContain(
      `-- update parts set … where not (size in ('small', 'it’s large'));`,
    )
    // A change to another pattern only warns.
    expect(change(wide, { ...wide, fields: { ...wide.fields, deposit: slug() } }).warnings).toHaveLength(1)
  })

  it('refuse a name that PostgreSQL would cut off', () => {
    const long: AnyResource = {
      ...parts,
      name: 'aTableWithAVeryLongNameIndeed',
      fields: { andAFieldWithAnotherVeryLongName: text() },
    }
    expect(() => schemaOf([long])).toThrow('longer than 63')
  })
})

/** Changes everything about a declaration that can change. */
const changed = (resource: AnyResource): AnyResource => {
  if (resource.name !== 'channels') return resource
  const { description: _, ...kept } = resource.fields
  return {
    ...resource,
    fields: {
      ...kept,
      name: text({ max: 40, default: 'Unnamed' }),
      autoConfirm: choice(['yes', 'no'], { default: 'no' }),
      kind: choice(['online', 'phone']),
      position: integer({ required: true, min: 0 }),
      price: money(),
      openedBy: reference(() => ({ name: 'users' })),
      friendIds: references(() => channels),
      opening: weeklyHours({ default: [] }),
    },
    list: { ...resource.list, sort: '-createdAt' },
    uniqueTogether: [['kind', 'position']],
  }
}

describeOnBoth('Tables of declared resources', use => {
  const tenantId = '01900000-0000-7000-8000-000000000001'
  const id = '01900000-0000-7000-8000-00000000000a'
  const tenant: Actor = { as: 'tenant', tenantId }
  const run = <T>(work: (trx: Transaction) => Promise<T>) => use().database.run(tenant, work)
  const channelId = '01900000-0000-7000-8000-00000000000b'
  const pictureId = '01900000-0000-7000-8000-00000000000c'
  const storedImage = (of: string) => ({
    id: of,
    url: `/api/files/${tenantId}/${of}`,
    ...{ alt: 'A cat', type: 'image/png', size: 70, width: 1, height: 1 },
  })
  const record = {
    name: 'Thing',
    notes: 'Two\nlines',
    email: 'a@demo.test',
    phone: '+4930123456',
    link: 'https://example.com/',
    code: 'thing-1',
    color: '#00aaFF',
    size: 'it’s large',
    colors: ["o'green", 'red'],
    isActive: false,
    amount: 10,
    length: 90,
    day: 7,
    price: { amount: Number.MAX_SAFE_INTEGER, currency: 'JPY' },
    deposit: null,
    currency: 'KWD',
    timeZone: 'Europe/Berlin',
    language: 'de',
    nation: 'DE',
    weight: '123456789012345678901234567.125',
    share: '33.3',
    season: { start: '2026-03-01', end: '2026-03-01' },
    place: { lat: -33.856784, lng: 151.215297 },
    picture: storedImage(pictureId),
    paper: null,
    startDate: '2026-02-28',
    startTime: '24:00',
    startsAt: '2026-03-29T01:00:00.123Z',
    labels: ['a, "b"', 'c'],
    channelId,
    days: [1, 7],
    hoursBefore: [1, 9],
    hours: [{ dayOfWeek: 7, startTime: '22:00', endTime: '24:00' }],
    exceptions: [
      { startDate: '2026-12-24', endDate: '2026-12-26', isClosed: true, hours: [], repeatsYearly: true, label: "It's" },
    ],
    address: { city: 'Zürich "west"', isKnown: true },
    known: { order: 'A"1', 'x.y-z': 'ü' },
    questions: [],
    details: { snake_case: null, camelCase: [1] },
  }
  const addFile = (of: string) =>
    run(trx =>
      trx
        .insertInto('files')
        .values({
          ...{ tenantId, id: of, type: 'image/png', size: 1, width: 1, height: 1, createdBy: id },
          hash: Buffer.from('h'),
          content: Buffer.from('c'),
        })
        .execute(),
    )
  const insert = (values: Record<string, unknown>) =>
    run(trx =>
      anyTable(trx)
        .insertInto('things')
        .values(toRow(things, { ...record, picture: null, ...values }))
        .execute(),
    )
  const withTenant = (values: Record<string, unknown>) =>
    run(trx =>
      anyTable(trx)
        .insertInto('things')
        .values({ tenantId, ...toRow(things, { ...record, picture: null, ...values }) })
        .execute(),
    )

  it('can be added to a database that is in use', async () => {
    const folder = await foundations()
    await cp(migrationsFolder, folder, { recursive: true })
    await generateMigration([...resources, things, parts], { folder })
    await migrate(use().owner, folder)
    await use().database.run({ as: 'platform' }, trx =>
      trx.insertInto('tenants').values({ id: tenantId, name: 'One', slug: 'one', timeZone: 'UTC' }).execute(),
    )
    await run(trx => trx.insertInto('channels').values({ tenantId, id: channelId, name: 'Web', code: 'web' }).execute())
    await addFile(pictureId)
  })

  it('keep a value of every kind as it is', async () => {
    expect(Object.keys(things.fields)).toEqual(expect.arrayContaining(Object.values(fieldOfKind)))
    await run(trx =>
      anyTable(trx)
        .insertInto('things')
        .values({ tenantId, id, ...toRow(things, record) })
        .execute(),
    )
    const row = await run(trx =>
      anyTable(trx).selectFrom('things').select(selectedColumns(things)).executeTakeFirstOrThrow(),
    )
    expect(fromRow(things, row)).toEqual({
      ...record,
      id,
      tenantId,
      createdAt: expect.any(String),
      updatedAt: row.createdAt,
      version: 1,
    })
    await run(trx => anyTable(trx).deleteFrom('things').where('tenantId', '=', tenantId).execute())
  })

  it('are sorted by every kind on pages of the API as in the browser, which sorts whole lists', async () => {
    const values: { [K in FieldKind]?: unknown[] } = {
      text: ['Cedar 9', 'ash', 'Birch', 'cedar 10'],
      longText: ['Cedar 9', null, 'ash', 'Birch'],
      email: ['c@demo.test', 'a@demo.test', null, 'b@demo.test'],
      phone: ['+4930123456', '+442071838750', null],
      url: ['https://b.example/', 'https://a.example/', null],
      slug: ['cedar-9', 'cedar-10', 'ash'],
      color: ['#ff0000', '#00aaff', null],
      choice: ['small', 'it’s large', "o'clock"],
      flag: [true, false, true],
      integer: [10, 9, 1],
      minutes: [90, 600, 9, null],
      weekday: [7, 1, null],
      money: [2000, 925, 1000].map(amount => ({ amount, currency: 'EUR' })),
      currency: ['USD', 'EUR', 'JPY'],
      timezone: ['UTC', 'Europe/Berlin', 'America/New_York'],
      locale: ['en', 'de', null],
      country: ['US', 'DE', null],
      decimal: ['-3', '10.25', '20', '9.5', '-4.125', null],
      percent: ['100', '33.33', '9.5', null],
      dateRange: [{ start: '2026-03-02', end: '2026-03-05' }, { start: '2026-03-01', end: '2026-03-09' }, null],
      localDate: ['2026-12-01', '2026-02-28', null],
      localTime: ['24:00', '09:30', '10:00', null],
      instant: ['2026-03-29T01:00:00.123Z', '2026-03-29T01:00:00.120Z', null],
      reference: [channelId, channelId],
      count: [0, 0],
    }
    const sorted = Object.values(fieldOfKind).filter(name => things.fields[name].traits.sort !== 'none')
    expect(Object.keys(values).sort()).toEqual(sorted.map(name => things.fields[name].kind).sort())
    const caller = { role: 'owner', tenant: { id: tenantId, timeZone: 'UTC' } } as Caller
    const scope = { resource: things, hooks: {}, resources: [...resources, things, parts], caller, params: {} }

    for (const name of sorted) {
      const given = values[things.fields[name].kind] ?? []
      for (const [index, value] of given.entries())
        await withTenant({ name: `Thing ${index}`, email: null, code: `thing-${index}`, [name]: value })
      for (const order of ['ASC', 'DESC'] as const) {
        const pageOf = async (page: number) => {
          const query = { page, perPage: 3, order, sort: [{ field: name, isReversed: false }] }
          return (await run(trx => listRecords(work => work(trx), scope, query, []))).records
        }
        const paged = [...(await pageOf(1)), ...(await pageOf(2))] as ApiRecord[]
        if (name === 'weight' && order === 'ASC')
          expect(paged.map(({ weight }) => weight)).toEqual(['-4.125', '-3.000', '9.500', '10.250', '20.000', null])
        const whole = { page: 1, perPage: 100, sort: name, order, filter: {} }
        const shuffled = paged.toSorted((a, b) => a.id.slice(-3).localeCompare(b.id.slice(-3)))
        expect(paged, `${name} ${order}`).toHaveLength(given.length)
        expect(
          paged.map(record => record[name]),
          `${name} ${order}`,
        ).toEqual(shapeList(things, shuffled, whole).data.map(record => record[name]))
      }
      await run(trx => anyTable(trx).deleteFrom('things').where('tenantId', '=', tenantId).execute())
    }
  })

  it('keep a file for as long as a record refers to it, and delete it with the last one', async () => {
    const files = async () => (await use().owner.query('select id, is_used from files order by id')).rows
    const [shared, other] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2']
    expect(await files()).toEqual([])
    await addFile(shared)
    await addFile(other)
    const unused = { id: other, is_used: false }
    expect(await files()).toEqual([{ id: shared, is_used: false }, unused])

    await withTenant({ name: 'First', email: null, code: 'first', picture: storedImage(shared) })
    await withTenant({ name: 'Second', email: null, code: 'second', picture: storedImage(shared) })
    expect(await files()).toEqual([{ id: shared, is_used: true }, unused])
    const change = (name: string, values: Record<string, unknown>) =>
      run(trx => anyTable(trx).updateTable('things').set(toRow(things, values)).where('name', '=', name).execute())
    await change('First', { picture: { ...storedImage(shared), alt: 'Another cat' } })
    await change('First', { picture: null })
    expect(await files()).toEqual([{ id: shared, is_used: true }, unused])
    await change('Second', { picture: storedImage(other) })
    expect(await files()).toEqual([{ id: other, is_used: true }])
    await run(trx => trx.deleteFrom('files').where('id', '=', other).execute()).catch(error =>
      expect(error).toMatchObject({ code: '42501' }),
    )
    await run(trx => anyTable(trx).deleteFrom('things').where('tenantId', '=', tenantId).execute())
    expect(await files()).toEqual([])
    const guarded = guardedFields([...resources, things, parts])
    const error = await withTenant({ picture: storedImage(shared) }).catch(reason => reason)
    expect(guarded.get(error.constraint)).toMatchObject({ fields: ['picture'], kind: 'reference' })
  })

  it('have the declared defaults', async () => {
    const values = { tenantId, name: 'Plain', code: 'plain', timeZone: 'UTC', channelId, details: '{}' }
    await run(trx => anyTable(trx).insertInto('things').values(values).execute())
    const row = await run(trx => anyTable(trx).selectFrom('things').selectAll().executeTakeFirstOrThrow())
    expect(fromRow(things, row)).toMatchObject({
      size: "o'clock",
      isActive: true,
      amount: 5,
      price: { amount: 0, currency: 'EUR' },
      deposit: null,
      notes: null,
      labels: [],
      hours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
      exceptions: [],
      questions: [],
      address: null,
      days: null,
    })
    await run(trx => anyTable(trx).deleteFrom('things').where('tenantId', '=', tenantId).execute())
  })

  it('refuse what the declaration refuses, and say at which field', async () => {
    const guarded = guardedFields([...resources, things, parts])
    for (const [field, value] of [
      ['name', 'x'.repeat(21)],
      ['notes', ''],
      ['email', 'A@demo.test'],
      ['phone', '030 123456'],
      ['link', 'http://example.com/'],
      ['code', 'No'],
      ['color', 'red'],
      ['size', 'medium'],
      ['colors', ['blue']],
      ['amount', 11],
      ['length', -1],
      ['day', 8],
      ['price', { amount: -1, currency: 'EUR' }],
      ['price', { amount: 1, currency: 'euro' }],
      ['deposit', { amount: 1 }],
      ['currency', '€'],
      ['timeZone', ''],
      ['language', 'xx'],
      ['nation', 'de'],
      ['weight', '-5.001'],
      ['share', '150.1'],
      ['season', { start: '2026-03-02', end: '2026-03-01' }],
      ['season', { start: '2026-03-02' }],
      ['place', { lat: 91, lng: 0 }],
      ['labels', ['a', 'b', 'c']],
      ['days', []],
      ['days', [0]],
      ['hours', {}],
      ['exceptions', 'never'],
      ['address', []],
      ['questions', [{}, {}, {}]],
      ['details', 7],
      ['known', []],
      ['known', { order: 'x'.repeat(200) }],
      ['channelId', id],
    ] as const) {
      const error = await withTenant({ [field]: value }).catch(reason => reason)
      expect(error, field).toMatchObject({ code: field === 'channelId' ? '23503' : '23514' })
      expect(guarded.get(error.constraint), error.constraint).toMatchObject({ fields: [field] })
    }
    await expect(insert({})).rejects.toMatchObject({ code: '42501' })
  })

  it('refuse a value that must be unique, whatever the case of its letters, and again say at which field', async () => {
    const guarded = guardedFields([...resources, things, parts])
    await withTenant({})
    const others = { name: 'Other', email: 'b@demo.test', code: 'other' }
    for (const [values, fields] of [
      [{ ...others, name: 'THING' }, ['name']],
      [{ ...others, email: 'a@demo.test' }, ['email']],
      [{ ...others, code: 'thing-1' }, ['code', 'day']],
    ] as const) {
      const error = await withTenant(values).catch(reason => reason)
      expect(error).toMatchObject({ code: '23505' })
      expect(guarded.get(error.constraint)).toMatchObject({ fields, kind: 'unique' })
    }
    await withTenant(others)
  })

  it('let parts go with their whole, and keep what is referred to', async () => {
    const thing = await run(trx =>
      anyTable(trx).selectFrom('things').select('id').where('name', '=', 'Thing').executeTakeFirstOrThrow(),
    )
    await run(trx => anyTable(trx).insertInto('parts').values({ tenantId, thingId: thing.id, name: 'Part' }).execute())
    const channel = run(trx => trx.deleteFrom('channels').where('id', '=', channelId).execute())
    await expect(channel).rejects.toMatchObject({ code: '23503', table: 'things' })
    await run(trx => anyTable(trx).deleteFrom('things').where('id', '=', thing.id).execute())
    expect(await run(trx => anyTable(trx).selectFrom('parts').selectAll().execute())).toEqual([])
    await use().database.run({ as: 'platform' }, trx => trx.deleteFrom('tenants').where('id', '=', tenantId).execute())
    const { rows } = await use().owner.query('select count(*) as left from things')
    expect(rows).toEqual([{ left: 0 }])
  })

  it('keep links between records within the tenant, and for as long as both ends are there', async () => {
    const other = '01900000-0000-7000-8000-000000000002'
    const [there, here] = ['01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-0000000000f2']
    const { database, owner } = use()
    for (const [tenant, thing] of [
      [other, there],
      [tenantId, here],
    ] as const) {
      const slug = tenant === other ? 'two' : 'one'
      await database.run({ as: 'platform' }, trx =>
        trx.insertInto('tenants').values({ id: tenant, name: slug, slug, timeZone: 'UTC' }).execute(),
      )
      await database.run({ as: 'tenant', tenantId: tenant }, async trx => {
        await trx.insertInto('channels').values({ tenantId: tenant, id: thing, name: 'Web', code: 'web' }).execute()
        const row = toRow(things, { ...record, picture: null, channelId: thing })
        await anyTable(trx)
          .insertInto('things')
          .values({ tenantId: tenant, id: thing, ...row })
          .execute()
      })
    }
    for (const link of linksOf(things)) {
      const refer = (values: object) =>
        owner.query(`insert into ${snakeCase(link.table)} (tenant_id, owner_id, target_id, ${link.rank})
          select * from jsonb_to_record('${JSON.stringify({ t: tenantId, o: here, g: here, r: 0, ...values })}')
          as link (t uuid, o uuid, g uuid, r integer)`)
      // As the owner, so that only the keys can refuse.
      for (const [values, constraint] of [
        [{ g: there }, linkNames(link).targetKey],
        [{ o: there }, linkNames(link).ownerKey],
        [{ r: -1 }, linkNames(link).rankCheck],
      ] as const)
        await expect(refer(values)).rejects.toMatchObject({ constraint })
      await refer({})
      await expect(refer({ r: 1 })).rejects.toMatchObject({ code: '23505' })
      await owner.query("update things set channel_id = channel_id, name = name || '.'")
      await run(trx =>
        anyTable(trx)
          .updateTable(link.table)
          .set({ [link.rank]: 3 })
          .execute(),
      )

      const target = owner.query('delete from channels where id = $1', [here])
      await expect(target).rejects.toMatchObject({ code: '23503', constraint: /_fkey$/ })
    }
    await run(trx => anyTable(trx).deleteFrom('things').where('id', '=', here).execute())
    for (const { table } of linksOf(things))
      expect(await run(trx => anyTable(trx).selectFrom(table).selectAll().execute())).toEqual([])
    await run(trx => trx.deleteFrom('channels').where('id', '=', here).execute())
  })

  it('go as a whole with their tenant, whatever refers to what', async () => {
    const id = '01900000-0000-7000-8000-0000000000f9'
    const { database } = use()
    await database.run({ as: 'platform' }, trx =>
      trx.insertInto('tenants').values({ id, name: 'Full', slug: 'full', timeZone: 'UTC' }).execute(),
    )
    for (const resource of [...resources, things, parts]) {
      if (resource.scope === 'tenant') await recordIn({ database }, resource, id)
    }
    const defaults: Record<string, string> = {}
    for (const [column, table] of Object.entries({ defaultScheduleId: 'schedules', defaultChannelId: 'channels' })) {
      const { rows } = await use().owner.query(`select id from ${table} where tenant_id = $1`, [id])
      defaults[column] = rows[0].id
    }
    const [gone] = await database.run({ as: 'platform' }, async trx => {
      await trx.updateTable('tenants').set(defaults).where('id', '=', id).execute()
      return trx.deleteFrom('tenants').where('id', '=', id).execute()
    })
    expect(gone?.numDeletedRows).toBe(1n)
  })

  it('name every constraint so that its field can be found', () => {
    const all = [...resources, things, parts]
    const guarded = guardedFields(all)
    for (const table of Object.values(schemaOf(all))) {
      const unique = Object.entries(table.indexes).filter(([, sql]) => sql.startsWith('unique'))
      const names = [
        ...Object.keys(table.constraints),
        ...Object.keys(table.foreignKeys),
        ...unique.map(([name]) => name),
      ]
      const fieldless = /_(pkey|tenant_id_fkey)$/
      expect(names.filter(name => !fieldless.test(name) && !guarded.has(name))).toEqual([])
    }
  })
})
