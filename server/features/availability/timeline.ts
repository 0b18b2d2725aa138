import { sql } from 'kysely'
import { blocks } from '../../../src/resources/blocks'
import { createEngine, type ResourceTimeline, type RuleInput, type Slot, type Snapshot } from '../../../src/scheduling'
import { type MemberCaller, rowsAllow, type Transaction } from '../../serve'
import { isSeen } from '../bookings/bookingColumns'
import { lacksScope } from '../caller'
import { loadSnapshot } from './loadSnapshot'
import { requireChannel, requireFewer, requireVariant } from './questions'

interface TimelineOptions {
  from: number
  to: number
  now: number
  resourceIds?: readonly string[] | undefined
  resourceTypeId?: string | undefined
  channelId?: string | undefined
  variantId?: string | undefined
  quantity?: number | undefined
  durationMinutes?: number | undefined
}

interface BookingRow {
  id: string
  reference: string
  customerName: string | null
  title: string
  color: string | null
  checkedInAt: string | null
  seriesIndex: number | null
  seriesLength: number | null
  visitId: string | null
  visitIndex: number | null
  visitLength: number | null
}

const findBookings = async (
  db: Transaction,
  caller: MemberCaller,
  { allocations = [] }: Snapshot,
): Promise<Map<string, BookingRow>> => {
  const ids = Array.from(new Set(allocations.map(({ bookingId }) => bookingId)))
  const { rows } = await sql<BookingRow>`
    select bookings.id, bookings.reference, bookings.checked_in_at, customers.name as customer_name,
      items.name || ' · ' || variants.name as title, items.color,
      bookings.series_index, series.date_count as series_length,
      bookings.visit_id, bookings.visit_index, jsonb_array_length(visits.parts) as visit_length
    from bookings
    left join visits on visits.tenant_id = bookings.tenant_id and visits.id = bookings.visit_id
    left join booking_series as series on series.tenant_id = bookings.tenant_id and series.id = bookings.series_id
    join variants on variants.tenant_id = bookings.tenant_id and variants.id = bookings.variant_id
    join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where bookings.tenant_id = ${caller.tenant.id} and bookings.id = any(${ids}) and ${isSeen(caller) ?? sql`true`}`.execute(
    db,
  )
  const isNameless = lacksScope(caller, 'customers.read')
  return new Map(rows.map(row => [row.id, isNameless ? { ...row, customerName: null } : row]))
}

const unknownBooking = {
  ...{ bookingId: null, variantId: null, customerId: null, holdExpiresAt: null },
  ...{ reference: null, customerName: null, title: null, color: null, checkedInAt: null },
  ...{ seriesIndex: null, seriesLength: null, visitId: null, visitIndex: null, visitLength: null },
} as const

export const resourceTimelines = async (
  db: Transaction,
  caller: MemberCaller,
  { from, to, now, resourceIds, resourceTypeId, channelId, variantId, quantity, durationMinutes }: TimelineOptions,
) => {
  const tenantId = caller.tenant.id
  const plain = resourceIds ? { resourceIds } : { resourceTypeId: resourceTypeId ?? null }
  const subject = variantId ? { variantIds: [variantId] } : plain
  const snapshot = await loadSnapshot(db, tenantId, { ...subject, from, to, durationMinutes, now })
  const engine = createEngine(snapshot)
  const variant = variantId ? requireVariant(snapshot, variantId) : undefined
  if (channelId) requireChannel(snapshot, channelId)
  const bookings = await findBookings(db, caller, snapshot)
  const resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))

  const bookingOf = ({ blockedStartsAt, blockedEndsAt, ...booking }: ResourceTimeline['bookings'][number]) => {
    const times = { ...booking, blockedFrom: blockedStartsAt, blockedUntil: blockedEndsAt }
    const known = bookings.get(booking.bookingId)
    if (!known) return { ...times, ...unknownBooking }
    const { id: _, ...told } = known
    return { ...times, ...told }
  }
  const blackoutOf = ({ id, name, blockId = null, message = null, resourceIds = [] }: RuleInput<'blackout'>) => {
    const mayChange = rowsAllow(blocks, 'write', { resourceIds }, caller)
    return { ruleId: id, name, blockId: mayChange ? blockId : null, reason: message }
  }
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
    .flatMap(({ resourceId, timeZone, windows, open, blackouts, externalBusy, bookings: taken, timeslots }) => {
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
        blackouts: blackouts.map(({ rule, ...span }) => ({ ...span, ...blackoutOf(rule) })),
        externalBusy,
        bookings: taken.map(bookingOf),
        timeslots,
        slots: slotsOn(resourceId),
      }
    })
  requireFewer(timelines.flatMap(({ slots }) => slots))
  return timelines
}
