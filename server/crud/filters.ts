import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import {
  fieldSchema,
  InvalidValue,
  type JsonSchema,
  type QueryParam,
  readersText,
  unstorable,
} from '../../src/contract'
import {
  type AnyField,
  type AnyResource,
  fieldOf,
  filterFieldsOf,
  kindOf,
  memoize,
  partName,
  type ValueSchema,
} from '../../src/schema'
import { checkValue, schemaOf } from '../../src/schema/validation'
import { derivedSql } from '../db/derivedSql'
import { linkOf } from '../db/links'
import { partColumns } from '../db/rows'
import { column, compared } from './columns'
import type { ResourceHooks } from './hooks'
import { refersTo } from './links'
import type { Condition } from './scope'

type Values = readonly unknown[]

interface Filter {
  name: string
  param: () => QueryParam<Values | undefined>
  /** Bare dates begin in `timeZone`. */
  condition: (values: Values, timeZone: string, hooks: ResourceHooks) => Condition
}

const jsonSchemaOf = (describe: ValueSchema): JsonSchema => {
  const { $schema: _, ...described } = z.toJSONSchema(schemaOf(describe), { io: 'input', unrepresentable: 'any' })
  return described
}

const accepts = (schema: ValueSchema | undefined, text: string): boolean =>
  schema !== undefined && 'value' in checkValue(schema, text)

const readAs = (schema: ValueSchema, parse: (text: string) => unknown, text: string): unknown => {
  if (unstorable.test(text)) throw new InvalidValue('validation.invalid')
  const checked = checkValue(schema, parse(text))
  if ('problem' in checked) throw new InvalidValue(checked.problem.key, checked.problem.args)
  return checked.value
}

/** SQL condition: the text contains `part`, ignoring case. `%` and `_` are literal. */
export const contains = (text: RawBuilder<unknown>, part: unknown): Condition =>
  sql`${text} ilike ${`%${String(part).replace(/[\\%_]/g, '\\$&')}%`}`

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const asIs = (text: string): unknown => text

/** The filters that compare a field, or a part of it, with a value or a bound. */
const comparisonsOf = (resource: AnyResource, name: string, field: AnyField) => {
  const { schema, bound: bare, parse = asIs, parts = {} } = kindOf(field).compared ?? {}
  const compares = schema ?? field.schema
  const describe = () => (schema ? jsonSchemaOf(schema) : fieldSchema(field))
  const columns: RawBuilder<unknown>[] =
    field.derived && !field.isStored
      ? derivedSql(resource, name).map(each => sql.raw(each))
      : partColumns(name, field).map(each => column(resource, each))
  const kept = kindOf(field).columns(field.options)
  const isMoment = kept[0]?.type.startsWith('timestamptz') ?? false

  const several = (
    description: string,
    condition: Filter['condition'],
    of = { name, schema: compares, parse, describe },
  ): Filter => ({
    name: of.name,
    param: () => {
      // A repeated flag would match every record.
      const isFlag = field.kind === 'flag'
      return {
        schema: isFlag ? of.describe() : { type: 'array', items: of.describe() },
        description: isFlag ? 'Equal to this' : description,
        read: values => values.map(text => readAs(of.schema, of.parse, text)),
        absent: undefined,
      }
    },
    condition,
  })
  const equal = 'Equal to this, or to one of these when repeated'

  const limit = (
    end: 'From' | 'To',
    description: string,
    compare: (bound: RawBuilder<unknown>, hooks: ResourceHooks) => Condition,
  ): Filter => ({
    name: name + end,
    param: () => ({
      schema: bare ? { type: 'string' } : describe(),
      description,
      read: ([text = '', ...others]) => {
        if (others.length > 0) throw new InvalidValue('validation.invalid')
        return [accepts(bare, text) ? text : readAs(compares, parse, text)]
      },
      absent: undefined,
    }),
    condition: ([value], timeZone, hooks) =>
      compare(
        isMoment && /^\d{4}-\d\d-\d\d$/.test(String(value))
          ? sql`(${value}::date)::timestamp at time zone ${timeZone}`
          : sql`${value}`,
        hooks,
      ),
  })

  const equalPart = (key: string): Filter => {
    const schema = parts[key]
    const of = columns[kept.findIndex(each => each.key === key)]
    if (!schema || !of) throw new Error(`The kind ${field.kind} does not say how its ${key} is compared.`)
    const part = { name: partName(name, key), schema, parse: asIs, describe: () => jsonSchemaOf(schema) }
    return several(equal, values => sql`${of} = any(${values})`, part)
  }

  return {
    several,
    limit,
    equalPart,
    equality: several(equal, (values, _, hooks) => sql`${compared(resource, name, hooks)} = any(${values})`),
    last: columns[1],
  }
}

