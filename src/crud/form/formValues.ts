import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, Resolver } from 'react-hook-form'
import {
  type AnyResource,
  defaultsOf,
  fieldOf,
  inputNames,
  isShown,
  type Message,
  type Role,
  validate,
} from '../../schema'

type Values = Readonly<Record<string, unknown>>

/** What the fields of a new record begin with: their defaults, and for a zone that must be given the one here. */
export const startingValues = (resource: AnyResource, timeZone: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(defaultsOf(resource)).map(([name, value]) => {
      const { kind, presence } = fieldOf(resource, name) ?? {}
      return [name, value === null && kind === 'timezone' && presence === 'required' ? timeZone : value]
    }),
  )

/** The writable values of a form; a field that is not shown stays as it was before. */
const shownValues = (resource: AnyResource, values: Values, before: Values): Record<string, unknown> =>
  Object.fromEntries(
    inputNames(resource)
      .map(name => [name, isShown(resource, name, values) ? values[name] : before[name]])
      .filter(([, value]) => value !== undefined),
  )

interface ResolverOptions {
  /** The record being changed; null for a new one. */
  current: Values | null
  role: Role | null
  translate: (message: Message) => string
}

/**
 * Errors as react-hook-form has them. An error inside a value (`weeklyHours.0.endTime`) is also one of the field as a whole, so
 * that it shows even where an input is in one piece.
 */
export const asFieldErrors = (
  errors: Readonly<Record<string, string>>,
  type: string,
): Record<string, { type: string; message: string }> => {
  const found: Record<string, { type: string; message: string }> = {}
  for (const [path, message] of Object.entries(errors)) {
    const [name = path] = path.split('.')
    found[name] ??= { type, message }
    found[path] = { type, message }
  }
  return found
}

/** The form's validation is the API's. What comes out is what to write: of an existing record only what changed. */
export const resolverOf =
  (resource: AnyResource, { current, role, translate }: ResolverOptions): Resolver =>
  (values, _context, options) => {
    const before = current ?? defaultsOf(resource)
    const result = validate(resource, shownValues(resource, values, before), { current: current ?? undefined, role })
    if (result.ok) return { values: result.values, errors: {} }
    const messages = Object.fromEntries(
      Object.entries(result.errors).map(([path, message]) => [path, translate(message)]),
    )
    return { values: {}, errors: toNestErrors(asFieldErrors(messages, 'validate') as FieldErrors, options) }
  }
