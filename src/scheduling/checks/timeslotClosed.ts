import { describeTime } from '../time/describeTime'
import { toMillis } from '../time/instant'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const timeslotClosed: ResourceCheck = {
  code: 'timeslot_closed',
  order: checkOrder('timeslot_closed'),
  passed: 'The timeslot is open.',
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
      const text = `The timeslot at ${describeTime(zone, toMillis(slot.startsAt))} is ${slot.status}.`
      return [{ text, timeslotId: slot.id, scheduleId: slot.scheduleId }]
    })
  },
}
