import { addDays, addMonths, firstOfMonth, startOfWeek } from '../../declare'
import type { Period } from '../../reports'

export const periodNames = ['lastWeek', 'thisWeek', 'lastMonth', 'thisMonth', 'lastTwelveMonths', 'thisYear'] as const

export type PeriodName = (typeof periodNames)[number]

/** `today` is local; `weekStartsOn` 1 is Monday. The last twelve months are whole. */
export const periodOf = (name: PeriodName, today: string, weekStartsOn: number): Period => {
  const [week, month, year] = [startOfWeek(today, weekStartsOn), firstOfMonth(today), Number(today.slice(0, 4))]
  switch (name) {
    case 'lastWeek':
      return { from: addDays(week, -7), to: week }
    case 'thisWeek':
      return { from: week, to: addDays(week, 7) }
    case 'lastMonth':
      return { from: addMonths(month, -1), to: month }
    case 'thisMonth':
      return { from: month, to: addMonths(month, 1) }
    case 'lastTwelveMonths':
      return { from: addMonths(month, -12), to: month }
    case 'thisYear':
      return { from: `${year}-01-01`, to: `${year + 1}-01-01` }
  }
}
