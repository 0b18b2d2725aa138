import type { Booking } from '../../../src/resources/bookings'
import { calendarFile, escaped, eventLines, icalStatuses } from '../bookings/calendar'

/** What a feed tells of a booking: nothing else of it is read. */
export interface FedBooking
  extends Pick<
    Booking,
    'id' | 'reference' | 'quantity' | 'status' | 'icalSequence' | 'startsAt' | 'endsAt' | 'updatedAt' | 'title'
  > {
  /** Null unless the feed names customers, and for those who were forgotten. */
  customerName: string | null
  /** The names of its resources. */
  location: string | null
}

const eventOf = (booking: FedBooking): string[] => {
  const { reference, quantity, status, title, customerName, location } = booking
  return eventLines(booking, {
    summary: customerName ? `${title} – ${customerName}` : title,
    location,
    description: [quantity > 1 ? `${reference} · × ${quantity}` : reference],
    more: icalStatuses[status] === 'CANCELLED' ? ['TRANSP:TRANSPARENT'] : [],
  })
}

/** Bookings as a calendar to subscribe to: the same text for the same bookings, whoever makes it and when. */
export const feedText = (name: string, bookings: readonly FedBooking[], productName: string): string =>
  calendarFile(productName, [
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...bookings.flatMap(eventOf),
  ])
