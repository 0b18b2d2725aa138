import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AnyField, type AnyResource, fieldOf, pathParamNames } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import type { Caller } from '../identity/caller'
import { notFound } from '../problem'
import type { Behaviour } from './behaviour'
import { column } from './columns'

export type Condition = RawBuilder<SqlBool>

/** The records that one request is about. */
export interface Scope {
  resource: AnyResource
  behaviour: Behaviour
  /** Every entity that the API serves: those that may refer to these records. */
  resources: readonly AnyResource[]
  caller: Caller
  /** The path's parameters; those of the resource's own path hold its parents. */
  params: Readonly<Record<string, string>>
}

export const equals = (resource: AnyResource, name: string, value: unknown): Condition =>
  sql`${column(resource, name)} = ${value}`

/** An empty list matches nothing. */
export const isOneOf = (resource: AnyResource, name: string, values: readonly unknown[]): Condition =>
  sql`${column(resource, name)} = any(${values})`

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`

/** The values that a new record has from where it is made: its tenant and its parents. */
export const scopeValues = ({ resource, caller, params }: Scope): Record<string, string> => ({
  ...Object.fromEntries(pathParamNames(resource.api).map(name => [name, params[name] ?? ''])),
  ...(resource.scope === 'tenant' && caller.tenant && { tenantId: caller.tenant.id }),
})

/** The tenant, the parents, and what else bounds the caller: on top of row-level security, not instead of it. */
export const scopeConditions = (scope: Scope): Condition[] => {
  const visible = scope.behaviour.visible?.(scope.caller)
  return [
    ...Object.entries(scopeValues(scope)).map(([name, value]) => equals(scope.resource, name, value)),
    ...(visible ? [visible] : []),
  ]
}

const parentOf = (field: AnyField | undefined): AnyResource | null =>
  field?.kind === 'reference' ? (field.options.to() as AnyResource) : null

/**
 * Makes sure that the parents in the path exist, belong to the tenant and belong to each other.
 * @throws Problem `not_found`
 */
export const requireParents = async (db: Transaction, scope: Scope): Promise<void> => {
  const { resource, caller, params } = scope
  for (const name of pathParamNames(resource.api)) {
    const parent = parentOf(fieldOf(resource, name))
    // The tenant in a path was found when the caller was identified.
    if (!parent || params[name] === caller.tenant?.id) continue
    const conditions = [
      equals(parent, 'id', params[name]),
      ...scopeConditions({ ...scope, resource: parent, behaviour: {} }),
    ]
    const found = await sql`select 1 from ${sql.table(parent.name)} where ${all(conditions)}`.execute(db)
    if (found.rows.length === 0) throw notFound(parent.label[0].toLowerCase())
  }
}
