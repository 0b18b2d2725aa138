import { sql } from 'kysely'
import { customers } from '../../../src/resources/customers'
import { insertRecord, invalid, lockInvariant, scopeOf, type UnitOfWork } from '../../serve'
import { checkCustomer } from '../bookings/bookedCustomer'
import type { Visit } from './visitor'

type Given = Readonly<Record<string, unknown>>

interface Found {
  id: string
  name: string
  phone: string | null
}

/** Existing customers are neither changed nor disclosed: differing details become a note for staff. */
export const visitorCustomer = async (
  unit: UnitOfWork,
  visit: Visit,
  customer: Given,
): Promise<{ customerId: string; note: string | null }> => {
  const { tenant, caller } = visit
  const validated = checkCustomer(customer, caller.role)
  if (!validated.ok) throw invalid(validated.errors)
  const { email, name, phone } = validated.values as { email: string | null; name: string; phone: string | null }
  const known = email ? await findByEmail(unit, tenant.id, email) : null
  const differs = [
    known && known.name !== name && `Booked as ${name}`,
    known && phone && known.phone !== phone && `Telephone ${phone}`,
  ].filter(Boolean)
  const scope = scopeOf(customers, { columns: () => ({ isUnconfirmed: true }) }, visit)
  const { id } = known ?? (await insertRecord(unit, scope, validated.values))
  if (caller.visitor) Object.assign(caller.visitor, { id, name: known?.name ?? name })
  return { customerId: id, note: differs.join('\n') || null }
}

const findByEmail = async ({ db }: UnitOfWork, tenantId: string, email: string): Promise<Found | null> => {
  // Parallel requests for one person create one customer.
  await lockInvariant(db, `the customer ${email} of ${tenantId}`)
  const { rows } = await sql<Found>`select id, name, phone from customers
    where tenant_id = ${tenantId} and email = ${email} order by created_at, id limit 1`.execute(db)
  return rows[0] ?? null
}
