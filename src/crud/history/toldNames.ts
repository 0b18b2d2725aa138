import { type AnyResource, fieldOf } from '../../schema'
import type { AuditChanges } from './auditEntry'

/** The fields of an entry in the order of the declaration, without those that say what its head says: the tenant, and who a member is. */
export const toldNames = (resource: AnyResource | undefined, changes: AuditChanges): string[] => {
  const order = [...Object.keys(resource?.fields ?? {}), ...Object.keys(resource?.assigns ?? {})]
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const isHead = (name: string): boolean =>
    name === 'tenantId' ||
    (resource !== undefined && name === resource.represent && fieldOf(resource, name)?.kind === 'reference')
  return Object.keys(changes)
    .filter(name => !isHead(name))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
