import type { CalendarFields } from '../../schema/calendarDays'
import type { Entry } from './calendarWeek'

export interface CalendarContent {
  entries: readonly Entry[]
  calendar: CalendarFields
  shows: readonly string[]
  isTimed: boolean
  /** `YYYY-MM-DD`, as is `today`. */
  date: string
  today: string
  goTo: (date: string) => void
}
