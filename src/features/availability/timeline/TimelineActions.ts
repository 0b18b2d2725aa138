import type { ComponentType, HTMLAttributes } from 'react'

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

/** The actions of a timeline; an absent one is not offered. */
export interface TimelineActions {
  /** A free time was chosen; instants in ISO 8601. */
  onSelectFree?: ((time: PlaceInTime) => void) | undefined
  /** A stretch of time was marked to be closed; its resource’s time zone counts. */
  onBlock?: ((time: PlaceInTime & { endsAt: string; resourceName: string; timeZone: string }) => void) | undefined
  onSelectBooking?: ((bookingId: string) => void) | undefined
  /** What is shown beside a booking that is pointed at. */
  Card?: ComponentType<BookingCardProps> | undefined
  /** A booking was dragged, or moved with the keyboard. */
  onMove?: ((move: { bookingId: string; resourceId: string; startsAt: string }) => void) | undefined
}
