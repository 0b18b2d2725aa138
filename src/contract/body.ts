import type {
  AnyField,
  AnyResource,
  FieldErrors,
  Fields,
  Message,
  Presence,
  ValidationErrors,
  ValueOf,
} from '../schema'
import { isAlwaysRequired } from '../schema'
import { validate } from '../schema/validation'
import { ref } from './components'
import { fieldSchema, type JsonSchema } from './fieldSchema'
import { InvalidValue, type QueryOf, type QueryParams } from './queryParams'

/** Refuses a body with status 422 and a message per wrong member. */
export class InvalidBody extends Error {
  readonly errors: ValidationErrors

  constructor(errors: ValidationErrors) {
    super(`Refused: ${Object.keys(errors).join(', ')}`)
    this.errors = errors
  }
}

/** A call's JSON body: its JSON Schema and reader. `I` is the clients' type. */
export interface Body<T, I = unknown> {
  readonly schema: JsonSchema
  /** @throws InvalidBody */
  readonly read: (json: Readonly<Record<string, unknown>>) => T
  /** The most bytes of JSON; a megabyte by default. */
  readonly maxJson?: number
  /** Carries the type; never set. */
  readonly given?: I
}

export interface BytesBody extends Body<Uint8Array> {
  readonly maxBytes: number
}

export const bytesBody = (maxBytes: number): BytesBody => ({
  schema: { type: 'string', format: 'binary', maxLength: maxBytes },
  maxBytes,
  read: () => {
    throw new TypeError('An upload has no JSON.')
  },
})

export const isBytesBody = (body: Body<unknown> | undefined): body is BytesBody =>
  body !== undefined && 'maxBytes' in body

type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

type NamesOf<F extends Fields, P extends Presence> = {
  [K in keyof F]: F[K]['presence'] extends P ? K : never
}[keyof F]

/** A client's input; omitted, null or undefined values become the default, or null. */
export type FieldsInput<F extends Fields> = { readonly [K in NamesOf<F, 'required'>]: Given<ValueOf<F[K]>> } & {
  readonly [K in NamesOf<F, 'optional' | 'defaulted'>]?: Given<ValueOf<F[K]>> | null | undefined
}

type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? { readonly [K in keyof T as null extends T[K] ? never : K]: Given<T[K]> } & {
        readonly [K in keyof T as null extends T[K] ? K : never]?: Given<T[K]> | undefined
      }
    : T

const described = (field: AnyField): JsonSchema =>
  ({
    ...(field.presence === 'optional' ? { anyOf: [fieldSchema(field), { type: 'null' }] } : fieldSchema(field)),
    ...(field.help && { description: field.help }),
    ...(field.default !== undefined && { default: field.default }),
  }) as JsonSchema

/**
 * A body of declared fields; omitted ones take their default, or null.
 * @param check returns message keys by field
 *
 * @example
 * fieldsBody({ name: text({ required: true }) })
 */
export const fieldsBody = <F extends Fields>(
  fields: F,
  check?: (values: ValuesOf<F>) => FieldErrors<F>,
  conditions?: AnyResource['conditions'],
): Body<ValuesOf<F>, FieldsInput<F>> => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)])),
    required: Object.keys(fields).filter(name => isAlwaysRequired({ fields, conditions }, name)),
  },
  read: json => {
    const shape = { fields, api: '', ...(check && { check }), ...(conditions && { conditions }) }
    const given = Object.entries(json).filter(
      ([name, value]) => !(value === null && fields[name]?.presence === 'defaulted'),
    )
    const validated = validate(shape as never, Object.fromEntries(given), { role: null })
    if (!validated.ok) throw new InvalidBody(validated.errors)
    return validated.values as ValuesOf<F>
  },
})

/**
 * The body of a create or update, which the handler validates.
 * @param ignored undeclared answer members, since forms send whole records back
 */
export const recordBody = (
  schemaName: string,
  ignored: readonly string[] = [],
): Body<Record<string, unknown>, Readonly<Record<string, unknown>>> => ({
  schema: ref(schemaName),
  read: json => Object.fromEntries(Object.entries(json).filter(([name]) => !ignored.includes(name))),
})

/**
 * Body members, checked like query parameters.
 *
 * @example
 * paramMembers({ channelId: param('id', 'Through which channel') }).read({ channelId: '0197…' })
 */
export const paramMembers = <Q extends QueryParams>(
  params: Q,
): {
  properties: Record<string, JsonSchema>
  required: string[]
  read: (json: Readonly<Record<string, unknown>>, path?: string) => QueryOf<Q>
} => ({
  properties: Object.fromEntries(
    Object.entries(params).map(([name, { schema, description }]) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  ),
  required: Object.keys(params).filter(name => params[name]?.isRequired),
  /**
   * @param path to the object within the body, with a final dot
   * @throws InvalidBody
   */
  read: (json, path = '') => {
    const errors: Record<string, Message> = {}
    for (const name of Object.keys(json))
      if (!Object.hasOwn(params, name)) errors[path + name] = { key: 'validation.unknown', args: {} }
    const entries = Object.entries(params).map(([name, param]) => {
      const given = json[name] ?? []
      const values = (Array.isArray(given) ? given : [given]).filter(value => value !== '')
      if (values.length === 0) {
        if (param.isRequired) errors[path + name] = { key: 'validation.required', args: {} }
        return [name, param.absent]
      }
      try {
        if (values.some(value => typeof value === 'object')) throw new InvalidValue('validation.invalid')
        return [name, param.read(values.map(String), null)]
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        errors[path + name] = error.problem
        return [name, undefined]
      }
    })
    if (Object.keys(errors).length > 0) throw new InvalidBody(errors)
    return Object.fromEntries(entries) as QueryOf<Q>
  },
})
