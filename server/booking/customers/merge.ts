import { sql } from 'kysely'
import { type Customer, customers } from '../../../src/resources/customers'
import { type AnyResource, type Fields, fieldOf } from '../../../src/schema'
import { noteAction } from '../../http/audit/noteAction'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { column } from '../../http/crud/columns'
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

/** Every declared field that holds a customer. */
const referring = (resources: readonly AnyResource[]) =>
  resources.flatMap(resource =>
    Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
      field.kind === 'reference' && field.options.to().name === customers.name ? [{ resource, name }] : [],
    ),
  )

/**
 * Makes one customer of two: the bookings and whatever else refers to the first go over, and the first is deleted.
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
  for (const { resource, name } of referring(request.services.resources)) {
    const isTheirs = sql`${column(resource, 'tenantId')} = ${tenantId} and ${column(resource, name)} = ${id}`
    const label =
      fieldOf(resource, resource.represent)?.kind === 'reference' ? sql`null` : column(resource, resource.represent)
    const { rows: moved } = await sql<{ id: string; label: string | null }>`
      update ${sql.table(resource.name)} set ${sql.ref(name)} = ${intoId} where ${isTheirs}
      returning ${column(resource, 'id')} as id, ${label}::text as label`.execute(db)
    for (const record of moved) {
      const changes = { [name]: { from: id, to: intoId } }
      noteAction(unit, { action: 'updated', resource, record, label: record.label, changes })
    }
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
