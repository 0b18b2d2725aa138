import type { Locale } from '../../../src/declare'
import type { Booking } from '../../../src/resources/bookings'
import { calendarFile, eventLines, resourceNames } from '../bookings/calendar'
import { addressText, type MailTenant } from './facts'
import type { Mail } from './mailQueue'

export interface Entry {
  booking: Booking
  manageUrl: string
  isCancelled?: boolean
  visit?: { id: string; lines: string } | undefined
}

interface Told {
  tenant: MailTenant
  entries: readonly Entry[]
  locale: Locale
  productName: string
}

interface Invitation extends Told {
  audience: 'customer' | 'staff'
  from: string
  attendee: { name: string | null; email: string }
}

/** A value cannot contain quotes (RFC 5545 §3.2). */
const quoted = (text: string): string =>
  `"${Array.from(text, sign => (sign < ' ' || sign === '"' ? ' ' : sign)).join('')}"`

const labels = {
  en: { reference: 'Reference', phone: 'Phone', manage: 'Move or cancel' },
  de: { reference: 'Buchungsnummer', phone: 'Telefon', manage: 'Verschieben oder stornieren' },
} as const

const customersEntry = ({ booking, manageUrl, visit }: Entry, { tenant, locale }: Told) => {
  const { reference, phone, manage } = labels[locale]
  return {
    ...(visit && { uid: `visit-${visit.id}` }),
    location: addressText(tenant.address) || tenant.name,
    description: [
      visit?.lines || booking.title,
      `${reference}: ${booking.reference}`,
      tenant.contactPhone && `${phone}: ${tenant.contactPhone}`,
      manageUrl && `${manage}: ${manageUrl}`,
    ],
  }
}

const staffsEntry = ({ booking }: Entry) => ({
  location: resourceNames(booking),
  description: [booking.reference, booking.customerName],
})

export const customersCalendar = (told: Told): string =>
  calendarFile(
    told.productName,
    told.entries.flatMap(one => eventLines(one.booking, customersEntry(one, told))),
  )

/** Only a single event can be requested or cancelled (RFC 5546 §3.2). */
export const invitationOf = (invitation: Invitation): NonNullable<Mail['calendar']> => {
  const { tenant, entries, audience, from, attendee, productName } = invitation
  const method = entries.length > 1 ? 'PUBLISH' : entries[0]?.isCancelled ? 'CANCEL' : 'REQUEST'
  const organizer = tenant.mailReplyTo ?? tenant.contactEmail ?? from
  const more = [
    `ORGANIZER;CN=${quoted(tenant.name)}:mailto:${organizer}`,
    ...(method === 'PUBLISH'
      ? []
      : [
          `ATTENDEE;CN=${quoted(attendee.name ?? attendee.email)};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`,
        ]),
  ]
  const events = entries.flatMap(one =>
    eventLines(one.booking, {
      ...(audience === 'customer' ? customersEntry(one, invitation) : staffsEntry(one)),
      isCancelled: one.isCancelled ?? false,
      more,
    }),
  )
  return { method, content: calendarFile(productName, events, method) }
}
