import { formatInstant } from '../time/formatInstant'
import { MINUTE } from '../time/instant'
import { formatLocalDate, type LocalDay, parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { hoursToIntervals } from './blocks'
import { datedHours } from './datedHours'
import type { ZonedHours } from './hoursInput'
import { mergeIntervals } from './Intervals'

export interface OpeningDay {
  date: string
  dayLengthMinutes: number
  clockChange: 'none' | 'skipped' | 'repeated'
  /** Those that begin on the date, merged. */
  windows: { startsAt: string; endsAt: string; minutes: number }[]
  override: { id: string | null; label: string | null; isClosed: boolean } | null
}

/** For local dates from `from` to `to`, inclusive, as instants. */
export function openingDays(given: ZonedHours, from: string, to: string): OpeningDay[] {
  const zone = zoneOf(given.timeZone)
  const hours = datedHours(given)
  const found: OpeningDay[] = []
  for (let day: LocalDay = parseLocalDate(from); day <= parseLocalDate(to); day++) {
    const dayLengthMinutes = (zone.startOfDay(day + 1) - zone.startOfDay(day)) / MINUTE
    const { starts, ends } = mergeIntervals(hoursToIntervals(hours, zone, day, day))
    const override = hours.overrideOn(day)
    found.push({
      date: formatLocalDate(day),
      dayLengthMinutes,
      clockChange: dayLengthMinutes === 1440 ? 'none' : dayLengthMinutes < 1440 ? 'skipped' : 'repeated',
      windows: starts.map((start, i) => {
        const end = ends[i] as number
        return { startsAt: formatInstant(start), endsAt: formatInstant(end), minutes: (end - start) / MINUTE }
      }),
      override: override
        ? { id: override.id ?? null, label: override.label ?? null, isClosed: override.isClosed === true }
        : null,
    })
  }
  return found
}
