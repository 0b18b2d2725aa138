import { sql } from 'kysely'
import { prepare, type ResourceTimeline, type Snapshot } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { loadSnapshot } from './loadSnapshot'

interface TimelineOptions {
  from: number
  to: number
  now: number
  resourceIds?: readonly string[] | undefined
  resourceTypeId?: string | undefined
  channelId?: string | undefined
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
  { from, to, now, resourceIds, resourceTypeId, channelId }: TimelineOptions,
) => {
  const subject = resourceIds ? { resourceIds } : { resourceTypeId: resourceTypeId ?? null }
  const snapshot = await loadSnapshot(db, tenantId, { ...subject, from, to, now })
  const bookings = await findBookings(db, tenantId, snapshot)
  const resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))

  const bookingOf = ({ blockedStartsAt, blockedEndsAt, ...booking }: ResourceTimeline['bookings'][number]) => ({
    ...booking,
    blockedFrom: blockedStartsAt,
    blockedUntil: blockedEndsAt,
    reference: bookings.get(booking.bookingId)?.reference ?? null,
    customerName: bookings.get(booking.bookingId)?.customerName ?? null,
  })
  const question = { from, to, ...(resourceIds && { resourceIds }), resourceTypeId: resourceTypeId ?? null }
  return prepare(snapshot)
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
      }
    })
}
