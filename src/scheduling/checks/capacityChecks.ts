import { MINUTE } from '../../declare'
import type { Constraints, TakenSpan } from '../engine/Constraints'
import type { Consumer } from '../load/Load'
import { inSpan } from '../messages/EngineMessage'
import { FAILS, FOREVER, type ResourceCheck, ruleFinding } from './Check'
import { checkOrder } from './checkCodes'

/** See docs/domain.md#capacity-of-a-resource. */
export const resourceBusy: ResourceCheck = {
  code: 'resource_busy',
  order: checkOrder('resource_busy'),
  isOfSpans: true,
  applies: ({ load, mode }) => !load.isEmpty && (mode !== 'pooled' || load.unshareable.starts.length > 0),
  holdsUntil: (constraints, start, end, span) => {
    const { before, after } = span
    const until = constraints.unshareable.freeUntil(start - before, end + after) + before
    if (until > start || constraints.mode !== 'session') return until
    return findBlockers(constraints, start, end, span).length === 0 ? start + 1 : FAILS
  },
  failsUntil: ({ mode, unshareable }, start, _, { before }) =>
    mode === 'session' ? start : unshareable.endsAfter(start - before) + before,
  findings: (constraints, start, end, span) => {
    const { zone, subject } = constraints
    return findBlockers(constraints, start, end, span).map(consumer => {
      const { allocation, blockedStart, blockedEnd } = consumer
      const buffers = blockedStart < consumer.start || blockedEnd > consumer.end
      const state = allocation.status === 'held' ? 'held' : 'booked'
      const params = {
        resource: subject.resource.name,
        span: inSpan(zone, consumer.start, consumer.end),
        blocked: inSpan(zone, blockedStart, blockedEnd),
      }
      const sentence = `resource_busy.${state}${buffers ? 'WithBuffers' : ''}` as const
      return { sentence, params, bookingId: allocation.bookingId, resourceId: subject.resource.id }
    })
  },
}

function findBlockers(
  { mode, load, request }: Constraints,
  start: number,
  end: number,
  { before, after }: TakenSpan,
): Consumer[] {
  const overlapping = load.overlapping(start - before, end + after)
  if (mode === 'exclusive') return overlapping
  if (mode === 'pooled') return overlapping.filter(consumer => consumer.mode !== 'pooled')
  return overlapping.filter(consumer => !isSameSession(consumer, request.variant.id, start, end))
}

export function isSameSession(consumer: Consumer, variantId: string, start: number, end: number): boolean {
  if (consumer.mode !== 'session' || consumer.start !== start || consumer.end !== end) return false
  return consumer.allocation.variantId === variantId
}

export const capacityExceeded: ResourceCheck = {
  code: 'capacity_exceeded',
  order: checkOrder('capacity_exceeded'),
  applies: () => true,
  holdsUntil: (constraints, start, end) => {
    return constraints.units(start, end) >= constraints.request.quantity ? constraints.unitsUntil : FAILS
  },
  findings: (constraints, start, end) => {
    const { subject, zone, request, rules } = constraints
    const left = Math.max(0, constraints.units(start, end))
    const most = constraints.capacityOver(start, end)
    const override = rules.inForce.capacity_override.find(rule => rule.parameters.capacity === most)
    const resource = subject.resource.name
    return [
      {
        sentence: 'capacity_exceeded',
        params: { resource, left, capacity: most, span: inSpan(zone, start, end), quantity: request.quantity },
        resourceId: subject.resource.id,
        ...(override && { ruleId: override.id, ruleName: override.name }),
      },
    ]
  },
}

/**
 * For a pool, the least left within the blocked interval; for a session, the rest beside its bookings. Negative if
 * overbooked.
 */
export function freeUnits(constraints: Constraints, start: number, end: number, { before, after }: TakenSpan): number {
  const { mode, unitsLeft } = constraints
  if (mode === 'pooled') return unitsLeft.minOver(start - before, end + after)
  const most = unitsLeft.minOver(start, end)
  return mode === 'session' ? most - joined(constraints, start, end) : most
}

