import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { bookings } from '../../../src/resources/bookings'
import { hasRole } from '../../../src/schema'
import { readAuditLog } from '../../crud/audit/readAuditLog'
import { implement } from '../../http/implement'
import { findBooking } from './bookingScope'

/** The history of one booking, for everybody who may see it. */
export const bookingHistoryRoute = implement(calls.bookings.history, request =>
  request.read(async db => {
    const { id } = await findBooking(db, request, request.params.id)
    const { tenant, role } = request.caller
    const condition = sql<boolean>`tenant_id = ${tenant.id} and entity_type = ${bookings.name} and entity_id = ${id}`
    const entries = await readAuditLog(db, condition, {
      limit: calls.bookings.maxHistory,
      reader: { role, resources: request.services.resources },
    })
    const tellsWhy = hasRole(role, 'staff')
    // Addresses are only for owners and admins, in the audit log; reasons only for staff.
    return entries.map(entry => ({ ...entry, ip: null, reason: tellsWhy ? entry.reason : null }))
  }),
)
