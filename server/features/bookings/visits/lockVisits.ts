import { sql } from 'kysely'
import { beyondRows, type Transaction } from '../../../serve'

/**
 * Call it before locking bookings: a changed part changes its visit, and a common order prevents deadlocks. A call
 * about many bookings locks all their visits at once.
 */
export const lockVisitsOf = async (db: Transaction, tenantId: string, bookingIds: readonly string[]): Promise<void> => {
  await sql`select from visits where tenant_id = ${tenantId} and id in (
      select visit_id from bookings where tenant_id = ${tenantId} and id = any(${bookingIds}::uuid[]))
    order by id for update`.execute(beyondRows(db))
}
