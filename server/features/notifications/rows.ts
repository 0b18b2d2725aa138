import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '../../../src/declare'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import { type attemptMail, isFree, leased, type Transaction } from '../../serve'

/** The queue's name. */
export const mailQueue = 'mail'

export interface TakenMail {
  id: string
  key: NotificationKey
  audience: 'customer' | 'staff'
  recipient: string | null
  subject: string | null
  body: string | null
  locale: Locale
  attempts: number
  bookingId: string | null
  customerId: string | null
  userId: string | null
  sequence: number
  startsAt: string | null
  previousStartsAt: string | null
  reminderMinutes: number | null
  isFixed: boolean
  hasFigures: boolean
  /** A later mail about the booking has gone, or waits to go, to this person. */
  isOvertaken: boolean
  /** Also true if possibly sent, without the mail server's answer. */
  hasInvitation: boolean
  firstId: string | null
  toldStartsAt: string | null
  carriedBy: string | null
  isStrangers: boolean
  roomAt: string | null
}

/** Per hour and person; then only the latest news is sent. */
const mostOfBooking = 5

/** Per hour. */
const mostToAddress = 10

/** Per tenant. */
export const mostMails = 5

/** A later mail of these kinds replaces a waiting one. */
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

/** Customers' mails compare across the other parts of a visit. */
const ofSame = sql`notifications as other where other.tenant_id = mine.tenant_id
  and other.recipient = mine.recipient and other.id <> mine.id and other.booking_id = any(array(
    select mine.booking_id union all select part.id from bookings as own
    join bookings as part on part.tenant_id = own.tenant_id and part.visit_id = own.visit_id and part.id <> own.id
    where mine.audience = 'customer' and own.tenant_id = mine.tenant_id and own.id = mine.booking_id))`

const staffsLater = ['staff_moved', 'staff_cancelled']

const columns = sql`
  mine.id, mine.key, mine.audience, mine.recipient, mine.subject, mine.body, mine.locale, mine.attempts, mine.booking_id,
  mine.customer_id, mine.user_id, mine.sequence, ${iso('mine.startsAt')} as starts_at,
  ${iso('mine.previousStartsAt')} as previous_starts_at, mine.reminder_minutes, mine.is_fixed,
  mine.key = 'week_figures' as has_figures,
  exists (select from ${others} and other.sequence > mine.sequence
    and other.status in ('queued', 'sent') and (mine.audience = 'customer' and other.key = any(${stateKeys})
      or mine.key = 'staff_moved' and other.key = any(${staffsLater}))) as is_overtaken,
  exists (select from ${ofSame} and other.calendar = 'REQUEST') as has_invitation,
  (select coalesce(other.carried_by, other.id) from ${ofSame} and other.status = 'sent'
    order by other.sent_at, other.id limit 1) as first_id,
  (select ${iso('other.startsAt')} from ${others} and other.status = 'sent' and other.starts_at is not null
    and other.sequence < mine.sequence
    order by other.sequence desc, other.sent_at desc limit 1) as told_starts_at,
  mine.carried_by, mine.is_strangers,
  (select ${iso('other.roomAt')} from (
    select other.sent_at + interval '1 hour' as room_at from ${others} and other.is_strangers and other.status = 'sent'
    and other.sent_at > now() - interval '1 hour' order by other.sent_at desc offset ${mostOfBooking - 1} limit 1
  ) as other) as room_at`

const partsOf = (mail: RawBuilder<unknown>) => sql`notifications as part where part.tenant_id = due.tenant_id
  and (part.id = ${mail} or part.carried_by = ${mail})`

/**
 * Leases due mails, one at a time per booking and person.
 * @returns each mail followed by those that it carries, by due time
 */
export const takeDue = async (
  db: Transaction,
  tenantId: string,
  { room, inHand }: { room: number; inHand: readonly string[] },
): Promise<[TakenMail, ...TakenMail[]][]> => {
  const { rows } = await sql<TakenMail>`
    with chosen as (
      select id from notifications as due
      where tenant_id = ${tenantId} and status = 'queued' and due_at <= now()
      and ${isFree('due')} and id <> all(${inHand})
      and not exists (select from notifications as carrier where carrier.tenant_id = due.tenant_id
        and carrier.id = due.carried_by and carrier.status = 'queued')
      and not exists (select from ${partsOf(sql`due.id`)} and exists (
        select from notifications as other where other.tenant_id = part.tenant_id
        and other.booking_id = part.booking_id and other.recipient = part.recipient
        and coalesce(other.carried_by, other.id) <> due.id and other.status = 'queued' and other.leased_until > now()))
      order by due_at, sequence, id limit ${room} for update of due skip locked
    ),
    mine as (
      update notifications set ${leased},
        carried_by = case when notifications.id = chosen.id then null else notifications.carried_by end
      from chosen
      where notifications.tenant_id = ${tenantId} and notifications.status = 'queued'
      and (notifications.id = chosen.id or notifications.carried_by = chosen.id)
      returning notifications.*
    )
    select ${columns} from mine order by mine.carried_by is not null, mine.due_at, mine.sequence, mine.id`.execute(db)
  const mails = new Map<string, [TakenMail, ...TakenMail[]]>()
  for (const row of rows) {
    const mail = mails.get(row.carriedBy ?? '')
    if (mail) mail.push(row)
    else mails.set(row.id, [row])
  }
  return [...mails.values()]
}

