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
import { partsOf } from '../db/columns'
import { linkOf } from '../db/links'
import { partColumns } from '../db/rows'
import { column } from './columns'
import type { ResourceHooks } from './hooks'
import { refersTo } from './links'
import type { Condition } from './scope'

type Values = readonly unknown[]

interface Filter {
  name: string
  /** Called once, when routes are made. */
  param: () => QueryParam<Values | undefined>
  /** Bare dates begin in `timeZone`. */
  condition: (values: Values, timeZone: string) => Condition
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

/** SQL condition: the text contains `part`, in any letter case. `%` and `_` in `part` stand for themselves. */
export const contains = (text: RawBuilder<unknown>, part: unknown): Condition =>
  sql`${text} ilike ${`%${String(part).replace(/[\\%_]/g, '\\$&')}%`}`

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const asIs = (text: string): unknown => text

/** By the kind's comparison (`FilterBy` in src/schema/kinds/kind.ts). */
const filtersOfField = (resource: AnyResource, name: string, field: AnyField): Filter[] => {
  const { filter: by, filterParts = [] } = field.traits
  const { compared = {} } = kindOf(field)
  const { parse = asIs, parts = {} } = compared
  const compares = compared.schema ?? field.schema
  const describe = () => (compared.schema ? jsonSchemaOf(compared.schema) : fieldSchema(field))
  const columns = partColumns(name, field).map(each => column(resource, each))
  const [first = column(resource, name), last = first] = columns
  const isMoment = partsOf(field)[0]?.type.startsWith('timestamptz') ?? false
  const link = linkOf(resource, name)

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
  const equality = several('Equal to this, or to one of these when repeated', values => sql`${first} = any(${values})`)

  const limit = (
    end: 'From' | 'To',
    description: string,
    compare: (bound: RawBuilder<unknown>) => Condition,
  ): Filter => ({
    name: name + end,
    param: () => {
      const { bound } = compared
      return {
        schema: bound ? { type: 'string' } : describe(),
        description,
        read: ([text = '', ...others]) => {
          if (others.length > 0) throw new InvalidValue('validation.invalid')
          return [accepts(bound, text) ? text : readAs(compares, parse, text)]
        },
        absent: undefined,
      }
    },
    condition: ([value], timeZone) =>
      compare(
        isMoment && /^\d{4}-\d\d-\d\d$/.test(String(value))
          ? sql`(${value}::date)::timestamp at time zone ${timeZone}`
          : sql`${value}`,
      ),
  })

  switch (by) {
    case 'equal':
      return [equality]
    case 'among':
      return [
        several('With this among them, or one of these when repeated', values =>
          link ? refersTo(link, values) : sql`${first} && ${values}`,
        ),
      ]
    case 'contains':
      return [
        several('With this in it, in any letter case, or one of these when repeated', values =>
          anyOf(values.map(value => contains(first, value))),
        ),
      ]
    case 'range':
      return [
        equality,
        limit('From', `${name} of this or more`, least => sql`${first} >= ${least}`),
        limit('To', `${name} of this or less`, most => sql`${first} <= ${most}`),
        ...filterParts.flatMap(key => {
          const part = parts[key]
          const of = columns[partsOf(field).findIndex(each => each.key === key)]
          if (!part || !of) throw new Error(`The kind ${field.kind} does not say how its ${key} is compared.`)
          return several('Equal to this, or to one of these when repeated', values => sql`${of} = any(${values})`, {
            name: partName(name, key),
            schema: part,
            parse: asIs,
            describe: () => jsonSchemaOf(part),
          })
        }),
      ]
    case 'span':
      return [
        equality,
        limit('From', `${name} at or after this`, start => sql`${first} >= ${start}`),
        limit('To', `${name} before this`, end => sql`${first} < ${end}`),
      ]
    case 'overlap':
      return [
        limit('From', `${name} ends at or after this`, start => sql`${last} >= ${start}`),
        limit('To', `${name} begins before this`, end => sql`${first} < ${end}`),
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
          condition: ([isThere]) => (isThere ? sql`${first} is not null` : sql`${first} is null`),
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

/** The declared filters, such as `startsAtFrom`; those of the hooks override them. */
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
    return Array.isArray(values) ? [condition(values, timeZone)] : []
  }),
  ...Object.entries(hooks.filters ?? {}).flatMap(([name, { condition }]) => {
    const values = query[name]
    return Array.isArray(values) ? [condition(values)] : []
  }),
]
