import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { NOW, openBusiness } from './support/business'

let api: TestApi

beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW })
})
afterAll(() => api.close())

test('a week is summed up beside the one before, without holds and cancelled bookings', async () => {
  const business = await openBusiness(api)
  const variantId = await business.addVariant([await business.addResource()], { priceAmount: 5000 })
  const customerId = await business.add('customers', { name: 'Lena' })
  const statuses = {
    '02': 'completed',
    '03': 'no_show',
    '09': 'confirmed',
    '10': 'pending',
    '11': 'cancelled',
    '16': 'confirmed',
  }
  for (const [day, status] of Object.entries(statuses)) {
    const { status: answered, body } = await business.send('POST', '/bookings', {
      variantId,
      customerId,
      startsAt: `2026-03-${day}T09:00:00Z`,
    })
    expect(answered).toBe(201)
    await business.run(db => sql`update bookings set status = ${status} where id = ${body.id}`.execute(db))
  }
  const revenue = [{ amount: 5000, currency: 'EUR' }]
  expect((await business.get('/bookings/summary?from=2026-03-09&to=2026-03-16')).body).toEqual({
    now: { bookings: 2, noShows: 0, revenue },
    before: { bookings: 2, noShows: 1, revenue },
  })
  expect((await business.get('/bookings/summary?from=2026-03-09')).status).toBe(422)
})
