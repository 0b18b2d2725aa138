import { sql } from 'kysely'
import * as z from 'zod'
import { type AnyField, type AnyResource, type FilterableKind, fieldOf, isTimeZone } from '../../../src/schema'
import { linkOf } from '../../db/links'
import { isUuid } from '../identity/caller'
import { fieldSchema, uuidSchema } from '../openapi/fieldSchema'
import { InvalidValue, type QueryParam, readChoice, readInteger } from '../queryParams'
import type { Behaviour } from './behaviour'
import { column } from './columns'
import { refersTo } from './links'
import { type Condition, isOneOf } from './scope'

type FieldOfKind<K extends FilterableKind> = Extract<AnyField, { kind: K }>
type FilterableField = FieldOfKind<FilterableKind>

const matching =
  (isValid: (text: string) => boolean, key: string) =>
  (text: string): string => {
    if (!isValid(text)) throw new InvalidValue(key)
    return text
  }

const isDate = (text: string): boolean => z.iso.date().safeParse(text).success && !text.startsWith('0000')
const isInstant = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text).success && !text.startsWith('0000')

/** Reads one value of a filter. A filterable kind that is missing here does not compile. */
const readers: { [K in FilterableKind]: (text: string, field: FieldOfKind<K>) => unknown } = {
  choice: (text, { options }) => readChoice(text, options.values),
  flag: matching(text => text === 'true' || text === 'false', 'validation.flag'),
  reference: matching(isUuid, 'validation.uuid'),
  integer: (text, { options }) => readInteger(text, options),
  minutes: (text, { options }) => readInteger(text, options),
  weekday: text => readInteger(text, { min: 1, max: 7 }),
  timezone: matching(isTimeZone, 'validation.timeZone'),
  currency: matching(text => /^[A-Z]{3}$/.test(text), 'validation.currency'),
  locale: (text, { options }) => readChoice(text, options.values),
  localDate: matching(isDate, 'validation.date'),
  instant: matching(isInstant, 'validation.instant'),
  references: matching(isUuid, 'validation.uuid'),
}

const readValue = (field: FilterableField, text: string): unknown =>
  // The kind and its field belong together, which the type of a union of fields cannot say.
  (readers[field.kind] as (text: string, field: FilterableField) => unknown)(text, field)

/** A bound of a range: of dates a date; of instants an instant, or a date that stands for its start in the tenant's zone. */
const rangeParam = (field: FilterableField, description: string): QueryParam<string | undefined> => ({
  schema: field.kind === 'localDate' ? { type: 'string', format: 'date' } : { type: 'string' },
  description,
  read: ([text = '', ...others]) => {
    if (others.length > 0) throw new InvalidValue('validation.invalid')
    if (field.kind === 'instant' && isDate(text)) return text
    return String(readValue(field, text))
  },
  absent: undefined,
})

const isRanged = (field: AnyField): boolean => field.kind === 'localDate' || field.kind === 'instant'

const filterFields = (resource: AnyResource): [name: string, field: FilterableField][] =>
  (resource.list.filters ?? []).map(name => [name, fieldOf(resource, name) as FilterableField])

/**
 * The query parameters of a list's filters: those of the declaration, such as `kind`, and for dates and instants also
 * `startsAtFrom` and `startsAtTo`, and those of the behaviour, which win.
 */
export const filterParams = (
  resource: AnyResource,
  { filters = {} }: Behaviour,
): Record<string, QueryParam<unknown>> => ({
  ...Object.fromEntries(
    filterFields(resource).flatMap(([name, field]): [string, QueryParam<unknown>][] => {
      const equality: QueryParam<unknown> = {
        schema: { type: 'array', items: field.kind === 'references' ? uuidSchema : fieldSchema(field) },
        description:
          field.kind === 'references'
            ? 'With this among them, or one of these when repeated'
            : 'Equal to this, or to one of these when repeated',
        read: values => values.map(value => readValue(field, value)),
        absent: undefined,
      }
      if (!isRanged(field)) return [[name, equality]]
      return [
        [name, equality],
        [`${name}From`, rangeParam(field, `${name} at or after this`)],
        [`${name}To`, rangeParam(field, `${name} before this`)],
      ]
    }),
  ),
  ...Object.fromEntries(Object.entries(filters).map(([name, { param }]) => [name, param])),
})

/** The filters of one request as SQL; `timeZone` says where a bare date of an instant's range begins. */
export const filterConditions = (
  resource: AnyResource,
  { filters = {} }: Behaviour,
  query: Readonly<Record<string, unknown>>,
  timeZone: string,
): Condition[] => {
  const own = Object.entries(filters).flatMap(([name, { condition }]) => {
    const values = query[name]
    return Array.isArray(values) ? [condition(values)] : []
  })
  const declared = filterFields(resource).flatMap(([name, field]) => {
    const conditions: Condition[] = []
    if (filters[name]) return conditions
    const values = query[name]
    const link = linkOf(resource, name)
    if (Array.isArray(values)) conditions.push(link ? refersTo(link, values) : isOneOf(resource, name, values))

    const bound = (value: unknown) =>
      field.kind === 'instant' && isDate(String(value))
        ? sql`(${value}::date)::timestamp at time zone ${timeZone}`
        : sql`${value}`
    const from = query[`${name}From`]
    const to = query[`${name}To`]
    if (from !== undefined) conditions.push(sql`${column(resource, name)} >= ${bound(from)}`)
    if (to !== undefined) conditions.push(sql`${column(resource, name)} < ${bound(to)}`)
    return conditions
  })
  return [...declared, ...own]
}
