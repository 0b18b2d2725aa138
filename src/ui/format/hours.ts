import type { DateOverride, HoursBlock, WeeklyHoursBlock } from '../../schema'
import type { Display } from './display'
import { weekdayName, weekFrom } from './names'
import { formatClock, formatDate } from './times'

/** `09:00–17:00` */
export const formatHours = ({ startTime, endTime }: HoursBlock, display: Display): string =>
  `${formatClock(startTime, display)}–${formatClock(endTime, display)}`

export const formatBlocks = (blocks: readonly HoursBlock[], display: Display): string =>
  [...blocks]
    .sort((a, b) => a.startTime.localeCompare(b.startTime))
    .map(block => formatHours(block, display))
    .join(', ')

export interface WeekLine {
  /** `Mon–Fri` */
  days: string
  /** `09:00–12:00, 13:00–17:00` */
  hours: string
}

/** Merges adjacent days with the same hours; omits closed ones. */
export const weekLines = (blocks: readonly WeeklyHoursBlock[], display: Display): WeekLine[] => {
  const runs: { first: number; last: number; hours: string }[] = []
  let isRunning = false
  for (const weekday of weekFrom(display.weekStartsOn)) {
    const hours = formatBlocks(
      blocks.filter(({ dayOfWeek }) => dayOfWeek === weekday),
      display,
    )
    const run = runs.at(-1)
    if (isRunning && run?.hours === hours) run.last = weekday
    else if (hours) runs.push({ first: weekday, last: weekday, hours })
    isRunning = hours !== ''
  }
  const name = (weekday: number) => weekdayName(weekday, display.locale, 'short')
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? name(first) : `${name(first)}–${name(last)}`,
    hours,
  }))
}

/** `24 Dec 2026 – 26 Dec 2026` */
export const formatDates = ({ startDate, endDate }: DateOverride, locale: string): string =>
  startDate === endDate
    ? formatDate(startDate, locale)
    : `${formatDate(startDate, locale)} – ${formatDate(endDate, locale)}`
