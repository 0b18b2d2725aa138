import { type RawBuilder, sql } from 'kysely'
import type { AnyResource } from '../../src/schema'
import { rowRule } from '../../src/schema/rows'
import { beyondRows } from '../db/beyondRows'
import type { Actor, Database, Transaction } from '../db/database'

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

const isNotFound = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'code' in value && value.code === 'not_found'

const idsIn = (value: unknown): string[] => {
  const text =
    typeof value === 'string' ? value : JSON.stringify(value, (_, part) => (isNotFound(part) ? undefined : part))
  return [...new Set((text ?? '').toLowerCase().match(ids))]
}

const ruled = (resources: readonly AnyResource[]): AnyResource[] =>
  resources.filter(resource => resource.scope === 'tenant' && rowRule(resource, 'read'))

const found = async (db: Transaction, resources: readonly AnyResource[], wanted: readonly string[]) => {
  const parts = resources.map(
    ({ name }): RawBuilder<unknown> =>
      sql`select id from ${sql.table(name)} where tenant_id = (select current_tenant_id()) and id = any(${wanted}::uuid[])`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Existing records in an answer that row rules hide from the caller.
 * @param as the caller with their limits
 */
export const hiddenIn = async (
  value: unknown,
  { database, resources, as }: { database: Database; resources: readonly AnyResource[]; as: Actor },
): Promise<string[]> => {
  const named = idsIn(value)
  const tables = ruled(resources)
  if (named.length === 0 || tables.length === 0) return []
  return database.run(
    as,
    async db => {
      const [whole, seen] = await Promise.all([found(beyondRows(db), tables, named), found(db, tables, named)])
      return [...whole].filter(id => !seen.has(id))
    },
    { readOnly: true },
  )
}
