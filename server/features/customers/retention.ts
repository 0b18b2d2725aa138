import { sql } from 'kysely'
import { DAY, formatInstant } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { type Job, type MemberCaller, noteAction, noteEvent, runSystemWork, systemCaller, toRow } from '../../serve'
import { forgetTraces, forgottenPerson, type Person } from './forgotten'

/** Per transaction. */
const batch = 200

type Services = Parameters<typeof runSystemWork>[0]

const forgetSome = (services: Services, caller: MemberCaller, months: number): Promise<number> =>
  runSystemWork(services, caller, async unit => {
    const { db } = unit
    const tenantId = caller.tenant.id
    const now = formatInstant(unit.now)
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
    await forgetTraces(unit, tenantId, rows)
    await unit.forgetSoFar()
    const changes = { anonymizedAt: { from: null, to: now } }
    for (const id of ids) {
      noteAction(unit, { action: 'updated', resource: customers, record: { id }, label: forgottenPerson.name, changes })
      noteEvent(unit, { type: 'customer.anonymized', subjectType: 'customer', subjectId: id, data: { id } })
    }
    return ids.length
  })

/**
 * Anonymizes customers after the tenant's retention period, unless they wait for something (docs/domain.md#tenants).
 */
export const forgetExpiredCustomers = async (services: Services): Promise<number> => {
  const tenants = await services.database.run({ as: 'platform' }, db =>
    db
      .selectFrom('tenants')
      .select(['id', 'timeZone', 'currency', 'isActive', 'retentionMonths'])
      .where('retentionMonths', 'is not', null)
      .execute(),
  )
  let count = 0
  for (const tenant of tenants) {
    let some: number
    do {
      some = await forgetSome(services, systemCaller(tenant), Number(tenant.retentionMonths))
      count += some
    } while (some === batch)
  }
  return count
}

export const retention: Job = {
  every: DAY,
  run: forgetExpiredCustomers,
  done: 'customers anonymised',
  failed: 'customers were not anonymised',
}
