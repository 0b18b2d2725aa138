import { type KeyboardEvent, useRef } from 'react'
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '../format/dates'

/** By `event.key`. */
const steps: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: date => addDays(date, -1),
  ArrowRight: date => addDays(date, 1),
  ArrowUp: date => addDays(date, -7),
  ArrowDown: date => addDays(date, 7),
  PageUp: date => addMonths(date, -1),
  PageDown: date => addMonths(date, 1),
  'Shift+PageUp': date => addMonths(date, -12),
  'Shift+PageDown': date => addMonths(date, 12),
  Home: firstOfMonth,
  End: lastOfMonth,
}

/**
 * For a table with `data-date` buttons: arrows, Page Up and Page Down, with Shift by years. The focus follows to the
 * day that `onGo` shows.
 */
export const useDateKeys = (current: string, onGo: (date: string) => void) => {
  const grid = useRef<HTMLTableElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (!step) return
    event.preventDefault()
    const next = step(current)
    onGo(next)
    // After React has rendered that day.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus())
  }
  return { grid, onKeyDown }
}
