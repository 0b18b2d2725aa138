import { sql } from 'kysely'
import { DAY, formatInstant } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import {
  type Database,
  forgetInEvents,
  forgetRecords,
  type Job,
  systemOrigin,
  toRow,
  writeAuditLog,
  writeEvents,
} from '../../serve'
import { forgetTraces, forgottenPerson, type Person } from './forgotten'

/** Per transaction. */
const batch = 200

interface Retention {
  tenantId: string
  months: number
}

const forgetSome = (database: Database, { tenantId, months }: Retention, now: string): Promise<number> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    // Customers being edited or booked for wait until tomorrow.
    const { rows } = await sql<Person>`
      select id, name, email, phone from customers where tenant_id = ${tenantId} and anonymized_at is null
      and created_at < ${now}::timestamptz - make_interval(months => ${months}) and not exists (
        select from bookings where bookings.tenant_id = customers.tenant_id and bookings.customer_id = customers.id
        and bookings.ends_at >= ${now}::timestamptz - make_interval(months => ${months}))
      and not exists (select from waitlist_entries as entries where entries.tenant_id = customers.tenant_id
        and entries.customer_id = customers.id and entries.status in ('waiting', 'offered') and entries.waits_until > ${now})
      order by id limit ${batch} for update skip locked`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await db
      .updateTable('customers')
      .set(toRow(customers, { ...forgottenPerson, anonymizedAt: now }))
      .where('tenantId', '=', tenantId)
      .where('id', 'in', ids)
      .execute()
    const { forgotten, emptied, events } = await forgetTraces(db, tenantId, rows)
    const changes = { anonymizedAt: { from: null, to: now } }
    const entityLabel = forgottenPerson.name
    await forgetRecords(db, forgotten)
    await forgetInEvents(
      db,
      forgotten.flatMap(one => one.ids),
    )
    await writeEvents(db, systemOrigin, [
      ...events,
      ...ids.map(id => ({
        ...{
          tenantId,
          type: 'customer.anonymized',
          subjectType: 'customer',
          subjectId: id,
          data: { id },
          previous: null,
        },
      })),
    ])
    await writeAuditLog(db, systemOrigin, [
      ...ids.map(entityId => ({
        ...{ tenantId, action: 'updated' as const, entityType: customers.name, entityId, entityLabel, changes },
      })),
      ...emptied.map(({ action, resource, record, changes: of }) => ({
        ...{ tenantId, action, entityType: resource.name, entityId: record.id, entityLabel: null, changes: of },
      })),
    ])
    return ids.length
  })

/**
 * Anonymizes customers after the tenant's retention period, unless they wait for something (docs/domain.md#tenants).
 */
export const forgetExpiredCustomers = async (database: Database, now: number): Promise<number> => {
  const tenants = await database.run({ as: 'platform' }, db =>
    db.selectFrom('tenants').select(['id', 'retentionMonths']).where('retentionMonths', 'is not', null).execute(),
  )
  const at = formatInstant(now)
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

export const retention: Job = {
  every: DAY,
  run: ({ database, now }) => forgetExpiredCustomers(database, now()),
  done: 'customers anonymised',
  failed: 'customers were not anonymised',
}
