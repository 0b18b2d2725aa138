import { DAY, MINUTE } from './instant'
import { formatLocalDate } from './localDate'

const clock = Array.from({ length: 1440 }, (_, minute) => {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0')
  return `T${hours}:${String(minute % 60).padStart(2, '0')}:00.000Z`
})

let lastDay = Number.NaN
let lastDate = ''

/** ISO 8601 in UTC, as in all answers: `2026-03-02T09:00:00.000Z`. Caches whole minutes for speed. */
export function formatInstant(millis: number): string {
  const day = Math.floor(millis / DAY)
  const minute = (millis - day * DAY) / MINUTE
  const time = clock[minute]
  if (time === undefined) return new Date(millis).toISOString()
  if (day !== lastDay) {
    lastDay = day
    lastDate = formatLocalDate(day)
  }
  return lastDate + time
}
