import { formatLocalDate, isoWeekday, parseLocalDate } from './localDate'

export const addDays = (date: string, days: number): string => formatLocalDate(parseLocalDate(date) + days)

/** The same day of another month, or that month's last day. */
export const addMonths = (date: string, months: number): string => {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const month = first.toISOString().slice(0, 7)
  const day = Math.min(Number(date.slice(8)), Number(lastOfMonth(`${month}-01`).slice(8)))
  return `${month}-${String(day).padStart(2, '0')}`
}

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

export const lastOfMonth = (date: string): string => {
  const next = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1, 0)
  return next.toISOString().slice(0, 10)
}

/** `weekStartsOn` is 1 for Monday to 7 for Sunday. */
export const startOfWeek = (date: string, weekStartsOn: number): string => {
  const day = parseLocalDate(date)
  return formatLocalDate(day - ((isoWeekday(day) - weekStartsOn + 7) % 7))
}

export const datesFrom = (date: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(date, index))

/** Filled up with days of the adjacent months. */
export const weeksOf = (month: string, weekStartsOn: number): string[][] => {
  const last = lastOfMonth(month)
  const weeks: string[][] = []
  for (let first = startOfWeek(firstOfMonth(month), weekStartsOn); first <= last; first = addDays(first, 7))
    weeks.push(datesFrom(first, 7))
  return weeks
}

export const isDate = (date: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
