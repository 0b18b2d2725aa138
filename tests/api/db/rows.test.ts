import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { beyondRows } from '../../../server/db/beyondRows'
import type { Transaction } from '../../../server/db/database'
import { generateMigration } from '../../../server/db/generateMigration'
import { limitsOf, openingConditions, rowCondition, seenIds } from '../../../server/db/rowRules'
import { diffSchemas } from '../../../server/db/schemaDiff'
import { anyTable } from '../../../server/db/sql'
import { schemaOf } from '../../../server/db/tables'
import { mayChange } from '../../../src/authProvider/mayChange'
import { meKey } from '../../../src/authProvider/me'
import * as core from '../../../src/core'
import {
  type AnyResource,
  choice,
  createRegistry,
  defineResource,
  extend,
  flag,
  type RowCaller,
  type RowRule,
  type RowsAround,
  reference,
  references,
  rows as rules,
  text,
} from '../../../src/schema'
import { openingsOf, rowRule, ruleHolds, rulesOf } from '../../../src/schema/rows'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'

// For any rule, caller and records, the database's policy, the API's condition and the browser's judgment agree.

const base = {
  icon: 'style',
  scope: 'tenant',
  access: { read: 'viewer', write: 'viewer' },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
} as const

const tenants = extend(core.tenants, { fields: { keepsToOwn: flag(), isStrict: flag() } })
const rooms = defineResource({
  ...base,
  name: 'rooms',
  label: ['Room', 'Rooms'],
  api: '/rooms',
  screens: { base: '/rooms', form: 'dialog' },
  fields: { name: text({ required: true }) },
})
const memberships = extend(core.memberships, { fields: { roomId: reference(() => rooms) } })
const shelves = defineResource({
  ...base,
  name: 'shelves',
  label: ['Shelf', 'Shelves'],
  api: '/shelves',
  screens: { base: '/shelves', form: 'dialog' },
  fields: {
    name: text({ required: true }),
    roomId: reference(() => rooms),
    roomIds: references(() => rooms),
    keptBy: reference(() => core.users),
    state: choice(['open', 'closed'], { default: 'open' }),
  },
})
const boxes = defineResource({
  ...base,
  name: 'boxes',
  label: ['Box', 'Boxes'],
  api: '/boxes',
  screens: { base: '/boxes', form: 'dialog' },
  fields: {
    name: text({ required: true }),
    shelfId: reference(() => shelves),
    roomId: reference(() => rooms),
    roomIds: references(() => rooms),
    packedBy: reference(() => core.users),
    memberId: reference(() => memberships),
    state: choice(['full', 'empty', 'lost'], { default: 'full' }),
  },
})
const labels = defineResource({
  ...base,
  name: 'labels',
  label: ['Label', 'Labels'],
  api: '/labels',
  screens: { base: '/labels', form: 'dialog' },
  fields: {
    name: text({ required: true }),
    boxId: reference(() => boxes),
    roomIds: references(() => rooms),
    wroteBy: reference(() => core.users),
  },
})
const plain: readonly AnyResource[] = core.withCore([tenants, memberships, rooms, shelves, boxes, labels])

const callerRules: fc.Arbitrary<RowRule> = fc.constantFrom(
  rules.role('staff'),
  rules.role('admin'),
  rules.unlessRole('staff'),
  rules.unlessRole('viewer'),
  rules.unlessSetting('keepsToOwn'),
  rules.unlessSetting('isStrict'),
  rules.unlessOwner('rooms'),
)
const onShelf: fc.Arbitrary<RowRule> = fc.constantFrom(
  rules.own('roomId'),
  rules.own('roomIds'),
  rules.everyOwn('roomIds'),
  rules.mine('keptBy'),
  rules.is('state', 'open'),
)
const onBox: fc.Arbitrary<RowRule> = fc.oneof(
  fc.constantFrom<RowRule[]>(
    rules.own('roomId'),
    rules.own('roomIds'),
    rules.everyOwn('roomIds'),
    rules.mine('packedBy'),
    rules.mine('memberId'),
    rules.is('state', 'full', 'lost'),
    rules.is('state'),
    rules.seenBy(() => labels, 'boxId'),
    rules.unreferred(() => labels, 'boxId'),
  ),
  onShelf.map(rule => rules.along('shelfId', rule)),
)
const combined = (leaf: fc.Arbitrary<RowRule>): fc.Arbitrary<RowRule> =>
  fc.letrec<{ rule: RowRule }>(tie => ({
    rule: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(leaf, callerRules),
      fc.array(tie('rule'), { maxLength: 3 }).map(of => rules.anyOf(...of)),
      fc.array(tie('rule'), { maxLength: 3 }).map(of => rules.allOf(...of)),
    ),
  })).rule

