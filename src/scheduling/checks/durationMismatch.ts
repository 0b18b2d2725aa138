import { MINUTE } from '../time/instant'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

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
