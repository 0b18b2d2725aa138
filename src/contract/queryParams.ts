import { type CheckKey, isTimeZone, type Message, type Role } from '../schema'
import { type JsonSchema, uuidSchema } from './fieldSchema'

export class InvalidValue extends Error {
  readonly problem: Message

  constructor(key: CheckKey, args: Message['args'] = {}) {
    super(key)
    this.problem = { key, args }
  }
}

/** A query parameter's JSON Schema and reader. Handlers read `T`, clients pass `I`. */
export interface QueryParam<T, I = unknown> {
  readonly schema: JsonSchema
  readonly description?: string
  /**
   * @param values at least one, none empty
   * @param role the caller's
   * @throws InvalidValue
   */
  readonly read: (values: readonly string[], role: Role | null) => T
  readonly role?: Role | undefined
  readonly absent: T
  readonly isRequired?: boolean
  /** Carries the type; never set. */
  readonly given?: I
}

export interface RequiredParam<T, I = unknown> extends QueryParam<T, I> {
  readonly isRequired: true
}

/** A call's query parameters by name. */
export type QueryParams = Readonly<Record<string, QueryParam<unknown>>>

export type QueryOf<Q> = { [K in keyof Q]: Q[K] extends QueryParam<infer T> ? T : never }

type GivenFor<P> = P extends QueryParam<unknown, infer I> ? I : never
type RequiredNames<Q> = { [K in keyof Q]: Q[K] extends { isRequired: true } ? K : never }[keyof Q]

/** Null and undefined are omitted. */
export type QueryInput<Q> = { [K in RequiredNames<Q>]: GivenFor<Q[K]> } & {
  [K in Exclude<keyof Q, RequiredNames<Q>>]?: GivenFor<Q[K]> | null | undefined
}

/** PostgreSQL cannot store these in text: NUL, and half a surrogate pair. */
export const unstorable = /\0|\p{Surrogate}/u

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether a text is a UUID, in any case. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** @throws InvalidValue if the parameter is repeated */
export const one = (values: readonly string[]): string => {
  const [value = ''] = values
  if (values.length > 1) throw new InvalidValue('validation.invalid')
  return value
}

/** @throws InvalidValue unless it is a whole decimal number in range */
export const readInteger = (text: string, { min, max }: { min: number; max: number }): number => {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidValue('validation.number')
  const value = Number(text)
  if (value < min) throw new InvalidValue('validation.tooSmall', { min })
  if (value > max) throw new InvalidValue('validation.tooLarge', { max })
  return value
}

/** Case-sensitive. @throws InvalidValue */
export const readChoice = <T extends string>(text: string, values: readonly T[]): T => {
  const value = values.find(candidate => candidate === text)
  if (value === undefined) throw new InvalidValue('validation.choice', { values: values.join(', ') })
  return value
}

/** A query parameter for a whole number from `min` to `max`; `absent` if missing. */
export const integerParam = <T extends number | undefined>(
  description: string,
  { min, max, absent }: { min: number; max: number; absent: T },
): QueryParam<number | T, number> => ({
  schema: { type: 'integer', minimum: min, maximum: max, ...(absent !== undefined && { default: absent }) },
  description,
  read: values => readInteger(one(values), { min, max }),
  absent,
})

/** The query parameters of a page of a list, with `totalHeader`. */
export const pageParams = {
  page: integerParam('The page, from 1', { min: 1, max: 1_000_000, absent: 1 }),
  perPage: integerParam('How many entries a page has', { min: 1, max: 100, absent: 25 }),
}

/** A query parameter for a trimmed text of at most `max` characters; undefined if empty. */
export const textParam = (description: string, { max }: { max: number }): QueryParam<string | undefined, string> => ({
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

/** A query parameter for one of these values. With `anyCase`, they are upper case, read in any. */
export const choiceParam = <T extends string>(
  description: string,
  values: readonly T[],
  { anyCase = false }: { anyCase?: boolean } = {},
): QueryParam<T | undefined, T> => ({
  schema: { type: 'string', enum: [...values] },
  description,
  read: given => readChoice(anyCase ? one(given).toUpperCase() : one(given), values),
  absent: undefined,
})

/** A query parameter for a UUID; read in lower case. */
export const idParam = (description: string): QueryParam<string | undefined, string> => ({
  schema: uuidSchema,
  description,
  read: values => {
    const id = one(values)
    if (!isUuid(id)) throw new InvalidValue('validation.uuid')
    return id.toLowerCase()
  },
  absent: undefined,
})

const maxIds = 100

/** A query parameter for ids, at most 100 by default; repeated or comma-separated. */
export const idsParam = (
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
})

const listParam = <T>(
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

/** A query parameter for several of these values, each once; repeated or comma-separated. */
export const choicesParam = <const T extends string>(
  description: string,
  values: readonly T[],
  { most = values.length }: { most?: number } = {},
): QueryParam<T[] | undefined, readonly T[]> =>
  listParam(description, { items: { type: 'string', enum: [...values] }, most }, text => readChoice(text, values))

/** A query parameter for several whole numbers from `min` to `max`, each once; repeated or comma-separated. */
export const integersParam = (
  description: string,
  { min, max }: { min: number; max: number },
): QueryParam<number[] | undefined, readonly number[]> =>
  listParam(description, { items: { type: 'integer', minimum: min, maximum: max }, most: max - min + 1 }, text =>
    readInteger(text, { min, max }),
  )

/** Repeated only: names may contain commas. */
export const namesParam = (
  description: string,
  { max }: { max: number },
): QueryParam<string[] | undefined, string | readonly string[]> => ({
  schema: { type: 'array', items: { type: 'string', maxLength: max }, maxItems: maxIds },
  description: `${description}, or one of these when repeated`,
  read: values => {
    if (values.length > maxIds) throw new InvalidValue('validation.tooMany', { max: maxIds })
    if (values.some(value => value.length > max || unstorable.test(value))) throw new InvalidValue('validation.invalid')
    return [...values]
  },
  absent: undefined,
})

/** A query parameter for `true` or `false`; false if absent. */
export const flagParam = (description: string): QueryParam<boolean, boolean> => ({
  schema: { type: 'boolean', default: false },
  description,
  read: values => {
    const text = one(values)
    if (text !== 'true' && text !== 'false') throw new InvalidValue('validation.flag')
    return text === 'true'
  },
  absent: false,
})

/** A query parameter for an IANA time zone, such as `Europe/Berlin`. */
export const timeZoneParam = (description: string): QueryParam<string | undefined, string> => ({
  ...textParam(description, { max: 64 }),
  read: values => {
    const name = one(values)
    if (!isTimeZone(name)) throw new InvalidValue('validation.timeZone')
    return name
  },
})

/**
 * Refuses calls without a query parameter.
 *
 * @example
 * query: { variantId: required(idParam('What is to be booked')) }
 */
export const required = <T, I>(param: QueryParam<T | undefined, I>): RequiredParam<T, I> =>
  ({ ...param, isRequired: true }) as RequiredParam<T, I>
