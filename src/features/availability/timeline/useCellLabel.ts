import { useCallback } from 'react'
import { formatTime, formatTimes, useDisplay } from '../../../show'
import { useText } from '../useText'
import type { Cell, CellState } from './cells'

const stateKeys = {
  free: 'availability.cell.free',
  limited: 'availability.cell.limited',
  full: 'availability.cell.full',
  unavailable: 'availability.cell.unavailable',
  open: 'availability.cell.open',
  busy: 'availability.cell.busy',
  past: 'availability.cell.past',
  closed: 'availability.cell.closed',
  blackout: 'availability.cell.blackout',
  elsewhere: 'availability.cell.elsewhere',
  skipped: 'availability.cell.skipped',
} as const satisfies Readonly<Record<CellState, string>>

export const useCellLabel = (): ((cell: Cell) => string) => {
  const text = useText()
  const display = useDisplay()
  return useCallback(
    cell => {
      const { state, slot, bookings, blackouts } = cell
      const status = text(stateKeys[state], { left: slot?.remaining ?? 0 })
      if (state === 'skipped') return status
      const time = slot ? formatTimes(cell.startsAt, cell.endsAt, display) : formatTime(cell.startsAt, display)
      const names = bookings.map(({ customerName, reference }) => customerName ?? reference ?? '').filter(Boolean)
      return [`${time}: ${status}`, ...blackouts, ...names].join(', ')
    },
    [text, display],
  )
}
