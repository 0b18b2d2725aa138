import { formatLocalDate, isoWeekday, parseLocalDate, zoneOf } from '../../scheduling'

export const addDays = (date: string, days: number): string => formatLocalDate(parseLocalDate(date) + days)

export const todayIn = (timeZone: string): string => formatLocalDate(zoneOf(timeZone).dayOf(Date.now()))

/** The first day of the week that a date is in; weeks begin on `weekStartsOn` (1 = Monday … 7 = Sunday). */
export const startOfWeek = (date: string, weekStartsOn: number): string => {
  const day = parseLocalDate(date)
  return formatLocalDate(day - ((isoWeekday(day) - weekStartsOn + 7) % 7))
}

/** `count` dates from one on. */
export const datesFrom = (date: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(date, index))

/** The same day of another month, or that month's last. */
export const addMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The weeks that a month `YYYY-MM` touches, each of seven dates. */
export const weeksOf = (month: string, weekStartsOn: number): string[][] => {
  const weeks: string[][] = []
  for (let first = startOfWeek(`${month}-01`, weekStartsOn); first.slice(0, 7) <= month; first = addDays(first, 7))
    weeks.push(datesFrom(first, 7))
  return weeks
}
