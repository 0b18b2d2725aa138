import {
  type AnyField,
  type AnyNoOverlap,
  type AnyResource,
  allFields,
  type BeyondTenant,
  type Fields,
  parseSort,
  pathParamNames,
  snakeCase,
  systemFields,
} from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import { bareName, columnsOf, comparableColumn } from './columns'
import { derivedTriggers } from './derivedTriggers'
import { fileTies, tieSql } from './fileTies'
import { type Link, linksOf } from './links'
import { referredColumns, referringIndexes, rowPolicies, rowViews } from './rowRules'
import { searchColumn, searchIndex, searchPolicy } from './searchColumn'

export interface ColumnModel {
  type: string
  isNullable: boolean
  default: string | null
  generated?: string
  filled?: { with: string; from: string }
}

export interface TableModel {
  columns: Record<string, ColumnModel>
  constraints: Record<string, string>
  foreignKeys: Record<string, string>
  indexes: Record<string, string>
  policies: Record<string, string>
  grants: Record<string, string>
  /** `%table` stands for the table's name. */
  triggers: Record<string, string>
  /** Read with the rights of `slotwise_tenant`, whatever rules limit the caller. */
  views: Record<string, string>
}

export type SchemaModel = Record<string, TableModel>

/** PostgreSQL truncates longer names silently. */
const longestName = 63

const named = (...words: string[]): string => {
  const name = words.join('_')
  if (name.length > longestName)
    throw new Error(`${name} is longer than ${longestName} characters: shorten what it is made of.`)
  return name
}

export const tableName = (resource: { name: string }): string => snakeCase(resource.name)

const ownTenant = '(select current_tenant_id())'

const memberPolicies: Record<string, Record<string, string>> = {
  tenants: {
    tenants_own_read: `for select to slotwise_tenant using (id = ${ownTenant})`,
    tenants_own_write: `for update to slotwise_tenant using (id = ${ownTenant}) with check (id = ${ownTenant})`,
  },
  users: {
    users_fellow_members: `for select to slotwise_tenant using (id in (select user_id from memberships where tenant_id = ${ownTenant}))`,
  },
}

export const onlyId = '00000000-0000-7000-8000-000000000001'

const everything = 'select, insert, update, delete'

const memberColumns = (resource: AnyResource): string =>
  Object.entries(resource.fields as Fields)
    .filter(([, field]) => field.writable && field.writeRole !== 'superuser')
    .flatMap(([name, field]) => columnsOf(name, field))
    .map(({ name }) => name)
    .sort()
    .join(', ')

const tableColumns = (resource: AnyResource): Record<string, ColumnModel> => {
  const required = { isNullable: false, default: null }
  const columns: Record<string, ColumnModel> = {
    ...(resource.scope === 'tenant' && { tenant_id: { type: 'uuid', ...required } }),
    id: { type: 'uuid', isNullable: false, default: 'uuid_v7()' },
  }
  for (const [name, field] of Object.entries(allFields(resource))) {
    for (const { name: column, type, isNullable, default: initial } of columnsOf(name, field))
      columns[column] = { type, isNullable, default: name === 'version' ? '1' : initial }
  }
  return { ...columns, ...searchColumn(resource) }
}

const checks = (table: string, name: string, field: AnyField): [string, string][] => {
  const columns = columnsOf(name, field)
  const each = columns.flatMap(({ name: column, check }): [string, string][] =>
    check ? [[named(table, bareName(column), 'check'), `check (${check})`]] : [],
  )
  if (columns.length < 2 || field.presence !== 'optional') return each
  const absent = columns.map(column => `${column.name} is null`)
  return [...each, [named(table, snakeCase(name), 'check'), `check ((${absent.join(') = (')}))`]]
}

const unique = (resource: AnyResource, names: readonly string[]): [string, string] => {
  const others = names.filter(name => name !== 'tenantId')
  const keys = others.flatMap(name => {
    const field = (resource.fields as Fields)[name]
    return field ? [comparableColumn(name, field)] : []
  })
  const lead = resource.scope === 'tenant' ? ['tenant_id'] : []
  return [uniqueName(resource, others), `unique (${[...lead, ...keys].join(', ')})`]
}

