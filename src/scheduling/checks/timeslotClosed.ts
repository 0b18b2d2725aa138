import { atTime } from '../sentences/Sentence'
import { toMillis } from '../time/instant'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

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
