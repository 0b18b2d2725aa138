import type { UnitOfWork } from '../../http/unitOfWork'

/**
 * Removes the records' values from the audit log, including this request's entries, to forget a person. Names of
 * changed fields stay. Requires a tenant's transaction.
 */
export const forgetInAuditLog = ({ forgotten }: UnitOfWork, entityType: string, ids: readonly string[]): void => {
  forgotten.push({ entityType, ids })
}
