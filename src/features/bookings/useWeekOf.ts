import { startOfWeek } from '../../declare'
import { todayIn, useDisplay } from '../../show'

/** Gives the first local date of a date's week, today in this week. */
export const useWeekOf = () => {
  const { timeZone, weekStartsOn } = useDisplay()
  return (date: string): string => {
    const monday = startOfWeek(date, weekStartsOn)
    const today = todayIn(timeZone)
    return date < today || monday > today ? monday : today
  }
}
