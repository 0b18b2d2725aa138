/** The actions of a timeline; an absent one is not offered. */
export interface TimelineActions {
  /** A free time was chosen; instants in ISO 8601. */
  onSelectFree?: ((time: { resourceId: string; startsAt: string; endsAt: string }) => void) | undefined
  onSelectBooking?: ((bookingId: string) => void) | undefined
  /** A booking was dragged, or moved with the keyboard. */
  onMove?: ((move: { bookingId: string; resourceId: string; startsAt: string }) => void) | undefined
}
