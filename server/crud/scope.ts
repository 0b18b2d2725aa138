import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUuid } from '../../src/contract'
import {
  type AnyField,
  type AnyResource,
  asReadBy,
  fieldOf,
  inSentence,
  memoize,
  pathParamNames,
  readableValues,
} from '../../src/schema'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import type { Caller } from '../http/identity/caller'
import { notFound, type Problem, refusal } from '../http/problem'
import { column, readRecords } from './columns'
import type { ResourceHooks } from './hooks'
import { rowsFor } from './rowsFor'

/** An SQL condition for a `where`, made with Kysely's `sql`. */
export type Condition = RawBuilder<SqlBool>

/** The records that a request may reach: those of a resource that the caller sees below the path's parents. */
export interface Scope<R extends AnyResource = AnyResource> {
  resource: R
  hooks: ResourceHooks
  resources: readonly AnyResource[]
  caller: Caller
  params: Readonly<Record<string, string>>
}

export const equals = (resource: AnyResource, name: string, value: unknown): Condition =>
  sql`${column(resource, name)} = ${value}`

/** SQL condition: the column `name`, in camel case, holds one of `values`. */
export const isOneOf = (resource: AnyResource, name: string, values: readonly unknown[]): Condition =>
  sql`${column(resource, name)} = any(${values})`

/** Joins SQL conditions with `and`; true without any. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`

const pathParams = memoize(({ api }: AnyResource) => pathParamNames(api))

export const scopeValues = ({ resource, caller, params }: Scope): Record<string, string> => ({
  ...Object.fromEntries(pathParams(resource).map(name => [name, params[name] ?? ''])),
  ...(resource.scope === 'tenant' && caller.tenant && { tenantId: caller.tenant.id }),
})

/** SQL conditions for a scope: tenant and rule (both besides row-level security), parents and the hook `visible`. */
export const scopeConditions = (scope: Scope): Condition[] => {
  const visible = scope.hooks.visible?.(scope.caller)
  const rule = scope.resource.rows && rowsFor(scope.resource, 'read', scope.caller)
  return [
    ...Object.entries(scopeValues(scope)).map(([name, value]) => equals(scope.resource, name, value)),
    ...(rule ? [rule] : []),
    ...(visible ? [visible] : []),
  ]
}

const parentOf = (field: AnyField | undefined): AnyResource | null =>
  field?.kind === 'reference' ? (field.options.to() as AnyResource) : null

export const belowSeen = (resource: AnyResource, hooks: ResourceHooks = {}): ResourceHooks => {
  const parents = pathParams(resource).flatMap((name): [string, AnyResource][] => {
    const parent = parentOf(fieldOf(resource, name))
    return parent?.rows ? [[name, parent]] : []
  })
  if (parents.length === 0) return hooks
  const visible = (caller: Caller): Condition => {
    const own = hooks.visible?.(caller)
    const below = parents.flatMap(([name, parent]): Condition[] => {
      const rule = rowsFor(parent, 'read', caller)
      if (!rule) return []
      return [
        sql`exists (select from ${sql.table(parent.name)} where ${rule}
          and ${column(parent, 'tenantId')} = ${caller.tenant?.id} and ${column(parent, 'id')} = ${column(resource, name)})`,
      ]
    })
    return all([...(own ? [own] : []), ...below])
  }
  return { ...hooks, visible }
}

/** The tenant is checked with the caller. */
export const parentsIn = ({ resource, caller, params }: Scope): [name: string, parent: AnyResource][] =>
  pathParams(resource).flatMap((name): [string, AnyResource][] => {
    const parent = parentOf(fieldOf(resource, name))
    return parent && params[name] !== caller.tenant?.id ? [[name, parent]] : []
  })

/**
 * Checks that the path's parents exist, and belong to the tenant and to each other.
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

/**
 * The parameters of a record's path.
 * @throws Problem `not_found`
 */
export const parentsOf = async (
  { db, caller }: { db: Transaction; caller: Caller },
  resource: AnyResource,
  id: string,
): Promise<Record<string, string>> => {
  const names = pathParams(resource)
  if (names.length === 0) return {}
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(names.map(name => column(resource, name).as(name)))} from ${sql.table(resource.name)}
    where ${column(resource, 'tenantId')} = ${caller.tenant?.id} and ${column(resource, 'id')} = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound(resource.label[0].toLowerCase())
  return found
}

/** Limits a scope to fields that the caller may read. Comparing, writing and logging need whole records. */
export const asSeen = <R extends AnyResource>(scope: Scope<R>): Scope<R> => {
  const { resource, hooks, caller } = scope
  const extras = readableValues(resource, hooks.extras ?? {}, caller.role)
  return { ...scope, resource: asReadBy(resource, caller.role) as R, hooks: { ...hooks, extras } }
}

/** For a record that the caller sees but may not write. */
export const notYours = (): Problem => refusal('forbidden', 'refusal.notYours')

interface Reading {
  /** Until the transaction ends; implies `isWhole`. */
  lock?: boolean
  /** Includes fields that the caller may not read: never for answers. */
  isWhole?: boolean
}

/** Reads records by id, only those that the caller sees, in no certain order. */
export const findRecords = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  ids: readonly string[],
  { lock = false, isWhole = lock }: Reading = {},
): Promise<ApiRecord<R>[]> => {
  const { resource, hooks } = isWhole ? scope : asSeen(scope)
  const table = sql.table(resource.name)
  // A fixed order prevents deadlocks.
  const locking = lock ? sql`order by id for update of ${table}` : sql``
  const found = all([...scopeConditions(scope), isOneOf(resource, 'id', ids.filter(isUuid))])
  return readRecords(db, resource, hooks, sql`where ${found} ${locking}`)
}

/**
 * Problems by id of records that were not found. The database locks none that the caller may not write, so those that
 * the caller sees are `forbidden`.
 */
export const whyMissing = async (
  db: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Problem>> => {
  const seen = scope.resource.rows?.write && ids.length > 0 ? await findRecords(db, scope, ids) : []
  const known = new Set(seen.map(({ id }) => id))
  const missing = notFound(scope.resource.label[0].toLowerCase())
  return new Map(ids.map(id => [id, known.has(id) ? notYours() : missing]))
}

/**
 * Reads one record that the caller sees, with the readable fields. `lock` holds until the transaction ends, and returns
 * all fields.
 * @throws Problem `not_found`
 */
export const findRecord = async <R extends AnyResource>(
  db: Transaction,
  scope: Scope<R>,
  id: string,
  options: Reading = {},
): Promise<ApiRecord<R>> => {
  const [record] = await findRecords(db, scope, [id], options)
  if (record) return record
  if (options.lock) for (const problem of (await whyMissing(db, scope, [id])).values()) throw problem
  throw notFound(scope.resource.label[0].toLowerCase())
}
