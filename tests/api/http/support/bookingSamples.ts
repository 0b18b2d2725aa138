import type { Database } from '../../../../server/db/database'
import { anyTable } from '../../../../server/db/sql'
import { fixtureUser } from '../../../../testing/versions'

interface Place {
  database: Database
}

const DAY = 86_400_000

/** Tomorrow at ten, in UTC. */
const tomorrow = (): number => Math.floor(Date.now() / DAY) * DAY + DAY + 10 * 3_600_000

const allDay = JSON.stringify(
  [1, 2, 3, 4, 5, 6, 7].map(dayOfWeek => ({ dayOfWeek, startTime: '00:00', endTime: '24:00' })),
)

const price = { priceAmount: 5000, priceCurrency: 'EUR' }

/** A variant whose resource is open day and night. */
export const bookingDraft = ({ database }: Place, tenantId: string) =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const mark = crypto.randomUUID()
    const add = async (table: string, values: object): Promise<string> =>
      (
        await anyTable(db)
          .insertInto(table)
          .values({ tenantId, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const scheduleId = await add('schedules', { name: mark, timeZone: 'UTC', weeklyHours: allDay })
    const resourceTypeId = await add('resourceTypes', { name: mark })
    const resourceId = await add('resources', { name: mark, resourceTypeId, scheduleId, capacity: 1 })
    const catalogItemId = await add('catalogItems', { name: mark, slug: mark, status: 'active' })
    const variantId = await add('variants', { catalogItemId, name: mark, ...price, waitlistEnabled: true })
    await db
      .insertInto('variantResources')
      .values({ tenantId, ownerId: variantId, targetId: resourceId, priority: 0 })
      .execute()
    const channelId = await add('channels', { name: mark, code: mark })
    const customerId = await add('customers', { name: mark, email: `${mark}@example.com` })
    return { variantId, channelId, customerId, startsAt: new Date(tomorrow()).toISOString() }
  })

/** The id of a hold whose answer a retry gets. */
export const bookingIn = async (place: Place, tenantId: string): Promise<string> => {
  const { variantId, channelId, customerId, startsAt } = await bookingDraft(place, tenantId)
  return place.database.run({ as: 'tenant', tenantId }, async db => {
    const variant = await db
      .selectFrom('variants')
      .innerJoin('variantResources', 'variantResources.ownerId', 'variants.id')
      .select(['variants.catalogItemId', 'variantResources.targetId as resourceId'])
      .where('variants.id', '=', variantId)
      .executeTakeFirstOrThrow()
    const endsAt = new Date(tomorrow() + 3_600_000).toISOString()
    const holdExpiresAt = new Date(Date.now() + DAY).toISOString()
    const shared = {
      tenantId,
      variantId,
      channelId,
      customerId,
      startsAt,
      endsAt,
      status: 'held' as const,
      holdExpiresAt,
    }
    const { id } = await db
      .insertInto('bookings')
      .values({
        ...shared,
        reference: crypto.randomUUID().slice(0, 8),
        catalogItemId: variant.catalogItemId,
        timeZone: 'UTC',
        priceAmount: 5000,
        priceCurrency: 'EUR',
        totalAmount: 5000,
        totalCurrency: 'EUR',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('allocations')
      .values({ ...shared, bookingId: id, resourceId: variant.resourceId, blockedFrom: startsAt, blockedUntil: endsAt })
      .execute()
    await db
      .insertInto('idempotencyKeys')
      .values({ tenantId, userId: id, key: id, requestHash: '', createdAt: startsAt })
      .execute()
    return id
  })
}

/** A variant with a waitlist. */
export const waitlistDraft = async (place: Place, tenantId: string) => {
  const { variantId, channelId, customerId, startsAt } = await bookingDraft(place, tenantId)
  const endsAt = new Date(tomorrow() + DAY).toISOString()
  return { variantId, channelId, customerId, windows: [{ startsAt, endsAt }] }
}

/** The id of an entry of the waitlist, which prefers the resource that it could get. */
export const waitingIn = async (place: Place, tenantId: string): Promise<string> => {
  const { windows, ...draft } = await waitlistDraft(place, tenantId)
  return place.database.run({ as: 'tenant', tenantId }, async db => {
    const { id } = await db
      .insertInto('waitlistEntries')
      .values({ tenantId, ...draft, windows: JSON.stringify(windows) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('waitlistEntriesPreferredResourceIds')
      .columns(['tenantId', 'ownerId', 'targetId', 'position'])
      .expression(
        db
          .selectFrom('variantResources')
          .select(({ val }) => ['tenantId', val(id).as('ownerId'), 'targetId', 'priority'])
          .where('ownerId', '=', draft.variantId),
      )
      .execute()
    return id
  })
}

/** What a call that makes a series needs at least. */
export const seriesDraft = async (place: Place, tenantId: string) => ({
  ...(await bookingDraft(place, tenantId)),
  rrule: 'FREQ=DAILY;COUNT=2',
})

/** The id of a series with one booking. */
export const seriesIn = async (place: Place, tenantId: string): Promise<string> => {
  const bookingId = await bookingIn(place, tenantId)
  return place.database.run({ as: 'tenant', tenantId, userId: fixtureUser }, async db => {
    const { variantId, channelId, customerId, startsAt, endsAt } = await db
      .selectFrom('bookings')
      .select(['variantId', 'channelId', 'customerId', 'startsAt', 'endsAt'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const rrule = 'FREQ=DAILY;COUNT=1;WKST=MO'
    const times = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() }
    const date = { index: 0, date: times.startsAt.slice(0, 10), ...times, dst: null, isExcluded: false }
    const { id } = await db
      .insertInto('bookingSeries')
      .values({
        ...{ tenantId, variantId, channelId, customerId, startsAt, endsAt, rrule },
        reference: crypto.randomUUID().slice(0, 8),
        timeZone: 'UTC',
        totalAmount: 5000,
        totalCurrency: 'EUR',
        occurrenceCount: 1,
        dates: JSON.stringify([{ ...date, reasons: [], nearest: null }]),
        dateCount: 1,
        segments: JSON.stringify([{ from: 0, ...times, rrule }]),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('bookings')
      .set({ seriesId: id, seriesIndex: 0, status: 'pending', holdExpiresAt: null } as never)
      .where('id', '=', bookingId)
      .execute()
    return id
  })
}

/** What a call that makes a visit needs at least. */
export const visitDraft = async (place: Place, tenantId: string) => {
  const { variantId, channelId, customerId, startsAt } = await bookingDraft(place, tenantId)
  return { parts: [{ variantId }], channelId, customerId, startsAt }
}

/** The id of a visit of one part. */
export const visitIn = async (place: Place, tenantId: string): Promise<string> => {
  const bookingId = await bookingIn(place, tenantId)
  return place.database.run({ as: 'tenant', tenantId, userId: fixtureUser }, async db => {
    const { channelId, customerId } = await db
      .selectFrom('bookings')
      .select(['channelId', 'customerId'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const parts = JSON.stringify([{ guest: 0, minWaitMinutes: 0, maxWaitMinutes: 15 }])
    const { id } = await db
      .insertInto('visits')
      .values({ tenantId, channelId, customerId, reference: crypto.randomUUID().slice(0, 8), parts } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('bookings')
      .set({ visitId: id, visitIndex: 0 } as never)
      .where('id', '=', bookingId)
      .execute()
    return id
  })
}
