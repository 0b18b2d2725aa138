import { formatInstant } from '../../time/formatInstant'
import { formatLocalDate, parseLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'
import { isDate } from './dates'

/** The local date and time of epoch milliseconds, `YYYY-MM-DD` and `HH:mm`, for inputs. */
export const wallTime = (millis: number, timeZone: string): { date: string; time: string } => {
  const zone = zoneOf(timeZone)
  const minutes = Math.floor(zone.minuteOfDay(millis))
  return {
    date: formatLocalDate(zone.dayOf(millis)),
    time: [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':'),
  }
}

/** From a local `YYYY-MM-DD` and `HH:mm`; null while incomplete. */
export const instantOf = (date: string, time: string, timeZone: string): string | null => {
  if (!isDate(date) || !/^\d\d:\d\d$/.test(time)) return null
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return formatInstant(zoneOf(timeZone).at(parseLocalDate(date), hour * 60 + minutes))
}
