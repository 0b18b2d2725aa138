import { sql } from 'kysely'
import type { Transaction } from '../../db/database'
import type { JobQueue, Shift } from '../../jobs/jobs'
import { workOff } from '../../jobs/workOff'
import { writeDeadLetters } from '../../jobs/writeDeadLetters'
import { attemptMail } from '../../mails/attemptMail'
import type { Mail } from '../../mails/mail'
import { mailQueue } from '../../mails/settings'
import type { QueueServices } from '../../startServer'
import { customerLinks } from '../public/links'
import { invitationOf } from './calendarPart'
import { compose, htmlOf, linksOf, noLinks, ownAddresses, valuesOf } from './compose'
import { type MailTenant, readBookings, readCustomers, readTemplates, readTenant } from './facts'
import { dispensable, judgeMail, type MailFacts } from './judgeMail'
import { builtInTexts, type MailText } from './mailTexts'
import { planReminders } from './planReminders'
import {
  ahead,
  catchUp,
  endMail,
  giveMailsBack,
  type MailAttempt,
  mostMails,
  nextDueIn,
  noteAttempt,
  noteWords,
  type TakenMail,
  takeDue,
} from './rows'
import { unsubscribeToken } from './unsubscribeToken'

const asked = {
  booking_confirmed: 'REQUEST',
  booking_approved: 'REQUEST',
  booking_moved: 'REQUEST',
  booking_cancelled: 'CANCEL',
  staff_new_booking: 'REQUEST',
  staff_cancelled: 'CANCEL',
} as const satisfies Partial<Record<TakenMail['key'], 'REQUEST' | 'CANCEL'>>

/** A mail in hand, in words. */
interface Ready {
  id: string
  taken: TakenMail
  mail: Mail
}

/** How a mail speaks to calendars: what never was announced is not called off. */
const methodOf = ({ key, hasInvitation }: TakenMail, status: string): 'REQUEST' | 'CANCEL' | null => {
  const method = key in asked ? asked[key as keyof typeof asked] : null
  if (method === 'CANCEL') return hasInvitation ? 'CANCEL' : null
  return method && status === 'confirmed' ? method : null
}

