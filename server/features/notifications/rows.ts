import { sql } from 'kysely'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import type { Transaction } from '../../db/database'
import type { MailResult } from '../../mails/attemptMail'
import type { MailLocale } from './mailTexts'

/** A mail that this process has in hand. */
export interface TakenMail {
  id: string
  key: NotificationKey
  audience: 'customer' | 'staff'
  recipient: string | null
  subject: string | null
  body: string | null
  locale: MailLocale
  attempts: number
  bookingId: string | null
  customerId: string | null
  sequence: number
  startsAt: string | null
  previousStartsAt: string | null
  reminderMinutes: number | null
  /** Its words are given; nothing of it is judged. */
  isFixed: boolean
  /** A later mail about the same booking went to the same person, or waits to go. */
  isOvertaken: boolean
  /** An invitation for calendars has been sent to this person for the booking, or may have been. */
  hasInvitation: boolean
  /** The first mail about the booking that this person got. */
  firstId: string | null
}

/** Mails at once in one tenant. */
export const mostMails = 5

/** How long a mail is in one hand. */
const lease = sql`interval '60 seconds'`

/** What stands in a mail about the state of a booking is overtaken by the next one. */
export const stateKeys = [
  'booking_confirmed',
  'booking_approved',
  'booking_pending',
  'booking_declined',
  'booking_moved',
  'booking_cancelled',
]

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const others = sql`notifications as other where other.tenant_id = mine.tenant_id
  and other.booking_id = mine.booking_id and other.recipient = mine.recipient and other.id <> mine.id`

const columns = sql`
  mine.id, mine.key, mine.audience, mine.recipient, mine.subject, mine.body, mine.locale, mine.attempts, mine.booking_id,
  mine.customer_id, mine.sequence, ${iso('mine.startsAt')} as starts_at,
  ${iso('mine.previousStartsAt')} as previous_starts_at, mine.reminder_minutes, mine.is_fixed,
  exists (select from ${others} and other.key = any(${stateKeys}) and other.sequence > mine.sequence
    and other.status in ('queued', 'sent')) as is_overtaken,
  exists (select from ${others} and other.calendar = 'REQUEST') as has_invitation,
  (select other.id from ${others} and other.status = 'sent' order by other.sent_at, other.id limit 1) as first_id`

/** Takes what is due, at most so many, and none that is in hand; of one booking and person, one at a time. */
export const takeDue = async (
  db: Transaction,
  tenantId: string,
  room: number,
  inHand: readonly string[],
): Promise<TakenMail[]> => {
  const { rows } = await sql<TakenMail>`
    with chosen as (
      select id from notifications as due
      where tenant_id = ${tenantId} and status = 'queued' and due_at <= now()
      and (leased_until is null or leased_until <= now()) and id <> all(${inHand})
      and not exists (select from notifications as other where other.tenant_id = due.tenant_id
        and other.booking_id = due.booking_id and other.recipient = due.recipient and other.id <> due.id
        and other.status = 'queued' and other.leased_until > now())
      order by due_at, sequence, id limit ${room} for update of due skip locked
    ),
    mine as (
      update notifications set leased_until = now() + ${lease} from chosen
      where notifications.tenant_id = ${tenantId} and notifications.id = chosen.id
      returning notifications.*
    )
    select ${columns} from mine order by mine.due_at, mine.sequence, mine.id`.execute(db)
  return rows
}

/** One mail as `takeDue` gives it, whatever its state. */
export const findMail = async (db: Transaction, tenantId: string, id: string): Promise<TakenMail | undefined> => {
  const { rows } = await sql<TakenMail>`
    select ${columns} from notifications as mine where mine.tenant_id = ${tenantId} and mine.id = ${id}`.execute(db)
  return rows[0]
}

export type WhyNot = 'no_address' | 'opted_out' | 'turned_off' | 'anonymized' | 'outdated'

/** Ends a mail that is not to be sent. */
export const endMail = async (
  db: Transaction,
  tenantId: string,
  id: string,
  { status, reason }: { status: 'suppressed' | 'cancelled'; reason: WhyNot },
): Promise<void> => {
  await sql`update notifications set status = ${status}, reason = ${reason}, leased_until = null
    where tenant_id = ${tenantId} and id = ${id} and status = 'queued'`.execute(db)
}

/** Writes down what is about to be sent. */
export const noteWords = async (
  db: Transaction,
  tenantId: string,
  id: string,
  { subject, body, calendar }: { subject: string; body: string; calendar: string | null },
): Promise<void> => {
  await sql`update notifications set subject = ${subject || null}, body = ${body || null}, calendar = ${calendar}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** What became of one attempt. */
export type MailAttempt = MailResult & { id: string }

/** Writes down an attempt and gives the mail back. @returns how often it was tried; null if it was not waiting any more */
export const noteAttempt = async (
  db: Transaction,
  tenantId: string,
  { id, outcome, waitSeconds, error, isUnsure }: MailAttempt,
): Promise<{ attempts: number; eventId: string | null } | null> => {
  const isSent = outcome === 'sent'
  const status = isSent ? 'sent' : outcome === 'later' ? 'queued' : 'failed'
  const { rows } = await sql<{ attempts: number; eventId: string | null }>`
    update notifications set status = ${status}, attempts = attempts + 1, leased_until = null,
      reason = ${status === 'failed' ? outcome : null}, last_error = ${error},
      sent_at = case when ${isSent}::boolean then now() end,
      due_at = case when ${outcome === 'later'}::boolean then now() + make_interval(secs => ${waitSeconds}::int) else due_at end,
      calendar = case when ${isSent || isUnsure}::boolean then calendar end
    where tenant_id = ${tenantId} and id = ${id} and status = 'queued'
    returning attempts, event_id`.execute(db)
  return rows[0] ?? null
}

/** Gives mails back that were not tried. */
export const giveMailsBack = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<void> => {
  await sql`update notifications set leased_until = null
    where tenant_id = ${tenantId} and id = any(${ids}) and status = 'queued'`.execute(db)
}

/** How far ahead of the clock a row was written before the clock was set back. */
export const ahead = sql`interval '10 seconds'`

/** Makes due what was written when the clock was ahead: its time may be long in coming. Reminders go by the booking's time. */
export const catchUp = async (db: Transaction, tenantId: string): Promise<void> => {
  await sql`update notifications set due_at = now() where tenant_id = ${tenantId} and status = 'queued'
    and due_at > now() and updated_at > now() + ${ahead} and leased_until is null and key <> 'booking_reminder'`.execute(
    db,
  )
}

/** Milliseconds until something waits for its time, or comes back from a hand; null if nothing waits. */
export const nextDueIn = async (db: Transaction, tenantId: string): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(greatest(due_at, leased_until)) - now()) * 1000)::float8 as ms from notifications
    where tenant_id = ${tenantId} and status = 'queued' and greatest(due_at, leased_until) > now()
    and due_at < now() + interval '1 hour'`.execute(db)
  return rows[0]?.ms ?? null
}
