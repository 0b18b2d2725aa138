import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../../server/http/createApi'
import type { Route } from '../../../server/http/route'
import { product } from '../../../server/product'
import { membersFrom } from '../../../src/contract'
import type { AnyResource } from '../../../src/schema'
import { querySchema } from '../../../testing/callParts'
import { lets } from '../../../testing/openApiCalls'
import { recordIn } from '../../../testing/samples'
import { readingCalls, sendSample, testReading, textOf } from '../../../testing/testReading'
import { type Business, NOW, openBusiness } from '../features/support/business'
import { forProduct, openApi, type Person, routesOf, type TestApi } from './support/fixture'

const gets = await readingCalls(product)

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

await testReading(product, {
  now: () => NOW,
  open: async api => {
    const { tenantId, business, recordOf } = await openStory(forProduct(api))
    return { tenantId, owner: business.owner, recordOf }
  },
  changes: { bookingSeries: { scope: 'all' } },
})

describe('a viewer', () => {
  let api: TestApi
  let story: Awaited<ReturnType<typeof openStory>>
  let viewer: Person
  beforeAll(async () => {
    api = await openApi({ users: null, now: () => NOW })
    story = await openStory(api)
    viewer = await api.addPersonIn(story.tenantId, 'viewer')
  })
  afterAll(() => api.close())

  test('reads of customers and bookings what viewers need to know', async () => {
    const keysOf = async (url: string) => Object.keys((await story.business.get(url, viewer)).body).sort()
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
        const answer = await sendSample({ ...asked, isFull, query })
        expect(answer.status, call.name).not.toBe(500)
        for (const secret of secrets) expect(textOf(answer)).not.toContain(secret)
      }
    }
  })

  // Whatever such a route forgets to leave out, the API's wall keeps back.
  const beyond = routesOf(product).filter(({ beyondRows, access }) => beyondRows && access.who === 'member')
  describe('by routes that forget their filters', () => {
    let forgetful: ReturnType<typeof createApi>
    const forgets = (route: Route): Route => {
      if (!route.beyondRows) return route
      const { body: _body, query: _query, params: _params, alsoWrong: _alsoWrong, ...kept } = route
      return {
        ...kept,
        access: membersFrom('staff'),
        handler: async ({ read }) => {
          const { rows } = await read(db => sql<object>`select to_jsonb(bookings) as booking from bookings`.execute(db))
          return route.answer.contentType ? new Response(JSON.stringify(rows)) : { status: 200, body: rows }
        },
      }
    }
    const ask = async ({ method, path }: Route, as: Person) => {
      const token = await api.tokenOf(as)
      const response = await forgetful.request(path.replace(/\{\w+\}/g, story.bookingId), {
        method,
        headers: { Authorization: `Bearer ${token}`, 'X-Tenant-ID': story.tenantId },
      })
      return { status: response.status, text: await response.text() }
    }
    beforeAll(() => {
      forgetful = createApi(api.services, { routes: routesOf(product).map(forgets) })
    })

    test.each(beyond.map(route => ({ name: `${route.method} ${route.path}`, route })))('$name', async ({ route }) => {
      const told = await ask(route, business.owner)
      expect(told.status).toBe(200)
      expect(told.text).toContain(story.bookingId)
      const kept = await ask(route, staff)
      expect(kept.status).toBe(500)
      for (const secret of secrets) expect(kept.text).not.toContain(secret)
    })
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
