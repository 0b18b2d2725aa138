import { isoWeekday, type LocalDay, monthDay, parseLocalDate } from '../time/localDate'
import { parseLocalTime } from '../time/localTime'
import type { HoursInput, WeeklyHoursInput } from './hoursInput'

/** Minutes of a local day; an end above 1440 is on the next. */
export interface DayBlock {
  readonly start: number
  readonly end: number
}

/** Local opening hours by date. */
export interface DayHours {
  /** None outside `[firstDay, lastDay]`. */
  readonly firstDay: LocalDay
  readonly lastDay: LocalDay
  blocksOn(day: LocalDay): readonly DayBlock[]
}

export const NO_BLOCKS: readonly DayBlock[] = []

/** From `HH:mm` to `HH:mm`; an earlier `endTime` is on the next day (docs/domain.md#conventions). */
export function dayBlock({ startTime, endTime }: HoursInput): DayBlock {
  const start = parseLocalTime(startTime)
  const end = parseLocalTime(endTime)
  return { start, end: end < start ? end + 1440 : end }
}

/** An inclusive range; missing ends are open. A yearly one may cross the new year. */
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

/** Weekly hours; weekdays without an entry are closed. */
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
