import { sql } from 'kysely'
import type { UnitOfWork } from '../unitOfWork'

/**
 * Takes what the audit log tells of these records out of it, when a person is to be forgotten: the names of the fields that
 * changed stay, what they held does not. What this request itself notes of them goes too. Only as a tenant.
 */
export const forgetInAuditLog = ({ forgotten }: UnitOfWork, entityType: string, ids: readonly string[]): void => {
  forgotten.push({ entityType, ids })
}

/** Done when all of the request is in the log. */
export const forgetAll = async ({ db, forgotten }: UnitOfWork): Promise<void> => {
  for (const { entityType, ids } of forgotten) {
    await sql`select forget_in_audit_log(${entityType}, ${ids})`.execute(db)
  }
}
