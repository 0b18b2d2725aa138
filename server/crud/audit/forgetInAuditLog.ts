import type { UnitOfWork } from '../../http/unitOfWork'

/**
 * Removes the records' values from the audit log, also from this request's entries, to forget a person; names of
 * changed fields stay. Requires a tenant's transaction.
 */
export const forgetInAuditLog = ({ forgotten }: UnitOfWork, entityType: string, ids: readonly string[]): void => {
  forgotten.push({ entityType, ids })
}
