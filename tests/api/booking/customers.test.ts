import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnBoth'
import { type Business, NOW, openBusiness } from './support/business'

const startsAt = '2026-03-02T09:00:00Z'

describeOnBoth('customers who book', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let variantId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
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
    const cancelled = await book(id, { startsAt: '2026-03-04T09:00:00Z' })
    await business.send('POST', `/bookings/${cancelled.id}/cancel`, {})
    const missed = await book(id)
    await book(id, { startsAt: '2026-03-03T09:00:00Z' })
    await book(id, { hold: true })
    now = Date.parse(startsAt)
    await business.send('POST', `/bookings/${missed.id}/no-show`, {})
    const figures = { bookingCount: 2, noShowCount: 1, lastBookingAt: '2026-03-03T09:00:00.000Z' }
    expect((await business.get(`/customers/${id}`)).body).toMatchObject(figures)
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
})