const rulesOfAll = fc.record({
  boxes: fc.array(combined(onBox), { maxLength: 3 }),
  write: fc.option(fc.array(combined(onBox), { minLength: 1, maxLength: 2 })),
  opens: fc.record({
    read: fc.array(combined(onBox), { maxLength: 2 }),
    write: fc.array(combined(onBox), { maxLength: 2 }),
  }),
  labels: fc.option(
    fc.array(
      combined(fc.constantFrom<RowRule[]>(rules.mine('wroteBy'), rules.own('roomIds'), rules.everyOwn('roomIds'))),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  shelves: fc.option(fc.array(combined(onShelf), { minLength: 1, maxLength: 2 })),
})

type Row = Record<string, unknown> & { id: string }

const tenantId = '01900000-0000-7000-8000-00000000000a'

describe.each([
  ['embedded', null],
  ['postgres', inject('postgresUrl')],
] as const)('rules about rows (%s)', (kind, url) => {
  const skipped = kind === 'postgres' && !url
  let folder: string
  let test: TestDatabase
  const rows: Record<'rooms' | 'shelves' | 'boxes' | 'labels', Row[]> = {
    rooms: [],
    shelves: [],
    boxes: [],
    labels: [],
  }
  let callers: RowCaller[] = []

  const asTenant = <T>(work: (db: Transaction) => Promise<T>) => test.database.run({ as: 'tenant', tenantId }, work)

  beforeAll(async () => {
    if (skipped) return
    folder = await mkdtemp(path.join(tmpdir(), 'rules-'))
    await generateMigration(plain, { folder, name: 'boxes' })
    test = await openTestDatabase(url ?? null, folder)
    const people = [1, 2, 3].map(() => crypto.randomUUID())
    const insert = async (db: Transaction, table: string, values: Record<string, unknown>) => {
      const { roomIds, ...row } = values as { roomIds?: string[] }
      const made = await anyTable(db)
        .insertInto(table)
        .values({ tenantId, ...row })
        .returning('id')
        .executeTakeFirstOrThrow()
      const id = String(made.id)
      for (const [position, targetId] of (roomIds ?? []).entries())
        await anyTable(db).insertInto(`${table}RoomIds`).values({ tenantId, ownerId: id, targetId, position }).execute()
      return id
    }
    await test.database.run({ as: 'platform' }, async db => {
      await anyTable(db)
        .insertInto('tenants')
        .values({ id: tenantId, name: 'One', slug: 'one', timeZone: 'UTC' })
        .execute()
      for (const id of people)
        await anyTable(db)
          .insertInto('users')
          .values({ id, email: `${id}@one.test` })
          .execute()
    })
    await asTenant(async db => {
      const add = async (table: keyof typeof rows, values: Record<string, unknown>) => {
        const row = { ...values, id: await insert(db, table, values) }
        rows[table].push(row)
        return row.id
      }
      for (const name of ['A', 'B']) await add('rooms', { name })
      const [a, b] = rows.rooms.map(({ id }) => id) as [string, string]
      const members: string[] = []
      for (const [index, userId] of people.entries())
        members.push(
          String(
            await insert(db, 'memberships', {
              userId,
              role: 'staff',
              ...(index > 0 && { roomId: index === 1 ? a : b }),
            }),
          ),
        )
      const roomSets = [[], [a], [b], [a, b]]
      for (const [index, roomIds] of roomSets.entries())
        await add('shelves', {
          name: `S${index}`,
          roomId: [null, a, b, a][index],
          roomIds,
          keptBy: [people[0], null, people[1], people[2]][index],
          state: index % 2 ? 'open' : 'closed',
        })
      for (let index = 0; index < 16; index++)
        await add('boxes', {
          name: `B${index}`,
          shelfId: index % 5 === 4 ? null : rows.shelves[index % 4]?.id,
          roomId: [null, a, b][index % 3],
          roomIds: roomSets[(index >> 1) % 4],
          packedBy: [...people, null][(index >> 2) % 4],
          memberId: [null, ...members][(index * 7) % 4],
          state: ['full', 'empty', 'lost'][(index * 5) % 3],
        })
      for (let index = 0; index < 8; index++)
        await add('labels', {
          ...{ name: `L${index}`, boxId: rows.boxes[index * 2]?.id, wroteBy: people[index % 3] },
          roomIds: roomSets[(index * 3) % 4],
        })
      const settings = [{ keepsToOwn: true, isStrict: false }, { keepsToOwn: false, isStrict: true }, {}]
      callers = [
        {
          role: 'staff',
          userId: people[0] ?? '',
          membershipId: members[0] ?? '',
          own: {},
          settings: settings[0] ?? {},
        },
        {
          role: 'staff',
          userId: people[1] ?? '',
          membershipId: members[1] ?? '',
          own: { rooms: [a] },
          settings: settings[0] ?? {},
        },
        {
          role: 'viewer',
          userId: people[2] ?? '',
          membershipId: members[2] ?? '',
          own: { rooms: [b] },
          settings: settings[1] ?? {},
        },
        {
          role: 'admin',
          userId: people[2] ?? '',
          membershipId: null,
          own: { rooms: [a, b] },
          settings: settings[1] ?? {},
        },
        { role: 'staff', userId: null, membershipId: null, own: { rooms: [a] }, settings: settings[2] ?? {} },
        { role: null, userId: null, membershipId: null, own: {}, settings: {} },
      ]
    })
  })
  afterAll(async () => {
    if (skipped) return
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  const around: RowsAround = {
    one: ({ name }, id) => rows[name as 'shelves']?.find(row => row.id === id),
    referring: ({ name }, by, id) => rows[name as 'labels'].filter(row => row[by] === id),
  }

  const ruled = (rows: Record<string, unknown>): readonly AnyResource[] => {
    const own = (resource: AnyResource): AnyResource => {
      const { fields } = resource
      return rows[resource.name] ? ({ ...resource, fields, rows: rows[resource.name] } as AnyResource) : resource
    }
    const made = new Map(plain.map(resource => [resource.name, own(resource)]))
    const again = (resource: { name: string }) => made.get(resource.name) as AnyResource
    const turned = (rule: RowRule): RowRule => {
      if (rule.rule === 'any' || rule.rule === 'all') return { ...rule, of: rule.of.map(turned) }
      if (rule.rule === 'referred') return { ...rule, of: () => again(rule.of()) }
      return rule
    }
    // References lead to the declaration with its rules, as if it were declared once.
    return [...made.values()].map(resource => {
      const { read, write, opens } = resource.rows ?? {}
      const openings = Object.entries(opens ?? {}).map(([name, { read = [], write = [] } = {}]) => [
        name,
        { read: read.map(turned), write: write.map(turned) },
      ])
      if (resource.name === 'boxes')
        Object.assign(resource, {
          fields: { ...resource.fields, shelfId: reference(() => again(shelves)) },
        })
      if (resource.rows && !resource.rows.always)
        Object.assign(resource, {
          rows: {
            ...(read && { read: read.map(turned) }),
            ...(write && { write: write.map(turned) }),
            ...(opens && { opens: Object.fromEntries(openings) }),
          },
        })
      return resource
    })
  }

  /** The caller as the browser knows them; null without a browser, or for more of their own than a member has. */
  const askingAs = ({ role, userId, membershipId, own, settings }: RowCaller, resources: readonly AnyResource[]) => {
    if (!userId || !membershipId) return null
    const client = new QueryClient()
    const membership = { id: membershipId, tenantId, isActive: true, roomId: own.rooms?.[0] ?? null }
    client.setQueryData(meKey, { id: userId, memberships: [membership] })
    client.setQueryData(['tenants', 'mine'], [{ id: tenantId, ...settings }])
    return { registry: createRegistry(resources), client, tenantId, role }
  }

  const idsOf = (found: readonly { id: unknown }[]): string[] => found.map(({ id }) => String(id)).sort()

  it.skipIf(skipped)(
    'are the same in the database, in the API and in the browser',
    async () => {
      let narrowed = 0
      let offeredToWrite = 0
      let opened = 0
      await fc.assert(
        fc.asyncProperty(rulesOfAll, async given => {
          const resources = ruled({
            boxes: { read: given.boxes, opens: { name: given.opens }, ...(given.write && { write: given.write }) },
            ...(given.labels && { labels: { read: given.labels } }),
            ...(given.shelves && { shelves: { read: given.shelves } }),
          })
          const apply = async (from: readonly AnyResource[], to: readonly AnyResource[]) =>
            test.owner.query(diffSchemas(schemaOf(from), schemaOf(to)).statements.join(';\n') || 'select 1')
          await apply(plain, resources)
          try {
            for (const caller of callers) {
              const limits = limitsOf(resources, caller)
              const actor = {
                ...{ as: 'tenant' as const, tenantId, limits },
                ...(caller.userId && { userId: caller.userId }),
              }
              for (const resource of resources.filter(one => one.rows && !one.rows.always)) {
                const table = sql.table(resource.name)
                const all = rows[resource.name as 'boxes']
                const judged = (use: 'read' | 'write') => {
                  const rule = rowRule(resource, use)
                  return idsOf(all.filter(row => !rule || ruleHolds(resource, rule, row, caller, around) === true))
                }
                const told = (use: 'read' | 'write') =>
                  asTenant(async db => {
                    const condition = rowCondition(resource, use, caller) ?? sql`true`
                    return idsOf((await sql<Row>`select id from ${table} where ${condition}`.execute(db)).rows)
                  })
                const seen = await test.database.run(actor, async db => {
                  const { rows: read } = await sql<Row>`select id from ${table}`.execute(db)
                  const beyond = await sql<Row>`select id from ${table}`.execute(beyondRows(db))
                  const again = await sql<Row>`select id from ${table}`.execute(db)
                  const written = await sql<Row>`update ${table} set name = name || '' returning id`.execute(db)
                  const conditions = rowCondition(resource, 'read', caller) ?? sql`true`
                  const both = await sql<Row>`select id from ${table} where ${conditions}`.execute(db)
                  return {
                    ...{ read: idsOf(read), beyond: beyond.rows.length, again: idsOf(again.rows) },
                    ...{ written: idsOf(written.rows), both: idsOf(both.rows) },
                  }
                })
                const read = judged('read')
                if (read.length < all.length) narrowed++
                expect(await told('read'), 'the API’s condition').toEqual(read)
                const ids = seenIds(resource, caller)
                expect(
                  ids ? await asTenant(async db => idsOf((await sql<Row>`${ids}`.execute(db)).rows)) : read,
                  'what the API counts',
                ).toEqual(read)
                expect(seen, 'the policy').toEqual({
                  ...{ read, beyond: all.length, again: read, both: read, written: judged('write') },
                })
                expect(await told('write'), 'the API’s condition for writing').toEqual(judged('write'))
                const asking = askingAs(caller, resources)
                if (!asking) continue
                const seenRows = all.filter(({ id }) => read.includes(id))
                const offered = idsOf(seenRows.filter(row => mayChange('edit', resource, row, asking)))
                const depends = rulesOf(resource).some(([, { rule }]) => rule === 'along' || rule === 'referred')
                offeredToWrite += offered.length < seenRows.length ? 1 : 0
                for (const { name, use, rule } of openingsOf(resource)) {
                  const opens = (row: Row) => ruleHolds(resource, rule, row, caller, around) === true
                  const condition = openingConditions(resource, caller).find(one => one.use === use)?.condition
                  const open = await test.database.run(actor, async db =>
                    idsOf((await sql<Row>`select id from ${table} where ${condition ?? sql`false`}`.execute(db)).rows),
                  )
                  expect(open, `where ${name} is open`).toEqual(idsOf(seenRows.filter(opens)))
                  opened += open.length
                  if (use === 'read') continue
                  const inScreens = seenRows.filter(row => mayChange('edit', resource, row, { ...asking, field: name }))
                  const mayBe = (row: Row) => ruleHolds(resource, rule, row, caller) !== false
                  expect(idsOf(inScreens), `where screens offer ${name}`).toEqual(idsOf(seenRows.filter(mayBe)))
                  expect(idsOf(inScreens)).toEqual(expect.arrayContaining(open))
                }
                expect(depends ? offered : judged('write'), 'what screens offer').toEqual(
                  depends ? expect.arrayContaining(judged('write')) : offered,
                )
              }
            }
          } finally {
            await apply(resources, plain)
          }
        }),
        { numRuns: kind === 'embedded' ? 25 : 60, endOnFailure: false },
      )
      expect(narrowed).toBeGreaterThan(20)
      expect(offeredToWrite).toBeGreaterThan(5)
      expect(opened).toBeGreaterThan(20)
    },
    120_000,
  )

  it.skipIf(skipped)(
    'are told whether anything refers to a record, whoever refers to it at once',
    async () => {
      const resources = ruled({ boxes: { read: [rules.unreferred(() => labels, 'boxId')] } })
      const apply = async (from: readonly AnyResource[], to: readonly AnyResource[]) =>
        test.owner.query(diffSchemas(schemaOf(from), schemaOf(to)).statements.join(';\n'))
      const changed = () =>
        asTenant(async db => (await sql`select from boxes where version > 1`.execute(db)).rows.length)
      const before = await changed()
      await apply(plain, resources)
      const made: string[] = []
      const [first, second] = rows.boxes.map(({ id }) => id) as [string, string]
      const few = fc.constantFrom(first, second, null)
      const at = fc.nat({ max: 5 })
      const step = fc.oneof(
        few.map(boxId => async (db: Transaction) => {
          const inserted = anyTable(db).insertInto('labels').values({ tenantId, name: 'L', boxId }).returning('id')
          made.push(String((await inserted.executeTakeFirstOrThrow()).id))
        }),
        fc.tuple(at, few).map(([index, boxId]) => async (db: Transaction) => {
          await anyTable(db)
            .updateTable('labels')
            .set({ boxId })
            .where('id', '=', made.at(index) ?? first)
            .execute()
        }),
        at.map(index => async (db: Transaction) => {
          await anyTable(db)
            .deleteFrom('labels')
            .where('id', '=', made.at(index) ?? first)
            .execute()
          made.splice(index, 1)
        }),
      )
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), async rounds => {
            for (const round of rounds) await Promise.all(round.map(asTenant))
            const { rows: wrong } = await asTenant(db =>
              sql`select name from boxes where has_labels_by_box_id
                <> exists (select from labels where labels.box_id = boxes.id)`.execute(db),
            )
            expect(wrong).toEqual([])
          }),
          { numRuns: 25 },
        )
        expect(await changed(), 'boxes with another version').toBe(before)
      } finally {
        await asTenant(db => anyTable(db).deleteFrom('labels').where('name', '=', 'L').execute())
        await apply(resources, plain)
      }
    },
    120_000,
  )
})
