import type { AuditAction, AuditActor, AuditChanges } from '../../src/contract'
import type { BySystem } from './change'

/** Something that was done to a tenant's data, to be written into its audit log. */
export interface AuditEvent {
  tenantId: string
  action: AuditAction
  /** The name of the resource: `channels`. */
  entityType: string
  /** Null for an action on no single record, such as an export. */
  entityId: string | null
  /** What the record is called. */
  entityLabel: string | null
  changes: AuditChanges
  /** Set where not the origin's actor did it. */
  bySystem?: BySystem | undefined
}

/** Where events come from. */
export interface AuditOrigin {
  actor: AuditActor
  ip: string | null
  requestId: string | null
}

/** The actor as whoever may not read customers is told of them. */
export const withoutCustomer = (actor: AuditActor): AuditActor =>
  actor.type === 'customer' ? { ...actor, name: null } : actor

/** For actions without a request, such as scheduled work. */
export const systemOrigin: AuditOrigin = {
  actor: { type: 'system', id: null, name: null },
  ip: null,
  requestId: null,
}
