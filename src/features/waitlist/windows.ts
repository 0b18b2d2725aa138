import { addDays } from '../../declare'
import { instantOf } from '../../show'

export interface Window {
  startsAt: string
  endsAt: string
}

/** Days after a date, with local times. */
const parts = {
  morning: [0, '06:00', 0, '12:00'],
  afternoon: [0, '12:00', 0, '18:00'],
  day: [0, '00:00', 1, '00:00'],
  week: [0, '00:00', 7, '00:00'],
} as const

export type Part = keyof typeof parts

export const windowOn = (date: string, part: Part, timeZone: string): Window => {
  const [first, from, last, to] = parts[part]
  const [startsAt, endsAt] = [
    instantOf(addDays(date, first), from, timeZone),
    instantOf(addDays(date, last), to, timeZone),
  ]
  return { startsAt: startsAt ?? '', endsAt: endsAt ?? '' }
}
