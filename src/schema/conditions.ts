import { hasRole, type Role } from './access'
import type { Fields } from './field'
import { type AnyResource, fieldOf, inputNames, type Requirement } from './resource'

type Values = Readonly<Record<string, unknown>>

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

export const meets = (value: unknown, requirement: Requirement): boolean => {
  if (Array.isArray(requirement)) return requirement.includes(value)
  const { present, min, max } = requirement as { present?: boolean; min?: number | string; max?: number | string }
  const hasValue = !isEmpty(value) && !(Array.isArray(value) && value.length === 0)
  if (present !== undefined) return hasValue === present
  // ISO dates, times and instants sort as text.
  return (
    hasValue &&
    !(min !== undefined && (value as typeof min) < min) &&
    !(max !== undefined && (value as typeof max) > max)
  )
}

export const applies = (resource: Pick<AnyResource, 'conditions'>, name: string, record: Values): boolean =>
  Object.entries(resource.conditions?.[name]?.when ?? {}).every(([other, requirement]) =>
    meets(record[other], requirement as Requirement),
  )

export const isShown = (
  resource: Pick<AnyResource, 'conditions'>,
  name: string,
  record: Values,
  role: Role | null,
): boolean => {
  const needed = resource.conditions?.[name]?.role
  return (!needed || hasRole(role, needed)) && applies(resource, name, record)
}

export const isRequired = (resource: AnyResource, name: string, record: Values, role: Role | null): boolean => {
  const field = fieldOf(resource, name)
  if (!field || !isShown(resource, name, record, role)) return false
  return field.presence === 'required' || Boolean(resource.conditions?.[name]?.required)
}

export const isAlwaysRequired = (
  { fields, conditions }: { fields: Fields; conditions?: AnyResource['conditions'] | undefined },
  name: string,
): boolean => {
  const { required = false, when, role } = conditions?.[name] ?? {}
  const field = fields[name]
  if (field?.starts) return false
  return (field?.presence === 'required' && field.default === undefined) || (required && !when && !role)
}

export const defaultsOf = (resource: AnyResource): Record<string, unknown> =>
  Object.fromEntries(inputNames(resource).map(name => [name, fieldOf(resource, name)?.default ?? null]))

/** As JSON, ignoring key order. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return (
    Array.isArray(a) === Array.isArray(b) &&
    Array.from(keys).every(key => sameValue((a as Values)[key], (b as Values)[key]))
  )
}
