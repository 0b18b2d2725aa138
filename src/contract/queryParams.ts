import type { CheckKey, Message, Role } from '../schema'
import type { JsonSchema } from './fieldSchema'

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

/**
 * Refuses calls without a query parameter.
 *
 * @example
 * query: { variantId: required(param('id', 'What is to be booked')) }
 */
export const required = <T, I>(param: QueryParam<T | undefined, I>): RequiredParam<T, I> =>
  ({ ...param, isRequired: true }) as RequiredParam<T, I>
