import {
  type AnyField,
  type AnyResource,
  aggregatesIn,
  allFields,
  type Fields,
  pathsIn,
  snakeCase,
} from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'
import { columnsOf } from './columns'
import { derivedSql } from './derivedSql'

/** The name omits the table's; SQL names the table `%table`. */
interface Trigger {
  table: string
  name: string
  sql: string
}

const storedIn = (resource: AnyResource): [name: string, field: AnyField][] =>
  Object.entries(resource.fields as Fields).filter(([, field]) => field.isStored && field.derived)

const columns = (resource: AnyResource, names: Iterable<string>): string =>
  Array.from(new Set(names))
    .flatMap(name => {
      const field = allFields(resource)[name]
      return field ? columnsOf(name, field).map(column => column.name) : []
    })
    .sort()
    .join(', ')

interface Source {
  resource: AnyResource
  column: string
  own: string
  events: string
  names: Set<string>
}

const sourcesOf = (resource: AnyResource): Source[] => {
  const sources = new Map<string, Source>()
  const read = (source: Omit<Source, 'names'>, names: readonly string[]) => {
    const key = `${source.resource.name} ${source.column} ${source.own}`
    const known = sources.get(key) ?? { ...source, names: new Set() }
    for (const name of names) known.names.add(name)
    sources.set(key, known)
  }
  // A stored field may derive from unstored derived fields.
  const visit = (field: AnyField): void => {
    if (!field.derived) return
    for (const { of, by, value, where = {}, order } of aggregatesIn(field.derived))
      read({ resource: of() as AnyResource, column: 'id', own: snakeCase(by), events: 'insert or delete or ' }, [
        by,
        ...(value ? [value] : []),
        ...(order ? [order] : []),
        ...Object.keys(where),
      ])
    for (const path of pathsIn(field.derived)) {
      const [name = '', other] = path.split('.')
      const own = allFields(resource)[name]
      if (!other && own?.derived) visit(own)
      if (other && own?.kind === 'reference')
        read({ resource: own.options.to() as AnyResource, column: snakeCase(name), own: 'id', events: '' }, [other])
    }
  }
  for (const [, field] of storedIn(resource)) visit(field)
  return Array.from(sources.values())
}

export const deriveName = (table: string): string => `${table}_derive`

export const derivedTriggers = (resource: AnyResource): Trigger[] => {
  const stored = storedIn(resource)
  if (stored.length === 0) return []
  const table = snakeCase(resource.name)
  const values = stored.flatMap(([name, field]) => {
    const parts = derivedSql(resource, name)
    return columnsOf(name, field).map((column, index) => `${parts[index]} as ${column.name}`)
  })
  return [
    {
      table,
      name: deriveName(table),
      sql: `before insert or update on %table for each row execute function derive_row(${literal(values.join(', '))})`,
    },
    ...sourcesOf(resource).map(({ resource: source, column, own, events, names }) => ({
      table: snakeCase(source.name),
      name: `${snakeCase(source.name)}_${own === 'id' ? `${table}_${column}` : own}_derive`,
      sql: `after ${events}update of ${columns(source, names)} on %table for each row execute function derive_others('${table}', '${column}', '${own}')`,
    })),
  ]
}

export const derivedFrom = (
  table: string,
  schema: Readonly<Record<string, { triggers: Readonly<Record<string, string>> }>>,
): string[] =>
  Object.entries(schema).flatMap(([other, { triggers }]) =>
    Object.values(triggers).some(sql => sql.includes(`derive_others('${table}', `)) ? other : [],
  )
