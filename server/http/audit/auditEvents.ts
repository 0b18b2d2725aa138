import { type AnyResource, type Fields, fieldOf, sameValue, tenantOf } from '../../../src/schema'
import type { ApiRecord } from '../crud/apiRecord'
import type { Change } from '../unitOfWork'
import type { AuditAction, AuditChanges, AuditEvent } from './auditEntry'

/** What a record holds by itself: its stored fields, and the sets that are assigned to it. */
const recordedNames = (resource: AnyResource): string[] => [
  ...Object.entries(resource.fields as Fields).flatMap(([name, { kind, computed }]) =>
    computed || kind === 'count' ? [] : [name],
  ),
  ...Object.keys(resource.assigns ?? {}),
]

const changesIn = ({ resource, before, after, audited = {} }: Change): AuditChanges => {
  const names = [...recordedNames(resource), ...Object.keys(audited)]
  // Nothing, an empty list and an absent value are the same to whoever reads what changed.
  const valueIn = (record: ApiRecord | null, name: string): unknown => {
    const value = record && (audited[name]?.(record) ?? record[name])
    return Array.isArray(value) && value.length === 0 ? null : (value ?? null)
  }
  return Object.fromEntries(
    names.flatMap(name => {
      const [from, to] = [valueIn(before, name), valueIn(after, name)]
      return sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}

const actionOf = ({ resource, before, after }: Change, changes: AuditChanges): AuditAction => {
  if (!before) return 'created'
  if (!after) return 'deleted'
  return changes.status && fieldOf(resource, 'status')?.kind === 'choice' ? 'status_changed' : 'updated'
}

const labelOf = (resource: AnyResource, record: ApiRecord): string | null => {
  const label = record[resource.represent]
  return typeof label === 'string' && fieldOf(resource, resource.represent)?.kind !== 'reference' ? label : null
}

/**
 * What the log says of a written record; null when it belongs to no tenant, when nothing of it changed, and for a tenant that is
 * deleted, whose log goes with it.
 */
export const auditEventOf = (change: Change): AuditEvent | null => {
  const { resource, before, after, label } = change
  const record = after ?? before
  const tenantId = record && tenantOf(resource, record)
  if (!record || !tenantId || (resource.name === 'tenants' && !after)) return null
  const changes = changesIn(change)
  if (before && after && Object.keys(changes).length === 0) return null
  return {
    tenantId,
    action: actionOf(change, changes),
    entityType: resource.name,
    entityId: record.id,
    entityLabel: label ?? labelOf(resource, record),
    changes,
  }
}
