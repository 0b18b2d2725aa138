import { formatInstant, zoneOf } from '../../../src/declare'
import { createVisit } from '../../features/bookings/visits/createVisit'
import { VisitUnavailable } from '../../features/bookings/visits/visitUnavailable'
import type { Services } from '../../serve'
import type { Business } from '../business'
import { idOf } from '../idOf'
import { type InBusiness, inBusiness } from '../inBusiness'

type Visit = NonNullable<Business['visits']>[number]

const searchedDays = 14

const variantsOf = (database: Services['database'], tenantId: string, items: readonly string[]): Promise<string[]> =>
  Promise.all(
    items.map(async name => {
      const catalogItemId = await idOf(database, tenantId, 'catalogItems', name)
      const { id } = await database.run({ as: 'tenant', tenantId }, db =>
        db
          .selectFrom('variants')
          .select('id')
          .where('catalogItemId', '=', catalogItemId)
          .orderBy('sortOrder')
          .executeTakeFirstOrThrow(),
      )
      return String(id)
    }),
  )

export const createVisits = (
  database: Services['database'],
  tenantId: string,
  visits: readonly Visit[],
  now: number,
): Promise<number> =>
  inBusiness(database, tenantId, now, async business => {
    let count = 0
    for (const { customer, items, days, hour } of visits) {
      const customerId = await idOf(database, tenantId, 'customers', customer)
      const variantIds = await variantsOf(database, tenantId, items)
      count += await createOne(business, { customerId, variantIds, days, hour }, now)
    }
    return count
  })

const createOne = async (
  { request, write }: InBusiness,
  { customerId, variantIds, days, hour }: { customerId: string; variantIds: string[]; days: number; hour: number },
  now: number,
): Promise<number> => {
  const zone = zoneOf(request.caller.tenant.timeZone)
  const parts = variantIds.map(variantId => ({
    ...{ variantId, quantity: null, durationMinutes: null, resourceIds: [], guest: 0, startsAt: null },
    ...{ minWaitMinutes: 0, maxWaitMinutes: null, answers: null, total: null },
  }))
  const make = (startsAt: string) =>
    write(unit =>
      createVisit(unit, request, {
        ...{ parts, startsAt, customerId, customer: null, channelId: null, order: 'fixed', sameStaff: false },
        ...{ notes: null, internalNotes: null, sendsReminders: false, paymentStatus: null, hold: false },
        ...{ override: false, reason: null, notify: false, dryRun: false },
      }),
    )
  const first = zone.dayOf(now) + days
  for (let day = first; day < first + searchedDays; day++) {
    const made = await make(formatInstant(zone.at(day, hour * 60))).catch(error => {
      if (error instanceof VisitUnavailable) return null
      throw error
    })
    if (made) return made.booked.length
  }
  return 0
}