/** Until then, `freeUnits` stays the same for later starts of the same length. */
export function freeUnitsUntil(
  { mode, unitsLeft, load }: Constraints,
  start: number,
  end: number,
  { before, after }: TakenSpan,
): number {
  if (mode === 'pooled') return unitsLeft.sameUntil(start - before, end + after) + before
  return mode === 'session' && !load.isEmpty ? start + 1 : unitsLeft.sameUntil(start, end)
}

function joined({ load, request }: Constraints, start: number, end: number): number {
  let sum = 0
  for (const consumer of load.overlapping(start, end)) {
    if (isSameSession(consumer, request.variant.id, start, end)) sum += consumer.quantity
  }
  return sum
}

export const relatedResourceBusy: ResourceCheck = {
  code: 'related_resource_busy',
  order: checkOrder('related_resource_busy'),
  isOfSpans: true,
  applies: ({ related }) => related.starts.length > 0,
  holdsUntil: ({ related }, start, end, { before, after }) => related.freeUntil(start - before, end + after) + before,
  findings: ({ request, subject, zone }, start, end, { before, after }) => {
    const { snapshot, excludeBookingId } = request
    return snapshot.family(subject.resource.id).flatMap(resourceId => {
      const overlapping = snapshot.load(resourceId, excludeBookingId).overlapping(start - before, end + after)
      return overlapping.map(consumer => {
        const related = snapshot.resources.get(resourceId)?.name ?? ''
        const params = { related, resource: subject.resource.name, span: inSpan(zone, consumer.start, consumer.end) }
        return {
          sentence: 'related_resource_busy' as const,
          params,
          resourceId,
          bookingId: consumer.allocation.bookingId,
        }
      })
    })
  },
}

/**
 * The gap to the next blocked interval is zero or at least the minimum. The booking's own next span ends it, unless a
 * neighbor lies within.
 */
export const gapTooSmall: ResourceCheck = {
  code: 'gap_too_small',
  order: checkOrder('gap_too_small'),
  isOfSpans: true,
  applies: ({ gap, load }) => gap !== undefined && !load.isEmpty,
  holdsUntil: (constraints, start, end, span) => {
    const [from, until] = [start - span.before, end + span.after]
    const least = (constraints.gap?.value ?? 0) * MINUTE
    const before = gapBefore(constraints, from)
    if (before > 0 && before < Math.min(least, span.apartBefore)) return FAILS
    const after = gapAfter(constraints, until)
    const leastAfter = Math.min(least, span.apartAfter)
    if (after > 0 && after < leastAfter) return FAILS
    // Unless a neighbor shares the time, later starts widen the gap before and narrow the gap after.
    const isApart = before > 0 && after > 0 && !constraints.blockedBefore.overlaps(from, until)
    return isApart ? start + after - leastAfter + 1 : start + 1
  },
  findings: (constraints, start, end, span) => {
    const { gap } = constraints
    const least = (gap?.value ?? 0) * MINUTE
    const before = gapBefore(constraints, start - span.before)
    const isBefore = before > 0 && before < Math.min(least, span.apartBefore)
    const minutes = (isBefore ? before : gapAfter(constraints, end + span.after)) / MINUTE
    const sentence = isBefore ? 'gap_too_small.before' : 'gap_too_small.after'
    return [ruleFinding({ sentence, params: { gap: { minutes }, least: { minutes: gap?.value ?? 0 } } }, gap?.rule)]
  },
}

/** 0 if a booking touches or covers `instant`. */
function gapBefore({ blockedBefore: blocked }: Constraints, instant: number): number {
  const i = blocked.seek(instant)
  if (i < blocked.starts.length && (blocked.starts[i] as number) < instant) return 0
  return i > 0 ? instant - (blocked.ends[i - 1] as number) : FOREVER
}

function gapAfter({ blockedAfter: blocked }: Constraints, instant: number): number {
  const i = blocked.seek(instant)
  return i < blocked.starts.length ? Math.max(0, (blocked.starts[i] as number) - instant) : FOREVER
}
