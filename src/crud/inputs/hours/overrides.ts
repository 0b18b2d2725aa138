import { type OpeningDay, openingDays } from '../../../hours/openingDays'
import type { DateOverride, WeeklyHoursBlock } from '../../../schema'
import { isDate } from '../../../ui/format/dates'
import { spanOf } from './week'

const isWhole = ({ startDate, endDate, hours }: DateOverride): boolean =>
  isDate(startDate) && isDate(endDate) && startDate <= endDate && hours.every(block => spanOf(block))

/** The hours that are complete and valid so far, of a form's. */
export const wholeHours = <O extends DateOverride>(
  weeklyHours: readonly WeeklyHoursBlock[] | null | undefined,
  dateOverrides: readonly O[] | null | undefined,
) => ({
  weeklyHours: (weeklyHours ?? []).filter(block => spanOf(block)),
  dateOverrides: (dateOverrides ?? []).filter(isWhole),
})

export interface EditedHours {
  timeZone: string
  weeklyHours: readonly WeeklyHoursBlock[]
  dateOverrides: readonly DateOverride[]
}

/** Inclusive. Override ids are indexes. Empty for an unknown zone. */
export const editedDays = ({ timeZone, weeklyHours, dateOverrides }: EditedHours, from: string, to: string) => {
  const schedule = {
    timeZone,
    ...wholeHours(
      weeklyHours,
      dateOverrides.map((override, index) => ({ ...override, id: String(index) })),
    ),
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
