import type { Booking } from '../../../src/resources/bookings'
import { calendarFile, escaped, eventLines, icalStatuses } from '../bookings/calendar'

export interface FedBooking
  extends Pick<
    Booking,
    'id' | 'reference' | 'quantity' | 'status' | 'icalSequence' | 'startsAt' | 'endsAt' | 'updatedAt' | 'title'
  > {
  customerName: string | null
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

/** The same bookings give the same text at any time. */
export const feedText = (name: string, bookings: readonly FedBooking[], productName: string): string =>
  calendarFile(productName, [
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...bookings.flatMap(eventOf),
  ])
