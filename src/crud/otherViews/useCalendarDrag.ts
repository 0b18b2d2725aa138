import { type DragEvent, useState } from 'react'
import type { CalendarFields } from '../../schema/calendarDays'
import type { LocalDay } from '../../time/localDate'
import { useDisplay } from '../../ui/format/display'
import { useDeclaration } from '../declaration'
import { endedBy, fieldOfEnd, fieldsMoved, movedBy } from './calendarMoves'
import type { Bar, Entry } from './calendarWeek'
import { useMaySet, useQuickUpdate } from './useQuickUpdate'

interface Drag {
  entry: Entry
  grabbed: LocalDay
  isEnd: boolean
}

export const useCalendarDrag = (calendar: CalendarFields) => {
  const resource = useDeclaration()
  const { timeZone } = useDisplay()
  const maySet = useMaySet()
  const { set, isPending } = useQuickUpdate()
  const [drag, setDrag] = useState<Drag | null>(null)
  const [over, setOver] = useState<LocalDay | null>(null)
  const end = fieldOfEnd(calendar, resource)

  const letGo = () => {
    setDrag(null)
    setOver(null)
  }
  const grab = (event: DragEvent<HTMLElement>, bar: Bar, monday: LocalDay, isEnd: boolean) => {
    event.stopPropagation()
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', String(bar.record.id))
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const held = Math.min(bar.days - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * bar.days)))
    const grabbed = isEnd ? bar.last : monday + bar.column + held
    // A change at once would end the drag.
    setTimeout(() => setDrag({ entry: bar, grabbed, isEnd }))
  }
  const hover = (event: DragEvent<HTMLElement>, day: LocalDay) => {
    if (!drag || (drag.isEnd && day < drag.entry.first)) return
    event.preventDefault()
    if (over !== day) setOver(day)
  }
  const drop = (event: DragEvent<HTMLElement>, day: LocalDay) => {
    event.preventDefault()
    letGo()
    if (!drag || day === drag.grabbed) return
    const { record } = drag.entry
    const days = day - drag.grabbed
    void set(
      record,
      drag.isEnd ? endedBy(resource, calendar, record, days, timeZone) : movedBy(calendar, record, days, timeZone),
    )
  }
  return {
    isDragging: drag !== null,
    over,
    grab,
    letGo,
    hover,
    drop,
    mayMove: ({ record }: Entry): boolean => !isPending && maySet(record, fieldsMoved(calendar)),
    mayEnd: ({ record }: Entry): boolean =>
      !isPending && end !== undefined && Boolean(record[end]) && maySet(record, [end]),
  }
}

export type CalendarDrag = ReturnType<typeof useCalendarDrag>
