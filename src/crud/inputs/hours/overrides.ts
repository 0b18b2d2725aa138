import { type ScheduleDay, scheduleDays } from '../../../scheduling/schedule/scheduleDays'
import type { DateOverride, WeeklyHoursBlock } from '../../../schema'
import { isDate } from './dates'
import { spanOf } from './week'

/** An override as an editor has it: the parts that are being typed may be nothing yet. */
export const isWhole = ({ startDate, endDate, hours }: DateOverride): boolean =>
  isDate(startDate) && isDate(endDate) && startDate <= endDate && hours.every(block => spanOf(block))

interface Hours {
  timeZone: string
  weeklyHours: readonly WeeklyHoursBlock[]
  dateOverrides: readonly DateOverride[]
}

/**
 * The dates `from` to `to` (both included) under hours that are being edited, by date; the id of each day's override is its place in
 * the list. Empty for a zone that this browser does not know.
 */
export const editedDays = ({ timeZone, weeklyHours, dateOverrides }: Hours, from: string, to: string) => {
  const schedule = {
    id: '',
    name: '',
    timeZone,
    weeklyHours: weeklyHours.filter(block => spanOf(block)),
    dateOverrides: dateOverrides.map((override, index) => ({ ...override, id: String(index) })).filter(isWhole),
  }
  let days: ScheduleDay[] = []
  try {
    days = scheduleDays(schedule, from, to)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return new Map(days.map(day => [day.date, day]))
}

/** Nobody looks for last year's holidays; what repeats is never past. */
export const isPast = ({ endDate, repeatsYearly }: DateOverride, today: string): boolean =>
  !repeatsYearly && endDate !== '' && endDate < today
