import type { AuditAction, AuditActor, AuditChanges } from '../../src/contract'
import type { BySystem } from './change'

export interface AuditEvent {
  tenantId: string
  action: AuditAction
  entityType: string
  entityId: string | null
  entityLabel: string | null
  changes: AuditChanges
  bySystem?: BySystem | undefined
}

export interface AuditOrigin {
  actor: AuditActor
  ip: string | null
  requestId: string | null
}

/** The author without a customer's name, for readers who may not read customers. */
export const withoutCustomer = (actor: AuditActor): AuditActor =>
  actor.type === 'customer' ? { ...actor, name: null } : actor

/** The author of work without a request, such as a scheduled job. */
export const systemOrigin: AuditOrigin = {
  actor: { type: 'system', id: null, name: null },
  ip: null,
  requestId: null,
}