export const findMail = async (db: Transaction, tenantId: string, id: string): Promise<TakenMail[]> => {
  const { rows } = await sql<TakenMail>`
    select ${columns} from notifications as mine
    where mine.tenant_id = ${tenantId} and (mine.id = ${id} or mine.carried_by = ${id})
    order by mine.carried_by is not null, mine.sequence, mine.id`.execute(db)
  return rows
}

export type WhyNot = 'no_address' | 'opted_out' | 'turned_off' | 'anonymized' | 'outdated'

export const endMail = async (
  db: Transaction,
  tenantId: string,
  id: string,
  { status, reason }: { status: 'suppressed' | 'cancelled'; reason: WhyNot },
): Promise<void> => {
  await sql`update notifications set status = ${status}, reason = ${reason}, leased_until = null
    where tenant_id = ${tenantId} and id = ${id} and status = 'queued'`.execute(db)
}

export const handOn = async (db: Transaction, tenantId: string, from: string, to: string): Promise<void> => {
  await sql`update notifications set carried_by = case when id <> ${to}::uuid then ${to}::uuid end,
      attempts = (select attempts from notifications where tenant_id = ${tenantId} and id = ${from})
    where tenant_id = ${tenantId} and status = 'queued' and (id = ${to} or carried_by = ${from})`.execute(db)
  await sql`update notifications set carried_by = null where tenant_id = ${tenantId} and id = ${from}`.execute(db)
}

/**
 * When a stranger may cause the next mail to an address. Null for now; then the mail is counted.
 * @param room the address, and the mails counted together
 */
export const takeRoom = async (db: Transaction, room: string): Promise<string | null> => {
  const { rows } = await sql<{ roomAt: string | null }>`
    select take_stranger_mail(${room}, ${mostToAddress}::int) as room_at`.execute(db)
  return rows[0]?.roomAt ?? null
}

/** Each has its own link. */
const alone = ['booking_reminder', 'hold_link', 'waitlist_offer']

export const postpone = async (db: Transaction, tenantId: string, mail: TakenMail, until: string): Promise<void> => {
  const { id, key, recipient, customerId, audience } = mail
  await sql`
    with waiting as (
      select id, due_at from notifications where tenant_id = ${tenantId} and status = 'queued' and is_strangers
      and key = ${key} and audience = ${audience} and recipient = ${recipient} and customer_id = ${customerId}::uuid
      and key <> all(${alone}) and carried_by is null and leased_until is null and due_at > now() and id <> ${id}
      order by due_at limit 1 for update skip locked
    )
    update notifications set leased_until = null,
      carried_by = coalesce((select id from waiting), carried_by),
      due_at = coalesce((select due_at from waiting), ${until}::timestamptz)
    where tenant_id = ${tenantId} and status = 'queued' and (id = ${id} or carried_by = ${id})`.execute(db)
}

export const noteWords = async (
  db: Transaction,
  tenantId: string,
  id: string,
  {
    subject,
    body,
    calendar,
  }: {
    subject: string
    body: string
    calendar: Readonly<Record<string, 'REQUEST' | 'CANCEL'>>
  },
): Promise<void> => {
  await sql`update notifications set
      subject = case when id = ${id} then ${subject || null}::text end, body = case when id = ${id} then ${body || null}::text end,
      calendar = ${JSON.stringify(calendar)}::jsonb ->> id::text
    where tenant_id = ${tenantId} and (id = ${id} or carried_by = ${id})`.execute(db)
}

export type MailAttempt = Awaited<ReturnType<typeof attemptMail>> & { id: string }

/** @returns null if the mail was not queued */
export const noteAttempt = async (
  db: Transaction,
  tenantId: string,
  { id, outcome, waitSeconds, error, isUnsure }: MailAttempt,
): Promise<{ attempts: number; eventId: string | null } | null> => {
  const isSent = outcome === 'sent'
  const status = isSent ? 'sent' : outcome === 'later' ? 'queued' : 'failed'
  const { rows } = await sql<{ id: string; attempts: number; eventId: string | null }>`
    update notifications set status = ${status}, attempts = attempts + 1, leased_until = null,
      reason = ${status === 'failed' ? outcome : null}, last_error = ${error},
      sent_at = case when ${isSent}::boolean then now() end,
      due_at = case when ${outcome === 'later'}::boolean then now() + make_interval(secs => ${waitSeconds}::int) else due_at end,
      calendar = case when ${isSent || isUnsure}::boolean then calendar end
    where tenant_id = ${tenantId} and (id = ${id} or carried_by = ${id}) and status = 'queued'
    returning id, attempts, event_id`.execute(db)
  return rows.find(row => row.id === id) ?? null
}
