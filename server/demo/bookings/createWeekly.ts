import { formatInstant, zoneOf } from '../../../src/declare'
import { createSeries } from '../../features/bookings/series/createSeries'
import { SlotUnavailable } from '../../features/bookings/slotUnavailable'
import type { Services } from '../../serve'
import type { Business } from '../business'
import { idOf } from '../idOf'
import { inBusiness } from '../inBusiness'

type Weekly = NonNullable<Business['weekly']>

export const createWeekly = (
  database: Services['database'],
  tenantId: string,
  { customer, item, hour, count }: Weekly,
  now: number,
): Promise<number> =>
  inBusiness(database, tenantId, now, async ({ request, write }) => {
    const customerId = await idOf(database, tenantId, 'customers', customer)
    const catalogItemId = await idOf(database, tenantId, 'catalogItems', item)
    const variant = await database.run({ as: 'tenant', tenantId }, db =>
      db.selectFrom('variants').select('id').where('catalogItemId', '=', catalogItemId).executeTakeFirstOrThrow(),
    )
    const zone = zoneOf(request.caller.tenant.timeZone)
    const make = (startsAt: string) =>
      write(unit =>
        createSeries(unit, request, {
          ...{ variantId: String(variant.id), customerId, startsAt, rrule: `FREQ=WEEKLY;COUNT=${count}` },
          ...{ onConflict: 'nearest', nearestWithinDays: 1, keepResources: true, exDates: [], resourceIds: [] },
          ...{ endsAt: null, channelId: null, quantity: null, customer: null, answers: {}, total: null },
          ...{ notes: null, internalNotes: null, paymentStatus: null, override: false, reason: null },
          ...{ notify: false, dryRun: false },
        }),
      )
    for (let day = zone.dayOf(now) + 1; day <= zone.dayOf(now) + 7; day++) {
      const made = await make(formatInstant(zone.at(day, hour * 60))).catch(error => {
        if (error instanceof SlotUnavailable) return null
        throw error
      })
      if (made) return made.bookedCount ?? 0
    }
    return 0
  })
