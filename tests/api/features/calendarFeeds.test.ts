import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApi } from '../../../server/http/createApi'
import { createRequestCounts } from '../../../server/http/middleware/requestCounts'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY, HOUR, MINUTE } from '../../../src/time/instant'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'

describeOnDatabase('calendar feeds', use => {
  let api: TestApi
  let business: Business
  let now = NOW
  let chair: string
  let variantId: string
  let customerId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
    chair = await business.addResource({ name: 'Chair; one, two' })
    variantId = await business.addVariant([chair])
    customerId = await business.add('customers', {
      name: 'Lena Fischer',
      email: 'lena@mail.example',
      notes: 'Allergic',
    })
  })

  const made = async (values: object = {}, as: Person = business.owner) => {
    const answer = await business.send('POST', '/calendar-feeds', { name: 'All of it', scope: 'tenant', ...values }, as)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    expect(answer.body.url).toMatch(/^http:\/\/app\.test\/api\/calendar-feeds\/[\w-]{43}\.ics$/)
    return answer.body
  }
  const pathOf = ({ url }: { url: string }) => url.replace('http://app.test/api', '')
  const read = (feed: { url: string }, headers: Record<string, string> = {}) => api.request(pathOf(feed), { headers })
  const eventsOf = async (feed: { url: string }) => {
    const { status, body } = await read(feed)
    expect(status).toBe(200)
    return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map(event => {
      const value = (name: string) => event.getFirstPropertyValue(name)?.toString() ?? null
      return { uid: value('uid'), status: value('status'), transp: value('transp'), summary: value('summary'), event }
    })
  }
  const uids = async (feed: { url: string }) => (await eventsOf(feed)).map(({ uid }) => uid?.replace('booking-', ''))
  const book = async (values: object = {}) => {
    const { status, body } = await business.send('POST', '/bookings', {
      ...{ variantId, customerId, startsAt: ten, notes: 'Tea' },
      ...values,
    })
    expect(status).toBe(201)
    return body
  }

  test('show bookings to whoever knows the address, and nothing that was not asked for', async () => {
    const booked = await book()
    const feed = await made()
    const { status, headers, body } = await read(feed)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    const lines: string[] = body.split('\r\n')
    expect(lines.every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines).toEqual(
      expect.arrayContaining([
        ...[
          'METHOD:PUBLISH',
          'X-WR-CALNAME:All of it',
          'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
          'X-PUBLISHED-TTL:PT15M',
        ],
        ...['DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'SEQUENCE:0', 'STATUS:CONFIRMED'],
        ...['LOCATION:Chair\\; one\\, two', `DESCRIPTION:${booked.reference}`, `UID:booking-${booked.id}`],
      ]),
    )
    expect(body).not.toMatch(/Lena|Fischer|mail\.example|Tea|Allergic/)
    expect((await eventsOf(feed))[0]?.summary).toBe(booked.title)
    for (const shown of [await business.get(`/calendar-feeds/${feed.id}`), await business.get('/calendar-feeds')]) {
      expect(shown.status).toBe(200)
      expect(JSON.stringify(shown.body)).not.toContain(feed.url.slice(-20))
    }
    expect((await business.get(`/calendar-feeds/${feed.id}`)).body.lastReadAt).toBe(formatInstant(now - (now % MINUTE)))
  })

  test('name customers where that is asked for, until they are forgotten', async () => {
    const booked = await book()
    const feed = await made({ includesCustomerNames: true })
    expect((await eventsOf(feed))[0]?.summary).toBe(`${booked.title} – Lena Fischer`)
    await api.owner.query('update customers set anonymized_at = now() where id = $1', [customerId])
    expect((await eventsOf(feed))[0]?.summary).toBe(booked.title)
  })

  test('case 3: say that a booking is cancelled, for some days', async () => {
    const booked = await book()
    const feed = await made({ cancelledDays: 2 })
    await business.send('POST', `/bookings/${booked.id}/reschedule`, { startsAt: eleven })
    await business.send('POST', `/bookings/${booked.id}/cancel`, {})
    const [cancelled] = await eventsOf(feed)
    expect(cancelled).toMatchObject({ status: 'CANCELLED', transp: 'TRANSPARENT' })
    expect(cancelled?.event.getFirstPropertyValue('sequence')).toBe(2)
    now += 3 * DAY
    expect(await eventsOf(feed)).toEqual([])
  })

  test('tell of each status as calendars know it, and never of holds', async () => {
    const times = [9, 10, 11, 12, 13, 14, 15].map(
      hour => [`2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`, `2026-03-02T${hour}:30:00.000Z`] as const,
    )
    const statuses = ['held', 'pending', 'confirmed', 'completed', 'no_show', 'declined', 'expired']
    const ids = new Map<string | undefined, string>()
    for (const [index, status] of statuses.entries()) {
      const [startsAt] = times[index] as readonly [string, string]
      const endsAt = formatInstant(Date.parse(startsAt) + 30 * MINUTE)
      const holdExpiresAt = status === 'held' || status === 'expired' ? '2099-01-01T00:00:00Z' : null
      ids.set(await business.addBooking([chair], variantId, [startsAt, endsAt], { status, holdExpiresAt }), status)
    }
    const told = async (values: object) =>
      (await eventsOf(await made(values))).map(({ uid, status }) => [ids.get(uid?.replace('booking-', '')), status])
    expect(await told({})).toEqual([
      ['pending', 'TENTATIVE'],
      ['confirmed', 'CONFIRMED'],
      ['completed', 'CONFIRMED'],
      ['no_show', 'CONFIRMED'],
      ['declined', 'CANCELLED'],
    ])
    expect((await told({ includesPending: false })).map(([status]) => status)).not.toContain('pending')
  })

  test('are of resources, of types, of a member, and of a time', async () => {
    const typeId = await business.add('resourceTypes', { name: 'Room' })
    const room = await business.addResource({ resourceTypeId: typeId })
    const onChair = await business.addBooking([chair], variantId, [ten, eleven])
    const inRoom = await business.addBooking([room], variantId, [ten, eleven])
    const later = await business.addBooking([chair], variantId, ['2026-04-02T09:00:00Z', '2026-04-02T10:00:00Z'])
    const [member] = await business.run(db => db.selectFrom('memberships').select('id').execute())
    await api.owner.query('update memberships set resource_id = $1 where id = $2', [room, member?.id])
    expect(await uids(await made())).toEqual([onChair, inRoom, later].toSorted().slice(0, 2).concat(later))
    expect(await uids(await made({ scope: 'resource', resourceIds: [chair] }))).toEqual([onChair, later])
    expect(await uids(await made({ scope: 'resource_type', resourceTypeIds: [typeId] }))).toEqual([inRoom])
    const own = await made({ scope: 'member', membershipId: member?.id })
    expect(await uids(own)).toEqual([inRoom])
    expect(await uids(await made({ scope: 'resource', resourceIds: [chair], futureDays: 14 }))).toEqual([onChair])
    now = Date.parse(eleven) + DAY
    expect(await uids(await made({ pastDays: 0 }))).toEqual([later])
    await api.owner.query('update memberships set is_active = false where id = $1', [member?.id])
    expect((await read(own)).status).toBe(404)
  })

  test('keep their tag while nothing changes, from hour to hour and in every process', async () => {
    await book()
    const feed = await made()
    const first = await read(feed)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    now += HOUR
    const other = await openApi({ on: use(), users: null, now: () => now })
    const again = await other.request(pathOf(feed), { headers: { 'If-None-Match': tag } })
    expect(again).toMatchObject({ status: 304, body: null })
    expect(again.headers.get('etag')).toBe(tag)
    const isNew = async () => {
      const { status, headers } = await read(feed, { 'If-None-Match': latest })
      expect(status).toBe(200)
      latest = headers.get('etag') ?? ''
      expect((await read(feed, { 'If-None-Match': latest })).status).toBe(304)
    }
    let latest = tag
    expect((await read(feed, { 'If-None-Match': latest })).status).toBe(304)
    await business.send('PATCH', `/catalog-items/${business.itemId}`, { name: 'Cut' })
    await isNew()
    await api.owner.query("update resources set name = 'Another' where id = $1", [chair])
    await isNew()
    const [{ id }] = (await business.get('/bookings')).body
    await business.send('POST', `/bookings/${id}/reschedule`, { startsAt: eleven })
    await isNew()
    await business.send('PATCH', `/calendar-feeds/${feed.id}`, { includesCustomerNames: true })
    await isNew()
    await business.send('PATCH', `/customers/${customerId}`, { name: 'Lene' })
    await isNew()
    await business.send('POST', `/bookings/${id}/cancel`, {})
    await isNew()
    now += 40 * DAY
    await isNew()
    await other.close()
  })

  test('are not there when they are unknown, rotated, off, deleted or suspended: one text', async () => {
    const feed = await made()
    const off = await made()
    await business.send('PATCH', `/calendar-feeds/${off.id}`, { isActive: false })
    const gone = await made()
    await business.send('DELETE', `/calendar-feeds/${gone.id}`)
    const rotated = await business.send('POST', `/calendar-feeds/${feed.id}/rotate`, {})
    expect(rotated.status).toBe(200)
    expect(rotated.body.url).not.toBe(feed.url)
    expect((await read(rotated.body)).status).toBe(200)
    const unknown = { url: feed.url.replace(/[\w-]{43}/, 'A'.repeat(43)) }
    await api.owner.query('update tenants set is_active = false where id = $1', [business.tenantId])
    const texts = []
    for (const one of [feed, off, gone, unknown, rotated.body]) {
      const { status, body } = await read(one)
      expect(status).toBe(404)
      texts.push(body.detail)
    }
    expect(new Set(texts).size).toBe(1)
    for (const token of ['x', 'x'.repeat(10_000), '..%2f', '%00'])
      expect((await api.request(`/calendar-feeds/${token}.ics`)).status).toBe(404)
    const log = await business.get(`/audit-log?entityId=${feed.id}`)
    expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['rotated', 'created'])
    const token = feed.url.slice(-47, -4)
    expect(JSON.stringify(log.body) + JSON.stringify(api.lines)).not.toContain(token)
    const { rows } = await api.owner.query('select hash::text from calendar_feed_secrets')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('end with the access of the member whose they are, and come back with it', async () => {
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const { rows } = await api.owner.query('select id from memberships where user_id = $1', [staff.id])
    const membershipId = rows[0].id
    const feed = await made({ scope: 'member', membershipId }, staff)
    const changes = [
      [`update users set is_active = false where id = '${staff.id}'`, 'update users set is_active = true'],
      [
        `update memberships set is_active = false where id = '${membershipId}'`,
        'update memberships set is_active = true',
      ],
      [
        `update memberships set role = 'viewer' where id = '${membershipId}'`,
        `update memberships set role = 'staff' where id = '${membershipId}'`,
      ],
    ] as const
    for (const [out, back] of changes) {
      expect((await read(feed)).status).toBe(200)
      await api.owner.query(out)
      expect((await read(feed)).status, out).toBe(404)
      await api.owner.query(back)
    }
    expect((await read(feed)).status).toBe(200)
  })

  test('viewers get none, from nobody', async () => {
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const { rows } = await api.owner.query('select id from memberships where user_id = $1', [viewer.id])
    const feed = { name: 'Theirs', scope: 'member', membershipId: rows[0].id }
    expect(await business.send('POST', '/calendar-feeds', feed)).toMatchObject({
      status: 422,
      body: { errors: { membershipId: expect.stringContaining('Viewers have no calendar feeds') } },
    })
  })

  test('are limited by address, whoever reads', async () => {
    const feed = await made()
    const counts = createRequestCounts(api.database, () => now)
    const limits = { counts, perAccount: 0, perNetwork: 0, perKey: 0, networkOf: () => '' }
    const app = createApi(api.services, { routes: api.routes, limits })
    for (let n = 0; n < 60; n++) expect((await app.request(pathOf(feed))).status).toBe(200)
    expect((await app.request(pathOf(feed))).status).toBe(429)
    expect((await app.request(pathOf(await made()))).status).toBe(200)
  })

  test('staff make and see those of their own bookings alone', async () => {
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const memberOf = async (person: Person) =>
      (await business.run(db => db.selectFrom('memberships').select('id').where('userId', '=', person.id).execute()))[0]
        ?.id
    const theirs = await made({ scope: 'member', membershipId: await memberOf(business.owner) })
    const own = await made({ scope: 'member', membershipId: await memberOf(staff) }, staff)
    expect((await business.get('/calendar-feeds', staff)).body.map(({ id }: { id: string }) => id)).toEqual([own.id])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const)
      expect(
        (await business.send(method, `/calendar-feeds/${theirs.id}${path}`, method === 'POST' ? {} : undefined, staff))
          .status,
      ).toBe(404)
    const refused = await business.send('POST', '/calendar-feeds', { name: 'All', scope: 'tenant' }, staff)
    expect(refused).toMatchObject({ status: 422, body: { errors: { scope: expect.any(String) } } })
    const membershipId = await memberOf(business.owner)
    expect(
      await business.send('POST', '/calendar-feeds', { name: 'All', scope: 'member', membershipId }, staff),
    ).toMatchObject({ status: 422, body: { errors: { membershipId: expect.any(String) } } })
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await business.get('/calendar-feeds', viewer)).status).toBe(403)
  })

  test.each([
    ['resourceIds', { scope: 'resource' }],
    ['resourceTypeIds', { scope: 'resource_type' }],
    ['membershipId', { scope: 'member' }],
    ['pastDays', { scope: 'tenant', pastDays: 367 }],
    ['futureDays', { scope: 'tenant', futureDays: 0 }],
    ['cancelledDays', { scope: 'tenant', cancelledDays: 91 }],
    ['scope', { scope: 'world' }],
    ['name', { scope: 'tenant', name: '' }],
  ])('refuse what does not fit, at %s', async (name, values) => {
    const answer = await business.send('POST', '/calendar-feeds', { name: 'Feed', ...values })
    expect(answer).toMatchObject({ status: 422, body: { errors: { [name]: expect.any(String) } } })
  })

  test('take exactly what their scope needs, of their own tenant', async () => {
    const both = await business.send('POST', '/calendar-feeds', { name: 'Feed', scope: 'tenant', resourceIds: [chair] })
    expect(both).toMatchObject({ status: 422, body: { errors: { resourceIds: expect.any(String) } } })
    const other = await openBusiness(api)
    const resourceIds = [await other.addResource()]
    expect(
      (await business.send('POST', '/calendar-feeds', { name: 'Feed', scope: 'resource', resourceIds })).status,
    ).toBe(404)
  })

  test('hold the nearest 5,000 bookings', async () => {
    await api.owner.query(
      `insert into bookings (tenant_id, reference, catalog_item_id, variant_id, channel_id, starts_at, ends_at, time_zone,
         price_amount, price_currency, total_amount, total_currency, quantity, status)
       select $1, 'MANY' || n, $2, $3, $4, $5::timestamptz + n * interval '1 minute', $5::timestamptz + n * interval '1 minute'
         + interval '30 seconds', 'Europe/Berlin', 0, 'EUR', 0, 'EUR', 1, 'confirmed' from generate_series(1, 5100) as n`,
      [business.tenantId, business.itemId, variantId, business.channelId, formatInstant(now)],
    )
    const { body } = await read(await made())
    const references = Array.from((body as string).matchAll(/DESCRIPTION:(MANY\d+)/g), ([, reference]) => reference)
    expect(references.length).toBe(5000)
    expect(references).not.toContain('MANY5001')
  })
})
