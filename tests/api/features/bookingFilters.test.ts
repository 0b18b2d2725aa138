import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { type Business, NOW, openBusiness } from './support/business'

let api: TestApi
let business: Business

const at = (time: string) => new Date(`2026-${time}Z`).toISOString()

/** Berlin is an hour ahead of UTC until 29 March. */
const given = {
  first: { startsAt: '03-02T08:00', lead: 30, status: 'completed', customer: 'Ann' },
  second: { startsAt: '03-03T08:30', lead: 1440, status: 'confirmed', customer: 'Ann' },
  cancelled: { startsAt: '03-03T10:00', lead: 60, status: 'cancelled', previousStatus: 'pending', customer: 'Bob' },
  released: { startsAt: '03-03T12:00', lead: 0, status: 'cancelled', previousStatus: 'held' },
  late: { startsAt: '03-04T22:00', lead: -5, status: 'confirmed', customer: 'Bob' },
}

beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW })
  business = await openBusiness(api)
  const chair = await business.addResource()
  const variantId = await business.addVariant([chair])
  const addCustomer = (name: string) => business.add('customers', { name })
  const customers = { Ann: await addCustomer('Ann'), Bob: await addCustomer('Bob') }
  for (const [reference, booking] of Object.entries(given)) {
    const { startsAt, lead, status, ...more } = { previousStatus: null, customer: null, ...booking }
    const start = Date.parse(at(startsAt))
    const end = new Date(start + 3_600_000).toISOString()
    await business.addBooking([chair], variantId, [at(startsAt), end], {
      status,
      active: false,
      booking: {
        reference: reference.slice(0, 8),
        createdAt: new Date(start - lead * 60_000).toISOString(),
        previousStatus: more.previousStatus,
        customerId: more.customer && customers[more.customer as keyof typeof customers],
      },
    })
  }
})
afterAll(() => api.close())

test.each([
  ['previousStatus=pending,confirmed', 'cancelle'],
  ['previousStatus=held&previousStatus=pending', 'cancelle released'],
  ['startWeekday=1', 'first'],
  ['startWeekday=1,4', 'first'],
  ['startHour=9', 'first second'],
  ['startHour=23', 'late'],
  ['leadMinutesFrom=30&leadMinutesTo=1440', 'first cancelle'],
  ['leadMinutesFrom=0&leadMinutesTo=30', 'released'],
  ['leadMinutesTo=0', 'late'],
  ['customerFirstFrom=2026-03-04', 'cancelle late'],
  ['customerFirstTo=2026-03-04', 'first second'],
  ['overlapFrom=2026-03-03T09:30:00Z&overlapTo=2026-03-03T10:00:00Z', ''],
  ['overlapFrom=2026-03-03T09:29:00Z&overlapTo=2026-03-03T10:01:00Z', 'second cancelle'],
])('%s lists %s', async (query, references) => {
  const { body, status } = await business.get(`/bookings?${query}&sort=startsAt&order=ASC`)
  expect(status).toBe(200)
  expect(body.map((booking: { reference: string }) => booking.reference).join(' ')).toBe(references)
})

test.each([
  ['startWeekday=8', 'startWeekday'],
  ['startHour=24', 'startHour'],
  ['startHour=1,1', 'startHour'],
  ['previousStatus=completed', 'previousStatus'],
  ['leadMinutesFrom=soon', 'leadMinutesFrom'],
  ['overlapFrom=yesterday', 'overlapFrom'],
  ['customerFirstTo=2026-02-30', 'customerFirstTo'],
])('%s is refused at %s', async (query, name) => {
  const { body, status } = await business.get(`/bookings?${query}`)
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual([name])
})
