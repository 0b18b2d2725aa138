import { formatInstant, zoneOf } from '../../../src/declare'
import { resources } from '../../../src/resources'
import { createSeries } from '../../features/bookings/series/createSeries'
import { SlotUnavailable } from '../../features/bookings/slotUnavailable'
import { systemRequest } from '../../features/waitlist/systemRequest'
import { anyTable, type Database, LiveEvents, noAlarm, runSystemWork } from '../../serve'
import type { Business } from '../business'

type Weekly = NonNullable<Business['weekly']>

const idOf = (database: Database, tenantId: string, table: string, name: string): Promise<string> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const { id } = await anyTable(db)
      .selectFrom(table)
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return String(id)
  })

/** From the first possible day of the next seven. */
export const createWeekly = async (
  database: Database,
  tenantId: string,
  { customer, item, hour, count }: Weekly,
  now: number,
): Promise<number> => {
  const live = new LiveEvents(database)
  const request = await systemRequest(database, { now: () => now, resources, live }, tenantId)
  if (!request) throw new Error('The demo business is not there.')
  const { caller } = request
  const customerId = await idOf(database, tenantId, 'customers', customer)
  const catalogItemId = await idOf(database, tenantId, 'catalogItems', item)
  const variant = await database.run({ as: 'tenant', tenantId }, db =>
    db.selectFrom('variants').select('id').where('catalogItemId', '=', catalogItemId).executeTakeFirstOrThrow(),
  )
  const zone = zoneOf(caller.tenant.timeZone)
  const make = (startsAt: string) =>
    runSystemWork(
      { ...{ database, caller, now }, actor: { as: 'tenant', tenantId }, events: null, follow: null, alarm: noAlarm },
      unit =>
        createSeries(unit, request, {
          ...{ variantId: String(variant.id), customerId, startsAt, rrule: `FREQ=WEEKLY;COUNT=${count}` },
          ...{ onConflict: 'nearest', nearestWithinDays: 1, keepResources: true, exDates: [], resourceIds: [] },
          ...{ endsAt: null, channelId: null, quantity: null, customer: null, answers: {}, total: null },
          ...{ notes: null, internalNotes: null, paymentStatus: null, override: false, reason: null },
          ...{ notify: false, dryRun: false },
        }),
    )
  try {
    for (let day = zone.dayOf(now) + 1; day <= zone.dayOf(now) + 7; day++) {
      const made = await make(formatInstant(zone.at(day, hour * 60))).catch(error => {
        if (error instanceof SlotUnavailable) return null
        throw error
      })
      if (made) return made.bookedCount ?? 0
    }
    return 0
  } finally {
    await live.close()
  }
}
