import { type JsonSchema, singularName } from '../../src/contract'
import { type AnyResource, asReadBy, guardedNames, type Role, readableValues } from '../../src/schema'

/** Removes from a part of an answer what this role may not read. */
type Narrow = (value: unknown, role: Role | null) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A function that removes from answers of this schema what the caller may not read, in every record that the schema names,
 * even if a route selects too much. Null when there is nothing to remove.
 */
export const narrowingOf = (schema: JsonSchema | undefined, resources: readonly AnyResource[]): Narrow | null => {
  if (!schema) return null
  const within = (part: unknown) => narrowingOf(part as JsonSchema | undefined, resources)
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    const resource = resources.find(each => singularName(each) === name)
    if (!resource || guardedNames(resource).length === 0) return null
    return (value, role) =>
      isObject(value) && asReadBy(resource, role) !== resource ? readableValues(resource, value, role) : value
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
  return (value, role) => {
    const narrowed = parts.reduce((each, narrow) => narrow(each, role), value)
    if (Array.isArray(narrowed)) return items ? narrowed.map(each => items(each, role)) : narrowed
    if (!isObject(narrowed)) return narrowed
    const inner = members.flatMap(([name, narrow]) =>
      name in narrowed ? [[name, narrow(narrowed[name], role)] as const] : [],
    )
    return { ...narrowed, ...Object.fromEntries(inner) }
  }
}
