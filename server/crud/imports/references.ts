import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../../src/contract'
import { type AnyResource, fieldOf, memoize, pathParamNames } from '../../../src/schema'
import { snakeCase } from '../../../src/schema/naming'
import type { Transaction } from '../../db/database'
import { lookedUpNames } from '../../db/searchColumn'
import type { Caller } from '../../http/identity/caller'
import type { UnitOfWork } from '../../http/unitOfWork'
import { column, compared } from '../columns'
import type { ResourceHooks } from '../hooks'
import { all, belowSeen, type Scope, scopeConditions } from '../scope'
import { keysOf } from './columns'

const isWritten = (resource: AnyResource, name: string): boolean =>
  ['text', 'email', 'slug', 'phone'].includes(fieldOf(resource, name)?.kind ?? '')

/** By precedence. */
const namesOf = memoize((resource: AnyResource): string[] =>
  Array.from(new Set([...keysOf(resource).flatMap(key => (key.length === 1 ? key : [])), resource.represent])).filter(
    name => isWritten(resource, name),
  ),
)

export const comparable = (resource: AnyResource, name: string): RawBuilder<unknown> => {
  const stored = compared(resource, name, {})
  return fieldOf(resource, name)?.traits.sort === 'folded' ? sql`lower(${stored})` : stored
}

interface Named {
  id: string
  said: string
}

export const findNamed = async (
  db: Transaction,
  scope: Scope,
  name: string,
  texts: readonly string[],
): Promise<Named[]> => {
  if (texts.length === 0) return []
  const { resource } = scope
  const [table, id] = [sql.table(resource.name), column(resource, 'id')]
  const conditions = all(scopeConditions(scope))
  const value = comparable(resource, name)
  const isFolded = fieldOf(resource, name)?.traits.sort === 'folded'
  const { rows } = lookedUpNames(resource).includes(name)
    ? await sql<Named>`
        select named.id, named.said
        from records_named(${snakeCase(resource.name)}, ${snakeCase(name)}, ${isFolded}, ${texts}) as named
        cross join lateral (select from ${table} where ${conditions} and ${id} = named.id offset 0) as seen`.execute(db)
    : await sql<Named>`
        select ${id}, ${value} as said from ${table} where ${conditions} and ${value} = any(${texts}::text[])`.execute(
        db,
      )
  return rows
}

const open = memoize((resource: AnyResource): AnyResource => ({ ...resource, api: '' }))

export const scopeOver = (
  resource: AnyResource,
  { caller, resources, hooks }: { caller: Caller; resources: readonly AnyResource[]; hooks?: ResourceHooks },
): Scope => ({
  resource: pathParamNames(resource.api).length > 0 ? open(resource) : resource,
  ...{ hooks: belowSeen(resource, hooks), resources, caller, params: {} },
})

/**
 * The ids of the records that cells name: by id, key or name, as `Item / Variant`, or as the only part of their whole.
 * @returns ids by the cell's text; none or several if unclear
 */
export const resolve = async (
  unit: Pick<UnitOfWork, 'db' | 'caller'>,
  target: AnyResource,
  texts: readonly string[],
  resources: readonly AnyResource[],
): Promise<Map<string, readonly string[]>> => {
  const found = new Map<string, readonly string[]>()
  const open = new Set(texts)
  const scope = scopeOver(target, { caller: unit.caller, resources })
  const conditions = all(scopeConditions(scope))
  const settle = (rows: readonly { id: string; said: string }[], fold: (text: string) => string): void => {
    const ids = new Map<string, string[]>()
    for (const { id, said } of rows) ids.set(said, [...(ids.get(said) ?? []), id])
    for (const text of open) {
      const named = ids.get(fold(text))
      if (!named) continue
      found.set(text, named)
      open.delete(text)
    }
  }
  const table = sql.table(target.name)
  const uuids = [...open].filter(isUuid)
  if (uuids.length > 0) {
    const { rows } = await sql<{ id: string; said: string }>`
      select id, id::text as said from ${table} where ${conditions} and ${column(target, 'id')} = any(${uuids}::uuid[])`.execute(
      unit.db,
    )
    settle(rows, text => text.toLowerCase())
  }
  for (const name of namesOf(target)) {
    if (open.size === 0) return found
    const said = Array.from(new Set(Array.from(open, text => text.toLowerCase())))
    const rows = await findNamed(unit.db, scope, name, said)
    settle(rows, text => text.toLowerCase())
  }
  const [parentName] = pathParamNames(target.api)
  const parent = parentName && fieldOf(target, parentName)
  if (open.size > 0 && parent && parent.kind === 'reference') {
    const owner = parent.options.to() as AnyResource
    const whole = sql`lower(${compared(owner, owner.represent, {})})`
    const both = sql`lower(${compared(owner, owner.represent, {})} || ' / ' || ${compared(target, target.represent, {})})`
    for (const value of [both, whole]) {
      const said = Array.from(open, text => text.toLowerCase())
      const { rows } = await sql<{ id: string; said: string }>`
        select ${column(target, 'id')}, ${value} as said from ${table}
        join ${sql.table(owner.name)} on ${column(owner, 'id')} = ${column(target, parentName)}
          and ${column(owner, 'tenantId')} = ${column(target, 'tenantId')}
        where ${conditions} and ${value} = any(${said}::text[])`.execute(unit.db)
      settle(rows, text => text.toLowerCase())
    }
  }
  return found
}
