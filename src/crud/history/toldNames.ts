import { type AnyResource, fieldOf, isShown } from '../../schema'
import type { AuditChanges } from './auditEntry'

/** Whether a field takes part in a record like this, as far as the entry tells; a fixed length has no shortest one. */
const takesPart = (resource: AnyResource, name: string, changes: AuditChanges): boolean => {
  const needed = Object.keys(resource.conditions?.[name]?.when ?? {})
  if (!needed.every(each => changes[each])) return true
  return (['from', 'to'] as const).some(side =>
    isShown(resource, name, Object.fromEntries(needed.map(each => [each, changes[each]?.[side]]))),
  )
}

/**
 * The fields of an entry in the order of the declaration, without those that take no part, and those that say what its head says:
 * the tenant, and who a member is.
 */
export const toldNames = (resource: AnyResource | undefined, changes: AuditChanges): string[] => {
  const order = [...Object.keys(resource?.fields ?? {}), ...Object.keys(resource?.assigns ?? {})]
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const isHead = (name: string): boolean =>
    name === 'tenantId' ||
    (resource !== undefined && name === resource.represent && fieldOf(resource, name)?.kind === 'reference')
  return Object.keys(changes)
    .filter(name => !isHead(name) && (!resource || takesPart(resource, name, changes)))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
