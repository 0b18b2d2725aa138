import type { Schedule } from '../../../resources/schedules'
import { generateTimeslots } from '../../../scheduling/schedule/generateTimeslots'
import { SchedulingError } from '../../../scheduling/schedule/SchedulingError'
import { type ScheduleDay, scheduleDays } from '../../../scheduling/schedule/scheduleDays'
import { formatLocalDate, parseLocalDate } from '../../../scheduling/time/localDate'
import { zoneOf } from '../../../scheduling/time/Zone'
import { isDate } from '../../inputs/hours/dates'
import { isWhole } from '../../inputs/hours/overrides'
import { spanOf } from '../../inputs/hours/week'

export interface PreviewDay extends ScheduleDay {
  openMinutes: number
  /** How many timeslots generating would make; 0 for a schedule that is not booked by them. */
  timeslotCount: number
}

/** In minutes: a length that is being typed may begin with less. */
const shortestTimeslot = 5

const dateOrNull = (date: string | null | undefined): string | null => (date && isDate(date) ? date : null)

/**
 * The local dates `from` to `to` (both included) of a schedule whose form is being filled in, by date: what is not whole yet is as if
 * it were not there. Empty for a zone that this browser does not know.
 */
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
    weeklyHours: (values.weeklyHours ?? []).filter(block => spanOf(block)),
    dateOverrides: (values.dateOverrides ?? []).filter(isWhole),
    slotDurationMinutes: Math.max(shortestTimeslot, values.slotDurationMinutes ?? 60),
    slotGapMinutes: Math.max(0, values.slotGapMinutes ?? 0),
  }
  try {
    const counts = new Map<string, number>()
    if (values.mode === 'timeslots') {
      const zone = zoneOf(schedule.timeZone)
      // As if nothing were past or there yet.
      const before = zone.startOfDay(parseLocalDate(from) - 1)
      for (const { startsAt } of generateTimeslots(schedule, [], { from, to }, before).timeslots) {
        const date = formatLocalDate(zone.dayOf(Date.parse(startsAt)))
        counts.set(date, (counts.get(date) ?? 0) + 1)
      }
    }
    return new Map(
      scheduleDays(schedule, from, to).map(day => [
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
