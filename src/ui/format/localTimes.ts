import { formatInstant } from '../../time/formatInstant'
import { parseLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'
import { isDate } from './dates'

/** Local, `HH:mm`: for inputs. */
export const timeOf = (millis: number, timeZone: string): string => {
  const minutes = Math.floor(zoneOf(timeZone).minuteOfDay(millis))
  return [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
}

/** From a local `YYYY-MM-DD` and `HH:mm`; null while incomplete. */
export const instantOf = (date: string, time: string, timeZone: string): string | null => {
  if (!isDate(date) || !/^\d\d:\d\d$/.test(time)) return null
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return formatInstant(zoneOf(timeZone).at(parseLocalDate(date), hour * 60 + minutes))
}