export const uniqueName = (resource: AnyResource, names: readonly string[]): string =>
  named(tableName(resource), ...names.map(snakeCase), 'key')

export const overlapName = (resource: AnyResource, { from, until }: AnyNoOverlap): string =>
  named(tableName(resource), snakeCase(from), snakeCase(until), 'excl')

export const orderName = (resource: AnyResource, { from, until }: AnyNoOverlap): string =>
  named(tableName(resource), snakeCase(from), snakeCase(until), 'check')

const overlaps = (resource: AnyResource): [string, string][] =>
  (resource.noOverlap ?? []).flatMap((each: AnyNoOverlap): [string, string][] => {
    const fields = resource.fields as Fields
    const [from, until] = [snakeCase(each.from), snakeCase(each.until)]
    const range = fields[each.from]?.kind === 'localDate' ? 'daterange' : 'tstzrange'
    const same = each.same.map(name => comparableColumn(name, fields[name] as AnyField))
    const keys = [...(resource.scope === 'tenant' ? ['tenant_id'] : []), ...same].map(key => `${key} with =`)
    const when = Object.entries(each.when ?? {}).map(
      ([name, values = []]) => `${snakeCase(name)} in (${values.map(value => literal(value)).join(', ')})`,
    )
    const excluded = [...keys, `${range}(${from}, ${until}) with &&`].join(', ')
    return [
      [orderName(resource, each), `check (${until} >= ${from})`],
      [
        overlapName(resource, each),
        `exclude using gist (${excluded})${when.length > 0 ? ` where (${when.join(' and ')})` : ''}`,
      ],
    ]
  })

const foreignKey = (resource: AnyResource, name: string, target: AnyResource): [string, string] => {
  const table = tableName(resource)
  const column = snakeCase(name)
  const fate = pathParamNames(resource.api).includes(name) ? ' on delete cascade' : ''
  const constraint = named(table, column, 'fkey')
  if (target.scope === 'platform')
    return [constraint, `foreign key (${column}) references ${tableName(target)} (id)${fate}`]
  if (resource.scope === 'platform' && resource.name !== 'tenants')
    throw new Error(`${resource.name}.${name} cannot refer to ${target.name}: a record above tenants has no tenant.`)
  const tenant = resource.scope === 'tenant' ? 'tenant_id' : 'id'
  return [constraint, `foreign key (${tenant}, ${column}) references ${tableName(target)} (tenant_id, id)${fate}`]
}

const sortIndex = (resource: AnyResource, uniques: string[]): [string, string][] => {
  const { field: name } = parseSort(resource.list.sort)
  const field = allFields(resource)[name]
  if (!field || (field.computed && !field.isStored)) return []
  const lead = resource.scope === 'tenant' ? 'tenant_id, ' : ''
  const keys = lead + comparableColumn(name, field)
  if (uniques.includes(`unique (${keys})`)) return []
  return [[named(tableName(resource), snakeCase(name), 'idx'), `(${keys}, id)`]]
}

const derivedIndexes = (resource: AnyResource): [string, string][] =>
  (resource.list.filters ?? []).flatMap((name: string): [string, string][] => {
    const field = (resource.fields as Fields)[name]
    if (!field?.isStored) return []
    const lead = resource.scope === 'tenant' ? 'tenant_id, ' : ''
    return [[named(tableName(resource), snakeCase(name), 'idx'), `(${lead}${comparableColumn(name, field)}, id)`]]
  })

const columnList = (resource: AnyResource, names: readonly string[]): string =>
  [
    'tenant_id',
    ...names.flatMap(name => {
      const field = (resource.fields as Fields)[name]
      return field ? columnsOf(name, field).map(column => column.name) : [snakeCase(name)]
    }),
  ].join(', ')

const beyondTenant = (
  resource: AnyResource,
  policies: Record<string, string>,
  grants: Record<string, string>,
): void => {
  if (resource.beyondTenant === undefined || resource.beyondTenant === 'everything') return
  const { read, insert } = resource.beyondTenant as Exclude<BeyondTenant<Fields>, 'everything'>
  const table = tableName(resource)
  const granted: string[] = []
  if (insert) {
    const values = Object.entries(insert.where).map(([name, value]) => `${snakeCase(name)} = ${literal(value)}`)
    policies[named(table, 'platform_insert')] =
      `for insert to slotwise_platform with check (${values.join(' and ') || 'true'})`
    granted.push(`insert (${columnList(resource, insert.fields)})`)
  }
  if (read) {
    policies[named(table, 'platform_read')] = 'for select to slotwise_platform using (true)'
    granted.push(`select (${columnList(resource, read)})`)
  }
  if (granted.length > 0) grants.slotwise_platform = granted.join(', ')
}

