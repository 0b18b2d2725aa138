import { DAY } from '../../time/instant'

const shifted = (date: string, days: number): string | null => {
  const millis = Date.parse(`${date}T00:00Z`)
  return Number.isNaN(millis) ? null : new Date(millis + days * DAY).toISOString().slice(0, 10)
}

/** The API names the day after the last. */
export const toEnd = (lastDay: string): string | null => shifted(lastDay, 1)

export const toLastDay = (end: string | null): string => (end && shifted(end, -1)) ?? ''
