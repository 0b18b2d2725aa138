import type { ComponentType, HTMLAttributes } from 'react'

export interface BookingCardProps {
  bookingId: string
  /** The block that the card belongs to. */
  anchor: HTMLElement
  handlers: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown'>
}

/** The actions of a timeline; an absent one is not offered. */
export interface TimelineActions {
  /** A free time was chosen; instants in ISO 8601. */
  onSelectFree?: ((time: { resourceId: string; startsAt: string; endsAt: string }) => void) | undefined
  onSelectBooking?: ((bookingId: string) => void) | undefined
  /** What is shown beside a booking that is pointed at. */
  Card?: ComponentType<BookingCardProps> | undefined
  /** A booking was dragged, or moved with the keyboard. */
  onMove?: ((move: { bookingId: string; resourceId: string; startsAt: string }) => void) | undefined
}
