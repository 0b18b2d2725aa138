import type { AnyResource } from '../../../src/schema'
import type { ApiRecord } from '../crud/apiRecord'
import type { UnitOfWork } from '../unitOfWork'
import type { AuditAction, AuditChanges } from './auditEntry'

interface Action {
  action: AuditAction
  resource: Pick<AnyResource, 'name'>
  /** What it was done to; null for what concerns no single record. */
  record: Pick<ApiRecord, 'id'> | null
  /** What the record is called. */
  label?: string | null
  changes?: AuditChanges
  /** The caller's tenant unless given. */
  tenantId?: string
}

/**
 * Puts into the audit log what a request did beyond creating, updating and deleting records, which are noted where they are
 * written (`crud/write.ts`). Written with the rest when the request's transaction ends.
 *
 * @example
 * noteAction(unit, {
 *   action: 'generated', resource: schedules, record: schedule, label: schedule.name,
 *   changes: { timeslots: { from: null, to: 240 } },
 * })
 */
export const noteAction = (
  { actions, caller }: UnitOfWork,
  { action, resource, record, label = null, changes = {}, tenantId = caller.tenant?.id }: Action,
): void => {
  if (!tenantId) throw new Error('What is done to no tenant has no place in an audit log.')
  actions.push({
    tenantId,
    action,
    entityType: resource.name,
    entityId: record?.id ?? null,
    entityLabel: label,
    changes,
  })
}
