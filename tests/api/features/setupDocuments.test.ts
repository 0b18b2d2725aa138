import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'

/** `WORLDS=50 npx vitest run …` tries more. */
const worlds = Number(process.env.WORLDS ?? 3)

interface Change {
  action: string
  resource: string
  key: string
  changes: Record<string, { from: unknown; to: unknown }>
  reason: string | null
}

type Section = Record<string, unknown>[]
type Document = Record<string, Section | Record<string, unknown>>

const whole = (sections: Document) => ({ format: 'slotwise.setup', formatVersion: 1, ...sections })

const hours = { name: 'Hours', weeklyHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }] }
const type = { name: 'Chair' }
const one = { name: 'One', code: 'one', resourceTypeId: 'Chair', capacity: 1, scheduleId: 'Hours' }
const two = { name: 'Two', resourceTypeId: 'Chair', capacity: 1 }
const worked = whole({ schedules: [hours], resourceTypes: [type], resources: [one, two] })

const catalog = whole({
  tenant: { timeZone: 'Europe/Berlin', defaultScheduleId: 'Hours', holdMinutes: 15 },
  schedules: [hours],
  resourceTypes: [type],
  resources: [one, { ...two, parentResourceId: 'one' }],
  channels: [
    { name: 'Desk', code: 'desk', kind: 'back_office' },
    { name: 'Website', code: 'website', sellsAllItems: false, catalogItemIds: ['cut'] },
  ],
  catalogItems: [
    {
      name: 'Cut',
      slug: 'cut',
      status: 'active',
      variants: [
        { name: 'Short', price: { amount: 3500, currency: 'EUR' }, resources: ['Two', 'one'], scheduleId: 'Hours' },
      ],
    },
  ],
  resourceRules: [
    {
      name: 'Notice',
      ruleType: 'min_notice',
      parameters: { minutes: 120 },
      resourceIds: ['one'],
      channelIds: ['website'],
    },
  ],
})

