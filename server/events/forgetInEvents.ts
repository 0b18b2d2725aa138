import { sql } from 'kysely'
import type { Transaction } from '../db/database'

/** Reduces the events of these subjects to their ids. Requires a tenant's transaction. */
export const forgetInEvents = async (db: Transaction, ids: readonly string[]): Promise<void> => {
  await sql`
    update events set data = jsonb_build_object('id', subject_id), previous = null
    where tenant_id = current_tenant_id() and subject_id = any(${ids}) and data is not null`.execute(db)
  await sql`
    update webhook_deliveries set request_excerpt = null, response_excerpt = null
    where tenant_id = current_tenant_id() and subject_id = any(${ids})`.execute(db)
  await sql`
    update events set actor_name = null
    where tenant_id = current_tenant_id() and actor_type = 'customer' and actor_id = any(${ids})`.execute(db)
}
