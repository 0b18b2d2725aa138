import type { Booking } from '../../../src/resources/bookings'
import type { Entry } from './calendarPart'
import { partLines, type ToldBooking } from './compose'
import type { MailTenant } from './facts'
import { asOne, type MailVisit, standingParts } from './mailVisits'
import type { TakenMail } from './rows'

export interface Part {
  mail: TakenMail
  booking: Booking | undefined
}

type BookedPart = Part & { booking: Booking }

/** A booking, or what a mail tells of one visit. */
export interface MailSubject {
  parts: readonly [BookedPart, ...BookedPart[]]
  visit: MailVisit | undefined
}

const asked = {
  booking_confirmed: 'REQUEST',
  booking_approved: 'REQUEST',
  booking_moved: 'REQUEST',
  booking_cancelled: 'CANCEL',
  staff_new_booking: 'REQUEST',
  staff_moved: 'REQUEST',
  staff_cancelled: 'CANCEL',
} as const satisfies Partial<Record<TakenMail['key'], 'REQUEST' | 'CANCEL'>>

/** Calendars cannot cancel an unknown booking. */
const methodOf = ({ mail: { key, hasInvitation }, booking }: BookedPart): 'REQUEST' | 'CANCEL' | null => {
  const method = key in asked ? asked[key as keyof typeof asked] : null
  if (method === 'CANCEL') return hasInvitation ? 'CANCEL' : null
  return method && booking.status === 'confirmed' ? method : null
}

const isCertain = ({ status }: Booking): boolean => ['confirmed', 'completed', 'no_show'].includes(status)

/** The event of a visit is there as long as one of its parts is. */
const visitMethodOf = ([{ mail }]: MailSubject['parts'], visit: MailVisit): 'REQUEST' | 'CANCEL' | null => {
  if (!(mail.key in asked)) return null
  const standing = standingParts(visit)
  if (standing.length === 0) return mail.hasInvitation ? 'CANCEL' : null
  return standing.some(isCertain) ? 'REQUEST' : null
}

const previousOf = ({ previousStartsAt, toldStartsAt, startsAt }: TakenMail): string | null => {
  const previous = previousStartsAt && (toldStartsAt ?? previousStartsAt)
  return previous === startsAt ? null : previous
}

const announcing: ReadonlySet<TakenMail['key']> = new Set([
  'booking_confirmed',
  'booking_approved',
  'booking_pending',
  'booking_reminder',
])

export const subjectsOf = (parts: readonly Part[], visits: ReadonlyMap<string, MailVisit>): MailSubject[] => {
  const subjects = new Map<string, [BookedPart, ...BookedPart[]]>()
  for (const { mail, booking } of parts) {
    if (!booking) continue
    const one = { mail, booking }
    const known = subjects.get(booking.visitId ?? booking.id)
    if (known) known.push(one)
    else subjects.set(booking.visitId ?? booking.id, [one])
  }
  return [...subjects.values()].map(parts => ({ parts, visit: visits.get(parts[0].booking.visitId ?? '') }))
}

export const toldBookingOf = ({ parts, visit }: MailSubject, links: ToldBooking['links']): ToldBooking => {
  const [{ mail, booking }] = parts
  if (!visit) return { booking, links, previousStartsAt: previousOf(mail) }
  const isCustomers = mail.audience === 'customer'
  const named = parts.map(one => one.booking)
  const others = standingParts(visit).filter(one => !named.some(({ id }) => id === one.id))
  const about = isCustomers && announcing.has(mail.key) ? [...named, ...others] : named
  const [first = booking, ...rest] = about
  const before = parts.flatMap(one => previousOf(one.mail) ?? []).sort()
  return {
    booking: asOne(visit, [first, ...rest]),
    ...{ links, previousStartsAt: before[0] ?? null, visit },
    parts: isCustomers ? [...named, ...others] : named,
  }
}

/** A visit is one event for a customer; staff have each part in their calendars. */
export const entriesOf = (
  subjects: readonly MailSubject[],
  told: readonly ToldBooking[],
  { tenant, locale }: { tenant: MailTenant; locale: TakenMail['locale'] },
): { entries: Entry[]; calendar: Record<string, 'REQUEST' | 'CANCEL'> } => {
  const calendar: Record<string, 'REQUEST' | 'CANCEL'> = {}
  const entries = subjects.flatMap(({ parts, visit }, index): Entry[] => {
    const { links } = told[index] as ToldBooking
    const { manageUrl } = links
    if (!visit || parts[0].mail.audience === 'staff')
      return parts.flatMap(part => {
        const method = methodOf(part)
        if (!method) return []
        calendar[part.mail.id] = method
        return [{ booking: part.booking, manageUrl, isCancelled: method === 'CANCEL' }]
      })
    const method = visitMethodOf(parts, visit)
    if (!method) return []
    for (const { mail } of parts) calendar[mail.id] = method
    return [{ ...visitEntry(visit, { tenant, locale, manageUrl }), isCancelled: method === 'CANCEL' }]
  })
  return { entries, calendar }
}

export const visitEntry = (
  visit: MailVisit,
  { manageUrl, ...told }: { tenant: MailTenant; locale: TakenMail['locale']; manageUrl: string },
): Entry => {
  const standing = standingParts(visit)
  const [first, ...rest] = standing.length > 0 ? standing : visit.parts
  if (!first) throw new Error('A visit has parts.')
  const lines = partLines({ ...told, isBrief: true }, { visit, parts: [first, ...rest] })
  return { booking: asOne(visit, [first, ...rest]), manageUrl, visit: { id: visit.id, lines } }
}
