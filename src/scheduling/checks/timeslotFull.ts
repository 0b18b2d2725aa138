import type { Terms } from '../engine/Terms'
import { atTime } from '../sentences/Sentence'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const timeslotFull: ResourceCheck = {
  code: 'timeslot_full',
  order: checkOrder('timeslot_full'),
  applies: ({ timeslots }) => timeslots.length > 0,
  holdsUntil: (terms, start, end) => (seatsLeft(terms, start, end) >= terms.request.quantity ? start + 1 : FAILS),
  findings: ({ timeslots, zone, request }, start, end) => {
    return timeslots.flatMap(table => {
      const run = table.run(start, end)
      const slot = run && table.slots[run.first]
      if (!slot || table.seatsLeft(run) >= request.quantity) return []
      const left = Math.max(0, table.seatsLeft(run))
      const params = { start: atTime(zone, start), left, capacity: table.capacityOf(run) }
      return [{ sentence: 'timeslot_full', params, timeslotId: slot.id, scheduleId: slot.scheduleId }]
    })
  },
}

/** Seats left on the timeslots of a candidate; `Infinity` when they have no capacity of their own. */
export function seatsLeft({ timeslots }: Terms, start: number, end: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const table of timeslots) {
    const run = table.run(start, end)
    if (run) least = Math.min(least, table.seatsLeft(run))
  }
  return least
}
