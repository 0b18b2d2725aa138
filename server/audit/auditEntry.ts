import type { AuditAction, AuditActor, AuditChanges } from '../../src/contract'
import type { BySystem } from './change'

export interface AuditEvent {
  tenantId: string
  action: AuditAction
  /** The name of the resource: `channels`. */
  entityType: string
  /** Null for an action on no single record, such as an export. */
  entityId: string | null
  entityLabel: string | null
  changes: AuditChanges
  /** The system acted, not the origin's actor. */
  bySystem?: BySystem | undefined
}

export interface AuditOrigin {
  actor: AuditActor
  ip: string | null
  requestId: string | null
}

/** The author of an audit entry, without a customer's name, for readers who may not read customers. */
export const withoutCustomer = (actor: AuditActor): AuditActor =>
  actor.type === 'customer' ? { ...actor, name: null } : actor

/** The system as the author of audit entries, for work without a request, such as a scheduled job. */
export const systemOrigin: AuditOrigin = {
  actor: { type: 'system', id: null, name: null },
  ip: null,
  requestId: null,
}
