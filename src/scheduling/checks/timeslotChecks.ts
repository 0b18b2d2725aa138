import { MINUTE } from '../../declare'
import { toMillis } from '../../resources/instants'
import type { Constraints } from '../engine/Constraints'
import { atTime } from '../messages/EngineMessage'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const noTimeslot: ResourceCheck = {
  code: 'no_timeslot',
  order: checkOrder('no_timeslot'),
  applies: ({ timeslots }) => timeslots.length > 0,
  holdsUntil: ({ timeslots }, start) => {
    for (const table of timeslots) if (table.indexAt(start) < 0) return FAILS
    return start + 1
  },
  findings: ({ zone, subject }, start) => {
    const [timed] = subject.timed
    return [
      {
        sentence: 'no_timeslot',
        params: { schedule: timed?.schedule.name ?? '', start: atTime(zone, start) },
        ...(timed && { scheduleId: timed.schedule.id }),
      },
    ]
  },
}

export const timeslotClosed: ResourceCheck = {
  code: 'timeslot_closed',
  order: checkOrder('timeslot_closed'),
  applies: ({ timeslots }) => timeslots.length > 0,
  holdsUntil: ({ timeslots }, start, end) => {
    for (const table of timeslots) {
      const run = table.run(start, end)
      if (run && table.firstClosed(run)) return FAILS
    }
    return start + 1
  },
  findings: ({ timeslots, zone }, start, end) => {
    return timeslots.flatMap(table => {
      const run = table.run(start, end)
      const slot = run && table.firstClosed(run)
      if (!slot) return []
      return [
        {
          sentence: slot.status === 'cancelled' ? 'timeslot_closed.cancelled' : 'timeslot_closed.closed',
          params: { start: atTime(zone, toMillis(slot.startsAt)) },
          timeslotId: slot.id,
          scheduleId: slot.scheduleId,
        },
      ]
    })
  },
}

export const durationMismatch: ResourceCheck = {
  code: 'duration_mismatch',
  order: checkOrder('duration_mismatch'),
  applies: ({ timeslots }) => timeslots.length > 0,
  holdsUntil: ({ timeslots }, start, end) => {
    for (const table of timeslots) if (table.run(start, end)?.endsWith === false) return FAILS
    return start + 1
  },
  findings: ({ timeslots }, start, end) => {
    return timeslots.flatMap(table => {
      const run = table.run(start, end)
      const slot = run && table.slots[run.first]
      if (!slot || run.endsWith) return []
      const params = { length: { minutes: (end - start) / MINUTE } }
      return [{ sentence: 'duration_mismatch', params, timeslotId: slot.id, scheduleId: slot.scheduleId }]
    })
  },
}

export const timeslotFull: ResourceCheck = {
  code: 'timeslot_full',
  order: checkOrder('timeslot_full'),
  applies: ({ timeslots }) => timeslots.length > 0,
  holdsUntil: (constraints, start, end) =>
    seatsLeft(constraints, start, end) >= constraints.request.quantity ? start + 1 : FAILS,
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

export function seatsLeft({ timeslots }: Constraints, start: number, end: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const table of timeslots) {
    const run = table.run(start, end)
    if (run) least = Math.min(least, table.seatsLeft(run))
  }
  return least
}
