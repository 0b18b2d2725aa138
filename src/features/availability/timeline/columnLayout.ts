import type { CSSProperties } from 'react'
import type { Span } from '../../../scheduling'
import type { TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, positionOf } from './axis'
import { lanesOf, type Stretch } from './lanes'

export interface BookingPiece {
  span: Span
  side: { left: string; width: string }
}

export interface PlacedBooking {
  booking: TimelineBooking
  pieces: readonly BookingPiece[]
}

export interface ColumnLayout {
  touches: (span: Span) => boolean
  percent: (minutes: number) => string
  styleOf: (span: Span) => CSSProperties
  /** Null outside the axis. */
  topOf: (instant: number) => string | null
  lanes: (bookings: readonly TimelineBooking[]) => PlacedBooking[]
}

export const blockedSpans = ({ blockedFrom, spans, blockedUntil }: TimelineBooking): Span[] =>
  spans.map(({ startsAt, endsAt }, index) => ({
    startsAt: index === 0 ? blockedFrom : startsAt,
    endsAt: index === spans.length - 1 ? blockedUntil : endsAt,
  }))

export const buffersOf = ({ booking, pieces }: PlacedBooking): BookingPiece[] => {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return []
  return [
    { ...first, span: { startsAt: booking.blockedFrom, endsAt: first.span.startsAt } },
    { ...last, span: { startsAt: last.span.endsAt, endsAt: booking.blockedUntil } },
  ].filter(({ span }) => Date.parse(span.startsAt) < Date.parse(span.endsAt))
}

export const columnLayout = (axis: Axis, column: Column): ColumnLayout => {
  const length = axis.to - axis.from
  const percent = (minutes: number): string => `${(100 * minutes) / length}%`
  const minutesAt = (instant: number): number => positionOf(axis, column, instant) - axis.from
  const stretchOf = ({ startsAt, endsAt }: Span): Stretch => ({
    top: Math.max(0, minutesAt(Date.parse(startsAt))),
    bottom: Math.min(length, minutesAt(Date.parse(endsAt))),
  })
  const touches = ({ startsAt, endsAt }: Span): boolean =>
    Date.parse(startsAt) < column.end && Date.parse(endsAt) > column.start
  return {
    touches,
    percent,
    styleOf: span => {
      const { top, bottom } = stretchOf(span)
      return { top: percent(top), height: percent(bottom - top) }
    },
    topOf: instant => {
      if (instant < column.start || instant >= column.end) return null
      const minutes = minutesAt(instant)
      return minutes < 0 || minutes > length ? null : percent(minutes)
    },
    lanes: bookings => {
      const taken = bookings.flatMap(booking =>
        blockedSpans(booking).map((blocked, index) => ({ booking, blocked, span: booking.spans[index] ?? blocked })),
      )
      const shown = taken.filter(({ blocked }) => touches(blocked))
      const lanes = lanesOf(shown.map(({ blocked }) => stretchOf(blocked)))
      const placed = new Map<TimelineBooking, BookingPiece[]>()
      for (const [index, { booking, span }] of shown.entries()) {
        const { lane, lanes: count } = lanes[index] ?? { lane: 0, lanes: 1 }
        const piece = { span, side: { left: `${(100 * lane) / count}%`, width: `${100 / count}%` } }
        placed.set(booking, [...(placed.get(booking) ?? []), piece])
      }
      return [...placed].map(([booking, pieces]) => ({ booking, pieces }))
    },
  }
}
