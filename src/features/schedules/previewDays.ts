import { formatLocalDate, isDate, openingDays, parseLocalDate, zoneOf } from '../../declare'
import type { Schedule } from '../../resources/schedules'
import { generateTimeslots, SchedulingError } from '../../scheduling/schedule/generateTimeslots'
import { wholeHours } from '../../show'

type OpeningDay = ReturnType<typeof openingDays>[number]

export interface PreviewDay extends OpeningDay {
  openMinutes: number
  timeslotCount: number
}

/** Minutes; an unfinished number may be lower. */
const shortestTimeslot = 5

const dateOrNull = (date: string | null | undefined): string | null => (date && isDate(date) ? date : null)

/** `from` to `to`, inclusive. Skips incomplete parts; empty for an unknown zone. */
export const previewDays = (
  values: Partial<Schedule> & { timeZone: string },
  from: string,
  to: string,
): Map<string, PreviewDay> => {
  const schedule = {
    id: '',
    name: '',
    timeZone: values.timeZone,
    validFrom: dateOrNull(values.validFrom),
    validUntil: dateOrNull(values.validUntil),
    ...wholeHours(values.weeklyHours, values.dateOverrides),
    slotDurationMinutes: Math.max(shortestTimeslot, values.slotDurationMinutes ?? 60),
    slotGapMinutes: Math.max(0, values.slotGapMinutes ?? 0),
  }
  try {
    const counts = new Map<string, number>()
    if (values.mode === 'timeslots') {
      const zone = zoneOf(schedule.timeZone)
      // A clock before `from` skips nothing.
      const before = zone.startOfDay(parseLocalDate(from) - 1)
      for (const { startsAt } of generateTimeslots(schedule, [], { from, to }, before).timeslots) {
        const date = formatLocalDate(zone.dayOf(Date.parse(startsAt)))
        counts.set(date, (counts.get(date) ?? 0) + 1)
      }
    }
    return new Map(
      openingDays(schedule, from, to).map(day => [
        day.date,
        {
          ...day,
          openMinutes: day.windows.reduce((sum, { minutes }) => sum + minutes, 0),
          timeslotCount: counts.get(day.date) ?? 0,
        },
      ]),
    )
  } catch (error) {
    if (error instanceof RangeError || error instanceof SchedulingError) return new Map()
    throw error
  }
}
