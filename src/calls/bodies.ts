import { type AnyResource, type Body, InvalidBody, type Message, type ValidationErrors, validate } from '../declare'

/**
 * An error for readers to throw, about one member of a body.
 *
 * @example
 * throw invalidMember('moves.0.startsAt', 'validation.instant')
 */
export const invalidMember = (name: string, key: Message['key'], args: Message['args'] = {}): InvalidBody =>
  new InvalidBody({ [name]: { key, args } })

type Readers = Readonly<Record<string, () => unknown>>

/**
 * Runs several readers of a body, and throws all their errors at once.
 *
 * @throws InvalidBody
 */
export const readAll = <R extends Readers>(readers: R): { [K in keyof R]: ReturnType<R[K]> } => {
  const errors: ValidationErrors = {}
  const entries = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()]
    } catch (error) {
      if (!(error instanceof InvalidBody)) throw error
      Object.assign(errors, error.errors)
      return [name, undefined]
    }
  })
  if (Object.keys(errors).length > 0) throw new InvalidBody(errors)
  return Object.fromEntries(entries)
}

const changeErrors = (resource: AnyResource, changes: Readonly<Record<string, unknown>>): ValidationErrors => {
  const checked = validate({ ...resource, check: undefined } as never, changes, {
    current: {},
    role: 'owner',
    around: null,
  })
  if (checked.ok) return {}
  return Object.fromEntries(
    Object.entries(checked.errors).filter(
      ([path, { key }]) => (path.split('.')[0] ?? '') in changes && key !== 'validation.immutable',
    ),
  )
}

/**
 * Splits a change into members for `extras` and fields, which the handler validates. If extras are refused, the error
 * also names fields that are wrong for any record.
 *
 * @throws InvalidBody
 */
export const changesBeside = <T>(resource: AnyResource, extras: Body<T>, json: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(extras.schema.properties ?? {})
  const [own, fields] = [true, false].map(isExtra =>
    Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name) === isExtra)),
  ) as [Record<string, unknown>, Record<string, unknown>]
  try {
    return { extras: extras.read(own), fields }
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw error
    throw new InvalidBody({ ...changeErrors(resource, fields), ...error.errors })
  }
}

const without = (
  json: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
): Record<string, unknown> => {
  const { [name]: member, ...others } = json
  const isWithin = rest.length > 0 && typeof member === 'object' && member !== null && !Array.isArray(member)
  return isWithin ? { ...others, [name]: without(member as Record<string, unknown>, rest) } : others
}

/**
 * Leaves a body's errors to the handler, which may find more; `values` has only valid members.
 *
 * @throws InvalidBody if the rest is invalid, too
 */
export const toldLater = <T, I>(body: Body<T, I>): Body<{ values: T; errors: ValidationErrors }, I> => ({
  schema: body.schema,
  read: json => {
    try {
      return { values: body.read(json), errors: {} }
    } catch (error) {
      if (!(error instanceof InvalidBody)) throw error
      const { errors } = error
      const right = Object.keys(errors).reduce<Readonly<Record<string, unknown>>>(
        (kept, path) => without(kept, path.split('.')),
        json,
      )
      try {
        return { values: body.read(right), errors }
      } catch {
        throw error
      }
    }
  },
})
