/** The most entries in one file. */
export const maxExported = 10_000

/** The kinds of entry in the audit log (docs/domain.md#the-audit-log). */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'status_changed',
  'generated',
  'exported',
  'rotated',
  'revoked',
  'redriven',
  'resent',
  'sent_test',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActorTypes = ['user', 'customer', 'system', 'api_key'] as const

export interface AuditActor {
  type: (typeof auditActorTypes)[number]
  id: string | null
  /** The name at that time. */
  name: string | null
}

/** Old and new values by field, as the API answers them. Both are null if they belonged to a person since erased. */
export type AuditChanges = Readonly<Record<string, { from: unknown; to: unknown }>>

/** An entry of the audit log as the API answers it. */
export interface AuditEntry {
  id: string
  /** ISO 8601 in UTC. */
  at: string
  actor: AuditActor
  action: AuditAction
  /** The name of the resource: `channels`. */
  entityType: string
  /** Null for an entry about no single record, such as an export. */
  entityId: string | null
  /** The record's name at that time. */
  entityLabel: string | null
  changes: AuditChanges
  reason: string | null
  /** The declared action that did it; null for plain create, update and delete. */
  via: string | null
  ip: string | null
  requestId: string | null
}
