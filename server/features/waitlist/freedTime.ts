import { DAY, MINUTE } from '../../../src/declare'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { type NeededSpan, neededSpan } from '../../../src/scheduling'
import type { UnitOfWork } from '../../serve'
import { countsCustomers, loadSetup, type Setup } from '../availability/loadSetup'
import type { BookingRecord, MemberRequest } from '../bookings/bookingScope'
import { withFamily } from '../bookings/lockAllocation'
import { type FreedTime, lockVariants, matchFreedTime } from './matching'
import { findWaiting, waitedFor } from './waitingEntries'

/** Limits count over months, so a freed place may concern entries this far away. */
const farthest = 32 * DAY

const freedTimes = new WeakMap<UnitOfWork, FreedTime>()

const takesPlace = ({ status }: BookingRecord): boolean =>
  status !== 'cancelled' && status !== 'declined' && status !== 'expired'

const obstructedStarts = (
  setup: Setup,
  { startsAt, endsAt, bufferBeforeMinutes, bufferAfterMinutes }: BookingRecord,
): NeededSpan => {
  const from = Date.parse(startsAt) - bufferBeforeMinutes * MINUTE
  const to = Date.parse(endsAt) + bufferAfterMinutes * MINUTE
  const needed = neededSpan(setup, { from, to })
  const reach = from - needed.from + (needed.to - to)
  return { from: from - reach, to: to + reach }
}

const concernedVariants = ({ variants, resources, schedules }: Setup, booking: BookingRecord): string[] => {
  const freed = new Set(booking.resourceIds)
  const isTimed = booking.timeslotId !== null && schedules.some(({ mode }) => mode === 'timeslots')
  return variants
    .filter(variant => {
      const family = withFamily(
        resources,
        variant.resources.map(({ resourceId }) => resourceId),
      )
      return isTimed || [...family].some(id => freed.has(id))
    })
    .map(({ id }) => id)
}

const union = (a: NeededSpan, b: NeededSpan): NeededSpan => ({
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
})

/**
 * Call it before writing a booking that leaves its place. Locks all possible offers in the common order, and makes them
 * when the unit of work ends: no walk-in gets between (docs/domain.md#waitlist).
 * @param to the new place of a booking that moves
 */
export const reofferFreedTime = (
  unit: UnitOfWork,
  request: MemberRequest,
  booking: BookingRecord,
  to: NeededSpan | null = null,
): Promise<void> => reofferFreedTimes(unit, request, [booking], to ? [to] : [])

export const reofferFreedTimes = async (
  unit: UnitOfWork,
  request: MemberRequest,
  bookings: readonly BookingRecord[],
  to: readonly NeededSpan[] = [],
): Promise<void> => {
  const leaving = bookings.filter(takesPlace)
  const spans = leaving.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) }))
  const [first, ...others] = spans
  if (!first) return
  const tenantId = request.caller.tenant.id
  const all = others.reduce(union, first)
  const around = { from: all.from - farthest, to: all.to + farthest }
  const asked = { tenantId, now: request.services.now(), span: around, isAutomatic: true }
  const waited = await waitedFor(unit.db, asked)
  if (waited.length === 0) return
  const variantIds = [...new Set([...waited, ...leaving.map(({ variantId }) => variantId)])].toSorted()
  const setup = await loadSetup(unit.db, tenantId, { subject: { variantIds } })
  const isConcerned = new Set(leaving.flatMap(booking => concernedVariants(setup, booking)))
  const concerned = waited.filter(id => isConcerned.has(id))
  if (concerned.length === 0) return
  const reaches = leaving.map(booking => obstructedStarts(setup, booking))
  const span = reaches.reduce(union)
  const waiting = countsCustomers(setup) ? await findWaiting(unit.db, { ...asked, span, variantIds: concerned }) : []
  const customerIds = [...leaving, ...waiting].flatMap(({ customerId }) => customerId ?? [])
  lockVariants(unit, setup, customerIds, [...reaches, ...to])
  const cause = `Booking ${leaving[0]?.reference}`
  expect(unit, request, { variantIds: concerned, span, cause })
}

const expect = (unit: UnitOfWork, request: MemberRequest, freed: FreedTime): void => {
  const known = freedTimes.get(unit)
  // The first to run offers all, since earlier ones may have been undone.
  unit.atEnd.push(() => offerFreedTime(unit, request))
  const variantIds = [...new Set([...(known?.variantIds ?? []), ...freed.variantIds])].toSorted()
  freedTimes.set(unit, {
    variantIds,
    span: known ? union(known.span, freed.span) : freed.span,
    cause: known?.cause ?? freed.cause,
  })
}

const offerFreedTime = async (unit: UnitOfWork, request: MemberRequest): Promise<void> => {
  const freed = freedTimes.get(unit)
  freedTimes.delete(unit)
  if (freed) await matchFreedTime(unit, request, freed)
}

export const offerAtEnd = async (
  unit: UnitOfWork,
  request: MemberRequest,
  {
    variantId,
    customerId,
    windows,
  }: { variantId: string; customerId: string; windows: readonly { startsAt: string; endsAt: string }[] },
): Promise<void> => {
  const tenantId = request.caller.tenant.id
  const spans = windows.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) }))
  const [first, ...others] = spans
  if (!first) return
  const setup = await loadSetup(unit.db, tenantId, { subject: { variantIds: [variantId] } })
  lockVariants(unit, setup, [customerId], spans)
  expect(unit, request, { variantIds: [variantId], span: others.reduce(union, first), cause: waitlistEntries.label[0] })
}
