import { formatLocalDate, isoWeekday, parseLocalDate } from './localDate'

/** `YYYY-MM-DD`, `days` later, or earlier if negative. */
export const addDays = (date: string, days: number): string => formatLocalDate(parseLocalDate(date) + days)

/** The same day `months` later, or that month's last: 31 January plus one is 28 February. */
export const addMonths = (date: string, months: number): string => {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const month = first.toISOString().slice(0, 7)
  const day = Math.min(Number(date.slice(8)), Number(lastOfMonth(`${month}-01`).slice(8)))
  return `${month}-${String(day).padStart(2, '0')}`
}

/** The first date of the month. */
export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/** The last date of the month. */
export const lastOfMonth = (date: string): string => {
  const next = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1, 0)
  return next.toISOString().slice(0, 10)
}

/** The week's first date; `weekStartsOn` is 1 (Monday) to 7. */
export const startOfWeek = (date: string, weekStartsOn: number): string => {
  const day = parseLocalDate(date)
  return formatLocalDate(day - ((isoWeekday(day) - weekStartsOn + 7) % 7))
}

/** `count` consecutive dates from the given one. */
export const datesFrom = (date: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(date, index))

/** The month's weeks, seven dates each, with days of adjacent months. */
export const weeksOf = (month: string, weekStartsOn: number): string[][] => {
  const last = lastOfMonth(month)
  const weeks: string[][] = []
  for (let first = startOfWeek(firstOfMonth(month), weekStartsOn); first <= last; first = addDays(first, 7))
    weeks.push(datesFrom(first, 7))
  return weeks
}

/** `2026-03-02` is a calendar date, `2026-02-30` is not. */
export const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  // `Date` reads 30 February as 2 March. PostgreSQL has no year 0000.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text && !text.startsWith('0000')
}
