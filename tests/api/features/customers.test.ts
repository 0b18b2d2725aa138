import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetExpiredCustomers } from '../../../server/features/customers/retention'
import { expectEntries, watchVersions } from '../../../testing/versions'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const startsAt = '2026-03-02T09:00:00.000Z'

describeOnDatabase('customers who book', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let variantId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    await watchVersions(api.owner)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
    variantId = await business.addVariant([await business.addResource({ capacity: 9 })], { capacityMode: 'pooled' })
  })

  const addCustomer = (values: object) => business.add('customers', { name: 'Lena', ...values })
  const book = async (customerId: string, values: object = {}) => {
    const answer = await business.send('POST', '/bookings', { variantId, customerId, startsAt, ...values })
    expect(answer.status).toBe(201)
    return answer.body
  }

  test('figures count what took or takes place', async () => {
    const id = await addCustomer({ email: 'lena@mail.example' })
    const cancelled = await book(id, { startsAt: '2026-03-04T09:00:00.000Z' })
    await business.send('POST', `/bookings/${cancelled.id}/cancel`, {})
    const missed = await book(id)
    await book(id, { startsAt: '2026-03-03T09:00:00.000Z' })
    await book(id, { hold: true })
    now = Date.parse(startsAt)
    await business.send('POST', `/bookings/${missed.id}/no-show`, {})
    const figures = { bookingCount: 2, noShowCount: 1, lastBookingAt: '2026-03-03T09:00:00.000Z' }
    expect((await business.get(`/customers/${id}`)).body).toMatchObject(figures)
    const sums = async () => (await business.get(`/customers/${id}`)).body
    expect(await sums()).toMatchObject({ spent: null, due: { amount: 2 * missed.total.amount } })
    await business.send('PATCH', `/bookings/${missed.id}`, { paymentStatus: 'paid' })
    expect(await sums()).toMatchObject({ spent: missed.total, due: missed.total })
    const listed = await business.get(`/customers/${id}/bookings?status=no_show`)
    expect(listed.body).toMatchObject([{ id: missed.id, status: 'no_show' }])
    expect((await business.get(`/customers/${crypto.randomUUID()}/bookings`)).status).toBe(404)
  })

  test('two customers become one, who keeps what both knew', async () => {
    const from = await addCustomer({ name: 'L. Fischer', email: 'lena@mail.example', tags: ['VIP'] })
    const into = await addCustomer({ phone: '+491701234501', tags: ['allergy'] })
    const booking = await book(from)
    expect(await business.send('POST', `/customers/${from}/merge`, { intoId: from })).toMatchObject({ status: 422 })
    const merged = await business.send('POST', `/customers/${from}/merge`, { intoId: into })
    expect(merged).toMatchObject({
      status: 200,
      body: { id: into, name: 'Lena', email: 'lena@mail.example', tags: ['allergy', 'VIP'], bookingCount: 1 },
    })
    expect((await business.get(`/customers/${from}`)).status).toBe(404)
    expect((await business.get(`/bookings/${booking.id}`)).body.customerId).toBe(into)

    const logOf = async (id: string) => (await business.get(`/audit-log?entityId=${id}`)).body
    expect((await logOf(booking.id))[0]).toMatchObject({
      action: 'updated',
      entityLabel: booking.reference,
      changes: { customerId: { from, to: into } },
    })
    expect(await logOf(from)).toMatchObject([
      { changes: { mergedInto: { from: null, to: into } } },
      { action: 'deleted', entityLabel: 'L. Fischer' },
    ])
    now = Date.parse(startsAt) + 86_400_000
    expect((await business.send('POST', `/customers/${into}/anonymize`, {})).status).toBe(200)
    expect(JSON.stringify([await logOf(from), await logOf(into)])).not.toMatch(/Fischer|lena|Lena/)
  })

  test('the person goes, bookings and figures stay; not before the last visit', async () => {
    const id = await addCustomer({ email: 'lena@mail.example', notes: 'Knee' })
    const { id: bookingId } = await book(id, { notes: 'Window' })
    const anonymize = () => business.send('POST', `/customers/${id}/anonymize`, {})
    expect(await anonymize()).toMatchObject({ status: 409, body: { code: 'in_use', bookingCount: 1 } })
    now = Date.parse(startsAt) + 86_400_000
    const nobody = await anonymize()
    expect(nobody).toMatchObject({ status: 200, body: { name: '—', email: null, notes: null, bookingCount: 1 } })
    expect(nobody.body.anonymizedAt).toBe(new Date(now).toISOString())
    expect((await business.get(`/bookings/${bookingId}`)).body).toMatchObject({ notes: null, customerId: id })
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    expect((await business.send('POST', `/customers/${id}/anonymize`, {}, staff)).status).toBe(403)
  })

  test('who was forgotten is booked for no more, since nobody would forget what is written down then', async () => {
    const id = await addCustomer({ email: 'lena@mail.example' })
    const { id: bookingId } = await book(id)
    now = Date.parse(startsAt) + 86_400_000
    expect(await business.send('POST', `/customers/${id}/anonymize`, {})).toMatchObject({ status: 200 })
    const later = '2026-03-10T09:00:00.000Z'
    const place = { variantId, startsAt: later }
    const { id: heldId } = (await business.send('POST', '/bookings', { ...place, hold: true })).body
    const other = await book(await addCustomer({ email: 'mia@mail.example' }), { startsAt: later })
    await business.send('PATCH', `/catalog-items/${business.itemId}/variants/${variantId}`, { waitlistEnabled: true })
    const windows = [{ startsAt: later, endsAt: '2026-03-12T09:00:00.000Z' }]
    const naming: [string, string, object][] = [
      ['POST', '/bookings', place],
      ['POST', '/bookings/series', { ...place, rrule: 'FREQ=WEEKLY;COUNT=2' }],
      ['POST', '/bookings/visits', { startsAt: later, parts: [{ variantId }, { variantId }] }],
      ['POST', `/bookings/${heldId}/confirm`, {}],
      ['PATCH', `/bookings/${other.id}`, {}],
      ['POST', '/bookings/waitlist', { variantId, windows }],
    ]
    for (const [method, path, body] of naming)
      expect(await business.send(method, path, { ...body, customerId: id }), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 'not_found', errors: { customerId: {} } },
      })
    const { body: kept } = await business.get(`/customers/${id}/bookings`)
    expect(kept).toMatchObject([{ id: bookingId }])
    expect(await business.send('PATCH', `/bookings/${bookingId}`, { quantity: 1, internalNotes: null })).toMatchObject({
      status: 200,
    })
  })

  test('who has not booked for as long as the tenant keeps people is forgotten by itself, and nobody else', async () => {
    const long = await addCustomer({ email: 'long@mail.example', notes: 'Knee' })
    const { id: bookingId } = await book(long, { notes: 'Window' })
    const later = await addCustomer({ email: 'later@mail.example' })
    await book(later, { startsAt: '2026-03-04T09:00:00.000Z' })
    const nameOf = async (id: string) => (await business.get(`/customers/${id}`)).body.name
    const at = new Date(Date.now() + 366 * 86_400_000)
    const inDays = (days: number) => at.getTime() + days * 86_400_000
    await business.run(db =>
      sql`update bookings set ends_at = case id when ${bookingId} then ${at}::timestamptz - interval '2 years'
        else ${at}::timestamptz - interval '1 month' end, starts_at = ${at}::timestamptz - interval '3 years'`.execute(
        db,
      ),
    )

    expect(await forgetExpiredCustomers({ ...api.services, now: () => inDays(0) })).toBe(0)
    await business.send('PATCH', `/tenants/${business.tenantId}`, { retentionMonths: 12 })
    // Both were added longer ago than that only then.
    expect(await forgetExpiredCustomers({ ...api.services, now: () => inDays(-2) })).toBe(0)
    expect(await forgetExpiredCustomers({ ...api.services, now: () => inDays(0) })).toBe(1)
    expect(await forgetExpiredCustomers({ ...api.services, now: () => inDays(0) })).toBe(0)
    expect([await nameOf(long), await nameOf(later)]).toEqual(['—', 'Lena'])
    expect((await business.get(`/bookings/${bookingId}`)).body).toMatchObject({ notes: null, customerId: long })
    const { body: log } = await business.get(`/audit-log?entityId=${long}`)
    expect(log[0]).toMatchObject({
      ...{ actor: { type: 'system' }, action: 'updated', entityLabel: '—' },
      changes: { anonymizedAt: { from: null, to: at.toISOString() } },
    })
    expect(JSON.stringify(log)).not.toContain('long@mail.example')
  })
})
