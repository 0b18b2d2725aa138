import type { Booking } from '../../../src/resources/bookings'

/** `2026-03-02T09:00:00.000Z` → `20260302T090000Z` */
export const utc = (instant: string): string => new Date(instant).toISOString().replace(/\.\d{3}|[-:]/g, '')

/** RFC 5545 §3.3.11. */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, sign => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** At 75 octets, never within a character (RFC 5545 §3.1). */
const folded = (line: string): string => {
  if (Buffer.byteLength(line) <= 75) return line
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}

export const icalStatuses: Partial<Record<Booking['status'], string>> = {
  held: 'TENTATIVE',
  pending: 'TENTATIVE',
  cancelled: 'CANCELLED',
  declined: 'CANCELLED',
  expired: 'CANCELLED',
}

export const calendarFile = (
  productName: string,
  lines: readonly string[],
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL' = 'PUBLISH',
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Bookings//EN`,
    `METHOD:${method}`,
    ...lines,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

type Dated = Pick<Booking, 'id' | 'icalSequence' | 'updatedAt' | 'startsAt' | 'endsAt' | 'status' | 'title'>

interface Entry {
  summary?: string
  uid?: string
  location: string | null
  description: readonly (string | null)[]
  isCancelled?: boolean
  more?: readonly string[]
}

/** The sequence grows with every change. */
export const eventLines = (
  booking: Dated,
  {
    summary = booking.title,
    uid = `booking-${booking.id}`,
    location,
    description,
    isCancelled = false,
    more = [],
  }: Entry,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SEQUENCE:${booking.icalSequence}`,
  `DTSTAMP:${utc(booking.updatedAt)}`,
  `LAST-MODIFIED:${utc(booking.updatedAt)}`,
  `DTSTART:${utc(booking.startsAt)}`,
  `DTEND:${utc(booking.endsAt)}`,
  `STATUS:${isCancelled ? 'CANCELLED' : (icalStatuses[booking.status] ?? 'CONFIRMED')}`,
  `SUMMARY:${escaped(summary)}`,
  ...(location ? [`LOCATION:${escaped(location)}`] : []),
  `DESCRIPTION:${escaped(description.filter(Boolean).join('\n'))}`,
  ...more,
  'END:VEVENT',
]

export const resourceNames = ({ resources }: Pick<Booking, 'resources'>): string =>
  resources.map(({ name }) => name).join(', ')

export const calendarOf = (booking: Booking, productName: string): string =>
  calendarFile(
    productName,
    eventLines(booking, {
      location: resourceNames(booking),
      description: [booking.reference, booking.customerName, booking.notes],
    }),
  )
