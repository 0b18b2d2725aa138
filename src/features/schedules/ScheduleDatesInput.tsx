import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { firstOfMonth, lastOfMonth } from '../../declare'
import type { Schedule } from '../../resources/schedules'
import { DateOverridesInput, formatMinutes, type InputProps, useDisplay } from '../../show'
import { type PreviewDay, previewDays } from './previewDays'
import { useText } from './useText'

const useDaysOf = (): ((month: string) => Map<string, PreviewDay>) => {
  const values = useWatch() as Partial<Schedule>
  const { timeZone: tenantZone } = useDisplay()
  const timeZone = values.timeZone || tenantZone
  return useMemo(() => {
    const months = new Map<string, Map<string, PreviewDay>>()
    return month => {
      const days = months.get(month) ?? previewDays({ ...values, timeZone }, month, lastOfMonth(month))
      months.set(month, days)
      return days
    }
  }, [values, timeZone])
}

/** The engine that judges bookings gives the hours. */
const ScheduleDatesInput = (props: InputProps<'dateOverrides'>) => {
  const text = useText()
  const { locale } = useDisplay()
  const daysOf = useDaysOf()
  const factsOf = useCallback(
    (date: string) => {
      const day = daysOf(firstOfMonth(date)).get(date)
      const count = day?.timeslotCount ?? 0
      return {
        isOff: day?.openMinutes === 0,
        line: count > 0 ? text('preview.slots', { smart_count: count }) : null,
      }
    },
    [daysOf, text],
  )
  const summaryOf = (month: string) => {
    const days = Array.from(daysOf(month).values())
    const total = days.reduce((sum, day) => sum + day.openMinutes, 0)
    const slots = days.reduce((sum, day) => sum + day.timeslotCount, 0)
    const hours = text('preview.total', { hours: formatMinutes(total, locale) })
    return slots > 0 ? `${hours} ${text('preview.slots', { smart_count: slots })}` : hours
  }
  return <DateOverridesInput {...props} factsOf={factsOf} summaryOf={summaryOf} />
}

export default ScheduleDatesInput
