import { sql } from 'kysely'
import { beyondRows, type Transaction } from '../../../serve'

/**
 * Before the bookings, in every call: whoever changes a part changes its visit, and so no two calls wait for each other. A
 * call about many bookings locks the visits of all of them at once.
 */
export const lockVisitsOf = async (db: Transaction, tenantId: string, bookingIds: readonly string[]): Promise<void> => {
  await sql`select from visits where tenant_id = ${tenantId} and id in (
      select visit_id from bookings where tenant_id = ${tenantId} and id = any(${bookingIds}::uuid[]))
    order by id for update`.execute(beyondRows(db))
}
