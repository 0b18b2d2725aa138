import type { CSSProperties } from 'react'
import type { Span } from '../../../scheduling'
import type { TimelineBooking } from '../availabilityApi'
import { type Axis, type Column, positionOf } from './axis'
import { lanesOf, type Stretch } from './lanes'

export interface PlacedBooking {
  booking: TimelineBooking
  side: { left: string; width: string }
}

export interface ColumnLayout {
  touches: (span: Span) => boolean
  percent: (minutes: number) => string
  /** Clips the span to the axis. */
  styleOf: (span: Span) => CSSProperties
  /** Null outside the axis. */
  topOf: (instant: number) => string | null
  /** Side by side where they or their buffers overlap. */
  lanes: (bookings: readonly TimelineBooking[]) => PlacedBooking[]
}

const blockedSpan = ({ blockedFrom, blockedUntil }: TimelineBooking): Span => ({
  startsAt: blockedFrom,
  endsAt: blockedUntil,
})

export const buffersOf = ({ blockedFrom, startsAt, endsAt, blockedUntil }: TimelineBooking): Span[] =>
  [
    { startsAt: blockedFrom, endsAt: startsAt },
    { startsAt: endsAt, endsAt: blockedUntil },
  ].filter(span => span.startsAt !== span.endsAt)

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
      const shown = bookings.filter(booking => touches(blockedSpan(booking)))
      const lanes = lanesOf(shown.map(booking => stretchOf(blockedSpan(booking))))
      return shown.map((booking, index) => {
        const { lane, lanes: count } = lanes[index] ?? { lane: 0, lanes: 1 }
        return { booking, side: { left: `${(100 * lane) / count}%`, width: `${100 / count}%` } }
      })
    },
  }
}
