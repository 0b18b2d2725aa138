import { formatLocalDate, isoWeekday, parseLocalDate } from '../../src/scheduling'

const thursday = 4

export const yearOf = (date: string): number => Number(date.slice(0, 4))

export const addDays = (date: string, days: number): string => formatLocalDate(parseLocalDate(date) + days)

const thanksgiving = (year: number): string => {
  const first = parseLocalDate(`${year}-11-01`)
  return formatLocalDate(first + ((thursday - isoWeekday(first) + 7) % 7) + 21)
}

export const nextThanksgiving = (today: string): string => {
  const year = yearOf(today)
  return thanksgiving(year) < today ? thanksgiving(year + 1) : thanksgiving(year)
}
