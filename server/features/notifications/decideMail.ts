import type { Booking } from '../../../src/resources/bookings'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import type { MailCustomer, MailTenant } from './facts'
import { type MailVisit, standingParts } from './mailVisits'
import type { TakenMail, WhyNot } from './rows'

export interface MailFacts {
  tenant: MailTenant
  booking: Booking | undefined
  customer: MailCustomer | undefined
  now: number
  visits: ReadonlyMap<string, MailVisit>
}

const expected: readonly Booking['status'][] = ['pending', 'confirmed']

export const isExpected = (status: unknown): boolean => expected.some(one => one === status)

const trueIn: Readonly<Record<NotificationKey, readonly Booking['status'][]>> = {
  booking_confirmed: ['confirmed'],
  booking_approved: ['confirmed'],
  booking_pending: ['pending'],
  booking_declined: ['declined'],
  booking_moved: expected,
  booking_cancelled: ['cancelled'],
  booking_reminder: ['confirmed'],
  hold_link: ['held'],
  waitlist_offer: ['held'],
  staff_new_booking: ['confirmed'],
  staff_moved: expected,
  staff_cancelled: ['cancelled'],
  staff_approval_wanted: ['pending'],
}

export const dispensable: ReadonlySet<NotificationKey> = new Set(['booking_reminder', 'waitlist_offer'])

const ended: ReadonlySet<NotificationKey> = new Set(['booking_declined', 'booking_cancelled', 'staff_cancelled'])

/** A visit's reminder is about its first part. */
const isFirstOf = (visits: MailFacts['visits'], { id, visitId }: Booking): boolean => {
  const visit = visits.get(visitId ?? '')
  return !visit || standingParts(visit)[0]?.id === id
}

const isOutdated = (mail: TakenMail, { tenant, booking, customer, now, visits }: MailFacts): boolean => {
  const { key, reminderMinutes } = mail
  if (!booking || !trueIn[key].includes(booking.status)) return true
  if (booking.status === 'held' && booking.holdExpiresAt && Date.parse(booking.holdExpiresAt) <= now) return true
  if (reminderMinutes !== null)
    return (
      booking.startsAt !== mail.startsAt ||
      !booking.sendsReminders ||
      !isFirstOf(visits, booking) ||
      Date.parse(booking.startsAt) <= now ||
      customer?.email !== mail.recipient ||
      !tenant.reminderMinutes.includes(reminderMinutes)
    )
  // Outdated once the booking is past, unless it says that the booking does not take place.
  if (!ended.has(key) && Date.parse(booking.endsAt) <= now) return true
  return mail.isOvertaken
}

export const decideMail = (
  mail: TakenMail,
  facts: MailFacts,
): { status: 'suppressed' | 'cancelled'; reason: WhyNot } | null => {
  const { tenant, customer } = facts
  const suppressed = (reason: WhyNot) => ({ status: 'suppressed' as const, reason })
  if (customer?.isAnonymized) return suppressed('anonymized')
  if (!mail.recipient) return suppressed('no_address')
  if (tenant.notificationsOff.includes(mail.key)) return suppressed('turned_off')
  if (dispensable.has(mail.key) && customer?.mailOptOut) return suppressed('opted_out')
  if (!isOutdated(mail, facts)) return null
  return { status: mail.key === 'booking_reminder' ? 'cancelled' : 'suppressed', reason: 'outdated' }
}
