import { type AnyResource, type DateRange, fieldOf } from '../../schema'
import type { CalendarFields } from '../../schema/calendarDays'
import { formatInstant } from '../../time/formatInstant'
import { DAY, HOUR } from '../../time/instant'
import { formatLocalDate, type LocalDay, parseLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'

type Values = Readonly<Record<string, unknown>>

/** 09:00 stays 09:00 across clock changes. */
const later = (value: unknown, days: number, timeZone: string): unknown => {
  if (typeof value === 'object' && value !== null) {
    const { start, end } = value as DateRange
    return { start: later(start, days, timeZone), end: later(end, days, timeZone) }
  }
  if (typeof value !== 'string') return value
  if (value.length === 10) return formatLocalDate(parseLocalDate(value) + days)
  const zone = zoneOf(timeZone)
  const millis = Date.parse(value)
  return formatInstant(zone.localToInstant(millis + zone.offsetAt(millis) + days * DAY))
}

export const fieldsMoved = ({ from, until, through }: CalendarFields): string[] =>
  [from, until, through].filter(name => name !== undefined)

export const fieldOfEnd = ({ from, until, through }: CalendarFields, resource: AnyResource): string | undefined =>
  until ?? through ?? (fieldOf(resource, from)?.kind === 'dateRange' ? from : undefined)

export const movedBy = (
  calendar: CalendarFields,
  record: Values,
  days: number,
  timeZone: string,
): Record<string, unknown> =>
  Object.fromEntries(
    fieldsMoved(calendar)
      .filter(name => record[name])
      .map(name => [name, later(record[name], days, timeZone)]),
  )

export const endedBy = (
  resource: AnyResource,
  calendar: CalendarFields,
  record: Values,
  days: number,
  timeZone: string,
): Record<string, unknown> => {
  const name = fieldOfEnd(calendar, resource) ?? calendar.from
  const value = record[name]
  if (typeof value !== 'object' || value === null) return { [name]: later(value, days, timeZone) }
  const { start, end } = value as DateRange
  return { [name]: { start, end: later(end, days, timeZone) } }
}

/** In minutes. */
const morning = 9 * 60

/** An hour from nine, today from the next full hour; or the whole day. */
export const startingOn = (
  resource: AnyResource,
  { from, until, through }: CalendarFields,
  day: LocalDay,
  { timeZone, now }: { timeZone: string; now: number },
): Record<string, unknown> => {
  const date = formatLocalDate(day)
  const { kind } = fieldOf(resource, from) ?? {}
  if (kind === 'dateRange') return { [from]: { start: date, end: date } }
  if (kind === 'localDate')
    return {
      [from]: date,
      ...(until !== undefined && { [until]: formatLocalDate(day + 1) }),
      ...(through !== undefined && { [through]: date }),
    }
  const zone = zoneOf(timeZone)
  const nextHour = Math.ceil(zone.minuteOfDay(now) / 60) * 60
  const start = zone.at(day, zone.dayOf(now) === day && nextHour < 24 * 60 ? nextHour : morning)
  return { [from]: formatInstant(start), ...(until !== undefined && { [until]: formatInstant(start + HOUR) }) }
}