/** Sends mails: what is due is judged as things are now, sent outside of any transaction, and written down. */
export const createMailQueue = ({
  database,
  alarm,
  log,
  transport,
  settings,
  productName,
}: Omit<QueueServices, 'webhooks'>): JobQueue => {
  const { site, host, from, retrySeconds } = settings
  const messageId = (id: string): string => `<${id}@${host}>`

  /** Puts one mail into words, for its attempt. */
  const prepare = async (
    db: Transaction,
    mail: TakenMail,
    { tenant, facts, template }: { tenant: MailTenant; facts: MailFacts; template: MailText },
  ): Promise<Mail> => {
    const { booking } = facts
    const { locale, recipient, customerId, bookingId } = mail
    const replyTo = tenant.mailReplyTo ?? tenant.contactEmail
    const isCustomers = mail.audience === 'customer'
    const unsubscribeUrl =
      isCustomers && customerId && dispensable.has(mail.key)
        ? `${site.url}/api/public/unsubscribe/${unsubscribeToken(tenant.id, customerId, tenant.linkSecret)}`
        : null
    let words = { subject: mail.subject ?? '', text: mail.body ?? '' }
    let links = ownAddresses(words.text, site.url)
    let calendar: Mail['calendar'] = null
    if (!mail.isFixed && booking && bookingId) {
      const own = isCustomers ? await customerLinks(db, { tenantId: tenant.id, bookingId, site }) : null
      const told = { booking, links: own ?? noLinks, previousStartsAt: mail.previousStartsAt }
      const customerName = booking.customerName ?? ''
      words = compose(template, valuesOf({ tenant, told: [told], locale, customerName }), locale)
      links = linksOf(template, [told], locale)
      const method = methodOf(mail, booking.status)
      if (method) {
        const entries = [{ booking, manageUrl: told.links.manageUrl }]
        const attendee = { name: isCustomers ? booking.customerName : null, email: recipient ?? '' }
        const invitation = { tenant, entries, locale, audience: mail.audience, method, from, attendee, productName }
        calendar = { method, content: invitationOf(invitation) }
      }
      await noteWords(db, tenant.id, mail.id, {
        subject: words.subject,
        body: words.text,
        calendar: calendar?.method ?? null,
      })
    }
    return {
      sender: tenant.mailSenderName ?? tenant.name,
      to: recipient ?? '',
      subject: words.subject,
      text: words.text,
      html: htmlOf(words.text, tenant, { locale, siteUrl: site.url, links, unsubscribeUrl }),
      messageId: messageId(mail.id),
      replyTo,
      inReplyTo: mail.firstId && messageId(mail.firstId),
      calendar,
      ...(unsubscribeUrl && {
        headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
    }
  }

  /** Judges what was taken, and puts into words what is to be sent. */
  const judge = async (db: Transaction, tenantId: string, taken: readonly TakenMail[]) => {
    if (taken.length === 0) return []
    const known = (ids: (string | null)[]) => ids.flatMap(id => id ?? [])
    const tenant = await readTenant(db, tenantId)
    const bookings = await readBookings(db, tenantId, known(taken.map(({ bookingId }) => bookingId)))
    const customers = await readCustomers(db, tenantId, known(taken.map(({ customerId }) => customerId)))
    const templates = await readTemplates(db, tenantId)
    const { rows } = await sql<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`.execute(db)
    const now = rows[0]?.now ?? Date.now()
    const ready: Ready[] = []
    for (const mail of taken) {
      const facts = {
        tenant,
        booking: bookings.get(mail.bookingId ?? ''),
        customer: customers.get(mail.customerId ?? ''),
        now,
      }
      const verdict = mail.isFixed ? null : judgeMail(mail, facts)
      const template = templates.get(`${mail.key} ${mail.locale}`) ?? builtInTexts[mail.locale][mail.key]
      if (verdict) await endMail(db, tenantId, mail.id, verdict)
      else ready.push({ id: mail.id, taken: mail, mail: await prepare(db, mail, { tenant, facts, template }) })
    }
    return ready
  }

  /** Writes down what came of attempts, and takes as many more. */
  const turn = (tenantId: string, done: readonly MailAttempt[], room: number, inHand: readonly string[]) =>
    database.run(
      { as: 'tenant', tenantId },
      async db => {
        for (const one of done) {
          const noted = await noteAttempt(db, tenantId, one)
          if (noted && one.outcome === 'gave_up')
            await writeDeadLetters(db, tenantId, [
              {
                ...{ queue: 'mail' as const, subjectType: 'notifications', subjectId: one.id },
                ...{ eventId: noted.eventId, attempts: noted.attempts, lastError: one.error ?? '' },
              },
            ])
        }
        if (room === 0) return { taken: [], nextMs: null }
        const due = await takeDue(db, tenantId, room, inHand)
        const taken = await judge(db, tenantId, due)
        // Those that are not to be sent make room for others.
        return {
          taken,
          hasMore: due.length > taken.length,
          nextMs: due.length > 0 ? null : await nextDueIn(db, tenantId),
        }
      },
      { retry: true },
    )

  /** Null when the process has no more time for it. */
  const attempt = async ({ id, taken, mail }: Ready, hurry: AbortSignal): Promise<MailAttempt | null> => {
    const result = await attemptMail(transport, mail, { hurry, retry: retrySeconds[taken.attempts] })
    if (result?.error) log('warn', 'a mail was not sent', { notificationId: id, outcome: result.outcome })
    return result && { id, ...result }
  }

  const work = async (tenantId: string, shift: Shift): Promise<void> => {
    const nextMs = await workOff<Ready, MailAttempt>(shift, {
      most: mostMails,
      turn: (done, room, inHand) => turn(tenantId, done, room, inHand),
      attempt: ready => attempt(ready, shift.hurry),
      onLost: ({ id }, error) =>
        log('error', 'a mail was lost from sight', { notificationId: id, error: String(error) }),
      giveBack: ids => database.run({ as: 'tenant', tenantId }, db => giveMailsBack(db, tenantId, ids)),
    })
    if (nextMs !== null) alarm.wakeIn(mailQueue, tenantId, nextMs)
  }

  return {
    name: mailQueue,
    work,
    tenantsDue: async () => {
      await planReminders(database)
      const { rows } = await database.run({ as: 'platform' }, db =>
        sql<{ tenantId: string }>`
          select distinct tenant_id from notifications where status = 'queued'
          and (due_at <= now() or updated_at > now() + ${ahead}) and (leased_until is null or leased_until <= now())`.execute(
          db,
        ),
      )
      for (const { tenantId } of rows) await database.run({ as: 'tenant', tenantId }, db => catchUp(db, tenantId))
      return rows.map(({ tenantId }) => tenantId)
    },
  }
}
