import { describeMinutes } from '../time/describeTime'
import { MINUTE } from '../time/instant'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const durationMismatch: ResourceCheck = {
  code: 'duration_mismatch',
  order: checkOrder('duration_mismatch'),
  passed: 'It ends where a timeslot does.',
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
      const text = `It lasts ${describeMinutes((end - start) / MINUTE)}, which does not fill whole timeslots.`
      return [{ text, timeslotId: slot.id, scheduleId: slot.scheduleId }]
    })
  },
}
