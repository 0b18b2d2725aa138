import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { readAuditLog } from '../../http/audit/readAuditLog'
import { ref } from '../../http/openapi/schemas'
import { defineRoute } from '../../http/route'
import { findBooking } from './bookingScope'

/** A booking has no more entries than anybody reads. */
const maxEntries = 200

/** What happened to one booking, for everybody who may see it (domain.md §5). */
export const bookingHistoryRoute = defineRoute({
  method: 'GET',
  path: '/bookings/{id}/history',
  access: { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } },
  tag: 'Bookings',
  operationId: 'getBookingHistory',
  summary: 'What happened to a booking, newest first',
  answer: {
    status: 200,
    description: `At most ${maxEntries} entries of the audit log`,
    schema: { type: 'array', items: ref('AuditEntry') },
  },
  handler: request =>
    request.read(async db => {
      const { id } = await findBooking(db, request, request.params.id)
      const tenantId = request.caller.tenant.id
      const condition = sql<boolean>`tenant_id = ${tenantId} and entity_type = ${bookings.name} and entity_id = ${id}`
      const entries = await readAuditLog(db, condition, { limit: maxEntries })
      // Where somebody sat when they did it is for owners and admins alone.
      return { status: 200 as const, body: entries.map(entry => ({ ...entry, ip: null })) }
    }),
})
