import { MINUTE } from '../../../declare'
import type { Slot, Span } from '../../../scheduling'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, instantAt, rowsOf } from './axis'
import { blockedSpans } from './columnLayout'

/**
 * With a variant: `free`, `limited`, `full` or `unavailable`; without one: `open` or `busy`. `elsewhere` is busy in an
 * external calendar, `skipped` is skipped by the clock.
 */
export type CellState =
  | 'free'
  | 'limited'
  | 'full'
  | 'unavailable'
  | 'open'
  | 'busy'
  | 'past'
  | 'closed'
  | 'blackout'
  | 'elsewhere'
  | 'skipped'

export interface Cell {
  /** Of the slot, else of the cell. */
  startsAt: number
  endsAt: number
  state: CellState
  slot: Slot | undefined
  /** Includes buffers. */
  bookings: readonly TimelineBooking[]
  blackouts: readonly string[]
}

export const isBookable = ({ state }: Cell): boolean => state === 'free' || state === 'limited' || state === 'open'

const overlaps = ({ startsAt, endsAt }: Span, from: number, to: number): boolean =>
  Date.parse(startsAt) < to && Date.parse(endsAt) > from

const isAvailable = ({ status }: Slot): boolean => status === 'available' || status === 'limited'

/** If another required resource makes a slot unavailable, the cell shows its own state. */
const stateOf = (slot: Slot | undefined, plainState: () => CellState): CellState => {
  if (!slot) return plainState()
  if (slot.status === 'available') return 'free'
  if (slot.status !== 'unavailable') return slot.status
  const plain = plainState()
  return plain === 'busy' ? 'unavailable' : plain
}

interface CellOptions {
  now: number
  /** With a variant, only slots can be free. */
  hasVariant: boolean
}

export const cellsOf = (axis: Axis, column: Column, line: ResourceLine, { now, hasVariant }: CellOptions): Cell[] => {
  const slots = line.slots.map(slot => ({ slot, start: Date.parse(slot.startsAt) }))
  return rowsOf(axis).map((position): Cell => {
    const start = instantAt(axis, column, position)
    if (start === undefined) {
      return { startsAt: 0, endsAt: 0, state: 'skipped', slot: undefined, bookings: [], blackouts: [] }
    }
    const end = start + axis.step * MINUTE
    const offered = slots.filter(one => one.start >= start && one.start < end).map(({ slot }) => slot)
    const slot = offered.find(isAvailable) ?? offered[0]
    const bookings = line.bookings.filter(booking => blockedSpans(booking).some(span => overlaps(span, start, end)))
    const blackouts = line.blackouts.filter(span => overlaps(span, start, end)).map(({ name }) => name)
    const plainState = (): CellState => {
      if (start < now) return 'past'
      if (!line.windows.some(span => overlaps(span, start, end))) return 'closed'
      if (!line.open.some(span => overlaps(span, start, end))) {
        if (blackouts.length > 0) return 'blackout'
        return line.externalBusy.some(span => overlaps(span, start, end)) ? 'elsewhere' : 'closed'
      }
      if (bookings.length > 0) return 'busy'
      return hasVariant ? 'unavailable' : 'open'
    }
    return {
      startsAt: slot ? Date.parse(slot.startsAt) : start,
      endsAt: slot ? Date.parse(slot.endsAt) : end,
      state: stateOf(slot, plainState),
      slot,
      bookings,
      blackouts,
    }
  })
}
