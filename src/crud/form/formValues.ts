import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, Resolver } from 'react-hook-form'
import {
  type AnyField,
  type AnyResource,
  type Around,
  defaultsOf,
  fieldOf,
  formSections,
  inputNames,
  isShown,
  type Message,
  type Role,
  type StructureValue,
} from '../../schema'
import { assignedField } from '../assigned/assignedSet'
import { isEmpty } from '../kinds/kindView'

type Values = Readonly<Record<string, unknown>>

export const startingValues = (resource: AnyResource, { timeZone }: { timeZone: string }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(defaultsOf(resource)).map(([name, value]) => {
      const field = fieldOf(resource, name)
      return [name, value === null && field?.kind === 'timezone' && field.presence === 'required' ? timeZone : value]
    }),
  )

const structureValue = (field: AnyField | undefined, value: unknown, values: Values): unknown => {
  if (isEmpty(value)) return value
  if (field?.kind === 'group') return Object.values(value as StructureValue).every(isEmpty) ? null : value
  if (field?.kind !== 'typed') return value
  const fields = field.options.types[String(values[field.options.by])]?.fields ?? {}
  return Object.fromEntries(Object.entries(value as StructureValue).filter(([name]) => name in fields))
}

/** The API fills the others. */
export const namesOfNew = (resource: AnyResource): readonly string[] =>
  resource.createForm ?? formSections(resource).flatMap(({ fields }) => fields)

/** Hidden fields keep their values. */
const shownValues = (
  resource: AnyResource,
  values: Values,
  { current, role }: Pick<ResolverOptions, 'current' | 'role'>,
): Record<string, unknown> => {
  const before = current ?? defaultsOf(resource)
  return Object.fromEntries(
    (current ? inputNames(resource) : namesOfNew(resource))
      .map(name => [
        name,
        isShown(resource, name, values, role)
          ? structureValue(fieldOf(resource, name), values[name], { ...before, ...values })
          : before[name],
      ])
      .filter(([, value]) => value !== undefined),
  )
}

interface ResolverOptions {
  current: Values | null
  role: Role | null
  translate: (message: Message, english: string) => string
  loadChecks?: (() => Promise<unknown>) | undefined
  around: () => Around | null
}

/**
 * For react-hook-form. An inner error (`weeklyHours.0.endTime`) is also set on the field: some inputs cannot show it
 * inside.
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

type Validation = Pick<typeof import('../../schema/validation'), 'validate' | 'englishText'>

const loadValidation = (): Promise<Validation> => import('../../schema/validation')
const unchecked: Validation = { validate: (_resource, values) => ({ ok: true, values }), englishText: () => '' }
loadValidation().catch(() => undefined)

/** Keeps only changes of an existing record. */
export const resolverOf = (
  resource: AnyResource,
  { current, role, translate, loadChecks, around }: ResolverOptions,
): Resolver => {
  loadChecks?.().catch(() => undefined)
  return async (values, _context, options) => {
    const shown = shownValues(resource, values, { current, role })
    const { validate, englishText } = await Promise.all([loadValidation(), loadChecks?.()]).then(
      ([loaded]) => loaded,
      () => unchecked,
    )
    const result = validate(resource, shown, { current: current ?? undefined, role, around: around() })
    // The API validates related sets.
    const sets = values[assignedField] ? { [assignedField]: values[assignedField] } : {}
    if (result.ok) {
      const sent = current
        ? result.values
        : Object.fromEntries(namesOfNew(resource).map(name => [name, result.values[name]]))
      return { values: { ...sent, ...sets }, errors: {} }
    }
    const messages = Object.fromEntries(
      Object.entries(result.errors).map(([path, error]) => {
        // People do not type ISO 8601.
        const message = error.key === 'validation.instant' ? { ...error, key: 'validation.moment' as const } : error
        return [path, translate(message, englishText(message))]
      }),
    )
    return { values: {}, errors: toNestErrors(asFieldErrors(messages, 'validate') as FieldErrors, options) }
  }
}

/** For a record that is read anew: what was typed stays, with its errors. */
export const keepInput = { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true }
