import { sql } from 'kysely'
import { type AnyResource, type Fields, sameValue } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { type Customer, customers } from '../../../src/resources/customers'
import {
  type ActionsOf,
  column,
  deleteRecords,
  findRecord,
  findRecords,
  forgetInEvents,
  invalidField,
  noteAction,
  noteEvent,
  type UnitOfWork,
  updateRecords,
} from '../../serve'
import { bookingScope, type MemberRequest } from '../bookings/bookingScope'
import { missing } from '../bookings/checkAllocation'
import { cancelRepeats } from '../waitlist/ofCustomer'

const maxTags = customers.fields.tags.options.maxItems

const united = (into: Customer, from: Customer): Partial<Customer> => ({
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

const referring = (resources: readonly AnyResource[]) =>
  resources.flatMap(resource =>
    Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
      field.kind === 'reference' && field.options.to().name === customers.name && resource.name !== bookings.name
        ? [{ resource, name }]
        : [],
    ),
  )

const moveBookings = async (
  unit: UnitOfWork,
  request: MemberRequest,
  fromId: string,
  intoId: string,
): Promise<void> => {
  const scope = bookingScope(request)
  const { rows } = await sql<{ id: string }>`
    select id from bookings where tenant_id = ${request.caller.tenant.id} and customer_id = ${fromId}`.execute(unit.db)
  if (rows.length === 0) return
  const moved = await findRecords(
    unit.db,
    scope,
    rows.map(({ id }) => id),
    { lock: true },
  )
  await updateRecords(unit, scope, moved, { customerId: intoId })
}

/** @throws Problem `validation` for a missing target, or the customer itself */
export const mergeCustomers: ActionsOf<typeof customers>['merge'] = async ({
  unit,
  scope,
  request,
  record: from,
  input: { intoId },
}) => {
  const { id } = from
  if (id === intoId) throw invalidField('intoId', 'validation.itself')
  const { db } = unit
  const tenantId = request.caller.tenant.id
  const [into] = await findRecords(db, scope, [intoId], { lock: true })
  if (!into) throw missing('intoId', 'customer')
  await sql`update allocations set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${id}`.execute(
    db,
  )
  await sql`update notifications set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${id}`.execute(
    db,
  )
  await cancelRepeats(unit, request, [id, intoId])
  await moveBookings(unit, request, id, intoId)
  for (const { resource, name } of referring(request.services.resources)) {
    const isTheirs = sql`${column(resource, 'tenantId')} = ${tenantId} and ${column(resource, name)} = ${id}`
    const label =
      (resource.fields as Fields)[resource.represent]?.kind === 'reference'
        ? sql`null`
        : column(resource, resource.represent)
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
  await forgetInEvents(db, [id])
  noteEvent(unit, { type: 'customer.merged', subjectType: 'customer', subjectId: id, data: { id, intoId } })
  // Two customers cannot have the same address.
  await deleteRecords(unit, scope, [from])
  const values = Object.fromEntries(
    Object.entries(united(into, from)).filter(([name, value]) => !sameValue(value, into[name as keyof Customer])),
  )
  const merged = { merged: { from: null, to: from.name } }
  const record = { action: 'updated' as const, resource: customers, record: into, label: String(into.name) }
  if (Object.keys(values).length === 0) noteAction(unit, { ...record, changes: merged })
  else {
    const audited = { merged: (one: object) => (one === into ? null : from.name) }
    await updateRecords(unit, { ...scope, hooks: { ...scope.hooks, audited } }, [into], values)
  }
  return findRecord(db, scope, intoId)
}