/** By the kind's comparison (`FilterBy` in src/schema/kinds/kind.ts). */
const filtersOfField = (resource: AnyResource, name: string, field: AnyField): Filter[] => {
  const { filter: by, filterParts = [] } = field.traits
  const { several, limit, equalPart, equality, last } = comparisonsOf(resource, name, field)
  const first = (hooks: ResourceHooks) => compared(resource, name, hooks)
  const link = linkOf(resource, name)

  switch (by) {
    case 'equal':
      return [equality]
    case 'among':
      return [
        several('With this among them, or one of these when repeated', (values, _, hooks) =>
          link ? refersTo(link, values) : sql`${first(hooks)} && ${values}`,
        ),
      ]
    case 'contains':
      return [
        several('With this in it, in any letter case, or one of these when repeated', (values, _, hooks) =>
          anyOf(values.map(value => contains(first(hooks), value))),
        ),
      ]
    case 'range':
      return [
        equality,
        limit('From', `${name} of this or more`, (least, hooks) => sql`${first(hooks)} >= ${least}`),
        limit('To', `${name} of this or less`, (most, hooks) => sql`${first(hooks)} <= ${most}`),
        ...filterParts.map(equalPart),
      ]
    case 'span':
      return [
        equality,
        limit('From', `${name} at or after this`, (start, hooks) => sql`${first(hooks)} >= ${start}`),
        limit('To', `${name} before this`, (end, hooks) => sql`${first(hooks)} < ${end}`),
      ]
    case 'overlap':
      return [
        limit('From', `${name} ends at or after this`, (start, hooks) => sql`${last ?? first(hooks)} >= ${start}`),
        limit('To', `${name} begins before this`, (end, hooks) => sql`${first(hooks)} < ${end}`),
      ]
    case 'presence':
      return [
        {
          name,
          param: () => ({
            schema: { type: 'boolean' },
            description: `Whether it has ${name}`,
            read: ([text = '', ...others]) => {
              if (others.length > 0 || (text !== 'true' && text !== 'false')) throw new InvalidValue('validation.flag')
              return [text === 'true']
            },
            absent: undefined,
          }),
          condition: ([isThere], _, hooks) =>
            isThere ? sql`${first(hooks)} is not null` : sql`${first(hooks)} is null`,
        },
      ]
    default:
      return []
  }
}

const forReaders = <T>({ readRole }: AnyField, param: QueryParam<T>): QueryParam<T> =>
  readRole ? { ...param, role: readRole, description: `${param.description}; ${readersText(readRole)}` } : param

const fieldFilters = memoize((resource: AnyResource) =>
  filterFieldsOf(resource).map(([name, field]) => ({
    name,
    filters: filtersOfField(resource, name, field).map(filter => ({
      ...filter,
      param: () => forReaders(field, filter.param()),
    })),
  })),
)

const declaredFilters = (resource: AnyResource, { filters: own = {} }: ResourceHooks): Filter[] =>
  fieldFilters(resource).flatMap(({ name, filters }) => {
    if (own[name]) return []
    if (!fieldOf(resource, name))
      throw new Error(`${resource.name}: nobody says what the filter ${name} finds; write a hook in filters.`)
    return filters
  })

export const filterParams = (resource: AnyResource, hooks: ResourceHooks): Record<string, QueryParam<unknown>> => ({
  ...Object.fromEntries(declaredFilters(resource, hooks).map(({ name, param }) => [name, param()])),
  ...Object.fromEntries(
    Object.entries(hooks.filters ?? {}).map(([name, { param }]) => {
      const field = fieldOf(resource, name)
      return [name, field ? forReaders(field, param) : param]
    }),
  ),
})

export const filterConditions = (
  resource: AnyResource,
  hooks: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
  timeZone: string,
): Condition[] => [
  ...declaredFilters(resource, hooks).flatMap(({ name, condition }) => {
    const values = query[name]
    return Array.isArray(values) ? [condition(values, timeZone, hooks)] : []
  }),
  ...Object.entries(hooks.filters ?? {}).flatMap(([name, { condition }]) => {
    const values = query[name]
    return Array.isArray(values) ? [condition(values)] : []
  }),
]
