import { type OpeningDay, openingDays } from '../../../hours/openingDays'
import type { DateOverride, WeeklyHoursBlock } from '../../../schema'
import { isDate } from '../../../ui/format/dates'
import { spanOf } from './week'

/** Whether an override has valid dates and hours. */
export const isWhole = ({ startDate, endDate, hours }: DateOverride): boolean =>
  isDate(startDate) && isDate(endDate) && startDate <= endDate && hours.every(block => spanOf(block))

export interface EditedHours {
  timeZone: string
  weeklyHours: readonly WeeklyHoursBlock[]
  dateOverrides: readonly DateOverride[]
}

/** Inclusive. Override ids are indexes. Empty if the browser does not know the zone. */
export const editedDays = ({ timeZone, weeklyHours, dateOverrides }: EditedHours, from: string, to: string) => {
  const schedule = {
    timeZone,
    weeklyHours: weeklyHours.filter(block => spanOf(block)),
    dateOverrides: dateOverrides.map((override, index) => ({ ...override, id: String(index) })).filter(isWhole),
  }
  let days: OpeningDay[] = []
  try {
    days = openingDays(schedule, from, to)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return new Map(days.map(day => [day.date, day]))
}

export const isPast = ({ endDate, repeatsYearly }: DateOverride, today: string): boolean =>
  !repeatsYearly && endDate !== '' && endDate < today