const tableOf = (resource: AnyResource, byName: ReadonlyMap<string, AnyResource>): TableModel => {
  const table = tableName(resource)
  const isTenants = resource.scope === 'tenant'
  const fields = Object.entries(resource.fields as Fields)
  const references = fields.flatMap(([name, field]) => {
    if (field.kind !== 'reference' || field.computed) return []
    const target = byName.get(field.options.to().name)
    if (!target) throw new Error(`${resource.name}.${name} refers to a resource that is not in src/resources/index.ts.`)
    return [{ name, target }]
  })
  const uniques = [
    ...fields.filter(([, field]) => field.unique).map(([name]) => unique(resource, [name])),
    ...(resource.uniqueTogether ?? []).map(names => unique(resource, names)),
  ]
  const referenceIndexes = references
    .filter(({ name }) => name !== 'tenantId' && !(resource.fields as Fields)[name]?.unique)
    .map(({ name, target }): [string, string] => {
      const column = snakeCase(name)
      // Lookups such as a user's memberships cross tenants.
      const keys = isTenants && target.scope === 'tenant' ? `tenant_id, ${column}` : column
      return [named(table, column, 'idx'), `(${keys})`]
    })
    // Each index slows every write. A unique one with the same first columns serves as well.
    .filter(([, keys]) => !uniques.some(([, unique]) => unique.startsWith(`unique ${keys.slice(0, -1)}, `)))

  const policies: Record<string, string> = { ...memberPolicies[resource.name] }
  const grants: Record<string, string> = {}
  if (isTenants) {
    const mine = `tenant_id = ${ownTenant}`
    policies[named(table, 'tenant')] = `for all to slotwise_tenant using (${mine}) with check (${mine})`
    grants.slotwise_tenant = everything
  } else if (memberPolicies[resource.name]) {
    const mayUpdate = resource.access.ownTenant ? `, update (${memberColumns(resource)})` : ''
    grants.slotwise_tenant = `select${mayUpdate}`
  }
  if (!isTenants || resource.beyondTenant === 'everything') {
    policies[named(table, 'platform')] = 'for all to slotwise_platform using (true) with check (true)'
    grants.slotwise_platform = resource.access.write === 'nobody' ? 'select, insert' : everything
  }
  beyondTenant(resource, policies, grants)
  for (const [what, sql] of Object.entries(rowPolicies(resource))) policies[named(table, what)] = sql
  const searched = searchPolicy(resource)
  if (searched) {
    policies[named(table, 'search')] = searched.policy
    grants.slotwise_search = searched.grant
  }

  const ties = fileTies(resource).map(tie => ({ ...tie, sql: tieSql(tie) }))
  const triggers = ties.flatMap(({ column, sql }): [string, string][] => [
    [named(table, column, 'keep'), sql.keeps],
    [named(table, column, 'release'), sql.releases],
  ])
  const tenantKey: [string, string] = [
    named(table, 'tenant_id_fkey'),
    'foreign key (tenant_id) references tenants (id) on delete cascade',
  ]
  return {
    columns: tableColumns(resource),
    constraints: {
      [named(table, 'pkey')]: `primary key (${isTenants ? 'tenant_id, id' : 'id'})`,
      ...(resource.kind === 'singleton' && {
        [named(table, 'singleton', 'check')]: `check (id = ${isTenants ? 'tenant_id' : literal(onlyId)})`,
      }),
      ...Object.fromEntries(
        [...fields, ['version', systemFields.version] as const].flatMap(([name, field]) => checks(table, name, field)),
      ),
      ...Object.fromEntries(overlaps(resource)),
    },
    foreignKeys: Object.fromEntries([
      ...(isTenants ? [tenantKey] : []),
      ...references
        .filter(({ name }) => name !== 'tenantId')
        .map(({ name, target }) => foreignKey(resource, name, target)),
      ...ties.map(({ column, sql }) => [named(table, column, 'fkey'), sql.foreignKey] as const),
    ]),
    indexes: Object.fromEntries([
      ...uniques,
      ...sortIndex(
        resource,
        uniques.map(([, keys]) => keys),
      ),
      ...derivedIndexes(resource),
      ...searchIndex(resource).map(sql => [named(table, 'search_idx'), sql] as const),
      ...referenceIndexes,
      ...ties.map(({ column, sql }) => [named(table, column, 'idx'), sql.index] as const),
    ]),
    policies,
    grants,
    triggers: Object.fromEntries(triggers),
    views: rowViews(resource, [...byName.values()]),
  }
}

