import { sql } from 'kysely'
import type { Booking } from '../../../src/resources/bookings'
import { attemptMail, leaseQueue, type QueueServices, type Transaction } from '../../serve'
import { customerLinks } from '../public/links'
import { invitationOf } from './calendarPart'
import { compose, htmlOf, isBriefIn, linksOf, noLinks, ownAddresses, type ToldBooking, valuesOf } from './compose'
import { decideMail, dispensable } from './decideMail'
import { type MailCustomer, type MailTenant, readBookings, readCustomers, readTemplates, readTenant } from './facts'
import { leftOutOf } from './leftOut'
import { entriesOf, type MailSubject, type Part, subjectsOf, toldBookingOf } from './mailSubjects'
import { builtInTexts, type MailText, mailWords } from './mailTexts'
import { byStart, type MailVisit, readVisits } from './mailVisits'
import { planReminders } from './planReminders'
import {
  endMail,
  handOn,
  type MailAttempt,
  mailQueue,
  mostMails,
  noteAttempt,
  noteWords,
  postpone,
  type TakenMail,
  takeDue,
  takeRoom,
} from './rows'
import { unsubscribeToken } from './unsubscribeToken'

interface Ready {
  id: string
  taken: TakenMail
  mail: Mail
}

/** Empty if unconfirmed: a stranger may have typed it, and the address's owner would read it. */
const nameFor = ({ audience }: TakenMail, booking: Booking, customer: MailCustomer | undefined): string =>
  audience === 'customer' && customer?.isUnconfirmed ? '' : (booking.customerName ?? '')

/**
 * Reminders and offers to confirmed customers count separately per tenant, so strangers' bookings cannot use up their
 * limit.
 */
const roomOf = (tenantId: string, { key, recipient }: TakenMail, customer: MailCustomer | undefined): string => {
  if (!dispensable.has(key)) return `${recipient}`
  return customer?.isUnconfirmed ? `owed ${recipient}` : `owed by ${tenantId} ${recipient}`
}

export type Mail = Parameters<typeof attemptMail>[1]
type Sending = Pick<QueueServices, 'settings' | 'productName'>

const messageId = ({ settings }: Sending, id: string): string => `<${id}@${settings.host}>`

const unsubscribeOf = (
  { id: tenantId, linkSecret }: MailTenant,
  siteUrl: string,
  { key, locale, audience, customerId, userId, hasFigures }: TakenMail,
): { url: string; label: string } | null => {
  const linkOf = (token: string): string => `${siteUrl}/api/public/unsubscribe/${token}`
  const { unsubscribe, unsubscribeFromFigures } = mailWords[locale]
  if (hasFigures)
    return userId
      ? { url: linkOf(unsubscribeToken(tenantId, 'owner', userId, linkSecret)), label: unsubscribeFromFigures }
      : null
  return audience === 'customer' && customerId && dispensable.has(key)
    ? { url: linkOf(unsubscribeToken(tenantId, 'customer', customerId, linkSecret)), label: unsubscribe }
    : null
}

const byBooking = (one: { booking: Booking }, other: { booking: Booking }): number =>
  byStart(one.booking, other.booking)

