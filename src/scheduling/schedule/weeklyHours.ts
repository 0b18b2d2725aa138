import type { WeeklyHoursInput } from '../snapshot'
import { isoWeekday } from '../time/localDate'
import { type DayBlock, type DayHours, NO_BLOCKS } from './DayHours'
import { dayBlock } from './dayBlock'

/** Hours that repeat every week; a weekday without an entry is closed. */
export function weeklyHours(entries: readonly WeeklyHoursInput[]): DayHours {
  const byWeekday = new Map<number, DayBlock[]>()
  for (const entry of entries) {
    const blocks = byWeekday.get(entry.dayOfWeek)
    if (blocks) blocks.push(dayBlock(entry))
    else byWeekday.set(entry.dayOfWeek, [dayBlock(entry)])
  }
  for (const blocks of byWeekday.values()) blocks.sort((a, b) => a.start - b.start)
  return {
    firstDay: Number.NEGATIVE_INFINITY,
    lastDay: Number.POSITIVE_INFINITY,
    blocksOn: day => byWeekday.get(isoWeekday(day)) ?? NO_BLOCKS,
  }
}
