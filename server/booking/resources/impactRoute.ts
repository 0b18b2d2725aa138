import { sql } from 'kysely'
import { resourcesResource } from '../../../src/resources/resources'
import { resourcesBehaviour } from '../../http/behaviours/resources'
import { findRecord } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { objectOf } from '../../http/openapi/objectOf'
import type { JsonSchema } from '../../http/queryParams'
import { defineRoute } from '../../http/route'

/** How many bookings are listed; all are counted. */
const shown = 100

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }

const impactSchema = objectOf({
  bookingCount: integer,
  bookings: {
    type: 'array',
    maxItems: shown,
    description: 'The next of them',
    items: objectOf({
      bookingId: uuidSchema,
      reference: text,
      startsAt: instant,
      endsAt: instant,
      status: { type: 'string', enum: ['held', 'pending', 'confirmed'] },
      quantity: integer,
      variantName: text,
      customerName: { anyOf: [text, { type: 'null' }] },
    }),
  },
})

/** What closing, shrinking or deactivating a resource would concern. */
export const impactRoute = defineRoute({
  method: 'GET',
  path: '/resources/{id}/impact',
  access: { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } },
  tag: 'Resources',
  operationId: 'getResourceImpact',
  summary: 'The bookings to come on a resource',
  answer: { status: 200, description: 'How many, and the next of them', schema: impactSchema },
  handler: async request => {
    const { id } = request.params
    const tenantId = request.caller.tenant.id
    const now = new Date(request.services.now()).toISOString()
    const body = await request.read(async db => {
      await findRecord(db, scopeOf(resourcesResource, resourcesBehaviour, request), id)
      const { rows } = await sql<{ bookingCount: number; bookings: unknown[] }>`
        with coming as (
          select booking_id, starts_at, ends_at, status, max(quantity) as quantity, variant_id, customer_id
          from allocations where tenant_id = ${tenantId} and resource_id = ${id} and active and blocked_until > ${now}
          and status in ('held', 'pending', 'confirmed') and (status <> 'held' or hold_expires_at > ${now})
          group by booking_id, starts_at, ends_at, status, variant_id, customer_id
        ),
        next as (select * from coming order by starts_at, booking_id limit ${shown})
        select (select count(*) from coming) as booking_count,
          (select coalesce(json_agg(json_build_object(
            'bookingId', next.booking_id, 'reference', bookings.reference,
            'startsAt', to_char(next.starts_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'endsAt', to_char(next.ends_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', next.status, 'quantity', next.quantity, 'variantName', variants.name, 'customerName', customers.name
          ) order by next.starts_at, next.booking_id), '[]')
          from next
          join bookings on bookings.tenant_id = ${tenantId} and bookings.id = next.booking_id
          join variants on variants.tenant_id = ${tenantId} and variants.id = next.variant_id
          left join customers on customers.tenant_id = ${tenantId} and customers.id = next.customer_id) as bookings`.execute(
        db,
      )
      return rows[0]
    })
    return { status: 200, body }
  },
})
