import {
  type Aggregate,
  type AnyField,
  type AnyOperand,
  type AnyResource,
  allFields,
  type Formula,
  inner,
  isSaid,
  kindOf,
  type Part,
  type Said,
  snakeCase,
  type Where,
} from '../../src/schema'
import { literal } from '../../src/schema/kinds/sqlChecks'

interface Row {
  resource: AnyResource
  alias: string
}

const zoneOf = ({ resource, alias }: Row): string =>
  resource.scope === 'tenant'
    ? `(select tenants.time_zone from tenants where tenants.id = ${alias}.tenant_id)`
    : "'UTC'"

const momentSql = (row: Row, said: Said): string => {
  if (said.says === 'now') return 'now()'
  const today = `(now() at time zone ${zoneOf(row)})::date`
  return said.says === 'today' && said.days !== 0 ? `(${today} + ${said.days})` : today
}

const boundSql = (row: Row, value: unknown): string => (isSaid(value) ? momentSql(row, value) : literal(value))

const conditionSql = (row: Row, name: string, requirement: unknown): string => {
  const value = operandSql(row, name)
  if (Array.isArray(requirement))
    return requirement.length > 0 ? `${value} in (${requirement.map(each => literal(each)).join(', ')})` : 'false'
  const { present, min, max } = requirement as { present?: boolean; min?: unknown; max?: unknown }
  if (present !== undefined) return `${value} is ${present ? 'not ' : ''}null`
  const ends = [
    ...(min === undefined ? [] : [`${value} >= ${boundSql(row, min)}`]),
    ...(max === undefined ? [] : [`${value} <= ${boundSql(row, max)}`]),
  ]
  return ends.join(' and ') || 'true'
}

const whereSql = (row: Row, where: Where = {}): string[] =>
  Object.entries(where).map(([name, requirement]) => conditionSql(row, name, requirement))

const partsOfKind = (field: AnyField): readonly Part[] => kindOf(field).columns(field.options)

const columnsIn = ({ resource, alias }: Row, name: string): string[] => {
  const field = allFields(resource)[name]
  if (!field) return [`${alias}.${snakeCase(name)}`]
  if (field.derived) return derivedParts({ resource, alias }, field)
  return partsOfKind(field).map(({ suffix = '' }) => `${alias}.${snakeCase(name)}${suffix}`)
}

const sameTenant = (a: Row, b: Row): string =>
  a.resource.scope === 'tenant' && b.resource.scope === 'tenant'
    ? `${a.alias}.tenant_id = ${b.alias}.tenant_id and `
    : ''

const alongSql = (row: Row, path: readonly string[], depth = 1): string => {
  const [name = '', ...rest] = path
  const [column = ''] = columnsIn(row, name)
  const field = allFields(row.resource)[name]
  if (rest.length === 0 || field?.kind !== 'reference') return column
  const other = { resource: field.options.to() as AnyResource, alias: `step${depth}` }
  return `(select ${alongSql(other, rest, depth + 1)} from ${snakeCase(other.resource.name)} as ${other.alias} where ${sameTenant(other, row)}${other.alias}.id = ${column})`
}

const operandSql = (row: Row, operand: AnyOperand): string => {
  if (typeof operand === 'string') return alongSql(row, operand.split('.'))
  if (typeof operand === 'number') return String(operand)
  if (isSaid(operand)) return momentSql(row, operand)
  const formula = inner(operand)
  return formula ? (formulaSql(row, formula)[0] ?? 'null') : 'null'
}

const kindAt = ({ resource }: Row, operand: AnyOperand): string | undefined => {
  if (typeof operand !== 'string') return undefined
  let at: AnyResource | undefined = resource
  let field: AnyField | undefined
  for (const name of operand.split('.')) {
    field = at && allFields(at)[name]
    at = field?.kind === 'reference' ? (field.options.to() as AnyResource) : undefined
  }
  return field?.kind
}

const dateSql = (row: Row, operand: AnyOperand): string => {
  const value = operandSql(row, operand)
  const isInstant = kindAt(row, operand) === 'instant' || (isSaid(operand) && operand.says === 'now')
  return isInstant ? `(${value} at time zone ${zoneOf(row)})::date` : value
}

const countedRow = ({ of }: Aggregate): Row => ({ resource: of() as AnyResource, alias: 'part' })

const aggregates: Readonly<Record<string, (columns: readonly string[]) => string[]>> = {
  count: () => ['count(*)'],
  sum: ([value, currency]) => ofOneCurrency(`sum(${value})`, currency),
  min: ([value, currency]) => ofOneCurrency(`min(${value})`, currency),
  max: ([value, currency]) => ofOneCurrency(`max(${value})`, currency),
}

