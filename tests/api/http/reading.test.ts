import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableName } from '../../../server/db/tables'
import { product } from '../../../server/product'
import { singularName } from '../../../src/contract'
import { resources } from '../../../src/resources'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  guardedNames,
  hasRole,
  mayRead,
  type Role,
  snakeCase,
} from '../../../src/schema'
import { paramsOf, querySchema, resourceNamed } from '../../../testing/callParts'
import { type Call, callsOf, lets, readDocument, type Schema, sampleOf } from '../../../testing/openApiCalls'
import { recordIn } from '../../../testing/samples'
import { type Business, NOW, openBusiness } from '../features/support/business'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

// What a role may not read it cannot infer. Fields come from the declarations and calls from the OpenAPI document when this file is
// loaded, so new ones are covered from their first day.

const document = await readDocument(product)
const gets = callsOf(document).filter(
  ({ method, operation }) => method === 'GET' && operation['x-access'].who !== 'anyone',
)

const textOf = ({ status, headers, body }: Answered): string =>
  JSON.stringify([status, body, headers.get('x-total-count')])

/** Every object inside an answer. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

const onlyRequired = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name)),
  ),
})

interface Sending {
  api: TestApi
  call: Call
  as: Person
  tenantId: string
  /** The record of each resource that the call is about. */
  recordOf: (resource: AnyResource) => Promise<string>
  isFull?: boolean
  query?: Record<string, string>
}

const send = async ({ api, call, as, tenantId, recordOf, isFull = false, query = {} }: Sending): Promise<Answered> => {
  const schema = isFull ? querySchema(call) : onlyRequired(querySchema(call))
  const ids: Record<string, string> = {}
  for (const name of Object.keys(schema.properties ?? {})) {
    const resource = resourceNamed(name, call, product.resources)
    if (resource?.scope === 'tenant') ids[name] = await recordOf(resource)
  }
  const sample = sampleOf({ ...schema, type: 'object' }, name => ids[name] ?? crypto.randomUUID())
  const params = await paramsOf(api, call, recordOf, { id: tenantId, slug: 'none' })
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(sample as object).map(([name, value]) => [name, String(value)]))
  for (const [name, value] of Object.entries(query)) search.set(name, value)
  return api.request(`${path}?${search}`, { as, tenantId })
}

/** A business with one booking of a customer on one resource, and what was noted of both. */
const openStory = async (api: TestApi) => {
  const business = await openBusiness(api)
  const { tenantId } = business
  const chair = await business.addResource()
  const other = await business.addResource()
  const variantId = await business.addVariant([chair, other])
  const customerId = await business.add('customers', { name: 'Zenobia Quill' })
  const bookingId = await business.addBooking(
    [chair],
    variantId,
    ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'],
    {
      customerId,
    },
  )
  await business.run(async db => {
    await db.updateTable('bookings').set({ customerId }).where('id', '=', bookingId).execute()
    await db.updateTable('allocations').set({ customerId }).where('bookingId', '=', bookingId).execute()
  })
  const ids: Record<string, string> = {
    bookings: bookingId,
    customers: customerId,
    resources: chair,
    resourceTypes: business.typeId,
    schedules: business.scheduleId,
    channels: business.channelId,
    catalogItems: business.itemId,
    variants: variantId,
  }
  const made = new Map<string, Promise<string>>()
  const recordOf = (resource: AnyResource): Promise<string> => {
    const known = ids[resource.name]
    if (known) return Promise.resolve(known)
    const record = made.get(resource.name) ?? recordIn(api, resource, tenantId)
    made.set(resource.name, record)
    return record
  }
  return { business, tenantId, chair, other, variantId, customerId, bookingId, recordOf }
}

