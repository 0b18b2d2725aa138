import { hasRole, type Role } from './access'
import { type Around, asksAround, boundProblems } from './bounds'
import { defaultsOf, isEmpty, isRequired, sameValue } from './conditions'
import type { AnyField, Fields, ValueSchema } from './field'
import { objectSchema } from './kinds/structures'
import { slugify } from './kinds/text'

export { englishText } from './checkTexts'

import { memoize } from './memoize'
import type { CheckKey, Message, ValidationErrors } from './messages'
import { mayRead } from './reading'
import { type AnyResource, fieldOf, inputNames } from './resource'
import * as z from './zod'

type Values = Readonly<Record<string, unknown>>
/** Or each wrong field's first problem. */
export type Validated = { ok: true; values: Record<string, unknown> } | { ok: false; errors: ValidationErrors }

const message = (key: CheckKey, args: Message['args'] = {}): Message => ({ key, args })

const formatKeys: Readonly<Record<string, CheckKey>> = {
  email: 'validation.email',
  date: 'validation.date',
  datetime: 'validation.instant',
  uuid: 'validation.uuid',
}
const typeKeys: Readonly<Record<string, CheckKey>> = {
  string: 'validation.text',
  number: 'validation.number',
  int: 'validation.number',
  boolean: 'validation.flag',
}

const tooSmallKeys: Readonly<Record<string, CheckKey>> = { string: 'validation.tooShort', array: 'validation.tooFew' }
const tooLargeKeys: Readonly<Record<string, CheckKey>> = { string: 'validation.tooLong', array: 'validation.tooMany' }

const describe = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Message => {
  const input = issue.input
  switch (issue.code) {
    case 'invalid_type':
      return isEmpty(input) ? message('validation.required') : message(typeKeys[issue.expected] ?? 'validation.invalid')
    case 'too_small': {
      const min = Number(issue.minimum)
      if (input === '') return message('validation.required')
      return message(tooSmallKeys[issue.origin] ?? 'validation.tooSmall', { min })
    }
    case 'too_big':
      return message(tooLargeKeys[issue.origin] ?? 'validation.tooLarge', { max: Number(issue.maximum) })
    case 'invalid_value':
      return isEmpty(input)
        ? message('validation.required')
        : message('validation.choice', { values: issue.values.join(', ') })
    case 'invalid_format':
      return message(formatKeys[issue.format as string] ?? 'validation.invalid')
    case 'custom':
      return message((issue.params?.key ?? 'validation.invalid') as CheckKey, issue.params?.args)
    default:
      return message('validation.invalid')
  }
}

export const schemaOf = memoize((describe: ValueSchema): z.core.$ZodType => describe(z))

const isKey = (text: string): text is CheckKey => text.startsWith('validation.')

const isNone = (value: unknown): boolean => Array.isArray(value) && value.length === 0

interface Checked {
  errors: ValidationErrors
  value: unknown
}

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
    // A schema's own `error` is already a message key.
    errors[path] ??= isKey(issue.message) ? message(issue.message) : describe(issue)
  }
  return { errors, value }
}

export const checkValue = (describe: ValueSchema, value: unknown): { value: unknown } | { problem: Message } => {
  const checked = fieldProblems('value', schemaOf(describe), value)
  const [problem] = Object.values(checked.errors)
  return problem ? { problem } : { value: checked.value }
}

const typedProblems = (
  name: string,
  { options: { by, types } }: Extract<AnyField, { kind: 'typed' }>,
  value: unknown,
  given: Values,
  before: Values,
): Checked => {
  const choice = given[by] ?? before[by]
  // An object's own `toString` may throw.
  const type = typeof choice === 'string' && Object.hasOwn(types, choice) ? types[choice] : undefined
  if (!type) return { errors: {}, value }
  const checked = fieldProblems(name, objectSchema(z, type.fields), value)
  if (Object.keys(checked.errors).length > 0) return checked
  const inner = checked.value as Values
  const problems = [
    ...Object.entries(type.check?.(inner) ?? {}).flatMap(([one, key]) => (key ? [[one, message(key)] as const] : [])),
    ...boundProblems(type, inner, { wrong: [], before: null, around: null }),
  ]
  return { ...checked, errors: Object.fromEntries(problems.map(([one, problem]) => [`${name}.${one}`, problem])) }
}

