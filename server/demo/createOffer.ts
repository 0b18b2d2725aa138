import { DAY, formatInstant, zoneOf } from '../../src/declare'
import { SlotUnavailable } from '../features/bookings/slotUnavailable'
import { lockEntry } from '../features/waitlist/entryScope'
import { makeOffer } from '../features/waitlist/makeOffer'
import { anyTable, type Services } from '../serve'
import type { Business } from './business'
import { idOf } from './idOf'
import { inBusiness } from './inBusiness'

type Offered = NonNullable<Business['offered']>

export const createOffer = (
  database: Services['database'],
  tenantId: string,
  { customer, variant, days, hour }: Offered,
  now: number,
): Promise<void> =>
  inBusiness(database, tenantId, now, async ({ request, write }) => {
    const customerId = await idOf(database, tenantId, 'customers', customer)
    const variantId = await idOf(database, tenantId, 'variants', variant)
    const zone = zoneOf(request.caller.tenant.timeZone)
    const first = zone.dayOf(now) + days
    const window = {
      startsAt: formatInstant(zone.startOfDay(first)),
      endsAt: formatInstant(zone.startOfDay(first + 14)),
    }
    const { id } = await database.run({ as: 'tenant', tenantId }, async db => {
      const entry = { tenantId, variantId, customerId, windows: JSON.stringify([window]) }
      const joinedAt = formatInstant(now - DAY)
      return anyTable(db)
        .insertInto('waitlistEntries')
        .values({ ...entry, joinedAt })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    for (let day = first; day < first + 14; day++) {
      const startsAt = zone.at(day, hour * 60)
      const terms = { startsAt, endsAt: null, resourceIds: [], minutes: 2 * 24 * 60 }
      const offer = write(async unit => {
        const entry = await lockEntry(unit, request, String(id))
        await makeOffer(entry, { ...terms, override: false, reason: null, madeBy: null, notify: false })
      })
      const isMade = await offer.then(
        () => true,
        error => {
          if (error instanceof SlotUnavailable) return false
          throw error
        },
      )
      if (isMade) return
    }
  })
