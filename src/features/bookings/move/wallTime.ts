import { formatLocalDate, zoneOf } from '../../../scheduling'
import { timeOf } from '../../../show'

/** An instant in epoch milliseconds as two inputs show it. */
export const wallTime = (instant: number, timeZone: string): { date: string; time: string } => ({
  date: formatLocalDate(zoneOf(timeZone).dayOf(instant)),
  time: timeOf(instant, timeZone),
})
