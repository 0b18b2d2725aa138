import { type JsonSchema, singularName } from '../../src/contract'
import { type AnyResource, asReadBy, guardedNames, type Role, readableValues } from '../../src/schema'
import type { CallerKey } from './identity/apiKey'

interface Reader {
  role: Role | null
  key: CallerKey | null
}

type Narrow = (value: unknown, reader: Reader) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutScoped = (
  { apiScopes }: AnyResource,
  record: Record<string, unknown>,
  key: CallerKey | null,
): Record<string, unknown> => {
  const members = apiScopes?.members
  if (!key || !members) return record
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => members[name] === undefined || key.scopes.has(members[name])),
  )
}

/** Removes unreadable fields even if a route selects too much. Null when there are none. */
export const narrowingOf = (schema: JsonSchema | undefined, resources: readonly AnyResource[]): Narrow | null => {
  if (!schema) return null
  const within = (part: unknown) => narrowingOf(part as JsonSchema | undefined, resources)
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    const resource = resources.find(each => singularName(each) === name)
    if (!resource || (guardedNames(resource).length === 0 && !resource.apiScopes?.members)) return null
    return (value, { role, key }) => {
      if (!isObject(value)) return value
      const known = asReadBy(resource, role) === resource ? value : readableValues(resource, value, role)
      return withoutScoped(resource, known, key)
    }
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
    part => within(part) ?? [],
  )
  const items = within(schema.items)
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const narrow = within(part)
    return narrow ? [[name, narrow] as const] : []
  })
  if (parts.length === 0 && !items && members.length === 0) return null
  return (value, reader) => {
    const narrowed = parts.reduce((each, narrow) => narrow(each, reader), value)
    if (Array.isArray(narrowed)) return items ? narrowed.map(each => items(each, reader)) : narrowed
    if (!isObject(narrowed)) return narrowed
    const inner = members.flatMap(([name, narrow]) =>
      name in narrowed ? [[name, narrow(narrowed[name], reader)] as const] : [],
    )
    return { ...narrowed, ...Object.fromEntries(inner) }
  }
}