/** Amounts in several currencies have no sum. */
const ofOneCurrency = (value: string, currency: string | undefined): string[] => {
  if (!currency) return [value]
  const isOne = `min(${currency}) = max(${currency})`
  return [`case when ${isOne} then ${value} end`, `case when ${isOne} then min(${currency}) end`]
}

const orderOf = (row: Row, { order = 'createdAt' }: Aggregate): string =>
  `${columnsIn(row, order)[0]} desc nulls last, ${row.alias}.id desc`

const fromSql = (row: Row, conditions: readonly string[]): string =>
  `from ${snakeCase(row.resource.name)} as ${row.alias}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`

const aggregateSql = (row: Row, op: Formula['op'], aggregate: Aggregate): string[] => {
  const part = countedRow(aggregate)
  const columns = aggregate.value ? columnsIn(part, aggregate.value) : []
  const conditions = [
    `${sameTenant(part, row)}${part.alias}.${snakeCase(aggregate.by)} = ${row.alias}.id`,
    ...whereSql(part, aggregate.where),
  ]
  const from = fromSql(part, conditions)
  if (op === 'last')
    return columns.map(column => `(select ${column} ${from} order by ${orderOf(part, aggregate)} limit 1)`)
  return (aggregates[op]?.(columns) ?? []).map(value => `(select ${value} ${from})`)
}

const formulaSql = (row: Row, { op, aggregate, operands = [], separator = '', where }: Formula): string[] => {
  if (aggregate) return aggregateSql(row, op, aggregate)
  const all = () => operands.map(operand => operandSql(row, operand))
  switch (op) {
    case 'holds':
      return [`coalesce(${whereSql(row, where).join(' and ') || 'true'}, false)`]
    case 'days': {
      const [from = '', to = ''] = operands.map(operand => dateSql(row, operand))
      return [`(${to} - ${from})`]
    }
    case 'elapsed': {
      const [from = '', to = ''] = all()
      return [`floor(extract(epoch from (${to} - ${from})) / 60)`]
    }
    case 'plus':
    case 'later':
      return [`(${all().join(' + ')})`]
    case 'minus':
      return [`(${all().join(' - ')})`]
    case 'times':
      return [`(${all().join(' * ')})`]
    case 'firstOf':
      return [`coalesce(${all().join(', ')})`]
    default:
      return [`nullif(concat_ws(${[literal(separator), ...all()].join(', ')}), '')`]
  }
}

/** A sum may be longer than its addends. */
export const derivedType = (type: string): string =>
  type.replace(/^(?:integer|smallint)$/, 'bigint').replace(/^numeric\(\d+,/, 'numeric(38,')

const derivedParts = (row: Row, field: AnyField): string[] => {
  const parts = partsOfKind(field)
  const initial = field.default as unknown
  return formulaSql(row, field.derived as Formula).map((value, index) => {
    const part = parts[index]
    const ofPart = part?.key && initial ? (initial as Record<string, unknown>)[part.key] : initial
    const given = ofPart === undefined || ofPart === null ? value : `coalesce(${value}, ${literal(ofPart)})`
    return part ? `(${given})::${derivedType(part.type)}` : given
  })
}

export const derivedSql = (resource: AnyResource, name: string): string[] =>
  derivedParts({ resource, alias: snakeCase(resource.name) }, allFields(resource)[name] as AnyField)

/**
 * Rows of `key` (the record's id) and `value`; null unless the formula is an aggregate.
 * @param tenantId SQL
 */
export const derivedOfAll = ({
  derived,
}: AnyField): { select: string; from: string; rest: string; isTenants: boolean } | null => {
  const { op, aggregate } = derived ?? {}
  if (!op || !aggregate) return null
  const part = countedRow(aggregate)
  const by = `${part.alias}.${snakeCase(aggregate.by)}`
  const [column = ''] = aggregate.value ? columnsIn(part, aggregate.value) : []
  const conditions = whereSql(part, aggregate.where)
  const isTenants = part.resource.scope === 'tenant'
  const from = fromSql(part, [`${by} is not null`, ...conditions])
  if (op === 'last')
    return {
      select: `distinct on (${by}) ${by} as key, ${column} as value`,
      from,
      rest: `order by ${by}, ${orderOf(part, aggregate)}`,
      isTenants,
    }
  const columns = aggregate.value ? columnsIn(part, aggregate.value) : []
  return {
    select: `${by} as key, ${aggregates[op]?.(columns)[0]} as value`,
    from,
    rest: `group by ${by}`,
    isTenants,
  }
}
