import { demoAccounts } from '../../src/resources/demoAccounts'
import type { Services } from '../serve'
import { createBookings } from './bookings/createBookings'
import { createVisits } from './bookings/createVisits'
import { createWeekly } from './bookings/createWeekly'
import { businessesOn } from './businesses'
import { createBlocks } from './createBlocks'
import { createBusiness } from './createBusiness'
import { createConnections } from './createConnections'
import { createOffer } from './createOffer'

const today = (): string => new Date().toISOString().slice(0, 10)

export const demo = {
  slugs: () => businessesOn(today()).map(({ tenant }) => tenant.slug),
  people: demoAccounts,
  create: async (database: Services['database']) => {
    const now = Date.now()
    const tenantIds = new Map<string, string>()
    let bookings = 0
    for (const [seed, business] of businessesOn(today()).entries()) {
      const tenantId = await createBusiness(database, business)
      tenantIds.set(business.tenant.slug, tenantId)
      bookings += await createBookings(database, tenantId, { now, seed: seed + 1 })
      if (business.blocks) await createBlocks(database, tenantId, business.blocks, now)
      if (business.offered) await createOffer(database, tenantId, business.offered, now)
      if (business.connections) await createConnections(database, tenantId, business, business.connections, now)
      if (business.weekly) bookings += await createWeekly(database, tenantId, business.weekly, now)
      if (business.visits) bookings += await createVisits(database, tenantId, business.visits, now)
    }
    return { tenantIds, noted: { bookings } }
  },
}
