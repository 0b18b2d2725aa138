import type { Terms } from '../engine/Terms'
import { inSpan } from '../sentences/Sentence'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { isSameSession } from './resourceBusy'

export const capacityExceeded: ResourceCheck = {
  code: 'capacity_exceeded',
  order: checkOrder('capacity_exceeded'),
  applies: () => true,
  holdsUntil: (terms, start, end) => {
    return terms.units(start, end) >= terms.request.quantity ? terms.unitsUntil : FAILS
  },
  findings: (terms, start, end) => {
    const { subject, zone, request, rules, capacity } = terms
    const left = Math.max(0, freeUnits(terms, start, end))
    const most = capacity.minOver(start, end)
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
 * The units that one booking could still take (domain §3.6): of a pool what the peak within the blocked interval leaves,
 * of a session what its other bookings leave, of an exclusive resource all. Below 0 where it was overbooked.
 */
export function freeUnits(terms: Terms, start: number, end: number): number {
  const { mode, unitsLeft } = terms
  if (mode === 'pooled') return unitsLeft.minOver(start - terms.before, end + terms.after)
  const most = unitsLeft.minOver(start, end)
  return mode === 'session' ? most - joined(terms, start, end) : most
}

/** The start until which `freeUnits` stays the same for later bookings of the same length. */
export function freeUnitsUntil(terms: Terms, start: number, end: number): number {
  const { mode, unitsLeft, load, before, after } = terms
  if (mode === 'pooled') return unitsLeft.sameUntil(start - before, end + after) + before
  return mode === 'session' && load.consumers.length > 0 ? start + 1 : unitsLeft.sameUntil(start, end)
}

function joined({ load, request }: Terms, start: number, end: number): number {
  let sum = 0
  for (const consumer of load.overlapping(start, end)) {
    if (isSameSession(consumer, request.variant.id, start, end)) sum += consumer.quantity
  }
  return sum
}
