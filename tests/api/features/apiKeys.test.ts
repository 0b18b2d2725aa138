import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiScopeValue, apiScopes } from '../../../src/resources/apiScopes'
import { makeKey } from '../http/support/apiKeys'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const apiScopeNames = Object.keys(apiScopes) as ApiScopeValue[]

const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'
const twelve = '2026-03-02T11:00:00.000Z'
const person = { name: 'Zenobia Quill', email: 'zenobia@mail.example' }
const monday = 'from=2026-03-02&to=2026-03-03'

describeOnDatabase('an API key in a business', use => {
  let api: TestApi
  let business: Business
  let chair: string
  let variantId: string
  let customerId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    chair = await business.addResource()
    variantId = await business.addVariant([chair])
    customerId = await business.add('customers', person)
  })

  const keyWith = async (scopes: readonly ApiScopeValue[], values: object = {}) => {
    const { status, body } = await makeKey(api, business, scopes, values)
    expect(status).toBe(201)
    const send = (method: string, url: string, data?: object) =>
      api.request(url, { method, token: body.key, ...(data && { body: data }) })
    return { id: body.id as string, get: (url: string) => send('GET', url), send }
  }
  type Key = Awaited<ReturnType<typeof keyWith>>
  const book = (key: Pick<Key, 'send'>, values: object = {}) =>
    key.send('POST', '/bookings', { variantId, customerId, startsAt: ten, ...values })

  test('books as a program, which the booking, its history and its events say', async () => {
    const key = await keyWith(['bookings'])
    const booking = await book(key)
    expect(booking).toMatchObject({ status: 201, body: { source: 'api', createdBy: null, status: 'confirmed' } })
    const { id } = booking.body
    const history = await key.get(`/bookings/${id}/history`)
    expect(history.body[0].actor).toMatchObject({ type: 'api_key', id: key.id })
    const events = await business.get(`/events?subjectId=${id}`)
    expect(events.body[0].actor).toMatchObject({ type: 'api_key', id: key.id })
    const cancelled = await key.send('POST', `/bookings/${id}/cancel`, { reason: 'Not needed' })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', cancelledBy: 'staff' } })
  })

  test('that only reads is told which scope it lacks', async () => {
    const key = await keyWith(['bookings.read'])
    expect(await book(key)).toMatchObject({ status: 403, body: { code: 'scope_missing', needed: ['bookings'] } })
  })

  test('sets rules aside only with the scope for that', async () => {
    await business.addRule('blackout', { startDate: '2026-03-02', endDate: '2026-03-02' })
    const against = { override: true, reason: 'They know' }
    const plain = await keyWith(['bookings'])
    expect(await book(plain, against)).toMatchObject({ status: 403, body: { needed: ['bookings.override'] } })
    expect((await book(plain)).status).toBe(409)
    const free = await business.addBooking([chair], variantId, [ten, eleven], { status: 'confirmed' })
    const moved = { startsAt: twelve, ...against }
    expect((await plain.send('POST', `/bookings/${free}/reschedule`, moved)).body.needed).toEqual(['bookings.override'])
    const bold = await keyWith(['bookings', 'bookings.override'])
    expect((await bold.send('POST', `/bookings/${free}/reschedule`, moved)).status).toBe(200)
  })

  test('without the bookings’ scope learns of none by what is counted', async () => {
    const key = await keyWith(['customers.read', 'setup.read'])
    const lists = [
      ['/customers', ['bookingCount', 'noShowCount', 'lastBookingAt', 'lastVisitAt', 'nextVisitAt', 'spent', 'due']],
      ['/channels', ['bookingCount']],
    ] as const
    for (const [path, names] of lists) {
      const { status, body } = await key.get(path)
      expect({ status, found: body.length > 0 }).toEqual({ status: 200, found: true })
      for (const name of names) {
        expect(body[0]).not.toHaveProperty(name)
        expect(await key.get(`${path}?sort=${name}`), name).toMatchObject({
          status: 403,
          body: { code: 'scope_missing', needed: ['bookings.read'] },
        })
      }
    }
  })

  test('without the customers’ scope learns of nobody, whatever it asks', async () => {
    const { body: booking } = await business.send('POST', '/bookings', { variantId, customerId, startsAt: ten })
    await business.run(db =>
      db.updateTable('variants').set({ waitlistEnabled: true }).where('id', '=', variantId).execute(),
    )
    const windows = [{ startsAt: ten, endsAt: eleven }]
    const waiting = await business.send('POST', '/bookings/waitlist', { variantId, customerId, windows })
    expect(waiting.status).toBe(201)
    const ruleId = await business.addRule('blackout', { startDate: '2026-03-02', endDate: '2026-03-02' })
    // As when they did it themselves on the booking page.
    for (const table of ['audit_entries', 'events'])
      await api.owner.query(
        `update ${table} set actor_type = 'customer', actor_id = $2::uuid, actor_name = 'Zenobia' where tenant_id = $1`,
        [business.tenantId, customerId],
      )
    const scopes = apiScopeNames.filter(name => !name.startsWith('customers') && name !== 'audit.read')
    const key = await keyWith(scopes)
    expect((await key.get(`/bookings/${booking.id}`)).body).toMatchObject({ id: booking.id, customerId })
    const urls = [
      `/bookings/${booking.id}`,
      '/bookings',
      '/bookings/export?format=csv',
      `/bookings/${booking.id}/calendar.ics`,
      `/bookings/${booking.id}/history`,
      `/customers/${customerId}/bookings`,
      `/availability/timeline?${monday}`,
      `/availability/explain?variantId=${variantId}&startsAt=${ten}`,
      '/events?perPage=100',
      `/events?subjectId=${booking.id}`,
      '/reports/figures?measures=bookings&from=2026-03-02&to=2026-03-03',
      `/bookings/waitlist/matches?bookingId=${booking.id}`,
      `/bookings/waitlist/${waiting.body.id}/history`,
      `/resources/${chair}/impact`,
      `/bookings/resource-rules/${ruleId}/conflicts`,
    ]
    const changed = await key.send('PATCH', `/bookings/${booking.id}`, { notes: 'By the window' })
    expect(changed.status).toBe(200)
    expect(JSON.stringify(changed.body)).not.toContain('Zenobia')
    for (const url of urls) {
      const { status, body } = await key.get(url)
      expect(status, url).toBe(200)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect(text.toLowerCase(), url).not.toContain('zenobia')
    }
    // Nor by asking whether somebody is there.
    for (const q of ['Zenobia', 'zenobia@mail', booking.reference])
      expect((await key.get(`/bookings?q=${q}`)).body, q).toHaveLength(q === booking.reference ? 1 : 0)
    for (const url of ['/bookings?sort=customerName', '/bookings?sort=-startsAt,-customerName'])
      expect((await key.get(url)).status, url).toBe(422)
    expect(
      (await key.get(`/availability/explain?variantId=${variantId}&startsAt=${ten}&customerId=${customerId}`)).body,
    ).toMatchObject({ code: 'scope_missing', needed: ['customers.read'] })

    const knowing = await keyWith(['bookings.read', 'customers.read', 'availability.read', 'events.read', 'setup.read'])
    for (const url of urls.filter(url => !/explain|figures/.test(url)))
      expect(JSON.stringify((await knowing.get(url)).body), url).toContain('Zenobia')
  })

  test('decides about many bookings as about one, and keeps what does not fit only with the scope for that', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    const booked = async (startsAt: string, values: object) =>
      (await business.send('POST', '/bookings', { variantId, customerId, startsAt, ...values })).body.id as string
    const theirs = await booked(ten, {})
    const mine = await booked(eleven, { channelId })
    const bound = await keyWith(['bookings'], { channelId })
    const decide = (key: Key, body: object) => key.send('POST', '/bookings/bulk', { ids: [theirs, mine], ...body })
    const keep = { action: 'keep', reason: 'They know' }
    expect(await decide(bound, keep)).toMatchObject({ status: 403, body: { needed: ['bookings.override'] } })
    expect((await decide(bound, { action: 'cancel', reason: 'Closed' })).body).toMatchObject([
      { id: theirs, ok: false, code: 'not_found' },
      { id: mine, ok: true },
    ])
    expect((await business.get(`/bookings/${theirs}`)).body.status).toBe('confirmed')
    const bold = await keyWith(['bookings', 'bookings.override'])
    expect((await bold.send('POST', '/bookings/bulk', { ids: [theirs], ...keep })).body).toMatchObject([{ ok: true }])
    expect((await (await keyWith(['bookings.read'])).send('POST', '/bookings/bulk', {})).status).toBe(403)
  })

  test('that sees the set-up of one channel, or no bookings, is told of others only when something is taken', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    const ruleId = await business.addRule('blackout', { startDate: '2026-03-03', endDate: '2026-03-03' })
    const theirs = await business.addBooking([chair], variantId, [ten, eleven], { customerId })
    const late = ['2026-03-03T09:00:00.000Z', '2026-03-03T10:00:00.000Z'] as const
    const blocked = await business.addBooking([chair], variantId, late, { customerId })
    for (const [scopes, values] of [
      [['setup.read', 'bookings.read', 'customers.read'], { channelId }],
      [['setup.read', 'customers.read'], {}],
    ] as const) {
      const key = await keyWith(scopes, values)
      for (const [url, count] of [
        [`/resources/${chair}/impact`, 2],
        [`/bookings/resource-rules/${ruleId}/conflicts`, 1],
      ] as const) {
        const { status, body } = await key.get(url)
        expect({ status, body }).toMatchObject({ status: 200, body: { bookingCount: count } })
        for (const one of body.bookings)
          expect(one).toMatchObject({ bookingId: null, reference: null, customerId: null, customerName: null })
        for (const secret of [theirs, blocked, customerId]) expect(JSON.stringify(body)).not.toContain(secret)
      }
    }
  })

  test('that sees free times alone sees no booking behind them', async () => {
    const id = await business.addBooking([chair], variantId, [ten, eleven], { customerId })
    const key = await keyWith(['availability.read'])
    const [line] = (await key.get(`/availability/timeline?${monday}`)).body
    expect(line.bookings).toMatchObject([{ bookingId: null, reference: null, customerId: null, startsAt: ten }])
    const explained = await key.get(`/availability/explain?variantId=${variantId}&startsAt=${ten}`)
    expect(explained).toMatchObject({ status: 200 })
    expect(JSON.stringify(explained.body)).not.toContain(id)
    const slots = await key.get(`/availability?variantId=${variantId}&${monday}`)
    expect(slots.body.map(({ startsAt }: { startsAt: string }) => startsAt)).not.toContain(ten)
  })

  test('of one channel books through it, sees its bookings alone, and is told what is free for it', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    const { id: otherId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    const theirs = await business.send('POST', '/bookings', { variantId, customerId, startsAt: ten })
    const key = await keyWith(['bookings', 'availability.read', 'customers.read'], { channelId })
    const mine = await book(key, { startsAt: eleven })
    expect(mine).toMatchObject({ status: 201, body: { channelId } })
    for (const given of [otherId, business.channelId]) {
      const wrong = await book(key, { startsAt: twelve, channelId: given })
      expect(wrong).toMatchObject({ status: 422, body: { errors: { channelId: expect.any(String) } } })
      for (const url of [
        `/availability?variantId=${variantId}&${monday}&channelId=${given}`,
        `/availability/days?variantId=${variantId}&month=2026-03&channelId=${given}`,
        `/availability/next?variantId=${variantId}&channelId=${given}`,
        `/availability/search?from=${twelve}&to=2026-03-02T12:00:00.000Z&channelId=${given}`,
        `/availability/timeline?${monday}&channelId=${given}`,
        `/availability/explain?variantId=${variantId}&startsAt=${twelve}&channelId=${given}`,
      ])
        expect((await key.get(url)).status, url).toBe(422)
    }
    const ids = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)
    expect(ids(await key.get('/bookings'))).toEqual([mine.body.id])
    expect(ids(await key.get(`/customers/${customerId}/bookings`))).toEqual([mine.body.id])
    const id = theirs.body.id as string
    for (const [method, url, body] of [
      ['GET', `/bookings/${id}`],
      ['GET', `/bookings/${id}/history`],
      ['GET', `/bookings/${id}/calendar.ics`],
      ['PATCH', `/bookings/${id}`, { notes: 'x' }],
      ['POST', `/bookings/${id}/cancel`, {}],
      ['POST', `/bookings/${id}/reschedule`, { startsAt: twelve }],
      ['POST', '/bookings/quote', { variantId, startsAt: ten, exceptBookingId: id }],
    ] as const)
      expect((await key.send(method, url, body)).status, `${method} ${url}`).toBe(404)
    const [line] = (await key.get(`/availability/timeline?${monday}`)).body
    expect(line.bookings.map(({ bookingId }: { bookingId: string | null }) => bookingId)).toEqual([null, mine.body.id])

    // Who has booked elsewhere is a stranger to it.
    const stranger = await business.add('customers', { name: 'Somebody else' })
    await business.send('POST', '/bookings', { variantId, customerId: stranger, startsAt: twelve })
    expect((await key.get(`/customers/${stranger}`)).status).toBe(404)
    expect((await key.get(`/customers/${customerId}`)).status).toBe(200)

    await business.run(db => db.updateTable('channels').set({ isActive: false }).where('id', '=', channelId).execute())
    expect((await key.get(`/availability?variantId=${variantId}&${monday}`)).body).toEqual([])
    expect((await business.get(`/availability?variantId=${variantId}&${monday}`)).body).not.toEqual([])
  })

  test('puts people on the waitlist, of its channel alone, and without their names', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    await business.run(db =>
      db.updateTable('variants').set({ waitlistEnabled: true }).where('id', '=', variantId).execute(),
    )
    await business.addBooking([chair], variantId, [ten, eleven])
    const windows = [{ startsAt: ten, endsAt: eleven }]
    const wanted = { variantId, customerId, windows }
    const theirs = await business.send('POST', '/bookings/waitlist', wanted)
    expect(theirs.status).toBe(201)
    const key = await keyWith(['bookings'], { channelId })
    const second = await business.add('customers', { name: 'Zenobia the Second' })
    const mine = await key.send('POST', '/bookings/waitlist', { ...wanted, customerId: second })
    expect(mine).toMatchObject({ status: 201, body: { channelId, customerId: second } })
    expect(JSON.stringify(mine.body)).not.toContain('Zenobia')
    const listed = (await key.get('/bookings/waitlist')).body
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([mine.body.id])
    expect((await key.get(`/bookings/waitlist/${theirs.body.id}`)).status).toBe(404)
    expect((await key.get(`/bookings/waitlist/${theirs.body.id}/history`)).status).toBe(404)
    const matches = await key.get('/bookings/waitlist/matches?from=2026-03-02&to=2026-03-03')
    expect(matches.body).toMatchObject([{ entryId: mine.body.id, customerName: '' }])
    expect((await key.send('DELETE', `/bookings/waitlist/${theirs.body.id}`)).status).toBe(404)
    for (const given of [business.channelId, null]) {
      const moved = await key.send('PATCH', `/bookings/waitlist/${mine.body.id}`, { channelId: given })
      expect(moved).toMatchObject({ status: 422, body: { errors: { channelId: expect.any(String) } } })
    }
    expect((await key.get('/bookings/waitlist?q=Zenobia')).body).toEqual([])
    expect((await key.get('/bookings/waitlist?sort=customerName')).status).toBe(422)
  })

  test('of one channel makes room for whoever waits in another, and ends what is offered there', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    await business.run(db =>
      db
        .updateTable('variants')
        .set({ waitlistEnabled: true, waitlistOffers: 'automatic' })
        .where('id', '=', variantId)
        .execute(),
    )
    const key = await keyWith(['bookings'], { channelId })
    const { body: taken } = await book(key)
    const windows = [{ startsAt: taken.startsAt, endsAt: eleven > taken.endsAt ? eleven : taken.endsAt }]
    const { body: entry } = await business.send('POST', '/bookings/waitlist', { variantId, customerId, windows })
    expect((await key.send('POST', `/bookings/${taken.id}/cancel`, {})).status).toBe(200)
    const offered = (await business.get(`/bookings/waitlist/${entry.id}`)).body
    expect(offered).toMatchObject({ status: 'offered', offeredStartsAt: taken.startsAt })

    const other = await business.addResource()
    await business.run(db =>
      db
        .insertInto('variantResources')
        .values({ tenantId: business.tenantId, ownerId: variantId, targetId: other, priority: 1 })
        .execute(),
    )
    expect((await book(key, { startsAt: taken.startsAt, resourceIds: [other] })).status).toBe(201)
    expect((await business.get(`/bookings/${offered.bookingId}`)).body).toMatchObject({ status: 'cancelled' })
    expect((await business.get(`/bookings/waitlist/${entry.id}`)).body).toMatchObject({ status: 'converted' })
  })

  test('sends personal data elsewhere only if it may read it', async () => {
    const webhook = { url: 'https://thief.example/', events: ['booking.*'], includesPersonalData: true }
    const key = await keyWith(['webhooks'])
    expect(await key.send('POST', '/webhooks', webhook)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', needed: ['customers.read'] },
    })
    const made = await key.send('POST', '/webhooks', { ...webhook, includesPersonalData: false })
    expect(made.status).toBe(201)
    expect((await key.send('PATCH', `/webhooks/${made.body.id}`, { includesPersonalData: true })).status).toBe(403)
  })

  test('decides of personal data that a webhook sends only if it may read it', async () => {
    const webhook = { url: 'https://ours.example/', events: ['booking.created'], includesPersonalData: true }
    const { body: made } = await business.send('POST', '/webhooks', webhook)
    const at = `/webhooks/${made.id}`
    await book(await keyWith(['bookings']))
    const [sent] = (await business.get(`${at}/deliveries`)).body
    await api.owner.query(
      "update webhook_deliveries set status = 'failed', request_excerpt = 'Zenobia', response_excerpt = 'Quill' where id = $1",
      [sent.id],
    )
    const writes: [string, string, object?][] = [
      ['PATCH', at, { url: 'https://thief.example/' }],
      ['PATCH', at, { events: ['*'] }],
      ['PATCH', at, { isActive: false }],
      ['POST', `${at}/test`, {}],
      ['POST', `${at}/deliveries/${sent.id}/redeliver`],
    ]
    const lacking = await keyWith(['webhooks'])
    for (const write of writes)
      expect(await lacking.send(...write)).toMatchObject({
        status: 403,
        body: { code: 'scope_missing', needed: ['customers.read'] },
      })
    expect((await business.get(at)).body).toMatchObject({ ...webhook, isActive: true })
    const shown = [await lacking.get(`${at}/deliveries`), await lacking.get(`${at}/deliveries/${sent.id}`)]
    for (const { status, body } of shown) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/Zenobia|Quill/)
    }
    expect((await lacking.send('PATCH', at, { description: 'Ours' })).status).toBe(200)

    const reading = await keyWith(['webhooks', 'customers.read'])
    expect((await reading.get(`${at}/deliveries/${sent.id}`)).body).toMatchObject({ requestExcerpt: 'Zenobia' })
    expect((await reading.send('POST', `${at}/deliveries/${sent.id}/redeliver`)).status).toBe(200)
    expect((await reading.send('PATCH', at, { url: 'https://new.example/' })).status).toBe(200)

    const away = { url: 'https://thief.example/', includesPersonalData: false }
    expect((await lacking.send('PATCH', at, away)).status).toBe(200)
  })

  test('is no member: whoever keeps to their own calendar does not limit it', async () => {
    await api.owner.query('update tenants set staff_keep_to_own = true where id = $1', [business.tenantId])
    const key = await keyWith(['bookings'])
    expect((await book(key)).status).toBe(201)
  })

  test('acts as staff, and as an admin where it sets up', async () => {
    const staff = await keyWith(['bookings.read', 'customers'])
    // Deleting takes an admin, and the scope says who may.
    expect((await staff.send('DELETE', `/customers/${customerId}`)).status).toBe(204)
    const setup = await keyWith(['setup'])
    const made = await setup.send('POST', '/resources', { name: 'Chair 2', resourceTypeId: business.typeId })
    expect(made.status).toBe(201)
    expect((await setup.send('POST', `/schedules/${business.scheduleId}/generate`, {})).status).not.toBe(403)
  })
})
