import { sql } from 'kysely'
import type { ValidationErrors } from '../../src/schema'
import type { UnitOfWork } from '../http/unitOfWork'
import type { CheckedChange } from './hooks'

/**
 * Refuses new references to inactive records, from the hook `check`; existing ones may stay.
 * @param table of the records that `field` refers to
 * @returns errors by field
 */
export const requireActive = async (
  { db, caller }: UnitOfWork,
  table: string,
  field: string,
  { before, after }: CheckedChange,
  tenantId: unknown = caller.tenant?.id,
): Promise<ValidationErrors> => {
  const id = after[field]
  if (!id || id === before?.[field]) return {}
  const { rows } = await sql`select from ${sql.table(table)}
    where tenant_id = ${tenantId} and id = ${id} and not is_active`.execute(db)
  return rows.length > 0 ? { [field]: { key: 'validation.inactive', args: {} } } : {}
}
