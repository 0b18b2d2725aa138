import { isTimeZone } from '../schema'
import { isDate } from '../time/dates'
import { parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { type JsonSchema, uuidSchema } from './fieldSchema'
import { isInstant } from './isInstant'
import { InvalidValue, isUuid, one, type QueryParam, readChoice, readInteger, unstorable } from './queryParams'

/** Epoch milliseconds, or a local date for its start. */
export type Moment = { instant: number } | { date: string }

/** The engine's calendars cover these years. */
const [firstYear, lastYear] = ['1970', '2199']

const requireYear = (year: string): void => {
  if (year < firstYear) throw new InvalidValue('validation.tooSmall', { min: firstYear })
  if (year > lastYear) throw new InvalidValue('validation.tooLarge', { max: lastYear })
}

const readMoment = ([text = '', ...others]: readonly string[]): Moment => {
  if (others.length > 0) throw new InvalidValue('validation.invalid')
  if (!isDate(text) && !isInstant(text)) throw new InvalidValue('validation.instant')
  requireYear(text.slice(0, 4))
  return isDate(text) ? { date: text } : { instant: Date.parse(text) }
}

const maxIds = 100

interface Range {
  min: number
  max: number
}

const listOf = <T>(
  description: string,
  { items, most }: { items: JsonSchema; most: number },
  read: (text: string) => T,
): QueryParam<T[] | undefined, readonly T[]> => ({
  schema: { type: 'array', items, minItems: 1, maxItems: most },
  description: `${description}; repeated, or separated by commas`,
  read: values => {
    const list = values.flatMap(value => value.split(',')).map(text => read(text.trim()))
    if (list.length > most) throw new InvalidValue('validation.tooMany', { max: most })
    if (new Set(list).size < list.length) throw new InvalidValue('validation.repeated')
    return list
  },
  absent: undefined,
})

const text = (description: string, { max }: { max: number }): QueryParam<string | undefined, string> => ({
  schema: { type: 'string', maxLength: max },
  description,
  read: values => {
    const value = one(values).trim()
    if (value.length > max) throw new InvalidValue('validation.tooLong', { max })
    if (unstorable.test(value)) throw new InvalidValue('validation.invalid')
    return value || undefined
  },
  absent: undefined,
})

const kinds = {
  /** One of these values. With `anyCase`, they are upper case, read in any. */
  choice: (
    description: string,
    values: readonly string[],
    { anyCase = false }: { anyCase?: boolean } = {},
  ): QueryParam<string | undefined> => ({
    schema: { type: 'string', enum: [...values] },
    description,
    read: given => readChoice(anyCase ? one(given).toUpperCase() : one(given), values),
    absent: undefined,
  }),
  choices: (
    description: string,
    values: readonly string[],
    { most = values.length }: { most?: number } = {},
  ): QueryParam<string[] | undefined> =>
    listOf(description, { items: { type: 'string', enum: [...values] }, most }, text => readChoice(text, values)),
  /** `YYYY-MM-DD`, from 1970 to 2199. */
  date: (description: string): QueryParam<string | undefined, string> => ({
    schema: { type: 'string', format: 'date' },
    description,
    read: ([text = '', ...others]) => {
      if (others.length > 0 || !isDate(text)) throw new InvalidValue('validation.date')
      requireYear(text.slice(0, 4))
      return text
    },
    absent: undefined,
  }),
  flag: (description: string): QueryParam<boolean, boolean> => ({
    schema: { type: 'boolean', default: false },
    description,
    read: values => {
      const text = one(values)
      if (text !== 'true' && text !== 'false') throw new InvalidValue('validation.flag')
      return text === 'true'
    },
    absent: false,
  }),
  /** A UUID, read in lower case. */
  id: (description: string): QueryParam<string | undefined, string> => ({
    schema: uuidSchema,
    description,
    read: values => {
      const id = one(values)
      if (!isUuid(id)) throw new InvalidValue('validation.uuid')
      return id.toLowerCase()
    },
    absent: undefined,
  }),
  ids: (
    description: string,
    { max = maxIds }: { max?: number } = {},
  ): QueryParam<string[] | undefined, readonly string[]> => ({
    schema: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: max },
    description: `${description}; repeated, or separated by commas`,
    read: values => {
      const ids = Array.from(new Set(values.flatMap(value => value.toLowerCase().split(',')).filter(Boolean)))
      if (ids.length > max) throw new InvalidValue('validation.tooMany', { max })
      if (!ids.every(isUuid)) throw new InvalidValue('validation.uuid')
      return ids
    },
    absent: undefined,
  }),
  /** ISO 8601, read as epoch milliseconds. */
  instant: (description: string): QueryParam<number | undefined, string> => ({
    schema: { type: 'string', format: 'date-time' },
    description,
    read: values => {
      const moment = readMoment(values)
      if ('date' in moment) throw new InvalidValue('validation.instant')
      return moment.instant
    },
    absent: undefined,
  }),
  integer: (
    description: string,
    { min, max, absent }: Range & { absent: number | undefined },
  ): QueryParam<number | undefined> => ({
    schema: { type: 'integer', minimum: min, maximum: max, ...(absent !== undefined && { default: absent }) },
    description,
    read: values => readInteger(one(values), { min, max }),
    absent,
  }),
  integers: (description: string, { min, max }: Range): QueryParam<number[] | undefined, readonly number[]> =>
    listOf(description, { items: { type: 'integer', minimum: min, maximum: max }, most: max - min + 1 }, text =>
      readInteger(text, { min, max }),
    ),
  /** An instant or a local date; see `millisOf`. */
  moment: (description: string): QueryParam<Moment | undefined, string> => ({
    schema: {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
      description: 'An instant, or a local date that stands for its start',
    },
    description,
    read: readMoment,
    absent: undefined,
  }),
  /** `YYYY-MM`, from 1970 to 2199. */
  month: (description: string): QueryParam<string | undefined, string> => ({
    schema: { type: 'string', pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' },
    description,
    read: ([text = '', ...others]) => {
      if (others.length > 0 || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidValue('validation.month')
      requireYear(text.slice(0, 4))
      return text
    },
    absent: undefined,
  }),
  /** Repeated only: names may contain commas. */
  names: (
    description: string,
    { max }: { max: number },
  ): QueryParam<string[] | undefined, string | readonly string[]> => ({
    schema: { type: 'array', items: { type: 'string', maxLength: max }, maxItems: maxIds },
    description: `${description}, or one of these when repeated`,
    read: values => {
      if (values.length > maxIds) throw new InvalidValue('validation.tooMany', { max: maxIds })
      if (values.some(value => value.length > max || unstorable.test(value)))
        throw new InvalidValue('validation.invalid')
      return [...values]
    },
    absent: undefined,
  }),
  /** Trimmed, of at most `max` characters; undefined if empty. */
  text,
  /** IANA, such as `Europe/Berlin`. */
  timeZone: (description: string): QueryParam<string | undefined, string> => ({
    ...text(description, { max: 64 }),
    read: values => {
      const name = one(values)
      if (!isTimeZone(name)) throw new InvalidValue('validation.timeZone')
      return name
    },
  }),
}

type Kinds = typeof kinds

/**
 * A query parameter by the kind of its value.
 *
 * @example
 * query: { from: param('date', 'The first day'), limit: param('integer', 'At most', { min: 1, max: 100, absent: 25 }) }
 */
export function param<T extends string>(
  kind: 'choice',
  description: string,
  values: readonly T[],
  options?: { anyCase?: boolean },
): QueryParam<T | undefined, T>
export function param<const T extends string>(
  kind: 'choices',
  description: string,
  values: readonly T[],
  options?: { most?: number },
): QueryParam<T[] | undefined, readonly T[]>
export function param<T extends number | undefined>(
  kind: 'integer',
  description: string,
  range: Range & { absent: T },
): QueryParam<number | T, number>
export function param<K extends Exclude<keyof Kinds, 'choice' | 'choices' | 'integer'>>(
  kind: K,
  ...given: Parameters<Kinds[K]>
): ReturnType<Kinds[K]>
export function param(kind: keyof Kinds, ...given: unknown[]): unknown {
  return (kinds[kind] as (...given: unknown[]) => unknown)(...given)
}

/** The query parameters of a page of a list, with the header `X-Total-Count`. */
export const pageParams = {
  page: param('integer', 'The page, from 1', { min: 1, max: 1_000_000, absent: 1 }),
  perPage: param('integer', 'How many entries a page has', { min: 1, max: 100, absent: 25 }),
}

/**
 * Epoch milliseconds; a date begins at midnight in `timeZone`.
 *
 * @example
 * millisOf({ date: '2026-03-02' }, 'Europe/Berlin') // Date.parse('2026-03-01T23:00:00Z')
 */
export const millisOf = (moment: Moment, timeZone: string): number =>
  'instant' in moment ? moment.instant : zoneOf(timeZone).startOfDay(parseLocalDate(moment.date))
