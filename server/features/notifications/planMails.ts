import { sql } from 'kysely'
import { SECOND } from '../../../src/declare'
import { approvalSettles } from '../../../src/resources/bookingActions'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import type { Subject, UnitOfWork } from '../../serve'
import { isExpected } from './decideMail'
import { mailQueue } from './rows'
import { toldOf } from './tellCustomer'

/** Returning from these to confirmed is an undo and sends no mail. */
const over: ReadonlySet<unknown> = new Set(['completed', 'no_show'])

interface Keys {
  customer: NotificationKey | null
  staff: NotificationKey | null
}

const none: Keys = { customer: null, staff: null }

type ToldEvent = UnitOfWork['events'][number]

const keysOf = ({ type, data, previous }: ToldEvent): Keys => {
  const was = previous?.status
  // Undoing an approval notifies nobody.
  if (type === 'booking.pending' && was === 'confirmed') return none
  switch (type) {
    case 'booking.confirmed':
      if (over.has(was)) return none
      return { customer: was === 'pending' ? 'booking_approved' : 'booking_confirmed', staff: 'staff_new_booking' }
    case 'booking.pending':
      return { customer: 'booking_pending', staff: 'staff_approval_wanted' }
    case 'booking.declined':
      return { customer: 'booking_declined', staff: null }
    case 'booking.rescheduled':
    case 'booking.reassigned':
      return isExpected(data.status) ? { customer: 'booking_moved', staff: 'staff_moved' } : none
    case 'booking.cancelled':
      return isExpected(was) ? { customer: 'booking_cancelled', staff: 'staff_cancelled' } : none
    default:
      return none
  }
}

/** Customers who book themselves are always notified. */
const isOwnBooking = ({ type, data, previous }: ToldEvent): boolean =>
  data.source === 'public' &&
  (type === 'booking.confirmed' || type === 'booking.pending') &&
  (!previous || previous.status === 'held')

interface Planned {
  type: string
  booking_id: string
  customer_id: string | null
  key: NotificationKey
  audience: 'customer' | 'staff'
  starts_at: unknown
  previous_starts_at: unknown
  resource_ids: unknown
  waitlist_entry_id: unknown
  batch_id: string | null
  is_approval: boolean
}

const plannedFor = (event: ToldEvent, told: ReturnType<typeof toldOf>): Planned[] => {
  const { type, subjectId, data, previous } = event
  const { customer, staff } = keysOf(event)
  const isOffer = told?.what === 'offer' && type === 'booking.created'
  const toCustomer = isOffer ? 'waitlist_offer' : told?.what === 'change' || isOwnBooking(event) ? customer : null
  const shared = {
    type,
    batch_id: told?.batchId ?? null,
    is_approval: type === 'booking.confirmed' && previous?.status === 'pending',
    booking_id: subjectId,
    customer_id: (data.customerId as string | null) ?? null,
    starts_at: data.startsAt,
    previous_starts_at: previous?.startsAt ?? null,
    waitlist_entry_id: data.waitlistEntryId ?? null,
    resource_ids: [
      ...new Set([data.resourceIds, previous?.resourceIds].flatMap(ids => (ids as string[] | undefined) ?? [])),
    ],
  }
  return [
    ...(toCustomer ? [{ ...shared, key: toCustomer, audience: 'customer' as const }] : []),
    ...(staff ? [{ ...shared, key: staff, audience: 'staff' as const }] : []),
  ]
}

const untilSettled = sql`make_interval(secs => ${approvalSettles / SECOND})`

/** For a batch that nobody releases. */
const patience = sql`interval '60 seconds'`

/**
 * Plans mails in the statement that writes the events. Mails of one kind to one person become one, which carries the
 * others.
 */
