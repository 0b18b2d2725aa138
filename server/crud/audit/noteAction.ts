import type { AuditAction, AuditChanges } from '../../../src/contract'
import type { AnyResource } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import type { UnitOfWork } from '../../http/unitOfWork'

interface Action {
  action: AuditAction
  resource: Pick<AnyResource, 'name'>
  record: Pick<ApiRecord, 'id'> | null
  label?: string | null
  changes?: AuditChanges
  tenantId?: string
}

/**
 * Adds an action to the audit log when the transaction ends.
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