const prepare = async (
  db: Transaction,
  sending: Sending,
  parts: readonly [Part, ...Part[]],
  {
    tenant,
    customer,
    template,
    visits,
  }: {
    tenant: MailTenant
    customer: MailCustomer | undefined
    template: MailText
    visits: ReadonlyMap<string, MailVisit>
  },
): Promise<Mail> => {
  const { productName } = sending
  const { site, from } = sending.settings
  const [{ mail }] = parts
  const { locale, recipient } = mail
  const replyTo = tenant.mailReplyTo ?? tenant.contactEmail
  const isCustomers = mail.audience === 'customer'
  const unsubscribe = unsubscribeOf(tenant, site.url, mail)
  let words = { subject: mail.subject ?? '', text: mail.body ?? '' }
  let links = ownAddresses(words.text, site.url)
  let calendar: Mail['calendar'] = null
  const linksTo = async ({ parts: [{ booking }], visit }: MailSubject): Promise<ToldBooking['links']> => {
    const bookingId = visit?.parts[0]?.id ?? booking.id
    return (isCustomers && (await customerLinks(db, { tenantId: tenant.id, bookingId, site }))) || noLinks
  }
  const subjects = mail.isFixed ? [] : subjectsOf(parts, visits)
  const unsorted = await Promise.all(subjects.map(async one => toldBookingOf(one, await linksTo(one))))
  const [earliest, ...later] = unsorted.toSorted(byBooking)
  if (earliest) {
    const told: [ToldBooking, ...ToldBooking[]] = [earliest, ...later]
    const customerName = nameFor(mail, earliest.booking, customer)
    const leftOut = await leftOutOf(db, tenant.id, parts)
    const isBrief = isBriefIn(template, mail.audience)
    words = compose(template, valuesOf({ tenant, told, locale, customerName, leftOut, isBrief }), locale)
    links = linksOf(template, told, locale)
    const announced = entriesOf(subjects, unsorted, { tenant, locale })
    if (announced.entries.length > 0) {
      const attendee = { name: (isCustomers && customerName) || null, email: recipient ?? '' }
      const entries = announced.entries.toSorted(byBooking)
      calendar = invitationOf({ tenant, entries, locale, audience: mail.audience, from, attendee, productName })
    }
    await noteWords(db, tenant.id, mail.id, {
      ...{ subject: words.subject, body: words.text, calendar: announced.calendar },
    })
  }
  return {
    sender: tenant.mailSenderName ?? tenant.name,
    to: recipient ?? '',
    subject: words.subject,
    text: words.text,
    html: htmlOf(words.text, tenant, { locale, siteUrl: site.url, links, unsubscribe }),
    messageId: messageId(sending, mail.id),
    replyTo,
    inReplyTo: mail.firstId && messageId(sending, mail.firstId),
    calendar,
    ...(unsubscribe && {
      headers: { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  }
}

/** Null for now. */
const waitOf = async (
  db: Transaction,
  { mail, room, parts }: { mail: TakenMail; room: string; parts: readonly Part[] },
): Promise<string | null> => {
  // The first attempt counted already.
  if (!mail.isStrangers || !mail.recipient || mail.attempts > 0) return null
  const times = parts.flatMap(part => part.mail.roomAt ?? []).sort()
  return times.at(-1) ?? (mail.audience === 'customer' ? takeRoom(db, room) : null)
}

const readyMails = async (
  db: Transaction,
  sending: Sending,
  { tenantId, taken }: { tenantId: string; taken: readonly (readonly TakenMail[])[] },
): Promise<(Ready | null)[]> => {
  if (taken.length === 0) return []
  const known = (idOf: (mail: TakenMail) => string | null) => taken.flat().flatMap(mail => idOf(mail) ?? [])
  const tenant = await readTenant(db, tenantId)
  const bookings = await readBookings(
    db,
    tenantId,
    known(({ bookingId }) => bookingId),
  )
  const customers = await readCustomers(
    db,
    tenantId,
    known(({ customerId }) => customerId),
  )
  const templates = await readTemplates(db, tenantId)
  const { rows } = await sql<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`.execute(db)
  const now = rows[0]?.now ?? Date.now()
  const visitIds = [...bookings.values()].flatMap(({ visitId }) => visitId ?? [])
  const visits = await readVisits(db, tenantId, { ids: visitIds, now })
  const ready: (Ready | null)[] = []
  const roomFor = ([mail]: readonly TakenMail[]): string =>
    mail ? roomOf(tenantId, mail, customers.get(mail.customerId ?? '')) : ''
  // A fixed order prevents deadlocks: each address stays locked until the end.
  for (const mails of taken.toSorted((a, b) => roomFor(a).localeCompare(roomFor(b)))) {
    const sendable: Part[] = []
    const ended: [string, NonNullable<ReturnType<typeof decideMail>>][] = []
    for (const mail of mails) {
      const booking = bookings.get(mail.bookingId ?? '')
      const customer = customers.get(mail.customerId ?? '')
      const verdict = mail.isFixed ? null : decideMail(mail, { tenant, booking, customer, now, visits })
      if (verdict) ended.push([mail.id, verdict])
      else sendable.push({ mail, booking })
    }
    const [carrier] = mails
    const [first, ...others] = sendable
    if (carrier && first && carrier.id !== first.mail.id) await handOn(db, tenantId, carrier.id, first.mail.id)
    for (const [id, verdict] of ended) await endMail(db, tenantId, id, verdict)
    if (!first) {
      ready.push(null)
      continue
    }
    const { mail } = first
    const until = await waitOf(db, { mail, room: roomFor(mails), parts: sendable })
    if (until) {
      await postpone(db, tenantId, mail, until)
      ready.push(null)
      continue
    }
    const customer = customers.get(mail.customerId ?? '')
    const template = templates.get(`${mail.key} ${mail.locale}`) ?? builtInTexts[mail.locale][mail.key]
    const sent = await prepare(db, sending, [first, ...others], { tenant, customer, template, visits })
    ready.push({ id: mail.id, taken: { ...mail, attempts: carrier?.attempts ?? mail.attempts }, mail: sent })
  }
  return ready
}

const note = async (db: Transaction, tenantId: string, done: readonly MailAttempt[]) => {
  const givenUp = []
  for (const one of done) {
    const noted = await noteAttempt(db, tenantId, one)
    if (noted && one.outcome === 'gave_up')
      givenUp.push({ ...noted, subjectType: 'notifications', subjectId: one.id, lastError: one.error ?? '' })
  }
  return givenUp
}

/** Checks due mails against current data, sends them outside of any transaction, and stores the outcome. */
export const createMailQueue = ({ database, log, transport, ...sending }: Omit<QueueServices, 'webhooks' | 'now'>) => {
  const { retrySeconds } = sending.settings
  return leaseQueue<Ready, MailAttempt>(
    { database, log },
    {
      name: mailQueue,
      table: 'notifications',
      due: 'dueAt',
      isOpen: sql`status = 'queued'`,
      // A reminder follows the booking's time.
      catchesUp: sql`key <> 'booking_reminder'`,
      withIds: ids => sql`(id = any(${ids}) or carried_by = any(${ids}))`,
      most: mostMails,
      beforeSweep: () => planReminders(database),
      note,
      take: async (db, tenantId, of) => readyMails(db, sending, { tenantId, taken: await takeDue(db, tenantId, of) }),
      attempt: async ({ id, taken, mail }, { hurry }) => {
        const result = await attemptMail(transport, mail, { hurry, retry: retrySeconds[taken.attempts] })
        if (result?.error) log('warn', 'a mail was not sent', { notificationId: id, outcome: result.outcome })
        return result && { id, ...result }
      },
    },
  )
}
