import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { bookings } from '../../../src/resources/bookings'
import { implement, readAuditLog } from '../../serve'
import { historyFor } from '../caller'
import { findBooking } from './bookingScope'

export const bookingHistoryRoute = implement(calls.bookings.history, request =>
  request.read(async db => {
    const { id } = await findBooking(db, request, request.params.id)
    const { tenant, role } = request.caller
    const condition = sql<boolean>`tenant_id = ${tenant.id} and entity_type = ${bookings.name} and entity_id = ${id}`
    const entries = await readAuditLog(db, condition, {
      limit: calls.bookings.maxHistory,
      reader: { role, resources: request.services.resources },
    })
    return historyFor(request.caller, entries)
  }),
)
