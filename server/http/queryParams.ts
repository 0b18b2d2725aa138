import type * as z from 'zod'
import type { Message } from '../../src/schema'
import { invalid } from './problem'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A query value that was refused, with the message for its parameter. */
export class InvalidValue extends Error {
  readonly problem: Message

  constructor(key: string, args: Message['args'] = {}) {
    super(key)
    this.problem = { key, args }
  }
}

/** One query parameter: how the reference page describes it, and how its values are read. */
export interface QueryParam<T> {
  readonly schema: JsonSchema
  readonly description?: string
  /**
   * @param values at least one, none of them empty
   * @throws InvalidValue
   */
  readonly read: (values: readonly string[]) => T
  /** Its value when the address does not have it. */
  readonly absent: T
  /** The address must have it. */
  readonly isRequired?: boolean
}

export type QueryParams = Readonly<Record<string, QueryParam<unknown>>>
export type QueryOf<Q> = { [K in keyof Q]: Q[K] extends QueryParam<infer T> ? T : never }

/** What PostgreSQL cannot hold as text: NUL, and half of a surrogate pair. */
export const unstorable = /\0|\p{Surrogate}/u

const one = (values: readonly string[]): string => {
  const [value = ''] = values
  if (values.length > 1) throw new InvalidValue('validation.invalid')
  return value
}

/** A whole number in decimal digits. */
export const readInteger = (text: string, { min, max }: { min: number; max: number }): number => {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidValue('validation.number')
  const value = Number(text)
  if (value < min) throw new InvalidValue('validation.tooSmall', { min })
  if (value > max) throw new InvalidValue('validation.tooLarge', { max })
  return value
}

/** One of the values, in this very spelling. */
export const readChoice = <T extends string>(text: string, values: readonly T[]): T => {
  const value = values.find(candidate => candidate === text)
  if (value === undefined) throw new InvalidValue('validation.choice', { values: values.join(', ') })
  return value
}

export const integerParam = <T extends number | undefined>(
  description: string,
  { min, max, absent }: { min: number; max: number; absent: T },
): QueryParam<number | T> => ({
  schema: { type: 'integer', minimum: min, maximum: max, ...(absent !== undefined && { default: absent }) },
  description,
  read: values => readInteger(one(values), { min, max }),
  absent,
})

export const textParam = (description: string, { max }: { max: number }): QueryParam<string | undefined> => ({
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

/** A choice of a fixed set; with `anyCase` the values are given in upper case and compared in it. */
export const choiceParam = <T extends string>(
  description: string,
  values: readonly T[],
  { anyCase = false }: { anyCase?: boolean } = {},
): QueryParam<T | undefined> => ({
  schema: { type: 'string', enum: [...values] },
  description,
  read: given => readChoice(anyCase ? one(given).toUpperCase() : one(given), values),
  absent: undefined,
})

/** The same parameter, for a call that cannot do without it. */
export const required = <T>(param: QueryParam<T | undefined>): QueryParam<T> =>
  ({ ...param, isRequired: true }) as QueryParam<T>

/**
 * Reads the parameters that a route declares. An empty value counts as absent.
 * @throws Problem `validation`, naming each parameter that is wrong or that the route does not know
 */
export const readQuery = <Q extends QueryParams>(params: Q, query: URLSearchParams): QueryOf<Q> => {
  const errors: Record<string, Message> = {}
  for (const name of new Set(query.keys())) {
    if (!Object.hasOwn(params, name)) errors[name] = { key: 'There is no such parameter', args: {} }
  }
  const entries = Object.entries(params).map(([name, param]) => {
    const values = query.getAll(name).filter(value => value !== '')
    if (values.length === 0) {
      if (param.isRequired) errors[name] = { key: 'validation.required', args: {} }
      return [name, param.absent]
    }
    try {
      return [name, param.read(values)]
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      errors[name] = error.problem
      return [name, undefined]
    }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return Object.fromEntries(entries) as QueryOf<Q>
}
