import { sql } from 'kysely'
import { DAY, formatInstant, HOUR, MINUTE } from '../../../src/declare'
import { demand } from '../../../src/resources/demand'
import { type Job, noteAction, runSystemWork, systemCaller, type Transaction, type UnitOfWork } from '../../serve'
import { countedStatuses } from '../bookings/measured'

const keptDays = 400

/** Per tenant. The oldest refusals go first. */
const mostKept = 200_000

/** A person who books the same within it was not turned away. */
const secondTry = 30 * MINUTE

type Services = Parameters<typeof runSystemWork>[0]

const inTenantsWith = async (
  services: Services,
  [from, to]: readonly [number | null, number],
  work: (unit: UnitOfWork, tenantId: string) => Promise<number>,
): Promise<number> => {
  const { rows } = await services.database.run({ as: 'platform' }, db =>
    sql<Parameters<typeof systemCaller>[0]>`select id, time_zone, currency, is_active from tenants where id in (
      select tenant_id from demand
      where at > ${from === null ? '-infinity' : formatInstant(from)} and at <= ${formatInstant(to)})`.execute(db),
  )
  let count = 0
  for (const tenant of rows) count += await runSystemWork(services, systemCaller(tenant), unit => work(unit, tenant.id))
  return count
}

const isTheirs = sql`case
  when demand.customer_id is not null then made.customer_id = demand.customer_id
  when demand.origin = 'noted' then false
  else made.created_by::text = demand.person
    or exists (select from public_bookings as of_visitor where of_visitor.tenant_id = made.tenant_id
      and of_visitor.booking_id = made.id and of_visitor.network = demand.person)
    or exists (select from customers where customers.tenant_id = made.tenant_id and customers.id = made.customer_id
      and demand.person in (encode(sha256(convert_to(customers.email, 'UTF8')), 'hex'),
        encode(sha256(convert_to(customers.phone, 'UTF8')), 'hex'))) end`

const forgetPeople = (db: Transaction, tenantId: string, now: number) =>
  sql`update demand set person = null where tenant_id = ${tenantId} and person is not null
    and at <= ${formatInstant(now - HOUR)}`.execute(db)

const settle = async (unit: UnitOfWork, tenantId: string): Promise<number> => {
  const { db, now } = unit
  const window = sql`make_interval(secs => ${secondTry / 1000})`
  const { rows } = await sql<{
    id: string
    wantedFrom: string
  }>`update demand set status = 'met' where tenant_id = ${tenantId} and status = 'open'
    and at > ${formatInstant(now - HOUR)} and exists (
      select from bookings as made where made.tenant_id = demand.tenant_id and made.variant_id = demand.variant_id
      and made.starts_at > demand.at - interval '1 day' and made.status = any(${countedStatuses})
      and made.status_changed_at between demand.at and demand.at + ${window}
      and ${isTheirs}) returning id, wanted_from`.execute(db)
  const changes = { status: { from: 'open', to: 'met' } }
  for (const { id, wantedFrom } of rows)
    noteAction(unit, { action: 'status_changed', resource: demand, record: { id }, label: wantedFrom, changes })
  await forgetPeople(db, tenantId, now)
  return rows.length
}

/** Marks demand met by a later booking, and forgets the persons after an hour. */
export const settleDemand = async (services: Services): Promise<void> => {
  const now = services.now()
  await inTenantsWith(services, [now - 2 * HOUR, now], settle)
}

const forgetOld = async ({ db, now }: UnitOfWork, tenantId: string): Promise<number> => {
  await forgetPeople(db, tenantId, now)
  const before = formatInstant(now - keptDays * DAY)
  const { numAffectedRows = 0n } = await sql`delete from demand where tenant_id = ${tenantId} and (at <= ${before}
    or id in (select id from demand where tenant_id = ${tenantId} and origin = 'booking' order by at desc offset ${mostKept}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export const forgetOldDemand = (services: Services): Promise<number> =>
  inTenantsWith(services, [null, services.now()], forgetOld)

export const demandSettling: Job = {
  every: MINUTE / 2,
  run: settleDemand,
  failed: 'refused demand was not settled',
}

export const demandRetention: Job = {
  every: DAY,
  run: forgetOldDemand,
  done: 'old refused demand deleted',
  failed: 'old refused demand was not deleted',
}
