import type { ZonedHours } from '../../../hours/hoursInput'
import type { OpeningDay } from '../../../hours/openingDay'
import { openingDays } from '../../../hours/openingDays'
import { DAY } from '../../../time/instant'
import { formatLocalDate } from '../../../time/localDate'
import { zoneOf } from '../../../time/Zone'

/** At most `count` dates within a year of `now` (epoch ms) that do not have 24 hours. */
export const clockChanges = (schedule: ZonedHours, now: number, count: number): OpeningDay[] => {
  const zone = zoneOf(schedule.timeZone)
  const found: OpeningDay[] = []
  let moment = now
  // A zone may change its rules without moving its clocks.
  for (let tries = 0; tries < 8 && found.length < count; tries++) {
    moment = zone.nextChange(moment)
    if (moment > now + 366 * DAY) break
    const date = formatLocalDate(zone.dayOf(moment - 1))
    found.push(...openingDays(schedule, date, date).filter(({ clockChange }) => clockChange !== 'none'))
  }
  return found
}
