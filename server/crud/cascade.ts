import { sql } from 'kysely'
import { type AnyResource, fieldOf, pathParamNames } from '../../src/schema'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { assignmentLink } from '../db/links'
import { selectedColumns, toRecord } from './columns'
import { equals, isOneOf, type Scope } from './scope'

export interface Cascade {
  resource: AnyResource
  records: ApiRecord[]
}

const childrenOf = (resource: AnyResource, resources: readonly AnyResource[]) =>
  resources
    .filter(({ scope }) => scope === 'tenant')
    .flatMap(child =>
      pathParamNames(child.api)
        .slice(-1)
        .flatMap(name => {
          const field = fieldOf(child, name)
          return field?.kind === 'reference' && field.options.to().name === resource.name ? [{ child, name }] : []
        }),
    )

/** Innermost first. */
export const findCascade = async (
  db: Transaction,
  { resource, resources, caller }: Pick<Scope, 'resource' | 'resources' | 'caller'>,
  ids: readonly string[],
): Promise<Cascade[]> => {
  if (resource.scope !== 'tenant' || ids.length === 0) return []
  const found: Cascade[] = []
  for (const { child, name } of childrenOf(resource, resources)) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${sql.join(selectedColumns(child))} from ${sql.table(child.name)}
      where ${equals(child, 'tenantId', caller.tenant?.id)} and ${isOneOf(child, name, ids)}`.execute(db)
    const records = rows.map(row => toRecord(child, row))
    const inner = await findCascade(
      db,
      { resource: child, resources, caller },
      records.map(({ id }) => id),
    )
    found.push(...inner, { resource: child, records })
  }
  return found
}

/** Adds the assigned sets, which the database deletes with the records. */
export const withOwnSets = async (
  db: Transaction,
  { resource, caller }: Scope,
  records: readonly ApiRecord[],
): Promise<ApiRecord[]> => {
  const names = Object.entries(resource.assigns ?? {}).flatMap(([name, { through }]) => (through ? [] : [name]))
  let complete = [...records]
  for (const name of names) {
    const link = assignmentLink(resource, name)
    const { rows } = await sql<{ ownerId: string; ids: string[] }>`
      select owner_id, array_agg(target_id order by ${sql.ref(link.rank)}, target_id) as ids from ${sql.table(link.table)}
      where tenant_id = ${caller.tenant?.id} and owner_id = any(${records.map(({ id }) => id)}) group by owner_id`.execute(
      db,
    )
    const sets = new Map(rows.map(({ ownerId, ids }) => [ownerId, ids]))
    complete = complete.map(record => ({ ...record, [name]: sets.get(record.id) ?? [] }))
  }
  return complete
}
