import type { Booking } from '../../../src/resources/bookings'
import { calendarFile, escaped, utc } from '../bookings/calendar'

interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; email: string }
  attendee: string
  productName: string
}

/** A parameter's value in quotes, which cannot have any within (RFC 5545 §3.2). */
const quoted = (text: string): string =>
  `"${Array.from(text, sign => (sign < ' ' || sign === '"' ? ' ' : sign)).join('')}"`

/** A booking for the calendar of whoever gets the mail (RFC 5546): the UID of the other calendar files of it. */
export const invitationOf = (booking: Booking, { method, organizer, attendee, productName }: Invitation): string =>
  calendarFile(
    productName,
    [
      'BEGIN:VEVENT',
      `UID:booking-${booking.id}`,
      `SEQUENCE:${booking.icalSequence}`,
      `DTSTAMP:${utc(booking.updatedAt)}`,
      `DTSTART:${utc(booking.startsAt)}`,
      `DTEND:${utc(booking.endsAt)}`,
      `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
      `SUMMARY:${escaped(booking.title)}`,
      `LOCATION:${escaped(booking.resources.map(({ name }) => name).join(', '))}`,
      `DESCRIPTION:${escaped(booking.reference)}`,
      `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`,
      `ATTENDEE;RSVP=FALSE:mailto:${attendee}`,
      'END:VEVENT',
    ],
    method,
  )
