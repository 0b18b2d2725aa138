import { sql } from 'kysely'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import type { ToldEvent } from '../../events/toldEvent'
import type { Follow } from '../../http/unitOfWork'
import { mailQueue } from '../../mails/settings'
import { isStanding } from './judgeMail'
import { isTold } from './tellCustomer'

/** The states that a booking comes back from when somebody takes back that it is over. */
const over: ReadonlySet<unknown> = new Set(['completed', 'no_show'])

interface Keys {
  customer: NotificationKey | null
  staff: NotificationKey | null
}

const none: Keys = { customer: null, staff: null }

/** Which mails an event of a booking asks for. */
const keysOf = ({ type, data, previous }: ToldEvent): Keys => {
  const was = previous?.status
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
      return isStanding(data.status) ? { customer: 'booking_moved', staff: null } : none
    case 'booking.cancelled':
      return isStanding(was) ? { customer: 'booking_cancelled', staff: 'staff_cancelled' } : none
    default:
      return none
  }
}

/** Customers who book by themselves are always told. */
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
}

const plannedFor = (event: ToldEvent, told: 'change' | 'offer' | undefined): Planned[] => {
  const { type, subjectId, data, previous } = event
  const { customer, staff } = keysOf(event)
  const isOffer = told === 'offer' && type === 'booking.created'
  const toCustomer = isOffer ? 'waitlist_offer' : told === 'change' || isOwnBooking(event) ? customer : null
  const shared = {
    type,
    booking_id: subjectId,
    customer_id: (data.customerId as string | null) ?? null,
    starts_at: data.startsAt,
    previous_starts_at: previous?.startsAt ?? null,
    resource_ids: data.resourceIds ?? [],
  }
  return [
    ...(toCustomer ? [{ ...shared, key: toCustomer, audience: 'customer' as const }] : []),
    ...(staff ? [{ ...shared, key: staff, audience: 'staff' as const }] : []),
  ]
}

/**
 * Plans mails with the events that ask for them, in the same statement: to customers if somebody wants them told, and to
 * the staff whom bookings concern, but not to whoever did it.
 */
export const planMails: Follow = (events, { db, caller }) => {
  const planned = events
    .filter(({ subjectType }) => subjectType === 'booking')
    .flatMap(event => plannedFor(event, isTold(db, event.subjectId)))
  if (planned.length === 0) return []
  const email = caller?.email?.toLowerCase() ?? null
  return [
    {
      queue: mailQueue,
      insert: sql`
        insert into notifications (tenant_id, key, audience, recipient, locale, status, reason, due_at, booking_id,
          customer_id, user_id, event_id, sequence, starts_at, previous_starts_at)
        select told.tenant_id, planned.key, planned.audience, whom.recipient, whom.locale,
          case when whom.reason is null then 'queued' else 'suppressed' end, whom.reason, now(), planned.booking_id,
          planned.customer_id, whom.user_id, told.id, told.sequence, planned.starts_at, planned.previous_starts_at
        from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as planned (type text, booking_id uuid, customer_id uuid,
          key text, audience text, starts_at timestamptz, previous_starts_at timestamptz, resource_ids uuid[])
        join told on told.subject_id = planned.booking_id and told.type = planned.type
        join tenants on tenants.id = told.tenant_id
        cross join lateral (
          select customers.email as recipient, coalesce(customers.locale, tenants.locale) as locale, null::uuid as user_id,
            case when customers.anonymized_at is not null then 'anonymized'
              when planned.key = any(tenants.notifications_off) then 'turned_off'
              when customers.email is null then 'no_address'
              when planned.key = 'waitlist_offer' and customers.mail_opt_out then 'opted_out' end as reason
          from customers where planned.audience = 'customer' and customers.tenant_id = told.tenant_id
            and customers.id = planned.customer_id
          union all
          select * from (
            select distinct on (lower(staff.email)) staff.email, staff.locale, staff.user_id, null from (
              select resources.email, tenants.locale, null::uuid as user_id from resources
              where resources.tenant_id = told.tenant_id and resources.id = any(planned.resource_ids)
              union all
              select users.email, coalesce(users.locale, tenants.locale), users.id
              from memberships join users on users.id = memberships.user_id
              where memberships.tenant_id = told.tenant_id and memberships.is_active and users.is_active
              and (memberships.booking_mails = 'all'
                or memberships.booking_mails = 'own' and memberships.resource_id = any(planned.resource_ids)
                or memberships.booking_mails <> 'none' and planned.key = 'staff_approval_wanted'
                  and memberships.role in ('owner', 'admin'))
            ) as staff
            where planned.audience = 'staff' and staff.email is not null and not planned.key = any(tenants.notifications_off)
            and staff.user_id is distinct from ${caller?.userId ?? null}::uuid
            and lower(staff.email) is distinct from ${email}::text
            order by lower(staff.email), staff.user_id nulls last
          ) as members
        ) as whom
        on conflict do nothing
        returning status = 'queued' as is_due`,
    },
  ]
}