const probe = 'zqprobe'
/** A value that can be told from every other; null for kinds that hold no text. */
const probeOf = ({ kind }: AnyField): unknown => {
  if (kind === 'text' || kind === 'longText') return `${probe} ${crypto.randomUUID()}`
  if (kind === 'email') return `${probe}@example.com`
  if (kind === 'phone') return '+49301597530'
  if (kind === 'tags') return [probe]
  if (kind === 'metadata') return { probe }
  if (kind === 'flag') return true
  throw new Error(`Say what a probe of the kind ${kind} is.`)
}
/** A probe wherever a value of this schema holds text. */
const probeIn = ({ $ref, type, format, items, properties, anyOf }: Schema & { $ref?: string }): unknown => {
  if ($ref) return probeIn(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  if (anyOf?.some(part => part.type === 'null')) return null
  if (type === 'array') return items ? [probeIn(items)] : []
  if (type === 'object') {
    const parts = Object.entries(properties ?? { [probe]: { type: 'string' } })
    return Object.fromEntries(parts.map(([name, part]) => [name, probeIn(part)]))
  }
  if (type === 'string' && !format) return probe
  throw new Error(`Say what a probe of a ${format ?? type} is.`)
}
/** The schema of what a record has beside its declared fields. */
const extraOf = (resource: AnyResource, name: string): Schema => {
  const record = document.components.schemas[singularName(resource)]
  return record?.properties?.[name] ?? {}
}
const traces = [probe, '+49301597530']

const members = ['viewer', 'staff', 'admin', 'owner'] as const
const guarded = resources.filter(resource => guardedNames(resource).length > 0)
const cases = guarded.flatMap(resource =>
  members
    .filter(
      role =>
        hasRole(role, resource.access.read) && guardedNames(resource).some(name => !mayRead(resource, name, role)),
    )
    .map(role => ({ label: `${resource.name} for a ${role}`, resource, role })),
)

describe('what a role may not read', () => {
  let api: TestApi
  let story: Awaited<ReturnType<typeof openStory>>
  let people: Record<(typeof members)[number], Person>
  beforeAll(async () => {
    api = await openApi({ users: null, now: () => NOW })
    story = await openStory(api)
    const { tenantId, business, recordOf } = story
    const add = (role: (typeof members)[number]) => api.addPersonIn(tenantId, role)
    people = {
      viewer: await add('viewer'),
      staff: await add('staff'),
      admin: await add('admin'),
      owner: business.owner,
    }
    for (const resource of guarded) {
      const id = await recordOf(resource)
      const values = Object.fromEntries(
        Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
          field.readRole && field.writable ? [[name, probeOf(field as AnyField)]] : [],
        ),
      )
      // By the API, so that the audit log has them.
      const told = resource.name === 'bookingSeries' ? { ...values, scope: 'all' } : values
      const written = await business.send('PATCH', `${resource.api}/${id}`, told)
      expect(written).toMatchObject({ status: 200, body: values })
      for (const [name, field] of Object.entries(resource.fields as Fields)) {
        if (!field.readRole || field.writable) continue
        const column = snakeCase(name)
        await api.owner.query(`update ${tableName(resource)} set ${column} = $1 where id = $2`, [probeOf(field), id])
      }
      for (const name of Object.keys(resource.readRoles ?? {})) {
        const column = snakeCase(name)
        const value = JSON.stringify(probeIn(extraOf(resource, name)))
        await api.owner.query(`update ${tableName(resource)} set ${column} = $1 where id = $2`, [value, id])
      }
    }
  })
  afterAll(() => api.close())

  const as = (role: (typeof members)[number]) => ({
    api,
    as: people[role],
    tenantId: story.tenantId,
    recordOf: story.recordOf,
  })

  test('is there for those who may', async () => {
    for (const resource of guarded) {
      const { body } = await story.business.get(`${resource.api}/${await story.recordOf(resource)}`)
      expect(Object.keys(body)).toEqual(expect.arrayContaining(guardedNames(resource)))
      expect(JSON.stringify(body)).toContain(probe)
    }
  })

  test('of customers and bookings is what viewers need not know', async () => {
    const keysOf = async (url: string) => Object.keys((await story.business.get(url, people.viewer)).body).sort()
    expect(await keysOf(`/customers/${story.customerId}`)).toEqual(
      [
        'anonymizedAt',
        'bookingCount',
        'createdAt',
        'id',
        'lastBookingAt',
        'lastVisitAt',
        'locale',
        'name',
        'nextVisitAt',
      ]
        .concat(['noShowCount', 'tenantId', 'timeZone', 'updatedAt', 'version'])
        .sort(),
    )
    const booking = await keysOf(`/bookings/${story.bookingId}`)
    expect(booking).toContain('customerName')
    for (const name of ['notes', 'internalNotes', 'answers']) expect(booking).not.toContain(name)
  })

  test.each(cases)('stands in no answer: $label', async ({ resource, role }) => {
    const hidden = guardedNames(resource).filter(name => !mayRead(resource, name, role))
    const id = await story.recordOf(resource)
    let seen = 0
    for (const call of gets.filter(({ operation }) => lets(operation['x-access'], role))) {
      for (const isFull of [false, true]) {
        const answer = await send({ ...as(role), call, isFull })
        expect(answer.status, call.name).not.toBe(500)
        for (const trace of traces) expect(textOf(answer), call.name).not.toContain(trace)
        for (const record of objectsIn(answer.body)) {
          if (record.id !== id || !('version' in record)) continue
          seen += 1
          expect(
            Object.keys(record).filter(name => hidden.includes(name)),
            call.name,
          ).toEqual([])
        }
      }
    }
    expect(seen).toBeGreaterThan(1)
  })

  const fields = cases.flatMap(({ resource, role }) =>
    Object.entries(resource.fields as Fields)
      .filter(([name]) => !mayRead(resource, name, role as Role))
      .map(([name, field]) => ({ label: `${resource.name}.${name} by a ${role}`, resource, role, name, field })),
  )
  test.each(fields)('cannot be asked about: $label', async ({ resource, role, name, field }) => {
    const value = probeOf(field as AnyField)
    const text = String(Array.isArray(value) ? value[0] : value)
    const ask = (query: Record<string, string>, call: Call) => send({ ...as(role), call, query })
    // Any list that can be searched, whatever it lists.
    for (const call of gets.filter(({ operation }) => lets(operation['x-access'], role))) {
      const names = Object.keys(querySchema(call).properties ?? {})
      if (names.includes('q') && typeof value === 'string') {
        const [found, missed] = [await ask({ q: text }, call), await ask({ q: 'nobody has this' }, call)]
        expect(textOf(found), call.name).toBe(textOf(missed))
      }
    }
    const list = gets.find(({ path }) => path === resource.api) as Call
    const refused = async (query: string, one: string, another: string) => {
      const [a, b] = [await ask({ [query]: one }, list), await ask({ [query]: another }, list)]
      expect(a.status, query).toBe(422)
      expect(textOf(a), query).toBe(textOf(b))
    }
    for (const query of [name, `${name}From`, `${name}To`]) await refused(query, text, 'false')
    await refused('sort', name, name)
    expect((await ask({ sort: name }, list)).body.errors.sort).toBe(
      (await ask({ sort: 'nonsense' }, list)).body.errors.sort,
    )
  })
})

