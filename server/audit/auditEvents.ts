import type { AuditAction, AuditChanges } from '../../src/contract'
import { type AnyResource, type Fields, fieldOf, sameValue, tenantOf } from '../../src/schema'
import type { AuditEvent } from './auditEntry'
import type { ApiRecord, Change } from './change'

/** Stored fields, and assigned sets that belong to the record. */
const recordedNames = (resource: AnyResource): string[] => [
  ...Object.entries(resource.fields as Fields).flatMap(([name, { kind, computed }]) =>
    computed || kind === 'count' ? [] : [name],
  ),
  ...Object.keys(resource.assigns ?? {}),
]

const changesIn = ({ resource, before, after, audited = {} }: Change): AuditChanges => {
  const names = [...recordedNames(resource), ...Object.keys(audited)]
  // Absent, null and an empty list mean the same to a reader of the log.
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
  if (resource.kind === 'singleton') return resource.label[0]
  const label = record[resource.represent]
  return typeof label === 'string' && fieldOf(resource, resource.represent)?.kind !== 'reference' ? label : null
}

/** Null for a platform record, an unchanged one, and a deleted tenant, whose log is deleted with it. */
export const auditEventOf = (change: Change): AuditEvent | null => {
  const { resource, before, after, label, bySystem } = change
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
    bySystem,
  }
}