describeOnDatabase('set-up documents', use => {
  let api: TestApi
  let superuser: Person
  let owner: Person
  let tenantId: string
  let count = 0

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null })
    await watchVersions(api.owner)
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })

  const addEmpty = async (): Promise<string> => {
    const body = { name: `Business ${++count}`, slug: `business-${count}`, timeZone: 'Europe/Berlin' }
    const made = await api.request('/tenants', { method: 'POST', as: superuser, body })
    expect(made.status).toBe(201)
    return made.body.id
  }
  beforeEach(async () => {
    tenantId = await addEmpty()
    owner = await api.addPersonIn(tenantId, 'owner')
  })

  const send = (method: string, url: string, body?: unknown, { as = owner, to = tenantId, headers = {} } = {}) =>
    api.request(url, { method, as, tenantId: to, headers, ...(body !== undefined && { body }) })
  const exported = async (to = tenantId, as = owner) => {
    const answer = await send('GET', '/setup/export', undefined, { to, as })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const apply = async (document: unknown, query = '', to = tenantId, as = owner) => {
    const answer = await send('POST', `/setup/apply${query}`, document, { to, as })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const errorsOf = async (document: unknown) => {
    const before = await exported()
    const { status, body } = await send('POST', '/setup/apply', document)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(await exported()).toEqual(before)
    return body.errors
  }
  const said = (changes: Change[]) =>
    changes.map(({ action, resource, key, reason }) => [action, `${resource} ${key}`, reason])
  const versions = async () => {
    const { rows } = await api.owner.query(
      ['resources', 'resource_types', 'schedules', 'channels', 'catalog_items', 'variants', 'resource_rules']
        .map(table => `select '${table}' as table, id, version from ${table} where tenant_id = '${tenantId}'`)
        .join(' union all ')
        .concat(' order by 1, 2'),
    )
    return rows
  }

  test('the worked document: made, changed, renamed, pruned', async () => {
    const made = await apply(worked)
    expect(made.summary).toEqual({ create: 4, change: 0, delete: 0, deactivate: 0, unmanaged: 0, unchanged: 0 })
    const next = whole({
      resources: [
        { ...one, capacity: 3 },
        { ...two, name: 'Zwei', was: 'Two' },
      ],
    })
    const changed = await apply(next)
    expect(said(changed.changes)).toEqual([
      ['change', 'resources Zwei', null],
      ['change', 'resources one', null],
    ])
    expect(changed.changes[1].changes).toEqual({ capacity: { from: 1, to: 3 } })
    expect(changed.changes[0].changes).toEqual({ name: { from: 'Two', to: 'Zwei' } })
    expect((await apply(next)).changes).toEqual([])

    const { rows } = await api.owner.query(`select id from resources where tenant_id = $1 and code = 'one'`, [tenantId])
    await apply(
      whole({ catalogItems: [{ name: 'Cut', status: 'active', variants: [{ name: 'Short', resources: ['one'] }] }] }),
    )
    const items = await send('GET', '/catalog-items')
    const variants = await send('GET', `/catalog-items/${items.body[0].id}/variants`)
    const customer = await send('POST', '/customers', { name: 'Ann' })
    const monday = new Date(Date.now() + 7 * 86_400_000)
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7))
    const startsAt = `${monday.toISOString().slice(0, 10)}T10:00:00Z`
    const booked = await send('POST', '/bookings', {
      ...{ variantId: variants.body[0].id, startsAt, resourceIds: [rows[0].id], customerId: customer.body.id },
    })
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    await apply(whole({ catalogItems: [] }), '?prune=true')

    const none = whole({ resources: [] })
    expect(said((await apply(none)).changes)).toEqual([
      ['unmanaged', 'resources Zwei', null],
      ['unmanaged', 'resources one', null],
    ])
    expect(said((await apply(none, '?prune=true')).changes)).toEqual([
      ['delete', 'resources Zwei', null],
      ['deactivate', 'resources one', 'used'],
    ])
    expect(said((await apply(none, '?prune=true')).changes)).toEqual([['unmanaged', 'resources one', 'used']])
  })

  test('all sections, with the status that needs what is below, and a circle of settings and schedules', async () => {
    await apply(catalog)
    const document = await exported()
    expect(document.tenant).toMatchObject({ timeZone: 'Europe/Berlin', defaultScheduleId: 'Hours', holdMinutes: 15 })
    expect(document.catalogItems).toMatchObject([
      { slug: 'cut', status: 'active', variants: [{ name: 'Short', resources: ['Two', 'one'] }] },
    ])
    expect(document.channels.map(({ code }: { code: string }) => code)).toEqual(['desk', 'website'])
    expect(document.resourceRules).toMatchObject([{ name: 'Notice', resourceIds: ['one'], channelIds: ['website'] }])
    expect(JSON.stringify(document)).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
    const status = await send('GET', `/tenants/${tenantId}/setup-status`)
    expect(status.body.isComplete).toBe(true)
  })

  const chairs = (...resources: Section) => whole({ resourceTypes: [type], resources })
  test.each<[what: string, document: object, ...paths: string[]]>([
    ['another format', { ...worked, format: 'other' }, 'format'],
    ['no format', whole({ format: null as never }), 'format'],
    ['another version', { ...worked, formatVersion: 2 }, 'formatVersion'],
    ['an unknown section', whole({ chairs: [] }), 'chairs'],
    ['a section that is no list', whole({ resources: {} }), 'resources'],
    ['a record that is none', whole({ resources: ['One'] as never }), 'resources.0'],
    ['an unknown field', chairs({ ...two, bell: 1 }), 'resources.0.bell'],
    ['an id', chairs({ ...two, id: '0197abcd-0000-7000-8000-000000000000' }), 'resources.0.id'],
    ['an unknown setting', whole({ tenant: { colour: 'red' } }), 'tenant.colour'],
    ['a code twice', chairs({ ...two, code: 'a' }, { ...one, code: 'A' }), 'resources.1.code'],
    ['a name twice', chairs(two, { ...two, name: 'TWO' }), 'resources.1.name'],
    ['no key', chairs({ capacity: 1, resourceTypeId: 'Chair' }), 'resources.0.name'],
    ['a key that is no text', chairs({ ...two, name: 1 }), 'resources.0.name'],
    ['a former key that is no text', chairs({ ...two, was: 1 }), 'resources.0.was'],
    ['an unknown reference', chairs({ ...two, resourceTypeId: 'Table' }), 'resources.0.resourceTypeId'],
    [
      'an unknown record in a list',
      whole({ catalogItems: [{ name: 'Cut', variants: [{ name: 'Short', resources: ['nobody'] }] }] }),
      'catalogItems.0.variants.0.resources.0',
    ],
    [
      'a circle of parents',
      chairs({ ...two, parentResourceId: 'Three' }, { ...two, name: 'Three', parentResourceId: 'Two' }),
      'resources.0.parentResourceId',
      'resources.1.parentResourceId',
    ],
    ['its own parent', chairs({ ...two, parentResourceId: 'Two' }), 'resources.0.parentResourceId'],
  ])('refuses %s', async (_, document, ...paths) => {
    expect(Object.keys(await errorsOf(document)).sort()).toEqual(paths)
  })

  test('refuses another currency than that of priced bookings', async () => {
    const price = { amount: 3500, currency: 'EUR' }
    await apply(
      whole({
        ...{ schedules: [hours], resourceTypes: [type], resources: [one] },
        catalogItems: [{ name: 'Cut', status: 'active', variants: [{ name: 'Short', price, resources: ['one'] }] }],
      }),
    )
    const [item] = (await send('GET', '/catalog-items')).body
    const [variant] = (await send('GET', `/catalog-items/${item.id}/variants`)).body
    const customer = await send('POST', '/customers', { name: 'Ann' })
    const { slots } = (await send('GET', `/availability/next?variantId=${variant.id}&count=1`)).body
    const booking = { variantId: variant.id, startsAt: slots[0].startsAt, customerId: customer.body.id }
    const booked = await send('POST', '/bookings', booking)
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    const { tenant } = await exported()
    expect(Object.keys(await errorsOf(whole({ tenant: { ...tenant, currency: 'USD' } })))).toEqual(['tenant.currency'])
  })

  test('errors stand at their paths, all of them, and nothing is written', async () => {
    const errors = await errorsOf(
      whole({
        tenant: { timeZone: 'Mars', colour: 'red' },
        schedules: [hours, { ...hours, name: 'HOURS' }, { name: 'Late', weeklyHours: [{ dayOfWeek: 9 }] }],
        resourceTypes: [type],
        resources: [
          { ...one, scheduleId: 'Nights' },
          { ...two, capacity: 0 },
          { name: 'Three', resourceTypeId: 'Chair', capacity: 1, parentResourceId: 'Four', bell: 1 },
          { name: 'Four', resourceTypeId: 'Chair', capacity: 1, parentResourceId: 'Three' },
          { capacity: 1 },
        ],
        catalogItems: [
          { name: 'Cut', status: 'active', variants: [{ name: 'Short', resources: ['nobody'] }] },
          { name: 'Bare', status: 'active' },
        ],
        resourceRules: [{ name: 'Notice', ruleType: 'min_notice', parameters: {} }],
      }),
    )
    expect(Object.keys(errors).sort()).toEqual([
      'catalogItems.0.variants.0.resources.0',
      'catalogItems.1.status',
      'resourceRules.0.parameters.minutes',
      'resources.0.scheduleId',
      'resources.1.capacity',
      'resources.2.bell',
      'resources.2.parentResourceId',
      'resources.3.parentResourceId',
      'resources.4.name',
      'schedules.1.name',
      'schedules.2.weeklyHours.0.dayOfWeek',
      'schedules.2.weeklyHours.0.endTime',
      'schedules.2.weeklyHours.0.startTime',
      'tenant.colour',
      'tenant.timeZone',
    ])
  })

  test('a plan holds until the document or the set-up change', async () => {
    const { plan, dryRun } = await apply(worked, '?dryRun=true')
    expect(dryRun).toBe(true)
    expect((await exported()).resources).toEqual([])
    const other = await send('POST', '/setup/apply', whole({ schedules: [hours] }), {
      headers: { 'If-Match': `"${plan}"` },
    })
    expect(other.status).toBe(412)
    await send('POST', '/resources/types', { name: 'Table' })
    const late = await send('POST', '/setup/apply', worked, { headers: { 'If-Match': `"${plan}"` } })
    expect(late.status).toBe(412)
    const again = await apply(worked, '?dryRun=true')
    const done = await send('POST', '/setup/apply', worked, { headers: { 'If-Match': `"${again.plan}"` } })
    expect(done.status).toBe(200)
    expect(done.body).toEqual({ ...again, dryRun: false })
  })

  test('copies a tenant into an empty one, for owners of both', async () => {
    await apply(catalog)
    const empty = await addEmpty()
    const admin = await api.addPersonIn(empty, 'admin')
    const copy = (as: Person) => send('POST', '/setup/copy', { fromTenantId: tenantId }, { as, to: empty })
    expect((await copy(admin)).status).toBe(403)
    const stranger = await api.addPersonIn(empty, 'owner')
    expect((await copy(stranger)).status).toBe(404)
    await api.addMember(empty, owner, 'owner')
    expect((await copy(owner)).status).toBe(200)
    expect(await exported(empty)).toEqual(await exported())
    const again = await copy(owner)
    expect([again.status, again.body.code]).toEqual([409, 'not_empty'])
    const log = await send('GET', '/audit-log?action=exported')
    expect(log.body).toContainEqual(
      expect.objectContaining({ entityType: 'setup', actor: expect.objectContaining({ id: owner.id }) }),
    )

    await api.request(`/tenants/${tenantId}`, { method: 'PATCH', as: superuser, body: { isActive: false } })
    const suspended = await copy(owner)
    expect([suspended.status, suspended.body.code]).toEqual([403, 'tenant_inactive'])
  })

  test('who may, what is logged, and how large a document is', async () => {
    const [admin, staff] = [await api.addPersonIn(tenantId, 'admin'), await api.addPersonIn(tenantId, 'staff')]
    expect((await send('GET', '/setup/export', undefined, { as: staff })).status).toBe(403)
    expect((await send('POST', '/setup/apply', worked, { as: admin })).status).toBe(403)
    await apply(worked)
    const file = await send('GET', '/setup/export', undefined, { as: admin })
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="setup.json"')
    const log = await send('GET', '/audit-log?perPage=50')
    const entries = log.body as { action: string; entityType: string; reason: string | null; changes: object }[]
    expect(entries.find(({ action }) => action === 'applied')).toMatchObject({
      ...{ entityType: 'setup', reason: 'Set-up', changes: { create: { from: null, to: 4 } } },
    })
    expect(entries.filter(({ entityType }) => entityType === 'resources')).toMatchObject([
      { reason: 'Set-up' },
      { reason: 'Set-up' },
    ])
    expect(entries.some(({ action, entityType }) => action === 'exported' && entityType === 'setup')).toBe(true)
    const large = whole({ schedules: [{ ...hours, description: 'x'.repeat(5 * 1024 * 1024) }] })
    expect((await send('POST', '/setup/apply', large)).status).toBe(413)
  })

  const coded = (code: string, name: string) => ({ ...one, name, code })
  const namesOf = async (names: Record<string, string>) => {
    const { body } = await send('GET', '/resources?perPage=100')
    const byId = new Map(body.map(({ id, name }: { id: string; name: string }) => [id, name]))
    return Object.fromEntries(Object.entries(names).map(([was, id]) => [was, byId.get(id)]))
  }
  const idsByName = async (): Promise<Record<string, string>> => {
    const { body } = await send('GET', '/resources?perPage=100')
    return Object.fromEntries(body.map(({ id, name }: { id: string; name: string }) => [name, id]))
  }

  test('records swap their names, and the log tells what they were called', async () => {
    const sections = { schedules: [hours], resourceTypes: [type] }
    await apply(whole({ ...sections, resources: [coded('a', 'One'), coded('b', 'Two'), coded('c', 'Three')] }))
    const ids = await idsByName()
    const turned = whole({ resources: [coded('a', 'Two'), coded('b', 'Three'), coded('c', 'One')] })
    const planned = await apply(turned, '?dryRun=true')
    expect(await namesOf(ids)).toEqual({ One: 'One', Two: 'Two', Three: 'Three' })
    expect(await apply(turned)).toEqual({ ...planned, dryRun: false })
    expect(planned.summary).toMatchObject({ create: 0, change: 3 })
    expect(await namesOf(ids)).toEqual({ One: 'Two', Two: 'Three', Three: 'One' })
    const log = (await send('GET', `/audit-log?entityType=resources&action=updated&perPage=3`)).body
    expect(log.map(({ changes }: { changes: object }) => changes)).toEqual(
      expect.arrayContaining([
        { name: { from: 'One', to: 'Two' } },
        { name: { from: 'Two', to: 'Three' } },
        { name: { from: 'Three', to: 'One' } },
      ]),
    )
    expect((await apply(turned)).changes).toEqual([])
  })

  test('renames move on: to the name that another one had, of a circle, and of one that goes', async () => {
    const sections = { schedules: [hours], resourceTypes: [type] }
    const called = (name: string, was?: string) => ({ ...two, name, ...(was && { was }) })
    await apply(whole({ ...sections, resources: [called('One'), called('Two'), coded('c', 'Three')] }))
    const ids = await idsByName()
    const chain = whole({ resources: [called('Two', 'One'), called('Four', 'Two'), coded('c', 'Three')] })
    expect((await apply(chain, '?prune=true')).summary).toMatchObject({ create: 0, change: 2, delete: 0, unchanged: 1 })
    expect(await namesOf(ids)).toEqual({ One: 'Two', Two: 'Four', Three: 'Three' })
    expect((await apply(chain, '?prune=true')).changes).toEqual([])

    // One with a code takes the name of one without.
    const swapped = whole({ resources: [called('Three', 'Two'), called('Four'), coded('c', 'Two')] })
    expect((await apply(swapped, '?prune=true')).summary).toMatchObject({ create: 0, change: 2, delete: 0 })
    expect(await namesOf(ids)).toEqual({ One: 'Three', Two: 'Four', Three: 'Two' })
    expect((await apply(swapped, '?prune=true')).changes).toEqual([])

    const taking = whole({ resources: [called('Three'), coded('c', 'Four')] })
    expect(await errorsOf(taking)).toHaveProperty(['resources.1.name'])
    expect(said((await apply(taking, '?prune=true')).changes)).toEqual([
      ['delete', 'resources Four', null],
      ['change', 'resources c', null],
    ])
    expect(await namesOf(ids)).toEqual({ One: 'Three', Two: undefined, Three: 'Four' })
    expect((await apply(taking, '?prune=true')).changes).toEqual([])
  })

  test('blocked time is no part of it, and no pruning takes it', async () => {
    await apply(worked)
    const { rows } = await api.owner.query(`select id from resources where tenant_id = $1 and code = 'one'`, [tenantId])
    const block = {
      resourceIds: [rows[0].id],
      startsAt: '2030-03-04T09:00:00Z',
      endsAt: '2030-03-04T10:00:00Z',
      reason: 'Dentist',
    }
    const blocked = await send('POST', '/blocks', block)
    expect(blocked.status, JSON.stringify(blocked.body)).toBe(201)
    expect((await exported()).resourceRules).toEqual([])
    expect((await apply(whole({ resourceRules: [] }), '?prune=true')).changes).toEqual([])
    expect((await send('GET', `/blocks/${blocked.body.id}`)).status).toBe(200)
  })

  test('a name may be another’s code, and the first key goes first', async () => {
    const rooms = [
      { ...one, name: 'Sauna', code: 'room' },
      { ...two, name: 'Room' },
    ]
    await apply(whole({ schedules: [hours], resourceTypes: [type], resources: rooms }))
    expect((await apply(await exported(), '?prune=true')).changes).toEqual([])
    const part = { ...two, name: 'Corner', parentResourceId: 'Room' }
    await apply(whole({ resources: [...rooms, part] }))
    expect((await exported()).resources).toContainEqual(
      expect.objectContaining({ name: 'Corner', parentResourceId: 'Room' }),
    )
    const coded = await apply(
      whole({
        resources: [
          { ...two, name: 'Room 2', code: 'room' },
          { ...two, name: 'Room' },
        ],
      }),
    )
    expect(said(coded.changes).filter(([action]: (string | null)[]) => action === 'create')).toEqual([])
  })

  test('names of objects are names, and lists have an end', async () => {
    expect(
      Object.keys(
        await errorsOf(JSON.parse(JSON.stringify(whole({})).replace('}', ',"constructor":[],"toString":[]}'))),
      ),
    ).toEqual(expect.arrayContaining(['constructor', 'toString']))
    const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `T ${index}`, q: 1 }))
    expect(Object.keys(await errorsOf(whole({ resourceTypes: many })))).toEqual(['resourceTypes'])
    const wrong = await errorsOf(whole({ resourceTypes: many.slice(1) }))
    expect(Object.keys(wrong)).toHaveLength(10_000)
  })

  const name = fc.stringMatching(/^[A-Za-zäß][a-z0-9 äß-]{0,10}[a-z0-9]$/)
  const named = (maxLength: number) =>
    fc.uniqueArray(name, { minLength: 1, maxLength, selector: text => text.toLowerCase() })
  const code = (text: string, index: number): string => `${text.toLowerCase().replace(/[^a-z0-9]+/g, '')}-${index}`
  const documents = fc
    .record({
      ...{
        schedules: named(3),
        types: named(2),
        resources: named(5),
        items: named(3),
        channels: named(3),
        rules: named(4),
      },
      seed: fc.infiniteStream(fc.nat(1000)),
      settings: fc.record({
        holdMinutes: fc.integer({ min: 1, max: 60 }),
        weekStartsOn: fc.integer({ min: 1, max: 7 }),
      }),
    })
    .map(({ seed, settings, ...names }) => {
      const pick = <T>(from: readonly T[]): T => from[(seed.next().value as number) % from.length] as T
      const chance = (): boolean => (seed.next().value as number) % 2 === 0
      const number = (max: number): number => ((seed.next().value as number) % max) + 1
      const some = <T>(from: readonly T[]): T[] => from.filter(() => chance())
      const keys = names.resources.map((text, index) =>
        chance() ? { name: text, code: code(text, index) } : { name: text },
      )
      const keyOf = (index: number): string => keys[index]?.code ?? keys[index]?.name ?? ''
      const all = keys.map((_, index) => keyOf(index))
      const slugs = names.items.map((text, index) => code(text, index))
      return whole({
        tenant: {
          timeZone: 'Europe/Berlin',
          ...settings,
          ...(chance() && { defaultScheduleId: pick(names.schedules) }),
        },
        schedules: names.schedules.map(text => ({
          ...{ name: text, timeZone: pick(['Europe/Berlin', 'Asia/Tokyo']), description: chance() ? 'Open' : null },
          weeklyHours: some([1, 2, 3]).map(dayOfWeek => ({ dayOfWeek, startTime: '09:00', endTime: '12:00' })),
        })),
        resourceTypes: names.types.map(text => ({ name: text, kind: pick(['person', 'space']) })),
        resources: keys.map((key, index) => ({
          ...{ ...key, resourceTypeId: pick(names.types), capacity: number(9), isActive: index === 0 || number(5) > 1 },
          // Up to three deep.
          ...(index > 0 && index % 3 !== 0 && chance() && { parentResourceId: keyOf(index - 1) }),
          ...(chance() && { scheduleId: pick(names.schedules) }),
        })),
        catalogItems: names.items.map((text, index) => ({
          ...{ name: text, slug: slugs[index], status: pick(['draft', 'active']) },
          variants: [
            {
              name: 'Standard',
              durationMinutes: 5 * number(9),
              price: { amount: number(9000), currency: 'EUR' },
              resources: [pick(all)],
            },
            { name: 'Long', price: { amount: 0, currency: 'EUR' }, sortOrder: number(9), resources: some(all) },
          ],
        })),
        channels: [
          { name: 'Desk', code: 'the-desk', kind: 'back_office' },
          ...names.channels.map((text, index) => ({
            ...{ name: `${text} way`, code: `way-${index}`, kind: pick(['online', 'phone']) },
            ...(chance() && { sellsAllItems: false, catalogItemIds: some(slugs) }),
          })),
        ],
        resourceRules: names.rules.map(text => ({
          ...{ name: text, ruleType: 'min_notice', parameters: { minutes: number(900) } },
          ...{ resourceIds: some(all), resourceTypeIds: some(names.types), isActive: chance() },
        })),
      })
    })

  const turned = (document: object): object =>
    Object.fromEntries(
      Object.entries(document)
        .toReversed()
        .map(([section, list]) => [
          section,
          Array.isArray(list)
            ? list
                .map(each => ('variants' in each ? { ...each, variants: each.variants.toReversed() } : each))
                .toReversed()
            : list,
        ]),
    )

  test(
    'the laws hold for any two documents',
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, documents, async (first, second) => {
          const [one, other] = [await addEmpty(), await addEmpty()]
          for (const id of [one, other]) await api.addMember(id, owner, 'owner')
          tenantId = one

          const planned = await apply(first, '?dryRun=true')
          expect(await apply(first)).toEqual({ ...planned, dryRun: false })
          const before = await versions()
          const twice = await apply(first)
          expect(twice.changes).toEqual([])
          const document = await exported()
          expect((await apply(document, '?prune=true')).changes).toEqual([])
          expect(await versions()).toEqual(before)

          // On an empty tenant, in another order.
          const elsewhere = await apply(turned(document), '', other)
          expect(elsewhere.summary.create).toBe(planned.summary.create)
          expect(JSON.stringify(await exported(other))).toBe(JSON.stringify(document))

          const next = await apply(second, '?dryRun=true&prune=true')
          expect(await apply(second, '?prune=true')).toEqual({ ...next, dryRun: false })
          expect(await apply(turned(second), '?prune=true', other)).toMatchObject({
            summary: next.summary,
            changes: next.changes,
          })
          expect((await apply(await exported(), '?prune=true')).changes).toEqual([])
        }),
        { numRuns: worlds, endOnFailure: true },
      )
    },
    40_000 * worlds,
  )
})
