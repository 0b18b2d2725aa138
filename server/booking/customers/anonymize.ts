import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { toRow } from '../../db/rows'
import { forgetInAuditLog } from '../../http/audit/forgetInAuditLog'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { findRecord } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { updateRecords } from '../../http/crud/write'
import { refusal } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { MemberRequest } from '../bookings/bookingScope'
import { customersBehaviour } from './customersBehaviour'
import { forgottenNotes, forgottenPerson } from './forgotten'
import { mergedInto } from './mergedInto'

/**
 * Removes the person from a customer and from what was noted with the bookings; bookings and figures stay.
 * @throws Problem `not_found`, or `in_use` while there are bookings to come
 */
export const anonymizeCustomer = async (unit: UnitOfWork, request: MemberRequest, id: string): Promise<ApiRecord> => {
  const { db } = unit
  const scope = scopeOf(customers, customersBehaviour, request)
  const before = await findRecord(db, scope, id, { lock: true })
  const tenantId = request.caller.tenant.id
  const now = new Date(request.services.now()).toISOString()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bookings where tenant_id = ${tenantId} and customer_id = ${id} and ends_at > ${now}
    and (status in ('pending', 'confirmed') or status = 'held' and hold_expires_at > ${now})`.execute(db)
  const toCome = rows[0]?.count ?? 0
  if (toCome > 0)
    throw refusal('in_use', 'refusal.customerToCome', { count: toCome }, { extensions: { bookingCount: toCome } })
  const booked = await db
    .updateTable('bookings')
    .set(toRow(bookings, forgottenNotes))
    .where('tenantId', '=', tenantId)
    .where('customerId', '=', id)
    .returning('id')
    .execute()
  forgetInAuditLog(unit, customers.name, [id, ...(await mergedInto(db, tenantId, [id]))])
  forgetInAuditLog(
    unit,
    bookings.name,
    booked.map(booking => String(booking.id)),
  )
  const [after] = await updateRecords(unit, scope, [before], {
    ...forgottenPerson,
    anonymizedAt: now,
  })
  return after ?? before
}
