import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { AnswerOf } from '../../../src/contract'
import { bookableResources } from '../../../src/resources/resources'
import { findRecord } from '../../crud/read'
import { scopeOf } from '../../crud/routes'
import { implement } from '../../http/implement'
import { isOwn } from '../bookings/bookingsHooks'
import { resourcesHooks } from './resourcesHooks'

/** How many bookings are listed; all are counted. */
const shown = 100

type Impact = AnswerOf<typeof calls.resources.impact>

/** The bookings that closing, shrinking or deactivating a resource would affect. */
export const impactRoute = implement(calls.resources.impact, async request => {
  const { id } = request.params
  const tenantId = request.caller.tenant.id
  const isSeen = isOwn(request.caller) ?? sql`true`
  const now = new Date(request.services.now()).toISOString()
  return request.read(async db => {
    await findRecord(db, scopeOf(bookableResources, resourcesHooks, request), id)
    const { rows } = await sql<Impact>`
        with coming as (
          select booking_id, starts_at, ends_at, status, max(quantity) as quantity, variant_id, customer_id
          from allocations where tenant_id = ${tenantId} and resource_id = ${id} and active and blocked_until > ${now}
          and status in ('held', 'pending', 'confirmed') and (status <> 'held' or hold_expires_at > ${now})
          group by booking_id, starts_at, ends_at, status, variant_id, customer_id
        ),
        next as (select * from coming order by starts_at, booking_id limit ${shown})
        select (select count(*) from coming) as booking_count,
          (select coalesce(json_agg(json_build_object(
            'bookingId', bookings.id, 'reference', bookings.reference,
            'startsAt', to_char(next.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'endsAt', to_char(next.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', next.status, 'quantity', next.quantity, 'variantName', variants.name, 'customerName', customers.name
          ) order by next.starts_at, next.booking_id), '[]')
          from next
          left join bookings on bookings.tenant_id = ${tenantId} and bookings.id = next.booking_id and ${isSeen}
          left join variants on variants.tenant_id = ${tenantId} and variants.id = bookings.variant_id
          left join customers on customers.tenant_id = ${tenantId} and customers.id = bookings.customer_id) as bookings`.execute(
      db,
    )
    return rows[0] ?? { bookingCount: 0, bookings: [] }
  })
})
