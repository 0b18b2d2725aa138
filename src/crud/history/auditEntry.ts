/** What an entry of the audit log says was done (domain.md §2.15). */
export const auditActions = ['created', 'updated', 'deleted', 'status_changed', 'generated', 'exported'] as const
export type AuditAction = (typeof auditActions)[number]

/** By field, as the API answers its values. Both are null where a person was forgotten. */
export type AuditChanges = Readonly<Record<string, { from: unknown; to: unknown }>>

/** An entry of the audit log as the API answers it. */
export interface AuditEntry {
  id: string
  /** ISO 8601 in UTC. */
  at: string
  actor: { type: 'user' | 'customer' | 'system' | 'api_key'; id: string | null; name: string | null }
  action: AuditAction
  /** The name of the resource: `channels`. */
  entityType: string
  /** Null for what concerns no single record, such as an export. */
  entityId: string | null
  /** What the record was called. */
  entityLabel: string | null
  changes: AuditChanges
  reason: string | null
}
