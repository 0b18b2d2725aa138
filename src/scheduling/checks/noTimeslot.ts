import { atTime } from '../sentences/Sentence'
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
