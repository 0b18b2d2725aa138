import { sql } from 'kysely'
import type { Services } from '../../serve'
import { mailQueue } from './rows'

/** With all attempts left. */
export const redriveMail: Services['redrives'][string] = async ({ db }, tenantId, id) => {
  await sql`
    update notifications set status = 'queued', reason = null, attempts = 0, due_at = now(), leased_until = null
    where tenant_id = ${tenantId} and (id = ${id} or carried_by = ${id}) and status = 'failed'`.execute(db)
  return mailQueue
}
