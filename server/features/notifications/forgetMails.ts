import { sql } from 'kysely'
import { DAY } from '../../../src/declare'
import type { Job, Services, Transaction } from '../../serve'

/** The subject stays. */
const bodyDays = 90

export const forgetMails = async (db: Transaction, tenantId: string, customerIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update notifications set subject = null, body = null, last_error = null,
      recipient = case when audience = 'staff' then recipient end,
      status = case when status = 'queued' and audience = 'customer' then 'suppressed' else status end,
      reason = case when status = 'queued' and audience = 'customer' then 'anonymized' else reason end
    where tenant_id = ${tenantId} and (customer_id = any(${customerIds}) or booking_id in (
      select id from bookings where tenant_id = ${tenantId} and customer_id = any(${customerIds})))
    returning id`.execute(db)
  await sql`
    update dead_letters set last_error = null
    where tenant_id = ${tenantId} and queue = 'mail' and subject_id = any(${rows.map(({ id }) => id)})`.execute(db)
}

const forgetOldMails = async (database: Services['database']): Promise<void> => {
  const tenants = await database.run({ as: 'platform' }, db => db.selectFrom('tenants').select('id').execute())
  for (const { id } of tenants)
    await database.run({ as: 'tenant', tenantId: String(id) }, db =>
      sql`update notifications set body = null where tenant_id = ${id} and body is not null
        and status <> 'queued' and created_at < now() - make_interval(days => ${bodyDays}::int)`.execute(db),
    )
}

export const emptyMails: Job = {
  every: DAY,
  run: ({ database }) => forgetOldMails(database),
  failed: 'old mails were not emptied',
}
