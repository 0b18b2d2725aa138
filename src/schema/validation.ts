import * as z from 'zod/mini'
import { hasRole, type Role } from './access'
import type { AnyField, Fields } from './field'
import { slugify } from './fields'
import type { Message } from './messages'
import { type AnyResource, fieldOf, inputNames } from './resource'
import { objectSchema } from './structuredFields'

type Values = Readonly<Record<string, unknown>>
/** The first problem of each field, by its path: `name`, `weeklyHours.0.endTime`. */
export type ValidationErrors = Record<string, Message>
export type Validated = { ok: true; values: Record<string, unknown> } | { ok: false; errors: ValidationErrors }

const message = (key: string, args: Message['args'] = {}): Message => ({ key, args })

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const formatKeys: Readonly<Record<string, string>> = {
  email: 'validation.email',
  date: 'validation.date',
  datetime: 'validation.instant',
  uuid: 'validation.uuid',
}
const typeKeys: Readonly<Record<string, string>> = {
  string: 'validation.text',
  number: 'validation.number',
  int: 'validation.number',
  boolean: 'validation.flag',
}

/** What a zod issue says, in our own words. */
const describe = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Message => {
  const input = issue.input
  switch (issue.code) {
    case 'invalid_type':
      return isEmpty(input) ? message('validation.required') : message(typeKeys[issue.expected] ?? 'validation.invalid')
    case 'too_small': {
      const min = Number(issue.minimum)
      if (input === '') return message('validation.required')
      return message(
        { string: 'validation.tooShort', array: 'validation.tooFew' }[issue.origin as string] ?? 'validation.tooSmall',
        { min },
      )
    }
    case 'too_big':
      return message(
        { string: 'validation.tooLong', array: 'validation.tooMany' }[issue.origin as string] ?? 'validation.tooLarge',
        {
          max: Number(issue.maximum),
        },
      )
    case 'invalid_value':
      return isEmpty(input)
        ? message('validation.required')
        : message('validation.choice', { values: issue.values.join(', ') })
    case 'invalid_format':
      return message(formatKeys[issue.format as string] ?? 'validation.invalid')
    case 'custom':
      return message(String(issue.params?.key ?? 'validation.invalid'), issue.params?.args)
    default:
      return message('validation.invalid')
  }
}

interface Checked {
  errors: ValidationErrors
  value: unknown
}

/** Checks one value that is present; null when it is fine. Paths inside the value are joined with dots. */
const fieldProblems = (name: string, schema: z.core.$ZodType, value: unknown): Checked => {
  const result = z.safeParse(schema as z.ZodMiniType, value, { reportInput: true })
  if (result.success) return { errors: {}, value: result.data }
  const errors: ValidationErrors = {}
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) errors[[name, ...issue.path, key].join('.')] = message('validation.unknown')
      continue
    }
    const path = [name, ...issue.path].join('.')
    // A schema's own `error` text is a message key already.
    errors[path] ??= issue.message.startsWith('validation.') ? message(issue.message) : describe(issue)
  }
  return { errors, value }
}

/** Checks an object whose fields depend on the choice beside it; says nothing when that choice is itself wrong. */
const typedProblems = (
  name: string,
  { options: { by, types } }: Extract<AnyField, { kind: 'typed' }>,
  value: unknown,
  given: Values,
  before: Values,
): Checked => {
  const chosen = String(given[by] ?? before[by])
  const type = Object.hasOwn(types, chosen) ? types[chosen] : undefined
  if (!type) return { errors: {}, value }
  const checked = fieldProblems(name, objectSchema(type.fields), value)
  if (Object.keys(checked.errors).length > 0 || !type.check) return checked
  const problems = Object.entries(type.check(checked.value)).filter(([, key]) => key !== undefined)
  return {
    ...checked,
    errors: Object.fromEntries(problems.map(([inner, key]) => [`${name}.${inner}`, message(String(key))])),
  }
}

const holds = (condition: Values, record: Values): boolean =>
  Object.entries(condition).every(([name, values]) => (values as readonly unknown[]).includes(record[name]))

