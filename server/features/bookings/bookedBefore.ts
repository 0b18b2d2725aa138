import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/declare'
import type { CheckedChange, UnitOfWork } from '../../serve'

export const requireUnbooked = async (
  { db }: UnitOfWork,
  { before, after }: CheckedChange,
  by: 'channel_id' | 'variant_id',
  fields: readonly string[],
): Promise<ValidationErrors> => {
  const changed = before ? fields.filter(name => after[name] !== undefined && after[name] !== before[name]) : []
  if (!before || changed.length === 0) return {}
  const { rows } = await sql`select from bookings
    where tenant_id = ${before.tenantId} and ${sql.ref(by)} = ${before.id} limit 1`.execute(db)
  return rows.length > 0
    ? Object.fromEntries(changed.map(name => [name, { key: 'validation.alreadyBooked', args: {} }]))
    : {}
}
