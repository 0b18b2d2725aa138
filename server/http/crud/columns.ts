import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { type AnyResource, allFields, type KindOptions } from '../../../src/schema'
import { comparableColumn } from '../../db/columns'
import { linkOf } from '../../db/links'
import { toRecord as rowToRecord, recordColumns as storedColumns } from '../../db/rows'
import type { ApiRecord } from './apiRecord'
import type { Behaviour, Figures } from './behaviour'
import { targetIds } from './links'

/** A column of a resource's table, by its name in camel case. */
export const column = (resource: AnyResource, name: string): RawBuilder<unknown> => sql.ref(`${resource.name}.${name}`)

/** How many records refer to a row. They have a name of their own here, since they may be of the same resource. */
const countOf = (resource: AnyResource, { of, by }: KindOptions['count']): RawBuilder<unknown> => {
  const counted = of() as AnyResource
  const isWithinTenant = resource.scope === 'tenant' && counted.scope === 'tenant'
  const sameTenant = isWithinTenant ? sql` and counted.tenant_id = ${column(resource, 'tenantId')}` : sql``
  return sql`(select count(*) from ${sql.table(counted.name)} as counted
    where ${sql.ref(`counted.${by}`)} = ${column(resource, 'id')}${sameTenant})`
}

/** What is not stored in the record's own row; null for what is. */
const selectOf = (resource: AnyResource, name: string, { computed = {} }: Behaviour): RawBuilder<unknown> | null => {
  const field = allFields(resource)[name]
  if (field?.kind === 'count') return countOf(resource, field.options)
  if (field?.computed) {
    if (!computed[name]) throw new Error(`Nobody says how ${resource.name}.${name} is worked out.`)
    return computed[name]
  }
  const link = linkOf(resource, name)
  return link && targetIds(link)
}

/** What to select so that `toRecord` can make the record that the API answers. */
export const recordColumns = (resource: AnyResource, behaviour: Behaviour): AliasedRawBuilder<unknown, string>[] => [
  ...storedColumns(resource).map(name => column(resource, name).as(name)),
  ...Object.keys(allFields(resource)).flatMap(name => selectOf(resource, name, behaviour)?.as(name) ?? []),
  ...Object.entries(behaviour.extras ?? {}).map(([name, { select }]) => select.as(name)),
]

const countFigures = (resource: AnyResource, { of, by }: KindOptions['count']): Figures => {
  const counted = of() as AnyResource
  const isWithinTenant = resource.scope === 'tenant' && counted.scope === 'tenant'
  return {
    rows: tenantId => sql`select ${sql.ref(by)} as key, count(*) as value from ${sql.table(counted.name)}
      where ${isWithinTenant ? sql`tenant_id = ${tenantId}` : sql`true`} group by ${sql.ref(by)}`,
    absent: sql`0`,
  }
}

/**
 * What a query needs beside the row's own columns to be sorted by this field: a figure of all records is worked out at once and
 * joined, since one by one it would take seconds for a hundred thousand of them.
 */
export const sortSource = (
  resource: AnyResource,
  behaviour: Behaviour,
  name: string,
  tenantId: string | undefined,
): { columns: AliasedRawBuilder<unknown, string>[]; join: RawBuilder<unknown> } => {
  const field = allFields(resource)[name]
  const figures = field?.kind === 'count' ? countFigures(resource, field.options) : behaviour.figures?.[name]
  if (figures)
    return {
      columns: [sql`coalesce(figures.value, ${figures.absent})`.as(name)],
      join: sql`left join (${figures.rows(tenantId)}) as figures on figures.key = ${column(resource, 'id')}`,
    }
  const figure = selectOf(resource, name, behaviour)
  return { columns: figure ? [figure.as(name)] : [], join: sql`` }
}

/** A selected row as the record that the API answers. */
export const toRecord = (resource: AnyResource, row: Readonly<Record<string, unknown>>): ApiRecord =>
  rowToRecord(resource, row) as ApiRecord

/** What a list is sorted by: letter case does not count. */
export const sortKey = (resource: AnyResource, name: string): RawBuilder<unknown> => {
  const field = allFields(resource)[name]
  if (!field) return column(resource, name)
  // Its name is what the figure is selected as.
  return field.computed ? sql.ref(name) : sql.raw(comparableColumn(name, field))
}
