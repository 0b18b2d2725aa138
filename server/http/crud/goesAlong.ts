import { sql } from 'kysely'
import { type AnyResource, fieldOf, pathParamNames } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { assignmentLink } from '../../db/links'
import { recordColumns as storedColumns } from '../../db/rows'
import type { ApiRecord } from './apiRecord'
import { column, toRecord } from './columns'
import { equals, isOneOf, type Scope } from './scope'

/** Records that the database deletes along with others, since they live inside them. */
export interface GoingAlong {
  resource: AnyResource
  records: ApiRecord[]
}

/** The resources whose records live inside those of `resource`, with the field that holds the parent. */
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

/** What goes along with records that are about to be deleted, innermost first. A tenant's log goes with it, so nothing is to be told. */
export const findGoingAlong = async (
  db: Transaction,
  { resource, resources, caller }: Pick<Scope, 'resource' | 'resources' | 'caller'>,
  ids: readonly string[],
): Promise<GoingAlong[]> => {
  if (resource.scope !== 'tenant' || ids.length === 0) return []
  const found: GoingAlong[] = []
  for (const { child, name } of childrenOf(resource, resources)) {
    const columns = storedColumns(child).map(each => column(child, each).as(each))
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)} from ${sql.table(child.name)}
      where ${equals(child, 'tenantId', caller.tenant?.id)} and ${isOneOf(child, name, ids)}`.execute(db)
    const records = rows.map(row => toRecord(child, row))
    const inner = await findGoingAlong(
      db,
      { resource: child, resources, caller },
      records.map(({ id }) => id),
    )
    found.push(...inner, { resource: child, records })
  }
  return found
}

/** The records with the ordered sets that belong to them, which no field holds: they go along too. */
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
