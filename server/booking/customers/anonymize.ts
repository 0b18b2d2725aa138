import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import type { Transaction } from '../../db/database'
import { forgetInAuditLog } from '../../http/audit/forgetInAuditLog'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { findRecord } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { updateRecords } from '../../http/crud/write'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { MemberRequest } from '../bookings/bookingScope'
import { customersBehaviour } from './customersBehaviour'

/** What a person without a name is called; the same in every language. */
const nobody = '—'

/** The customers that are this one by now: the log still tells of them under their own ids. */
const mergedInto = async (db: Transaction, tenantId: string, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive merges as (
      select entity_id as id, (changes -> 'mergedInto' ->> 'to')::uuid as into_id from audit_entries
      where tenant_id = ${tenantId} and entity_type = ${customers.name} and changes -> 'mergedInto' ->> 'to' is not null
    ), merged as (
      select id from merges where into_id = ${id}
      union
      select merges.id from merges join merged on merges.into_id = merged.id
    )
    select id from merged`.execute(db)
  return rows.map(merged => merged.id)
}

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
    throw new Problem('in_use', `This customer has ${toCome} bookings to come. Cancel them first, or wait.`, {
      extensions: { bookingCount: toCome },
    })
  const { rows: booked } = await sql<{ id: string }>`
    update bookings set notes = null, internal_notes = null, answers = '{}', cancellation_reason = null
    where tenant_id = ${tenantId} and customer_id = ${id} returning id`.execute(db)
  forgetInAuditLog(unit, customers.name, [id, ...(await mergedInto(db, tenantId, id))])
  forgetInAuditLog(
    unit,
    bookings.name,
    booked.map(booking => booking.id),
  )
  const [after] = await updateRecords(unit, scope, [before], {
    name: nobody,
    email: null,
    phone: null,
    locale: null,
    timeZone: null,
    notes: null,
    tags: [],
    blockedReason: null,
    externalId: null,
    anonymizedAt: now,
  })
  return after ?? before
}