/** Whether a field takes part in a record with these values: shown in the form, and required if it says so. */
export const isShown = (resource: Pick<AnyResource, 'conditions'>, name: string, record: Values): boolean => {
  const condition = resource.conditions?.[name]
  return !condition || holds(condition.when, record)
}

/** Whether a field must have a value in a record with these values. */
export const isRequired = (resource: AnyResource, name: string, record: Values): boolean => {
  const field = fieldOf(resource, name)
  if (!field || !isShown(resource, name, record)) return false
  return field.presence === 'required' || Boolean(resource.conditions?.[name]?.required)
}

/** The values of a record that has none yet: each field's default, or null. */
export const defaultsOf = (resource: AnyResource): Record<string, unknown> =>
  Object.fromEntries(inputNames(resource).map(name => [name, fieldOf(resource, name)?.default ?? null]))

/** Values that a record makes for itself where they were left out, such as a slug from its name. */
const derived = (resource: AnyResource, values: Values): Record<string, unknown> => {
  const made: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    if (field.kind !== 'slug' || !field.options.from || !isEmpty(values[name])) continue
    const source = values[field.options.from]
    if (typeof source === 'string') made[name] = slugify(source).slice(0, field.options.max)
  }
  return made
}

/**
 * Checks what somebody wants to write. `current` is the record being changed; without it, this is a new record.
 * Read-only fields in `input` are ignored, since forms send whole records; unknown fields are an error.
 * On success `values` holds what to write: all input fields of a new record, or only the ones that differ from `current`.
 * The same function serves the form and the API.
 */
export const validate = (
  resource: AnyResource,
  input: Values,
  { current, role }: { current?: Values | undefined; role: Role | null },
): Validated => {
  const names = inputNames(resource)
  const known = new Set([
    ...names,
    ...Object.keys(resource.fields),
    'id',
    'tenantId',
    'createdAt',
    'updatedAt',
    'version',
  ])
  // Without a prototype, so that a field called "__proto__" is a name like any other.
  const errors: ValidationErrors = Object.create(null)
  for (const name of Object.keys(input)) if (!known.has(name)) errors[name] = message('validation.unknown')

  const given = { ...input, ...(current ? {} : derived(resource, input)) }
  const before = current ?? defaultsOf(resource)
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fieldOf(resource, name)
    if (!field) continue
    const value = given[name]
    if (value === undefined) {
      if (!current) values[name] = before[name]
      continue
    }
    if (isEmpty(value)) {
      values[name] =
        field.presence === 'optional'
          ? null
          : !current && field.presence === 'defaulted'
            ? (field.default ?? null)
            : null
      continue
    }
    const checked =
      field.kind === 'typed'
        ? typedProblems(name, field, value, given, before)
        : fieldProblems(name, field.schema, value)
    Object.assign(errors, checked.errors)
    values[name] = checked.value
  }

  const record = { ...before, ...values }
  for (const name of names) {
    if (errors[name] || !isEmpty(record[name])) continue
    const field = fieldOf(resource, name)
    // What is made from another field is not missing; the other one is.
    if (field?.kind === 'slug' && field.options.from && errors[field.options.from]) continue
    if (isRequired(resource, name, record) || (name in values && field?.presence === 'defaulted'))
      errors[name] = message('validation.required')
  }
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, before[name])))
  for (const name of Object.keys(changed)) {
    const field = fieldOf(resource, name)
    if (current && field?.immutable) errors[name] ??= message('validation.immutable')
    if (field?.writeRole && !hasRole(role, field.writeRole)) errors[name] ??= message('validation.forbidden')
  }
  if (Object.keys(errors).length === 0 && resource.check) {
    for (const [name, key] of Object.entries(resource.check(record))) errors[name] = message(String(key))
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, values: current ? changed : values }
}

/** Equality of two field values as JSON has them, whatever the order of keys. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return (
    Array.isArray(a) === Array.isArray(b) &&
    Array.from(keys).every(key => sameValue((a as Values)[key], (b as Values)[key]))
  )
}
