import { useMemo } from 'react'
import { minutesPerDay } from '../../../time/localTime'
import type { DayLook } from '../../../ui/calendar/MonthCalendar'
import { formatTimes } from '../../../ui/format/clockTimes'
import { addDays } from '../../../ui/format/dates'
import { useDisplay } from '../../../ui/format/display'
import { formatMinutes } from '../../../ui/format/numbers'
import { type EditedHours, editedDays } from './overrides'
import { useHoursText } from './useHoursText'

export interface DayFacts {
  isOff: boolean
  line: string | null
}

export const useEditedDays = (
  { timeZone, weeklyHours, dateOverrides }: EditedHours,
  today: string,
  factsOf?: (date: string) => DayFacts,
) => {
  const text = useHoursText()
  const display = useDisplay()
  const days = useMemo(
    () => editedDays({ timeZone, weeklyHours, dateOverrides }, addDays(today, -400), addDays(today, 800)),
    [timeZone, weeklyHours, dateOverrides, today],
  )
  const lookOf = (date: string): DayLook => {
    const day = days.get(date)
    if (!day) return { state: 'closed', description: '', badge: null }
    const override = day.override && dateOverrides[Number(day.override.id)]
    const facts = factsOf?.(date)
    const windows = facts?.isOff ? [] : day.windows
    const isOpen = windows.length > 0
    const hours = windows.map(({ startsAt, endsAt }) =>
      formatTimes(Date.parse(startsAt), Date.parse(endsAt), { ...display, timeZone }),
    )
    const minutes = windows.reduce((sum, window) => sum + window.minutes, 0)
    const length = formatMinutes(day.dayLengthMinutes, display.locale)
    const isUnusual = day.dayLengthMinutes !== minutesPerDay
    return {
      state: override ? (override.isClosed ? 'specialClosed' : 'specialOpen') : isOpen ? 'open' : 'closed',
      description: [
        override?.label,
        ...hours,
        !isOpen && text('crud.hours.closed'),
        facts?.line,
        isUnusual && text('crud.hours.dayLength', { length }),
      ]
        .filter(Boolean)
        .join(', '),
      badge: isUnusual ? length : null,
      lines: [override?.label, ...(isOpen ? hours : [text('crud.hours.closed')]), facts?.line].filter(
        line => line !== null && line !== undefined,
      ),
      ...(isOpen && { short: formatMinutes(minutes, display.locale) }),
    }
  }
  return { days, lookOf }
}
