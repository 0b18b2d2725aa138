import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AnyField, type AnyResource, fieldOf, inSentence, pathParamNames } from '../../src/schema'
import type { Transaction } from '../db/database'
import type { Caller } from '../http/identity/caller'
import { notFound } from '../http/problem'
import { column } from './columns'
import type { ResourceHooks } from './hooks'

export type Condition = RawBuilder<SqlBool>

export interface Scope<R extends AnyResource = AnyResource> {
  resource: R
  hooks: ResourceHooks
  /** All of the API, since any may refer to these records. */
  resources: readonly AnyResource[]
  caller: Caller
  params: Readonly<Record<string, string>>
}

export const equals = (resource: AnyResource, name: string, value: unknown): Condition =>
  sql`${column(resource, name)} = ${value}`

export const isOneOf = (resource: AnyResource, name: string, values: readonly unknown[]): Condition =>
  sql`${column(resource, name)} = any(${values})`

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`

export const scopeValues = ({ resource, caller, params }: Scope): Record<string, string> => ({
  ...Object.fromEntries(pathParamNames(resource.api).map(name => [name, params[name] ?? ''])),
  ...(resource.scope === 'tenant' && caller.tenant && { tenantId: caller.tenant.id }),
})

/** In addition to row-level security. */
export const scopeConditions = (scope: Scope): Condition[] => {
  const visible = scope.hooks.visible?.(scope.caller)
  return [
    ...Object.entries(scopeValues(scope)).map(([name, value]) => equals(scope.resource, name, value)),
    ...(visible ? [visible] : []),
  ]
}

const parentOf = (field: AnyField | undefined): AnyResource | null =>
  field?.kind === 'reference' ? (field.options.to() as AnyResource) : null

/** Without the tenant, which is checked with the caller. */
export const parentsIn = ({ resource, caller, params }: Scope): [name: string, parent: AnyResource][] =>
  pathParamNames(resource.api).flatMap((name): [string, AnyResource][] => {
    const parent = parentOf(fieldOf(resource, name))
    return parent && params[name] !== caller.tenant?.id ? [[name, parent]] : []
  })

/**
 * Parents in the path must exist, belong to the tenant and to each other.
 * @throws Problem `not_found`
 */
export const requireParents = async (db: Transaction, scope: Scope): Promise<void> => {
  for (const [name, parent] of parentsIn(scope)) {
    const conditions = [
      equals(parent, 'id', scope.params[name]),
      ...scopeConditions({ ...scope, resource: parent, hooks: {} }),
    ]
    const found = await sql`select 1 from ${sql.table(parent.name)} where ${all(conditions)}`.execute(db)
    if (found.rows.length === 0) throw notFound(inSentence(parent.label[0]))
  }
}