export const planMails: Required<Subject>['follow'] = (events, { db, caller }) => {
  const planned = events
    .filter(({ subjectType }) => subjectType === 'booking')
    .flatMap(event => plannedFor(event, toldOf(db, event.subjectId)))
  if (planned.length === 0) return []
  const email = caller?.email?.toLowerCase() ?? null
  const isStrangers = !caller?.userId && !caller?.key
  return [
    {
      queue: mailQueue,
      insert: sql`
        insert into notifications (id, tenant_id, key, audience, recipient, locale, status, reason, due_at, booking_id,
          customer_id, user_id, event_id, sequence, starts_at, previous_starts_at, is_strangers, batch_id, carried_by)
        select drafts.id, drafts.tenant_id, drafts.key, drafts.audience, drafts.recipient, drafts.locale,
          case when drafts.reason is null then 'queued' else 'suppressed' end, drafts.reason,
          now() + case when drafts.batch_id is not null then ${patience}
            when drafts.is_approval then ${untilSettled} else interval '0' end, drafts.booking_id,
          drafts.customer_id, drafts.user_id, drafts.event_id, drafts.sequence, drafts.starts_at,
          drafts.previous_starts_at, drafts.is_strangers, drafts.batch_id,
          coalesce((
            select waiting.id from notifications as waiting where waiting.tenant_id = drafts.tenant_id
            and waiting.batch_id = drafts.batch_id and waiting.key = drafts.key and waiting.recipient = drafts.recipient
            and waiting.customer_id = drafts.customer_id and waiting.status = 'queued' and waiting.carried_by is null
            and waiting.leased_until is null and drafts.reason is null limit 1 for update skip locked
          ), nullif(first_value(drafts.id) over (
            partition by drafts.key, drafts.audience, drafts.recipient, drafts.reason, drafts.customer_id,
              case when drafts.key = 'waitlist_offer' then drafts.id end
            order by drafts.starts_at, drafts.id
          ), drafts.id))
        from (
          select uuid_v7() as id, told.tenant_id, planned.key, planned.audience, whom.recipient, whom.locale, whom.reason,
            planned.booking_id, planned.customer_id, whom.user_id, told.id as event_id, told.sequence, planned.starts_at,
            planned.previous_starts_at, planned.batch_id, planned.is_approval,
            ${isStrangers}::boolean and (planned.key <> 'waitlist_offer' or exists (
              select from waitlist_entries as entries where entries.tenant_id = told.tenant_id
              and entries.id = planned.waitlist_entry_id and entries.is_strangers)) as is_strangers
          from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as planned (type text, booking_id uuid,
            customer_id uuid, key text, audience text, starts_at timestamptz, previous_starts_at timestamptz,
            resource_ids uuid[], waitlist_entry_id uuid, batch_id uuid, is_approval boolean)
          join told on told.subject_id = planned.booking_id and told.type = planned.type
          join tenants on tenants.id = told.tenant_id
          cross join lateral (
            select customers.email as recipient, coalesce(customers.locale, tenants.locale) as locale,
              null::uuid as user_id,
              case when customers.anonymized_at is not null then 'anonymized'
                when planned.key = any(tenants.notifications_off) then 'turned_off'
                when customers.email is null then 'no_address'
                when planned.key = 'waitlist_offer' and customers.mail_opt_out then 'opted_out' end as reason
            from customers where planned.audience = 'customer' and customers.tenant_id = told.tenant_id
              and customers.id = planned.customer_id
            union all
            select email, locale, user_id, null from (
              select staff.*, bool_and(staff.is_last_resort) over () as is_nobody_else from (
                select distinct on (lower(listed.email)) listed.* from (
                  select resources.email, tenants.locale, null::uuid as user_id, false as is_last_resort from resources
                  where resources.tenant_id = told.tenant_id and resources.id = any(planned.resource_ids)
                  union all
                  select users.email, coalesce(users.locale, tenants.locale), users.id, not (
                    memberships.booking_mails = 'all'
                    or memberships.booking_mails = 'own' and coalesce(memberships.resource_id = any(planned.resource_ids), false)
                    or planned.key = 'staff_approval_wanted' and memberships.role in ('owner', 'admin'))
                  from memberships join users on users.id = memberships.user_id
                  where memberships.tenant_id = told.tenant_id and memberships.is_active and users.is_active
                  and memberships.booking_mails <> 'none'
                ) as listed
                where planned.audience = 'staff' and listed.email is not null
                and not planned.key = any(tenants.notifications_off)
                and listed.user_id is distinct from ${caller?.userId ?? null}::uuid
                and lower(listed.email) is distinct from ${email}::text
                and (not listed.is_last_resort or ${caller?.visitor !== undefined}::boolean and exists (
                  select from memberships where memberships.tenant_id = told.tenant_id
                  and memberships.user_id = listed.user_id and memberships.role = 'owner'))
                order by lower(listed.email), listed.is_last_resort, listed.user_id nulls last
              ) as staff
            ) as members
            where not is_last_resort or is_nobody_else
          ) as whom
        ) as drafts
        on conflict do nothing
        returning status = 'queued' as is_due`,
    },
  ]
}

export const releaseMails = async ({ db, due }: UnitOfWork, tenantId: string, batchId: string): Promise<void> => {
  await sql`update notifications set due_at = now()
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'queued'`.execute(db)
  due.add(mailQueue)
}