export const linkNames = ({ table: name, rank }: Link) => {
  const table = snakeCase(name)
  return {
    table,
    ownerKey: named(table, 'owner_id', 'fkey'),
    targetKey: named(table, 'target_id', 'fkey'),
    rankCheck: named(table, snakeCase(rank), 'check'),
  }
}

/**
 * Blocks deletion of a referenced record: a rule without its last resource would mean something else, and a variant
 * would silently need less.
 */
const linkTable = (link: Link): TableModel => {
  const { owner, target } = link
  if (owner.scope === 'platform' || target.scope === 'platform')
    throw new Error(`${owner.name}.${link.name} must lie within one tenant.`)
  const { table, ownerKey, targetKey, rankCheck } = linkNames(link)
  const rank = snakeCase(link.rank)
  const mine = `tenant_id = ${ownTenant}`
  const id = { type: 'uuid', isNullable: false, default: null }
  return {
    columns: {
      tenant_id: id,
      owner_id: id,
      target_id: id,
      [rank]: { type: 'integer', isNullable: false, default: null },
    },
    constraints: {
      [named(table, 'pkey')]: 'primary key (tenant_id, owner_id, target_id)',
      [rankCheck]: `check (${rank} >= 0)`,
    },
    foreignKeys: {
      // Without the cascade, references would block the deletion of a tenant.
      [named(table, 'tenant_id_fkey')]: 'foreign key (tenant_id) references tenants (id) on delete cascade',
      [ownerKey]: `foreign key (tenant_id, owner_id) references ${tableName(owner)} (tenant_id, id) on delete cascade`,
      [targetKey]: `foreign key (tenant_id, target_id) references ${tableName(target)} (tenant_id, id)`,
    },
    indexes: { [named(table, 'target_id_idx')]: '(tenant_id, target_id)' },
    policies: { [named(table, 'tenant')]: `for all to slotwise_tenant using (${mine}) with check (${mine})` },
    grants: { slotwise_tenant: everything },
    triggers: {},
    views: {},
  }
}

export const schemaOf = (resources: readonly AnyResource[]): SchemaModel => {
  const byName = new Map(resources.map(resource => [resource.name, resource]))
  const schema: SchemaModel = Object.fromEntries(
    resources.flatMap(resource => [
      [tableName(resource), tableOf(resource, byName)],
      ...linksOf(resource).map(link => [snakeCase(link.table), linkTable(link)]),
    ]),
  )
  for (const { table, name, sql } of resources.flatMap(derivedTriggers)) {
    const of = schema[table]
    if (of) of.triggers[named(name)] = sql
  }
  for (const { table, column, by, from, trigger } of referredColumns(resources)) {
    const [referred, referring] = [schema[table], schema[from]]
    if (!referred || !referring) continue
    const filled = {
      with: `exists (select from ${from} where ${from}.tenant_id = ${table}.tenant_id and ${from}.${by} = ${table}.id)`,
      from,
    }
    referred.columns[column] = { type: 'boolean', isNullable: false, default: 'false', filled }
    referred.indexes[named(table, column, 'idx')] = `(tenant_id, ${column}, id)`
    referring.triggers[named(from, by, table, 'referred')] = trigger
  }
  for (const { table, columns } of referringIndexes(resources)) {
    const referring = schema[table]
    if (referring) referring.indexes[named(table, 'rows_idx')] = `(tenant_id, id) include (${columns.join(', ')})`
  }
  return schema
}
