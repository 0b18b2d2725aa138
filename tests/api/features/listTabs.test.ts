import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { tabsOf } from '../../../src/schema'
import { openApi, type TestApi } from '../http/support/fixture'
import { type Business, NOW, openBusiness } from './support/business'

let api: TestApi
let business: Business

beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW })
})
afterAll(() => api.close())

describe('parts of the list of bookings', () => {
  /** Bookings of four days, by the day on which they begin; today is the 20th of February. */
  const starts: Readonly<Record<string, string>> = {
    past: '2026-02-19T09:00:00Z',
    midnight: '2026-02-19T23:30:00Z',
    next: '2026-02-23T09:00:00Z',
    waiting: '2026-02-24T09:00:00Z',
    cancelled: '2026-02-25T09:00:00Z',
  }
  const ids: Record<string, string> = {}

  beforeEach(async () => {
    business = await openBusiness(api)
    const variantId = await business.addVariant([await business.addResource()])
    const customerId = await business.add('customers', { name: 'Lena' })
    for (const [index, [name, startsAt]] of Object.entries(starts).entries()) {
      // Made where there is time, and then put where the test wants it.
      const body = { variantId, customerId, startsAt: `2026-03-0${2 + index}T09:00:00Z` }
      const { status: answered, body: booking } = await business.send('POST', '/bookings', body)
      expect(answered).toBe(201)
      ids[name] = booking.id
      const status = name === 'waiting' ? 'pending' : name === 'cancelled' ? 'cancelled' : 'confirmed'
      await business.run(db =>
        sql`update bookings set starts_at = ${startsAt}::timestamptz, ends_at = ${startsAt}::timestamptz + interval '1 hour',
          status = ${status} where id = ${booking.id}`.execute(db),
      )
    }
  })

  const named = async (query: string): Promise<string[]> => {
    const { body } = await business.get(`/bookings?${query}`)
    return body.map(({ id }: { id: string }) => Object.keys(ids).find(name => ids[name] === id) ?? id)
  }

  test('divide by the date in the tenant’s zone and by status', async () => {
    // 23:30 in London's winter is the next day in Berlin.
    expect(await named('tab=today')).toEqual(['midnight'])
    // It began before now.
    expect(await named('tab=upcoming&sort=startsAt')).toEqual(['next', 'waiting'])
    expect(await named('tab=waiting')).toEqual(['waiting'])
    expect(await named('tab=past')).toEqual(['past'])
    expect(await named('tab=cancelled')).toEqual(['cancelled'])
    expect(await named('tab=upcoming&status=pending')).toEqual(['waiting'])
    expect(await business.get('/bookings?tab=soon')).toMatchObject({
      status: 422,
      body: { errors: { tab: /upcoming/ } },
    })
  })

  test('are counted in one call, under the same search and filters', async () => {
    const counted = async (query: string) => {
      const { body } = await business.get(`/bookings/tabs${query}`)
      return Object.fromEntries(body.tabs.map(({ tab, total }: { tab: string; total: number }) => [tab, total]))
    }
    expect(await counted('')).toEqual({ '': 5, upcoming: 2, today: 1, waiting: 1, past: 1, cancelled: 1 })
    expect(await counted(`?ids=${ids.past},${ids.waiting}`)).toEqual({
      '': 2,
      upcoming: 1,
      today: 0,
      waiting: 1,
      past: 1,
      cancelled: 0,
    })
    expect((await business.get('/bookings/tabs?page=2')).status).toBe(422)
  })
})

test('the parts of every list count what they list', async () => {
  business = await openBusiness(api)
  const divided = product.resources.filter(resource => tabsOf(resource).length > 0)
  expect(divided.map(({ name }) => name)).toContain('bookings')
  for (const { api: path } of divided) {
    const { body } = await business.get(`${path}/tabs`)
    for (const { tab, total } of body.tabs) {
      const listed = await business.get(`${path}?perPage=1${tab && `&tab=${tab}`}`)
      expect(Number(listed.headers.get('X-Total-Count')), `${path} ${tab}`).toBe(total)
    }
  }
})
