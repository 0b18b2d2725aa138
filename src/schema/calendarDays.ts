import { type LocalDay, parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import type { DateRange } from './kinds/dates'
import type { AnyListViews } from './resource'

export type CalendarFields = NonNullable<AnyListViews['calendar']>

/** In the tenant's zone; `last` is infinite without an end. Null without a start. */
export const calendarDays = (
  { from, until, through }: CalendarFields,
  record: Readonly<Record<string, unknown>>,
  timeZone: string,
): { first: LocalDay; last: LocalDay } | null => {
  const start = record[from] as string | DateRange | null | undefined
  if (!start) return null
  if (typeof start === 'object') return { first: parseLocalDate(start.start), last: parseLocalDate(start.end) }
  const isInstant = start.length > 10
  const dayOf = (value: string, earlier = 0): LocalDay =>
    isInstant ? zoneOf(timeZone).dayOf(Date.parse(value) - earlier) : parseLocalDate(value) - earlier
  const first = dayOf(start)
  const end = until ?? through
  if (!end) return { first, last: first }
  const value = record[end]
  if (typeof value !== 'string') return { first, last: Number.POSITIVE_INFINITY }
  return { first, last: Math.max(first, dayOf(value, through ? 0 : 1)) }
}
