import { startOfWeek } from '../../declare'
import { todayIn, useDisplay } from '../../show'

/** The date's week's first day; today in this week. */
export const useWeekOf = () => {
  const { timeZone, weekStartsOn } = useDisplay()
  return (date: string): string => {
    const monday = startOfWeek(date, weekStartsOn)
    const today = todayIn(timeZone)
    return date < today || monday > today ? monday : today
  }
}
