import { formatLocalDate, isoWeekday, MINUTE, type Zone } from '../../declare'

const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "10:00", or "02:30 (+02:00)" in a repeated hour (docs/domain.md#local-times-and-instants). */
export function describeClock(zone: Zone, instant: number): string {
  const minute = Math.floor(zone.minuteOfDay(instant))
  const text = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  return zone.isRepeated(instant) ? `${text} (${formatOffset(zone.offsetAt(instant))})` : text
}

/** "Mon 2 Mar 2026". */
export function describeDay(day: number): string {
  const [year, month, date] = formatLocalDate(day).split('-')
  return `${WEEKDAYS[isoWeekday(day)]} ${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** "Mon 2 Mar 2026 10:00". */
export function describeTime(zone: Zone, instant: number): string {
  return `${describeDay(zone.dayOf(instant))} ${describeClock(zone, instant)}`
}

/** "10:00–11:00", with the end's date if it differs. */
export function describeSpan(zone: Zone, start: number, end: number): string {
  const sameDay = zone.dayOf(start) === zone.dayOf(end - 1)
  return `${describeClock(zone, start)}–${sameDay ? describeClock(zone, end) : describeTime(zone, end)}`
}

/** Milliseconds as in ISO 8601: "+01:00". */
export function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`
}

/** "90 min", "2 h", "3 days". */
export function describeMinutes(minutes: number): string {
  if (minutes >= 2880 && minutes % 1440 === 0) return `${minutes / 1440} days`
  if (minutes >= 120 && minutes % 60 === 0) return `${minutes / 60} h`
  return `${minutes} min`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
