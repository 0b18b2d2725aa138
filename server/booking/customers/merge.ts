import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { type Customer, customers } from '../../../src/resources/customers'
import { noteAction } from '../../http/audit/noteAction'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { findRecord, findRecords } from '../../http/crud/read'
import { scopeOf } from '../../http/crud/routes'
import { deleteRecords, updateRecords } from '../../http/crud/write'
import { invalidField, notFound } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { MemberRequest } from '../bookings/bookingScope'
import { missing } from '../bookings/judgePlace'
import { customersBehaviour } from './customersBehaviour'

const maxTags = customers.fields.tags.options.maxItems

/** What the one that stays learns from the other: what it does not know itself. */
const learned = (into: Customer, from: Customer): Partial<Customer> => ({
  email: into.email ?? from.email,
  phone: into.phone ?? from.phone,
  locale: into.locale ?? from.locale,
  timeZone: into.timeZone ?? from.timeZone,
  notes: [into.notes, from.notes].filter(Boolean).join('\n').slice(0, customers.fields.notes.options.max) || null,
  tags: Array.from(new Set([...into.tags, ...from.tags])).slice(0, maxTags),
  isBlocked: into.isBlocked || from.isBlocked,
  blockedReason: into.blockedReason ?? from.blockedReason,
  externalId: into.externalId ?? from.externalId,
})

/**
 * Makes one customer of two: the bookings go over, and the first is deleted.
 * @returns the one that stays
 * @throws Problem `not_found`, or `validation` for a customer and itself
 */
export const mergeCustomers = async (
  unit: UnitOfWork,
  request: MemberRequest,
  { id, intoId }: { id: string; intoId: string },
): Promise<ApiRecord> => {
  if (id === intoId) throw invalidField('intoId', 'validation.itself')
  const { db } = unit
  const tenantId = request.caller.tenant.id
  const scope = scopeOf(customers, customersBehaviour, request)
  const both = await findRecords(db, scope, [id, intoId], { lock: true })
  const [from, into] = [id, intoId].map(each => both.find(record => record.id === each))
  if (!from) throw notFound('customer')
  if (!into) throw missing('intoId', 'customer')
  await sql`update allocations set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${id}`.execute(
    db,
  )
  const { rows: moved } = await sql<{ id: string; reference: string }>`update bookings set customer_id = ${intoId}
    where tenant_id = ${tenantId} and customer_id = ${id} returning id, reference`.execute(db)
  for (const booking of moved) {
    const changes = { customerId: { from: id, to: intoId } }
    noteAction(unit, { action: 'updated', resource: bookings, record: booking, label: booking.reference, changes })
  }
  noteAction(unit, {
    action: 'updated',
    resource: customers,
    record: from,
    label: String(from.name),
    changes: { mergedInto: { from: null, to: intoId } },
  })
  noteAction(unit, {
    action: 'updated',
    resource: customers,
    record: into,
    label: String(into.name),
    changes: { merged: { from: null, to: from.name } },
  })
  // First, since no two may have the same address.
  await deleteRecords(unit, scope, [from])
  await updateRecords(unit, scope, [into], learned(into as unknown as Customer, from as unknown as Customer))
  return findRecord(db, scope, intoId)
}
