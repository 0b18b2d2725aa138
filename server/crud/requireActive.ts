import { sql } from 'kysely'
import type { ValidationErrors } from '../../src/schema'
import type { UnitOfWork } from '../http/unitOfWork'
import type { CheckedChange } from './hooks'

const memories = new WeakMap<object, Map<string, Promise<boolean>>>()

/** Looks each other record up once. Write nothing in between. */
export const remembering = (unit: UnitOfWork): UnitOfWork => {
  const own = { ...unit }
  memories.set(own, new Map())
  return own
}

const isInactive = async (unit: UnitOfWork, table: string, id: unknown, tenantId: unknown): Promise<boolean> => {
  const look = async (): Promise<boolean> => {
    const { rows } = await sql`select from ${sql.table(table)}
      where tenant_id = ${tenantId} and id = ${id} and not is_active`.execute(unit.db)
    return rows.length > 0
  }
  const memory = memories.get(unit)
  const key = `${table} ${id}`
  const known = memory?.get(key) ?? look()
  memory?.set(key, known)
  return known
}

/**
 * Refuses new references to inactive records, from the hook `check`; existing ones may stay.
 * @param table of the records that `field` refers to
 * @returns errors by field
 */
export const requireActive = async (
  unit: UnitOfWork,
  table: string,
  field: string,
  { before, after }: CheckedChange,
  tenantId: unknown = unit.caller.tenant?.id,
): Promise<ValidationErrors> => {
  const id = after[field]
  if (!id || id === before?.[field]) return {}
  return (await isInactive(unit, table, id, tenantId)) ? { [field]: { key: 'validation.inactive', args: {} } } : {}
}
