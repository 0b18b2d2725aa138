import { sql } from 'kysely'
import type { Redrive } from '../../crud/deadLetters'
import { mailQueue } from '../../mails/settings'

/** Sends a mail that was given up anew, with all attempts ahead of it; it is judged again. */
export const redriveMail: Redrive = async ({ db }, tenantId, id) => {
  await sql`
    update notifications set status = 'queued', reason = null, attempts = 0, due_at = now(), leased_until = null
    where tenant_id = ${tenantId} and (id = ${id} or carried_by = ${id}) and status = 'failed'`.execute(db)
  return mailQueue
}