describe('staff who keep to their own calendar', () => {
  let api: TestApi
  let story: Awaited<ReturnType<typeof openStory>>
  let business: Business
  let staff: Person
  let secrets: string[]
  const contact = { email: 'zenobia@quill.test', phone: '+49301597530' }

  beforeAll(async () => {
    api = await openApi({ users: null, now: () => NOW })
    story = await openStory(api)
    business = story.business
    staff = await api.addPerson()
    await api.addMember(story.tenantId, staff, 'staff', { resourceId: story.other })
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', story.tenantId).execute(),
    )
    expect((await business.send('PATCH', `/customers/${story.customerId}`, contact)).status).toBe(200)
    expect((await business.send('PATCH', `/bookings/${story.bookingId}`, { notes: 'Zenobia notes' })).status).toBe(200)
    const { body } = await business.get(`/bookings/${story.bookingId}`)
    secrets = ['Zenobia', story.customerId, story.bookingId, String(body.reference), contact.email, contact.phone]
  })
  afterAll(() => api.close())

  const allowed = gets.filter(({ operation }) => lets(operation['x-access'], 'staff'))
  test.each(allowed)('learn nothing of others’ bookings by $name', async call => {
    const asked = { api, call, as: staff, tenantId: story.tenantId, recordOf: story.recordOf }
    const queries = Object.keys(querySchema(call).properties ?? {}).includes('q') ? secrets.map(q => ({ q })) : [{}]
    for (const isFull of [false, true]) {
      for (const query of queries) {
        const answer = await send({ ...asked, isFull, query })
        expect(answer.status, call.name).not.toBe(500)
        for (const secret of secrets) expect(textOf(answer)).not.toContain(secret)
      }
    }
  })

  test('see that the time is taken, and how much of it', async () => {
    const range = 'from=2026-03-02&to=2026-03-03'
    const { body } = await business.get(`/availability/timeline?${range}`, staff)
    const line = body.find(({ resourceId }: { resourceId: string }) => resourceId === story.chair)
    expect(line.bookings).toEqual([
      expect.objectContaining({
        bookingId: null,
        reference: null,
        customerId: null,
        customerName: null,
        title: null,
        color: null,
        checkedInAt: null,
        startsAt: '2026-03-02T09:00:00.000Z',
        quantity: 1,
      }),
    ])
    const whole = await business.get(`/availability/timeline?${range}`)
    expect(JSON.stringify(whole.body)).toContain(story.bookingId)

    const impact = await business.get(`/resources/${story.chair}/impact`, staff)
    expect(impact.body).toMatchObject({
      bookingCount: 1,
      bookings: [{ bookingId: null, reference: null, customerName: null }],
    })

    const explain = `/availability/explain?variantId=${story.variantId}&resourceId=${story.chair}&startsAt=2026-03-02T09:00:00.000Z`
    const told = await business.get(explain, staff)
    expect(told.body.available).toBe(false)
    expect(JSON.stringify((await business.get(explain)).body)).toContain(story.bookingId)
  })

  test('find nothing of others’ bookings and of whom they are for', async () => {
    for (const path of ['', '/history', '/calendar.ics'])
      expect((await business.get(`/bookings/${story.bookingId}${path}`, staff)).status).toBe(404)
    for (const path of ['', '/bookings'])
      expect((await business.get(`/customers/${story.customerId}${path}`, staff)).status).toBe(404)
    const counts = (await business.get(`/tenants/${story.tenantId}/record-counts`, staff)).body
    expect(counts).toContainEqual(expect.objectContaining({ resource: 'bookings', total: 0 }))
  })

  test('see their own bookings and customers, and those who have booked nothing yet', async () => {
    const free = await business.add('customers', { name: 'Newcomer' })
    const mine = await business.add('customers', { name: 'Mine' })
    const own = await business.addBooking([story.other], story.variantId, [
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T13:00:00.000Z',
    ])
    await business.run(db => db.updateTable('bookings').set({ customerId: mine }).where('id', '=', own).execute())
    const { body } = await business.get('/customers', staff)
    const unbooked = await business.run(db =>
      db
        .selectFrom('customers')
        .select('id')
        .where('tenantId', '=', story.tenantId)
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(selectFrom('bookings').whereRef('bookings.customerId', '=', 'customers.id').select('bookings.id')),
          ),
        )
        .execute(),
    )
    const seen = body.map(({ id }: { id: string }) => id)
    expect(seen).toContain(free)
    expect(seen.sort()).toEqual([...unbooked.map(({ id }) => id), mine].sort())
    const line = (await business.get('/availability/timeline?from=2026-03-02&to=2026-03-03', staff)).body.find(
      ({ resourceId }: { resourceId: string }) => resourceId === story.other,
    )
    expect(line.bookings).toMatchObject([
      { bookingId: own, customerName: 'Mine', title: expect.stringContaining(' · ') },
    ])
  })

  test('hear that something changed, and not what', async () => {
    const response = await api.app.request('/bookings/live', {
      headers: { Authorization: `Bearer ${await api.tokenOf(staff)}`, 'X-Tenant-ID': story.tenantId },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect((await business.send('PATCH', `/bookings/${story.bookingId}`, { notes: 'Changed' })).status).toBe(200)
    const told = new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect(told).toContain('event: change')
    expect(told).not.toContain(story.bookingId)
  })
})
