import type { UnitOfWork } from '../../http/unitOfWork'

/**
 * Removes the records' values from the audit log, to forget a person; names of changed fields stay. Covers the current
 * request's entries. Requires a tenant's transaction.
 */
export const forgetInAuditLog = ({ forgotten }: UnitOfWork, entityType: string, ids: readonly string[]): void => {
  forgotten.push({ entityType, ids })
}
