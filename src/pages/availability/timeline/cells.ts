import type { Slot, Span } from '../../../scheduling'
import type { ResourceLine, TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, instantAt, rowsOf } from './axis'

/**
 * What a cell says. With a variant: `free`, `limited`, `full`, or `unavailable` for another reason. Without one nobody can say
 * whether it is free: `open`, or `busy` with something in it. Else why there is nothing to book: `past`, `closed`, `blackout`;
 * `skipped` is a time that the clock leaves out.
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
  | 'skipped'

export interface Cell {
  /** Epoch milliseconds: those of the offered time, or else of the cell. */
  startsAt: number
  endsAt: number
  state: CellState
  /** The offered time. */
  slot: Slot | undefined
  /** What takes the resource during the cell, buffers included. */
  bookings: readonly TimelineBooking[]
  /** The rules that close it. */
  blackouts: readonly string[]
}

export const isBookable = ({ state }: Cell): boolean => state === 'free' || state === 'limited' || state === 'open'

const overlaps = ({ startsAt, endsAt }: Span, from: number, to: number): boolean =>
  Date.parse(startsAt) < to && Date.parse(endsAt) > from

const isAvailable = ({ status }: Slot): boolean => status === 'available' || status === 'limited'

/** A time may be offered because another resource that is needed as well is open: then this one's own state says more. */
const stateOf = (slot: Slot | undefined, plainState: () => CellState): CellState => {
  if (!slot) return plainState()
  if (slot.status === 'available') return 'free'
  if (slot.status !== 'unavailable') return slot.status
  const plain = plainState()
  return plain === 'busy' ? 'unavailable' : plain
}

interface CellOptions {
  now: number
  /** True when the lines were asked for with a variant: then only offered times can be free. */
  hasVariant: boolean
}

/** The cells of one column, from the top. */
export const cellsOf = (axis: Axis, column: Column, line: ResourceLine, { now, hasVariant }: CellOptions): Cell[] => {
  const minute = 60_000
  const slots = line.slots.map(slot => ({ slot, start: Date.parse(slot.startsAt) }))
  return rowsOf(axis).map((position): Cell => {
    const start = instantAt(axis, column, position)
    if (start === undefined) {
      return { startsAt: 0, endsAt: 0, state: 'skipped', slot: undefined, bookings: [], blackouts: [] }
    }
    const end = start + axis.step * minute
    const offered = slots.filter(one => one.start >= start && one.start < end).map(({ slot }) => slot)
    const slot = offered.find(isAvailable) ?? offered[0]
    const bookings = line.bookings.filter(({ blockedFrom, blockedUntil }) =>
      overlaps({ startsAt: blockedFrom, endsAt: blockedUntil }, start, end),
    )
    const blackouts = line.blackouts.filter(span => overlaps(span, start, end)).map(({ name }) => name)
    const plainState = (): CellState => {
      if (start < now) return 'past'
      if (!line.windows.some(span => overlaps(span, start, end))) return 'closed'
      if (!line.open.some(span => overlaps(span, start, end))) return blackouts.length > 0 ? 'blackout' : 'closed'
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
