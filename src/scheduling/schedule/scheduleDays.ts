import { mergeIntervals } from '../intervals/mergeIntervals'
import type { ScheduleInput } from '../snapshot'
import { formatInstant } from '../time/formatInstant'
import { MINUTE } from '../time/instant'
import { formatLocalDate, type LocalDay, parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { hoursToIntervals } from './hoursToIntervals'
import { scheduleHours } from './scheduleHours'

/** One local date of a schedule, for previews in which a day of 23 or 25 hours should be seen. */
export interface ScheduleDay {
  date: string
  /** 1440, but for days on which the clocks change; 0 for a date that the zone skipped. */
  dayLengthMinutes: number
  /** `skipped` = clocks go forward, `repeated` = clocks go back. */
  clockChange: 'none' | 'skipped' | 'repeated'
  /** Open hours that begin on this date, merged; the last may end on the next date. */
  windows: { startsAt: string; endsAt: string; minutes: number }[]
  /** The override that replaces the weekly hours. */
  override: { id: string | null; label: string | null; isClosed: boolean } | null
}

/** The local dates `from` to `to` (both included) of a schedule, as it is being edited or as it is stored. */
export function scheduleDays(schedule: ScheduleInput, from: string, to: string): ScheduleDay[] {
  const zone = zoneOf(schedule.timeZone)
  const hours = scheduleHours(schedule)
  const found: ScheduleDay[] = []
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
