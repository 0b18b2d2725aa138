import { type ScheduleDay, scheduleDays } from '../../../scheduling/schedule/scheduleDays'
import type { ScheduleInput } from '../../../scheduling/snapshot'
import { formatLocalDate } from '../../../scheduling/time/localDate'
import { zoneOf } from '../../../scheduling/time/Zone'

const day = 86_400_000

/** The dates after `now` whose length is not 24 hours, at most `count` of them, with the hours that a schedule has then. */
export const clockChanges = (schedule: ScheduleInput, now: number, count: number): ScheduleDay[] => {
  const zone = zoneOf(schedule.timeZone)
  const found: ScheduleDay[] = []
  let moment = now
  // A zone may change its rules without changing its clocks, so not every change is such a day.
  for (let tries = 0; tries < 8 && found.length < count; tries++) {
    moment = zone.nextChange(moment)
    if (moment > now + 366 * day) break
    const date = formatLocalDate(zone.dayOf(moment - 1))
    found.push(...scheduleDays(schedule, date, date).filter(({ clockChange }) => clockChange !== 'none'))
  }
  return found
}
