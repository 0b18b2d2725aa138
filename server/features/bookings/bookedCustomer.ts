import { sql } from 'kysely'
import { validate } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import {
  insertRecord,
  invalid,
  invalidField,
  lockInvariant,
  type MemberCaller,
  scopeOf,
  type Transaction,
  type UnitOfWork,
} from '../../serve'
import type { MemberRequest } from './bookingScope'
import { missing } from './checkAllocation'

interface CustomerInput {
  customerId: string | null
  customer: Readonly<Record<string, unknown>> | null
}

const faceToFace = ['walk_in', 'back_office']

const isFaceToFace = async ({ db }: UnitOfWork, tenantId: string, channelId: string | null): Promise<boolean> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from channels where tenant_id = ${tenantId}
    and id = coalesce(${channelId}::uuid, (select default_channel_id from tenants where id = ${tenantId}))`.execute(db)
  if (!rows[0]) throw missing('channelId', 'channel')
  return faceToFace.includes(rows[0].kind)
}

const findByContact = async (
  db: Transaction,
  tenantId: string,
  { email, phone }: Readonly<Record<string, unknown>>,
): Promise<string | null> => {
  if (!email && !phone) return null
  const { rows } = await sql<{ id: string }>`
    select id from customers where tenant_id = ${tenantId} and (email = ${email ?? null} or phone = ${phone ?? null})
    order by email is not distinct from ${email ?? null} desc, created_at, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export const findCustomer = async (
  db: Transaction,
  tenantId: string,
  { customerId, customer }: CustomerInput,
): Promise<string | null> => customerId ?? (customer && findByContact(db, tenantId, customer))

export const checkCustomer = (customer: Readonly<Record<string, unknown>>, role: MemberCaller['role']) => {
  const given = Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== null))
  const validated = validate(customers, given, { role })
  if (validated.ok) return validated
  const errors = Object.entries(validated.errors).map(([name, one]) => [`customer.${name}`, one])
  return { ok: false as const, errors: Object.fromEntries(errors) }
}

/**
 * Keeps the customer from being forgotten until the transaction ends: nobody would forget what is written down after that.
 * @throws Problem `not_found` for somebody who was
 */
export const requireRemembered = async (db: Transaction, tenantId: string, customerId: string): Promise<void> => {
  const { rows } = await sql<{ isForgotten: boolean }>`
    select anonymized_at is not null as is_forgotten from customers
    where tenant_id = ${tenantId} and id = ${customerId} for key share`.execute(db)
  if (rows[0]?.isForgotten) throw missing('customerId', 'customer')
}

/** @throws Problem `validation`, by `customer.{field}`, or `not_found` for somebody who was forgotten */
export const bookedCustomer = async (
  unit: UnitOfWork,
  request: MemberRequest,
  {
    customerId,
    customer,
    channelId,
    mayLackContact = false,
  }: CustomerInput & { channelId: string | null; mayLackContact?: boolean },
): Promise<string | null> => {
  const { tenant, role } = request.caller
  if (!customer) {
    if (customerId) await requireRemembered(unit.db, tenant.id, customerId)
    return customerId
  }
  const contactIsNeeded = !mayLackContact && !(await isFaceToFace(unit, tenant.id, channelId))
  const validated = checkCustomer(customer, role)
  if (!validated.ok) throw invalid(validated.errors)
  if (contactIsNeeded && !validated.values.email && !validated.values.phone)
    throw invalidField('customer.email', 'validation.contactNeeded')
  // Parallel requests for one person create one customer.
  for (const contact of [validated.values.email, validated.values.phone].filter(Boolean))
    await lockInvariant(unit.db, `the customer ${contact} of ${tenant.id}`)
  const found = await findByContact(unit.db, tenant.id, validated.values)
  if (found) return found
  const { id } = await insertRecord(unit, scopeOf(customers, {}, request), validated.values)
  return id
}
