import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { type AnyField, type AnyResource, allFields, kindOf, memoize } from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { derivedOfAll, derivedSql } from '../db/derivedSql'
import { linkOf } from '../db/links'
import { exactColumns, fromRow, partColumns, storedColumns } from '../db/rows'
import { compiledOnce } from '../db/sql'
import type { Figures, ResourceHooks } from './hooks'
import { targetIds } from './links'

/** SQL for a column of a resource's table: `rooms.starts_at` for `startsAt`. */
export const column = (resource: AnyResource, name: string): RawBuilder<unknown> => sql.ref(`${resource.name}.${name}`)

const isWorkedOut = ({ computed, derived }: AnyField): boolean => computed === true && !derived

const isUnstored = ({ computed, isStored }: AnyField): boolean => computed === true && !isStored

const derivedValue = (resource: AnyResource, name: string, field: AnyField): RawBuilder<unknown> => {
  const parts = derivedSql(resource, name)
  if (parts.length < 2) return sql.raw(parts[0] ?? 'null')
  const keys = kindOf(field)
    .columns(field.options)
    .map(({ key = '' }) => key)
  const members = keys.map((key, index) => `'${key}', ${parts[index]}`)
  return sql.raw(`case when ${parts[0]} is not null then jsonb_build_object(${members.join(', ')}) end`)
}

const selectOf = (
  resource: AnyResource,
  name: string,
  { computed = {} }: ResourceHooks,
): RawBuilder<unknown> | null => {
  const field = allFields(resource)[name]
  if (field?.derived) return field.isStored ? null : derivedValue(resource, name, field)
  if (field && isWorkedOut(field)) {
    if (!computed[name]) throw new Error(`Nobody says how ${resource.name}.${name} is worked out.`)
    return computed[name]
  }
  const link = linkOf(resource, name)
  return link && targetIds(link)
}

export const compared = (resource: AnyResource, name: string, hooks: ResourceHooks): RawBuilder<unknown> => {
  const field = allFields(resource)[name]
  if (!field || !isUnstored(field)) return column(resource, (field && partColumns(name, field)[0]) ?? name)
  if (field.derived) return sql.raw(derivedSql(resource, name)[0] ?? 'null')
  const [part] = kindOf(field).columns(field.options)
  // A parameter takes the type that it is compared with, so the cast is needed.
  return sql`(${selectOf(resource, name, hooks)})::${sql.raw(part?.type ?? 'bigint')}`
}

const isExact = (resource: AnyResource, name: string): boolean => {
  const field = allFields(resource)[name]
  return field !== undefined && kindOf(field).columns(field.options)[0]?.isExact === true
}

const namesOf = (resource: AnyResource, { workedOut }: { workedOut: boolean }): string[] =>
  Object.entries(allFields(resource)).flatMap(([name, field]) => (isWorkedOut(field) === workedOut ? name : []))

export const selectedColumns = (resource: AnyResource): AliasedRawBuilder<unknown, string>[] => {
  const exact = exactColumns(resource)
  return storedColumns(resource).map(name => {
    const stored = column(resource, name)
    return (exact.has(name) ? sql`${stored}::text` : stored).as(name)
  })
}

interface OwnColumns {
  columns: AliasedRawBuilder<unknown, string>
  workedOut: readonly string[]
}

const ownColumns = memoize((resource: AnyResource): OwnColumns => {
  const figures = namesOf(resource, { workedOut: false }).flatMap(name => {
    const figure = selectOf(resource, name, {})
    return figure ? (isExact(resource, name) ? sql`${figure}::text` : figure).as(name) : []
  })
  return {
    // Kysely requires names, which this text already contains.
    columns: compiledOnce(sql.join([...selectedColumns(resource), ...figures])) as unknown as OwnColumns['columns'],
    workedOut: namesOf(resource, { workedOut: true }),
  }
})

/**
 * The columns of a SELECT or RETURNING for `toRecord`.
 *
 * @example
 * const { rows } = await sql<Row>`select ${sql.join(recordColumns(rooms, roomsHooks))} from rooms`.execute(db)
 * return rows.map(row => toRecord(rooms, row))
 */
export const recordColumns = (resource: AnyResource, hooks: ResourceHooks): AliasedRawBuilder<unknown, string>[] => {
  const { columns, workedOut } = ownColumns(resource)
  return [
    columns,
    ...workedOut.flatMap(name => {
      const select = isExact(resource, name)
        ? sql`${compared(resource, name, hooks)}::text`
        : selectOf(resource, name, hooks)
      return select ? compiledOnce(select).as(name) : []
    }),
    ...Object.entries(hooks.extras ?? {}).map(([name, { select }]) => compiledOnce(select).as(name)),
  ]
}

const derivedFigures = (field: AnyField): Figures | null => {
  const all = field.isStored ? null : derivedOfAll(field)
  if (!all) return null
  const ofTenant = (tenantId: string | undefined) => (all.isTenants ? sql` and part.tenant_id = ${tenantId}` : sql``)
  return {
    rows: tenantId => sql`select ${sql.raw(all.select)} ${sql.raw(all.from)}${ofTenant(tenantId)} ${sql.raw(all.rest)}`,
    absent: field.default === undefined ? sql`null` : sql.raw(literal(field.default)),
  }
}

/** One by one takes seconds for a hundred thousand records. */
export const sortSource = (
  resource: AnyResource,
  hooks: ResourceHooks,
  name: string,
  tenantId: string | undefined,
  index: number,
): { columns: AliasedRawBuilder<unknown, string>[]; join: RawBuilder<unknown> } => {
  const alias = sql.ref(`figures${index}`)
  const field = allFields(resource)[name]
  const figures = (field?.derived && derivedFigures(field)) ?? hooks.figures?.[name]
  if (figures)
    return {
      columns: [sql`coalesce(${alias}.value, ${figures.absent})`.as(name)],
      join: sql`left join (${figures.rows(tenantId)}) as ${alias} on ${alias}.key = ${column(resource, 'id')}`,
    }
  const figure = selectOf(resource, name, hooks)
  return { columns: figure ? [figure.as(name)] : [], join: sql`` }
}

/** Converts a row with the columns of `recordColumns`. */
export const toRecord = <R extends AnyResource>(resource: R, row: Readonly<Record<string, unknown>>): ApiRecord<R> =>
  fromRow(resource, row) as ApiRecord<R>

export const sortKey = (resource: AnyResource, name: string, hooks: ResourceHooks): RawBuilder<unknown> => {
  const field = allFields(resource)[name]
  if (!field) return column(resource, name)
  // Exact values are selected as text under this name, so their own SQL compares them.
  if (isUnstored(field)) return isExact(resource, name) ? compared(resource, name, hooks) : sql.ref(name)
  // A bare name would mean the selected text of a decimal.
  const stored = column(resource, partColumns(name, field)[0] ?? name)
  return field.traits.sort === 'folded' ? sql`lower(${stored})` : stored
}

/** Reads records by the rest of a SELECT: `where …`, with an order or a lock. It must name the tenant. */
export const readRecords = async <R extends AnyResource>(
  db: Transaction,
  resource: R,
  hooks: ResourceHooks,
  rest: RawBuilder<unknown>,
): Promise<ApiRecord<R>[]> => {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join(recordColumns(resource, hooks))} from ${sql.table(resource.name)} ${rest}`.execute(db)
  return rows.map(row => toRecord(resource, row))
}
