import { addDays, instantOf } from '../../show'

export interface Window {
  startsAt: string
  endsAt: string
}

/** From and to, in days after a date and on the tenant's clock. */
const parts = {
  morning: [0, '06:00', 0, '12:00'],
  afternoon: [0, '12:00', 0, '18:00'],
  day: [0, '00:00', 1, '00:00'],
  week: [0, '00:00', 7, '00:00'],
} as const

export type Part = keyof typeof parts

/** Of a local date, or of seven days from it. */
export const windowOn = (date: string, part: Part, timeZone: string): Window => {
  const [first, from, last, to] = parts[part]
  const [startsAt, endsAt] = [
    instantOf(addDays(date, first), from, timeZone),
    instantOf(addDays(date, last), to, timeZone),
  ]
  return { startsAt: startsAt ?? '', endsAt: endsAt ?? '' }
}
