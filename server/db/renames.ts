import {
  type AnyField,
  type AnyNoOverlap,
  type AnyResource,
  type Fields,
  parseSort,
  type RowRule,
  snakeCase,
} from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import { columnsInStep, formerView, inStepName, inStepTrigger } from './expansion'
import { linksOf } from './links'
import { filled, fillSql } from './online/steps'
import { onlineNotNull, viewSql } from './schemaDiff'
import { type ColumnModel, linkNames, type SchemaModel, schemaOf, type TableModel, tableName } from './tables'

export interface Renamed {
  statements: string[]
  online: string[]
  schema: SchemaModel
  tables: string[]
  gone: { table: string; column?: string }[]
}

/** `price` exists as `price_amount`. */
const holds = (columns: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.keys(columns).some(column => column === snakeCase(name) || column.startsWith(`${snakeCase(name)}_`))

/** Both models have the same order, so names correspond by position. */
const asNamedBefore = (resources: readonly AnyResource[], before: SchemaModel): AnyResource[] => {
  const isOldName = ({ name, renamedFrom }: AnyResource): boolean =>
    renamedFrom !== undefined && !before[snakeCase(name)] && before[snakeCase(renamedFrom)] !== undefined
  const made = new Map<string, AnyResource>()
  const old = (resource: AnyResource): AnyResource => made.get(resource.name) ?? resource

  for (const resource of resources) {
    const name = isOldName(resource) ? (resource.renamedFrom as string) : resource.name
    const columns = before[snakeCase(name)]?.columns ?? {}
    const linkOf = (field: string) => before[`${snakeCase(name)}_${snakeCase(field)}`]
    const fields = Object.entries(resource.fields as Fields)
    const names = new Map(
      fields.flatMap(([field, { renamedFrom, kind }]): [string, string][] => {
        if (!renamedFrom) return []
        const isRenamed =
          kind === 'references'
            ? linkOf(renamedFrom) !== undefined && !linkOf(field)
            : holds(columns, renamedFrom) && !holds(columns, field)
        return isRenamed ? [[field, renamedFrom]] : []
      }),
    )
    const nameOf = (field: string): string => names.get(field) ?? field
    const keysOf = (record: object) =>
      Object.fromEntries(Object.entries(record).map(([field, value]) => [nameOf(field), value]))
    const { field: sort, order } = parseSort(resource.list.sort)
    const { beyondTenant, uniqueTogether, noOverlap, assigns, api, rows } = resource
    const ruleAs = (rule: RowRule): RowRule =>
      'field' in rule
        ? { ...rule, field: nameOf(rule.field) }
        : rule.rule === 'any' || rule.rule === 'all'
          ? { ...rule, of: rule.of.map(ruleAs) }
          : rule
    made.set(resource.name, {
      ...resource,
      name,
      api: api.replaceAll(/\{(\w+)\}/g, (_, param: string) => `{${nameOf(param)}}`),
      list: {
        ...resource.list,
        sort: `${order === 'DESC' ? '-' : ''}${nameOf(sort)}`,
        ...(resource.list.search && { search: resource.list.search.map(nameOf) }),
      },
      ...(resource.search && {
        search: {
          ...resource.search,
          ...(resource.search.fields && { fields: resource.search.fields.map(nameOf) }),
        },
      }),
      ...(rows && {
        rows: {
          ...(rows.read && { read: rows.read.map(ruleAs) }),
          ...(rows.write && { write: rows.write.map(ruleAs) }),
        },
      }),
      ...(uniqueTogether && { uniqueTogether: uniqueTogether.map(group => group.map(nameOf)) }),
      ...(noOverlap && {
        noOverlap: (noOverlap as readonly AnyNoOverlap[]).map(each => ({
          same: each.same.map(nameOf),
          from: nameOf(each.from),
          until: nameOf(each.until),
          ...(each.when && { when: keysOf(each.when) as AnyNoOverlap['when'] & {} }),
        })),
      }),
      ...(typeof beyondTenant === 'object' && {
        beyondTenant: {
          ...(beyondTenant.read && { read: beyondTenant.read.map(nameOf) }),
          ...(beyondTenant.insert && {
            insert: { fields: beyondTenant.insert.fields.map(nameOf), where: keysOf(beyondTenant.insert.where) },
          }),
        },
      }),
      ...(assigns && {
        assigns: Object.fromEntries(
          Object.entries(assigns).map(([key, assignment]) => [
            key,
            { ...assignment, of: () => old(assignment.of() as AnyResource) },
          ]),
        ),
      }),
      fields: Object.fromEntries(
        fields.map(([field, declared]): [string, AnyField] => {
          const { kind, options } = declared
          const target = kind === 'reference' || kind === 'references' ? options.to : null
          const moved = target && { ...declared, options: { ...options, to: () => old(target() as AnyResource) } }
          return [nameOf(field), (moved ?? declared) as AnyField]
        }),
      ),
    })
  }
  return resources.map(old)
}

const pairs = (old: object, next: object): [from: string, to: string][] => {
  const names = Object.keys(next)
  return Object.keys(old).flatMap((from, index) => {
    const to = names[index]
    return to === undefined || to === from ? [] : [[from, to] as [string, string]]
  })
}

const moved = <D>(
  before: Readonly<Record<string, D>>,
  old: Readonly<Record<string, D>>,
  next: Readonly<Record<string, D>>,
  columns: readonly [from: string, to: string][] = [],
): Record<string, D> => {
  const names = new Map(pairs(old, next))
  const renamed = (definition: D): D => {
    if (typeof definition !== 'string') return definition
    return columns.reduce<string>(
      (text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to),
      definition,
    ) as D
  }
  return Object.fromEntries(
    Object.entries(before).map(([name, definition]) => {
      const to = names.get(name) ?? name
      const isAsDeclared = JSON.stringify(definition) === JSON.stringify(old[name])
      return [to, isAsDeclared && next[to] !== undefined ? next[to] : renamed(definition)]
    }),
  )
}

type Fill = [table: string, set: string, condition: string]

const loggedNames = (renamed: readonly { resource: AnyResource; was: AnyResource }[]): Fill[] =>
  renamed.flatMap(({ resource, was }) => {
    const named = (table: string): Fill[] =>
      resource.name === was.name
        ? []
        : [[table, `entity_type = ${literal(resource.name)}`, `entity_type = ${literal(was.name)}`]]
    return [
      ...named('audit_entries'),
      ...pairs(was.fields, resource.fields).map(([from, to]): Fill => {
        const [old, next] = [literal(from), literal(to)]
        return [
          'audit_entries',
          `changes = changes - ${old} || jsonb_build_object(${next}, changes -> ${old})`,
          `entity_type = ${literal(resource.name)} and changes ? ${old}`,
        ]
      }),
      ...(resource.trash ? named('trash') : []),
    ]
  })

/** Found by their foreign keys, since a changed label renames the tables. */
const orderedLinks = (resource: AnyResource, was: AnyResource, before: SchemaModel): [from: string, to: string][] =>
  linksOf(resource).flatMap((link, index): [string, string][] => {
    const { table, rankCheck } = linkNames(link)
    const expected = linksOf(was)[index]
    if (!expected || before[snakeCase(expected.table)] || before[table]) return []
    const owner = `references ${tableName(was)} (tenant_id, id) on delete cascade`
    const target = `references ${tableName(expected.target)} (tenant_id, id)`
    const rank = rankCheck.slice(table.length)
    const found = Object.entries(before).find(
      ([name, { foreignKeys, constraints }]) =>
        foreignKeys[`${name}_owner_id_fkey`]?.endsWith(owner) &&
        foreignKeys[`${name}_target_id_fkey`]?.endsWith(target) &&
        constraints[name + rank],
    )
    return found ? [[found[0], table]] : []
  })

const linkAs = (model: TableModel, next: TableModel, nameOf: (name: string) => string): TableModel => {
  const named = <D>(part: Readonly<Record<string, D>>, declared: object): Record<string, D> =>
    Object.fromEntries(Object.keys(declared).map(name => [nameOf(name), part[nameOf(name)] as D]))
  return {
    ...model,
    constraints: named(model.constraints, next.constraints),
    foreignKeys: named(model.foreignKeys, next.foreignKeys),
    indexes: named(model.indexes, next.indexes),
    policies: named(model.policies, next.policies),
  }
}

const withFormerColumns = (
  table: string,
  model: TableModel,
  next: TableModel,
  renamed: readonly [from: string, to: string][],
): { statements: string[]; online: string[]; model: TableModel } => {
  const added = renamed.map(([from, to]): [string, ColumnModel] => {
    const former = model.columns[from] as ColumnModel
    const wanted = next.columns[to] ?? former
    return [to, { ...wanted, default: null, isNullable: former.isNullable || wanted.isNullable }]
  })
  const trigger = ([from, to]: [string, string]): [string, string] => [inStepName(to), inStepTrigger(from, to)]
  const needed = added.flatMap(([to, { isNullable }]) => (isNullable ? [] : [onlineNotNull(table, to)]))
  const former = added.map(([to, { type }], at) => ({ to, value: `${renamed[at]?.[0]}::${type}` }))
  return {
    statements: [
      ...added.map(([to, { type }]) => `alter table ${table} add column ${to} ${type}`),
      ...renamed.map(trigger).map(([name, sql]) => `create trigger ${name} ${sql.replace('%table', table)}`),
      ...needed.map(({ statement }) => statement),
    ],
    online: [
      fillSql(
        table,
        [],
        former.map(({ to, value }) => `${to} = ${value}`).join(', '),
        former.map(({ to, value }) => `${to} is distinct from ${value}`).join(' or '),
      ),
      ...needed.flatMap(({ online }) => online),
    ],
    model: {
      ...model,
      columns: { ...model.columns, ...Object.fromEntries(added) },
      triggers: { ...model.triggers, ...Object.fromEntries(renamed.map(trigger)) },
    },
  }
}

const underFormerName = (
  table: string,
  to: string,
  model: TableModel,
  renamed: readonly [from: string, to: string][],
): { statements: string[]; views: Record<string, string> } => {
  const names = new Map(renamed)
  const columns = Object.keys(model.columns).map((name): [string, string] => [name, names.get(name) ?? name])
  const view = formerView(to, columns)
  return {
    statements: [
      ...viewSql(table, view),
      ...Object.entries(model.grants).map(([role, privileges]) => `grant ${privileges} on ${table} to ${role}`),
    ],
    views: { [table]: view },
  }
}

/** @param isShared keeps former names beside the new ones for the previous version's processes */
export const renamesOf = (
  resources: readonly AnyResource[],
  before: SchemaModel,
  after: SchemaModel,
  isShared = false,
): Renamed => {
  const declaredBefore = asNamedBefore(resources, before)
  const old = schemaOf(declaredBefore)
  const tables = new Map(pairs(old, after))
  const renamed = resources.flatMap((resource, index): { resource: AnyResource; was: AnyResource }[] => {
    const was = declaredBefore[index]
    return was ? [{ resource, was }] : []
  })
  for (const { resource, was } of renamed) {
    if (was.name === resource.name) continue
    for (const [from, to] of orderedLinks(resource, was, before)) {
      old[from] = linkAs(before[from] as TableModel, after[to] as TableModel, name => name.replace(to, from))
      tables.set(from, to)
    }
  }
  const gone: Renamed['gone'] = []
  const statements: string[] = []
  const online: string[] = []
  const views: string[] = []
  const touched = new Set<string>()
  const schema: SchemaModel = {}

  for (const [table, model] of Object.entries(before)) {
    const to = tables.get(table) ?? table
    const next = after[to]
    const was = old[table] ?? (next && model)
    if (!next || !was) {
      schema[to] = model
      continue
    }
    const count = statements.length
    const renamedColumns = pairs(was.columns, next.columns).filter(([from]) => from in model.columns)
    const again = renamedColumns.find(([from]) =>
      columnsInStep(model).some(pair => pair.former === from || pair.column === from),
    )
    if (isShared && again)
      throw new Error(`${table}.${again[0]} was renamed before, and that is not over: write --contract first.`)
    if (isShared && to === table && renamedColumns.length > 0) {
      const shared = withFormerColumns(table, model, next, renamedColumns)
      statements.push(...shared.statements)
      online.push(...shared.online)
      schema[table] = shared.model
      touched.add(table)
      gone.push(...renamedColumns.map(([column]) => ({ table, column })))
      continue
    }
    if (to !== table) {
      gone.push({ table })
      statements.push(`alter table ${table} rename to ${to}`)
    }
    if (to !== table && model.columns.version)
      statements.push(`alter trigger ${table}_touch on ${to} rename to ${to}_touch`)
    const rename = (
      part: Exclude<keyof TableModel, 'triggers' | 'views'>,
      sql: (from: string, to: string) => string,
    ): void => {
      for (const [from, name] of pairs(was[part], next[part])) if (from in model[part]) statements.push(sql(from, name))
    }
    gone.push(...pairs(was.columns, next.columns).map(([column]) => ({ table, column })))
    rename('columns', (from, name) => `alter table ${to} rename column ${from} to ${name}`)
    for (const part of ['constraints', 'foreignKeys'] as const)
      rename(part, (from, name) => `alter table ${to} rename constraint ${from} to ${name}`)
    rename('indexes', (from, name) => `alter index ${from} rename to ${name}`)
    rename('policies', (from, name) => `alter policy ${from} on ${to} rename to ${name}`)
    if (statements.length > count) touched.add(to)
    schema[to] = {
      columns: moved(model.columns, was.columns, next.columns),
      constraints: moved(model.constraints, was.constraints, next.constraints, pairs(was.columns, next.columns)),
      foreignKeys: moved(model.foreignKeys, was.foreignKeys, next.foreignKeys),
      indexes: moved(model.indexes, was.indexes, next.indexes),
      policies: moved(model.policies, was.policies, next.policies),
      grants: moved(model.grants, was.grants, next.grants),
      triggers: model.triggers,
      views: model.views,
    }
    if (!isShared || to === table) continue
    const former = underFormerName(table, to, model, renamedColumns)
    views.push(...former.statements)
    schema[to] = { ...schema[to], views: { ...model.views, ...former.views } }
  }
  statements.push(...views)
  for (const [table, set, condition] of loggedNames(renamed))
    if (isShared) online.push(fillSql(table, [], set, condition))
    else statements.push(...filled([table], `update ${table} set ${set} where ${condition}`))
  return { statements, online, schema, tables: [...touched], gone }
}
