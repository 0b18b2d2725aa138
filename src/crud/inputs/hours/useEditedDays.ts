import { useMemo } from 'react'
import { useMachineText } from '../../../i18n/useMachineText'
import { useDisplay } from '../../../ui/format/display'
import { formatHours } from '../../../ui/format/hours'
import { formatMinutes } from '../../../ui/format/numbers'
import { addDays } from './dates'
import type { DayLook } from './MonthCalendar'
import { type EditedHours, editedDays } from './overrides'

const minutesPerDay = 1440

/** The days around today under hours that are being edited, by date, and how a calendar shows them. */
export const useEditedDays = ({ timeZone, weeklyHours, dateOverrides }: EditedHours, today: string) => {
  const text = useMachineText()
  const display = useDisplay()
  const days = useMemo(
    () => editedDays({ timeZone, weeklyHours, dateOverrides }, addDays(today, -400), addDays(today, 800)),
    [timeZone, weeklyHours, dateOverrides, today],
  )
  const lookOf = (date: string): DayLook => {
    const day = days.get(date)
    if (!day) return { state: 'closed', description: '', badge: null }
    const override = day.override && dateOverrides[Number(day.override.id)]
    const isOpen = day.windows.length > 0
    const hours = override && !override.isClosed ? override.hours.map(block => formatHours(block, display)) : []
    const length = formatMinutes(day.dayLengthMinutes, display.locale)
    const isUnusual = day.dayLengthMinutes !== minutesPerDay
    return {
      state: override ? (override.isClosed ? 'specialClosed' : 'specialOpen') : isOpen ? 'open' : 'closed',
      description: [
        override?.label,
        ...hours,
        !isOpen && text('crud.hours.closed'),
        isUnusual && text('crud.hours.dayLength', { length }),
      ]
        .filter(Boolean)
        .join(', '),
      badge: isUnusual ? length : null,
    }
  }
  return { days, lookOf }
}
