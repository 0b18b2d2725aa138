import { sql } from 'kysely'
import { prepare, type ResourceTimeline, type Slot, type Snapshot } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { loadSnapshot } from './loadSnapshot'
import { requireChannel, requireFewer, requireVariant } from './questions'

interface TimelineOptions {
  from: number
  to: number
  now: number
  resourceIds?: readonly string[] | undefined
  resourceTypeId?: string | undefined
  channelId?: string | undefined
  /** Whose times are judged on each of its resources; the timeline is then of those alone. */
  variantId?: string | undefined
  quantity?: number | undefined
  durationMinutes?: number | undefined
}

interface BookingRow {
  id: string
  reference: string
  customerName: string | null
}

/** What people know a booking by: one statement. */
const findBookings = async (
  db: Transaction,
  tenantId: string,
  { allocations = [] }: Snapshot,
): Promise<Map<string, BookingRow>> => {
  const ids = Array.from(new Set(allocations.map(({ bookingId }) => bookingId)))
  const { rows } = await sql<BookingRow>`
    select bookings.id, bookings.reference, customers.name as customer_name from bookings
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where bookings.tenant_id = ${tenantId} and bookings.id = any(${ids})`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** What a day or week view draws, by resource in the order of their lists: three statements. */
export const resourceTimelines = async (
  db: Transaction,
  tenantId: string,
  { from, to, now, resourceIds, resourceTypeId, channelId, variantId, quantity, durationMinutes }: TimelineOptions,
) => {
  const plain = resourceIds ? { resourceIds } : { resourceTypeId: resourceTypeId ?? null }
  const subject = variantId ? { variantIds: [variantId] } : plain
  const snapshot = await loadSnapshot(db, tenantId, { ...subject, from, to, durationMinutes, now })
  const engine = prepare(snapshot)
  const variant = variantId ? requireVariant(snapshot, variantId) : undefined
  if (channelId) requireChannel(snapshot, channelId)
  const bookings = await findBookings(db, tenantId, snapshot)
  const resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))

  const bookingOf = ({ blockedStartsAt, blockedEndsAt, ...booking }: ResourceTimeline['bookings'][number]) => ({
    ...booking,
    blockedFrom: blockedStartsAt,
    blockedUntil: blockedEndsAt,
    reference: bookings.get(booking.bookingId)?.reference ?? null,
    customerName: bookings.get(booking.bookingId)?.customerName ?? null,
  })
  /** With each resource in its turn pinned, so that one grid can show them all. */
  const slotsOn = (resourceId: string): Slot[] =>
    variant
      ? engine
          .ask({
            variantId: variant.id,
            resourceIds: [resourceId],
            ...(channelId && { channelId }),
            ...(quantity && { quantity }),
            ...(durationMinutes && { durationMinutes }),
          })
          .slots(from, to, { includeUnavailable: true })
      : []
  const own = variant?.resources.map(one => one.resourceId)
  const shown = own && resourceIds ? own.filter(id => resourceIds.includes(id)) : (own ?? resourceIds)
  const question = { from, to, ...(shown && { resourceIds: shown }), resourceTypeId: resourceTypeId ?? null }
  const timelines = engine
    .timeline({ ...question, channelId: channelId ?? null })
    .flatMap(({ resourceId, timeZone, windows, open, blackouts, bookings: taken, timeslots }) => {
      const resource = resources.get(resourceId)
      if (!resource) return []
      const { name, resourceTypeId, parentResourceId = null, capacity, isActive = true } = resource
      return {
        resourceId,
        name,
        resourceTypeId,
        parentResourceId,
        capacity,
        isActive,
        timeZone,
        windows,
        open,
        blackouts: blackouts.map(({ ruleName, ...span }) => ({ ...span, name: ruleName })),
        bookings: taken.map(bookingOf),
        timeslots,
        slots: slotsOn(resourceId),
      }
    })
  requireFewer(timelines.flatMap(({ slots }) => slots))
  return timelines
}
