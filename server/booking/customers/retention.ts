import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import type { Database } from '../../db/database'
import { toRow } from '../../db/rows'
import { systemOrigin } from '../../http/audit/auditEntry'
import { writeAuditLog } from '../../http/audit/writeAuditLog'
import type { Log } from '../../log'
import { forgottenNotes, forgottenPerson } from './forgotten'
import { mergedInto } from './mergedInto'

/** Customers in one transaction. */
const batch = 200
const aDay = 86_400_000

interface Retention {
  tenantId: string
  months: number
}

/** Forgets some of the tenant's customers whose time is over. @returns how many */
const forgetSome = (database: Database, { tenantId, months }: Retention, now: string): Promise<number> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    // Who is being edited or booked for at this moment can wait until tomorrow.
    const { rows } = await sql<{ id: string }>`
      select id from customers where tenant_id = ${tenantId} and anonymized_at is null
      and created_at < ${now}::timestamptz - make_interval(months => ${months}) and not exists (
        select from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id
        and bookings.ends_at >= ${now}::timestamptz - make_interval(months => ${months}))
      order by id limit ${batch} for update skip locked`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await db
      .updateTable('customers')
      .set(toRow(customers, { ...forgottenPerson, anonymizedAt: now }))
      .where('tenantId', '=', tenantId)
      .where('id', 'in', ids)
      .execute()
    const booked = await db
      .updateTable('bookings')
      .set(toRow(bookings, forgottenNotes))
      .where('tenantId', '=', tenantId)
      .where('customerId', 'in', ids)
      .returning('id')
      .execute()
    const changes = { anonymizedAt: { from: null, to: now } }
    const entityLabel = forgottenPerson.name
    await sql`select forget_in_audit_log(${customers.name}, ${[...ids, ...(await mergedInto(db, tenantId, ids))]})`.execute(
      db,
    )
    await sql`select forget_in_audit_log(${bookings.name}, ${booked.map(({ id }) => id)})`.execute(db)
    await writeAuditLog(
      db,
      systemOrigin,
      ids.map(entityId => ({
        ...{ tenantId, action: 'updated' as const, entityType: customers.name, entityId, entityLabel, changes },
      })),
    )
    return ids.length
  })

/**
 * Anonymises, in every tenant that keeps customers for some months only, those who were added and last booked before that, as
 * `POST /customers/{id}/anonymize` does (domain.md §2.1 `retentionMonths`). A booking counts whatever became of it.
 * @param now epoch milliseconds
 * @returns how many
 */
export const forgetExpiredCustomers = async (database: Database, now: number): Promise<number> => {
  const tenants = await database.run({ as: 'platform' }, db =>
    db.selectFrom('tenants').select(['id', 'retentionMonths']).where('retentionMonths', 'is not', null).execute(),
  )
  const at = new Date(now).toISOString()
  let count = 0
  for (const { id, retentionMonths } of tenants) {
    let some: number
    do {
      some = await forgetSome(database, { tenantId: String(id), months: Number(retentionMonths) }, at)
      count += some
    } while (some === batch)
  }
  return count
}

/** Does so now and every day. @returns how to stop it, which waits for what has begun */
export const startRetention = (database: Database, log: Log): (() => Promise<void>) => {
  const run = () =>
    forgetExpiredCustomers(database, Date.now()).then(
      count => {
        if (count > 0) log('info', 'customers anonymised', { count })
      },
      (error: unknown) => log('error', 'customers were not anonymised', { error: String(error) }),
    )
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, aDay).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
