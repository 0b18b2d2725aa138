import type { ComponentType, CSSProperties, HTMLAttributes } from 'react'
import type { Span } from '../../../scheduling'

export interface BookingCardProps {
  bookingId: string
  /** The block that the card belongs to. */
  anchor: HTMLElement
  handlers: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown'>
}

/** Instants on one resource; a null end leaves the length to what is booked. */
export interface PlaceInTime {
  resourceId: string
  startsAt: string
  endsAt: string | null
}

export interface WaitingMarksProps {
  resourceId: string
  /** What the whole timeline shows; epoch milliseconds. */
  range: { from: number; to: number }
  /** Whether a time lies in the column. */
  touches: (span: Span) => boolean
  styleOf: (span: Span) => CSSProperties
}

/** The actions of a timeline; an absent one is not offered. */
export interface TimelineActions {
  /** A free time was chosen; instants in ISO 8601. */
  onSelectFree?: ((time: PlaceInTime) => void) | undefined
  /** A stretch of time was marked to be closed; its resource’s time zone counts. */
  onBlock?: ((time: PlaceInTime & { endsAt: string; resourceName: string; timeZone: string }) => void) | undefined
  onSelectBooking?: ((bookingId: string) => void) | undefined
  /** What is shown beside a booking that is pointed at. */
  Card?: ComponentType<BookingCardProps> | undefined
  /** What free times of one column say of those who wait for them. */
  WaitingMarks?: ComponentType<WaitingMarksProps> | undefined
  /** A booking was dragged, or moved with the keyboard. */
  onMove?: ((move: { bookingId: string; resourceId: string; startsAt: string }) => void) | undefined
}