/** Tried in place of an invalid value. */
const inPlaceOf = (field: AnyField | undefined): readonly unknown[] => {
  if (field?.kind === 'choice') return field.options.values
  return field?.kind === 'flag' ? [true, false] : []
}

/** Counts a problem that holds with the invalid values, without them and with any replacement. */
const problemsBetween = (resource: AnyResource, record: Values, wrong: readonly string[]): [string, CheckKey][] => {
  const check = (values: Values) =>
    Object.entries(resource.check?.(values) ?? {}).flatMap(([name, key]): [string, CheckKey][] =>
      key ? [[name, key]] : [],
    )
  if (wrong.length === 0) return check(record)
  const without = { ...record, ...Object.fromEntries(wrong.map(name => [name, null])) }
  const others = wrong.flatMap(name => inPlaceOf(fieldOf(resource, name)).map(value => ({ ...without, [name]: value })))
  try {
    const all = [without, ...others].map(values => new Map(check(values)))
    return check(record).filter(([name, key]) => all.every(found => found.get(name) === key))
  } catch {
    // Some checks throw.
    return []
  }
}

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
 * Checks a create or an update, in form and API. Ignores read-only fields, since forms send whole records.
 *
 * `values` has all input fields of a new record, else those that differ from `current`. A new record's `input` already
 * has computed defaults (`workedStarts`).
 *
 * @param options.current the stored record
 * @param options.around null skips bounds, as in a browser that could not load their inputs
 * @throws Error without `around` for a resource with such bounds
 */
export const validate = (
  resource: AnyResource,
  input: Values,
  { current, role, around }: { current?: Values | undefined; role: Role | null; around?: Around | null },
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
  // Without a prototype, so that "__proto__" is an ordinary name.
  const errors: ValidationErrors = Object.create(null)
  for (const name of Object.keys(input)) if (!known.has(name)) errors[name] = message('validation.unknown')

  const given = { ...input, ...(current ? {} : derived(resource, input)) }
  const before = current ?? defaultsOf(resource)
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fieldOf(resource, name)
    if (!field) continue
    const isHidden = !mayRead(resource, name, role)
    const value = isHidden ? undefined : given[name]
    if (isHidden && input[name] !== undefined) errors[name] = message('validation.forbidden')
    if (value === undefined) {
      if (!current && !field.starts) values[name] = before[name]
      continue
    }
    if (isEmpty(value)) {
      values[name] = null
      continue
    }
    const checked =
      field.kind === 'typed'
        ? typedProblems(name, field, value, given, before)
        : fieldProblems(name, schemaOf(field.schema), value)
    Object.assign(errors, checked.errors)
    values[name] = checked.value
  }

  const record = { ...before, ...values }
  for (const name of names) {
    const value = record[name]
    if (errors[name] || !(isEmpty(value) || isNone(value))) continue
    const field = fieldOf(resource, name)
    if (!current && field?.starts && !(name in values)) continue
    // Its source already has an error.
    if (field?.kind === 'slug' && field.options.from && errors[field.options.from]) continue
    const isNeeded = isRequired(resource, name, record, role)
    const isMissing = isNone(value)
      ? isNeeded && resource.conditions?.[name]?.required
      : isNeeded || (name in values && field?.presence === 'defaulted')
    if (isMissing) errors[name] = message('validation.required')
  }
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, before[name])))
  for (const name of Object.keys(changed)) {
    const field = fieldOf(resource, name)
    if (current && field?.immutable) errors[name] ??= message('validation.immutable')
    if (field?.writeRole && !hasRole(role, field.writeRole)) errors[name] ??= message('validation.forbidden')
  }
  if (around === undefined && asksAround(resource))
    throw new Error(`${resource.name} has bounds by settings or the clock: say what is around.`)
  const wrong = Object.keys(errors).map(path => path.split('.')[0] ?? '')
  for (const [name, found] of boundProblems(resource, record, {
    wrong,
    before: current ?? null,
    around: around ?? null,
  }))
    errors[name] ??= found
  if (resource.check) for (const [name, key] of problemsBetween(resource, record, wrong)) errors[name] ??= message(key)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, values: current ? changed : values }
}
