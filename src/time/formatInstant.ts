import { DAY, MINUTE } from './instant'
import { formatLocalDate } from './localDate'

const clock = Array.from({ length: 1440 }, (_, minute) => {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0')
  return `T${hours}:${String(minute % 60).padStart(2, '0')}:00Z`
})

let lastDay = Number.NaN
let lastDate = ''

/** ISO 8601 in UTC, ending in `Z`. Whole minutes are cached, because a search formats thousands of them. */
export function formatInstant(millis: number): string {
  const day = Math.floor(millis / DAY)
  const minute = (millis - day * DAY) / MINUTE
  const time = clock[minute]
  if (time === undefined) return new Date(millis).toISOString().replace('.000Z', 'Z')
  if (day !== lastDay) {
    lastDay = day
    lastDate = formatLocalDate(day)
  }
  return lastDate + time
}
