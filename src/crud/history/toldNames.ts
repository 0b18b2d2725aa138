import type { AuditChanges } from '../../contract/auditEntry'
import { type AnyResource, applies, fieldOf } from '../../schema'

const takesPart = (resource: AnyResource, name: string, changes: AuditChanges): boolean => {
  const needed = Object.keys(resource.conditions?.[name]?.when ?? {})
  if (!needed.every(each => changes[each])) return true
  return (['from', 'to'] as const).some(side =>
    applies(resource, name, Object.fromEntries(needed.map(each => [each, changes[each]?.[side]]))),
  )
}

/** Without fields in the heading. */
export const toldNames = (resource: AnyResource | undefined, changes: AuditChanges): string[] => {
  const order = [...Object.keys(resource?.fields ?? {}), ...Object.keys(resource?.assigns ?? {})]
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const isHead = (name: string): boolean =>
    name === 'tenantId' ||
    name === 'createdAt' ||
    (resource !== undefined && name === resource.represent && fieldOf(resource, name)?.kind === 'reference')
  return Object.keys(changes)
    .filter(name => !isHead(name) && (!resource || takesPart(resource, name, changes)))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
