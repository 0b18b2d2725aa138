/** Per file. */
export const maxExported = 10_000

/** See docs/domain.md#the-audit-log. */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'purged',
  'status_changed',
  'generated',
  'exported',
  'rotated',
  'revoked',
  'redriven',
  'resent',
  'sent_test',
  'imported',
  'undone',
  'applied',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActorTypes = ['user', 'customer', 'system', 'api_key'] as const

export interface AuditActor {
  type: (typeof auditActorTypes)[number]
  id: string | null
  /** At the time of the entry. */
  name: string | null
}

/** Old and new values by field; both null if their person was erased. */
export type AuditChanges = Readonly<Record<string, { from: unknown; to: unknown }>>

/** A line of the audit log: the actor, the record and the changed fields. */
export interface AuditEntry {
  id: string
  /** ISO 8601 in UTC. */
  at: string
  actor: AuditActor
  action: AuditAction
  /** Such as `channels`. */
  entityType: string
  /** Null without a single record, as for an export. */
  entityId: string | null
  /** At the time of the entry. */
  entityLabel: string | null
  changes: AuditChanges
  reason: string | null
  /** The declared action; null for create, update and delete. */
  via: string | null
  ip: string | null
  requestId: string | null
}
