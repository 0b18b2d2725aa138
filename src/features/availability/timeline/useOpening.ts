import { useEvent } from 'ra-core'
import { type RefObject, useEffect } from 'react'
import { type Column, columnAt, type DayAxis, positionOf } from './axis'

interface Opening {
  axis: DayAxis
  columns: readonly Column[]
  now: number
}

/** Scrolls a page at its top to the time of day, or to where another day's hours begin. */
export const useOpening = (grid: RefObject<HTMLElement | null>, { axis, columns, now }: Opening): void => {
  const open = useEvent(() => {
    const today = columnAt(columns, now)
    const time = today && positionOf(axis, today, now)
    const isNow = time !== undefined && time >= axis.from && time < axis.to
    const row = Math.floor(((isNow ? time : axis.opensAt) - axis.from) / axis.step)
    if (row <= 0 || scrollY > 0) return
    grid.current?.querySelector(`[data-row="${row}"]`)?.scrollIntoView?.({ block: isNow ? 'center' : 'start' })
  })
  const date = columns[0]?.date
  useEffect(() => {
    if (date) open()
  }, [date, open])
}
