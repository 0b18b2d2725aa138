import { isoWeekday, type LocalDay, monthDay, parseLocalDate } from '../time/localDate'
import { parseLocalTime } from '../time/localTime'
import type { HoursInput, WeeklyHoursInput } from './hoursInput'

/** A block of one local day, in minutes since midnight; an end above 1440 falls on the next day. */
export interface DayBlock {
  readonly start: number
  readonly end: number
}

/** Local opening hours by date; made from weekly hours, overrides or date patterns. */
export interface DayHours {
  /** Days outside `[firstDay, lastDay]` have no blocks. */
  readonly firstDay: LocalDay
  readonly lastDay: LocalDay
  /** The blocks that begin on `day`, by start. */
  blocksOn(day: LocalDay): readonly DayBlock[]
}

/** The blocks of a closed day. */
export const NO_BLOCKS: readonly DayBlock[] = []

/** A block from `HH:mm` to `HH:mm`; an earlier `endTime` falls on the next day (docs/domain.md#conventions). */
export function dayBlock({ startTime, endTime }: HoursInput): DayBlock {
  const start = parseLocalTime(startTime)
  const end = parseLocalTime(endTime)
  return { start, end: end < start ? end + 1440 : end }
}

/** Tests local dates for an inclusive range; a missing end is open. A yearly range may cross the end of the year. */
export function dateRange(
  startDate: string | null | undefined,
  endDate: string | null | undefined,
  repeatsYearly = false,
): { firstDay: LocalDay; lastDay: LocalDay; includes(day: LocalDay): boolean } {
  const first = startDate ? parseLocalDate(startDate) : Number.NEGATIVE_INFINITY
  const last = endDate ? parseLocalDate(endDate) : Number.POSITIVE_INFINITY
  if (!repeatsYearly || !startDate || !endDate) {
    return { firstDay: first, lastDay: last, includes: day => first <= day && day <= last }
  }
  const from = monthDay(first)
  const until = monthDay(last)
  return {
    firstDay: Number.NEGATIVE_INFINITY,
    lastDay: Number.POSITIVE_INFINITY,
    includes: day => {
      const date = monthDay(day)
      return from <= until ? from <= date && date <= until : from <= date || date <= until
    },
  }
}

/** Opening hours that repeat every week; a weekday without an entry is closed. */
export function weeklyHours(entries: readonly WeeklyHoursInput[]): DayHours {
  const byWeekday = Array.from({ length: 8 }, (): DayBlock[] => [])
  for (const entry of entries) byWeekday[entry.dayOfWeek]?.push(dayBlock(entry))
  for (const blocks of byWeekday) blocks.sort((a, b) => a.start - b.start)
  return {
    firstDay: Number.NEGATIVE_INFINITY,
    lastDay: Number.POSITIVE_INFINITY,
    blocksOn: day => byWeekday[isoWeekday(day)] ?? NO_BLOCKS,
  }
}
