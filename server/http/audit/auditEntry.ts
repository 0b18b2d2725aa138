/** What an entry of the audit log says was done (domain.md §2.15). */
export const auditActions = ['created', 'updated', 'deleted', 'status_changed', 'generated', 'exported'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActorTypes = ['user', 'customer', 'system', 'api_key'] as const

export interface AuditActor {
  type: (typeof auditActorTypes)[number]
  id: string | null
  /** As it was then. */
  name: string | null
}

/** By field, as the API answers its values. Both are null where a person was forgotten. */
export type AuditChanges = Readonly<Record<string, { from: unknown; to: unknown }>>

/** Something that was done to a tenant's data, to be written into its audit log. */
export interface AuditEvent {
  tenantId: string
  action: AuditAction
  /** The name of the resource: `channels`. */
  entityType: string
  /** Null for what concerns no single record, such as an export. */
  entityId: string | null
  /** What the record is called. */
  entityLabel: string | null
  changes: AuditChanges
}

/** Where events come from. */
export interface AuditOrigin {
  actor: AuditActor
  ip: string | null
  requestId: string | null
}

/** Somebody did it by no request: holds that run out, what runs by the clock. */
export const systemOrigin: AuditOrigin = {
  actor: { type: 'system', id: null, name: null },
  ip: null,
  requestId: null,
}

/** An entry as the API answers it. */
export interface AuditEntry extends Omit<AuditEvent, 'tenantId'> {
  id: string
  /** ISO 8601 in UTC. */
  at: string
  actor: AuditActor
  reason: string | null
  ip: string | null
  requestId: string | null
}
