import { type RawBuilder, sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { type Job, noteEvent, readRecords, runSystemWork, systemCaller, type UnitOfWork } from '../../serve'
import { bookingColumns } from './bookingColumns'
import { lockVisitsOf } from './visits/lockVisits'
import { visitEvent } from './visits/noteVisit'
import { wholeVisit } from './visits/wholeVisit'

/** Per transaction and kind. */
const batch = 200

/** The previous run may have missed bookings written meanwhile. */
const overlap = 5 * MINUTE

const kinds = [
  { status: 'completed', stored: 'confirmed', at: sql.ref('bookings.endsAt'), onlyAutomatic: true },
  { status: 'expired', stored: 'held', at: sql.ref('bookings.holdExpiresAt'), onlyAutomatic: false },
] as const

type Kind = (typeof kinds)[number]

type Services = Omit<Parameters<typeof runSystemWork>[0], 'follow'>
type Tenant = Parameters<typeof systemCaller>[0] & { isAutomatic: boolean; createdAt: string }

const tellKind = async (
  unit: UnitOfWork,
  tenantId: string,
  { status, stored, at }: Kind,
  { from, until, isAutoComplete }: { from: RawBuilder<unknown>; until: string; isAutoComplete: boolean },
): Promise<{ count: number; isDone: boolean }> => {
  const { db } = unit
  const type = `booking.${status}`
  const untold = sql`bookings.tenant_id = ${tenantId} and bookings.status = ${stored} and ${at} > ${from} and ${at} <= ${until}
    and not exists (select from events where events.tenant_id = bookings.tenant_id and events.subject_id = bookings.id
      and events.type = ${type} and events.occurred_at >= ${at})`
  const due = await sql<{ id: string }>`select id from bookings where ${untold} order by id limit ${batch}`.execute(db)
  const ids = due.rows.map(({ id }) => id)
  if (ids.length === 0) return { count: 0, isDone: true }
  // Nobody else may number an event of these bookings, or of their visits, meanwhile.
  await lockVisitsOf(db, tenantId, ids)
  const still = sql`where bookings.id = any(${ids}::uuid[]) and ${untold} order by bookings.id for update of bookings`
  const records = await readRecords(db, bookings, bookingColumns, still)
  for (const record of records) {
    const data = { ...record, status }
    noteEvent(unit, { type, subjectType: 'booking', subjectId: record.id, data, previous: { status: stored } })
  }
  const visitIds = [...new Set(records.flatMap(({ visitId }) => (typeof visitId === 'string' ? visitId : [])))]
  for (const id of visitIds) {
    const visit = await wholeVisit(db, { tenantId, id }, { now: unit.now, isAutoComplete })
    if (visit) noteEvent(unit, { ...visitEvent(visit as never, {}), previous: {} })
  }
  return { count: records.length, isDone: ids.length < batch }
}

/** @returns the number of events, and whether none are left */
const tellTenant = (services: Services, tenant: Tenant): Promise<{ count: number; isDone: boolean }> =>
  runSystemWork({ ...services, follow: null }, systemCaller(tenant), async unit => {
    const { db, now } = unit
    const until = formatInstant(now)
    await sql`
      insert into event_clocks (tenant_id, until) values (${tenant.id}, ${tenant.createdAt})
      on conflict do nothing`.execute(db)
    const { rows } = await sql<{ until: string }>`
      select until from event_clocks where tenant_id = ${tenant.id} for update skip locked`.execute(db)
    const [clock] = rows
    if (!clock) return { count: 0, isDone: true }
    // A clock set forward and back must not skip the time between.
    const from = sql`${formatInstant(Math.min(Date.parse(clock.until), now) - overlap)}::timestamptz`
    let [count, isDone] = [0, true]
    for (const kind of kinds) {
      if (kind.onlyAutomatic && !tenant.isAutomatic) continue
      const told = await tellKind(unit, tenant.id, kind, { from, until, isAutoComplete: tenant.isAutomatic })
      count += told.count
      isDone &&= told.isDone
    }
    if (isDone) await sql`update event_clocks set until = ${until} where tenant_id = ${tenant.id}`.execute(db)
    return { count, isDone }
  })

/**
 * Events for past bookings, in tenants with `autoComplete`, and for expired holds: once each, with any number of
 * processes.
 * @returns the number of events
 */
export const writeTimedEvents = async (services: Services): Promise<number> => {
  const tenants = await services.database.run({ as: 'platform' }, db =>
    db.selectFrom('tenants').select(['id', 'timeZone', 'currency', 'isActive', 'autoComplete', 'createdAt']).execute(),
  )
  let count = 0
  for (const { autoComplete, createdAt, ...tenant } of tenants) {
    let told: { count: number; isDone: boolean }
    do {
      told = await tellTenant(services, { ...tenant, isAutomatic: autoComplete === true, createdAt: String(createdAt) })
      count += told.count
    } while (!told.isDone)
  }
  return count
}

export const clockEvents: Job = {
  every: MINUTE,
  run: writeTimedEvents,
  failed: 'what time did to bookings was not told',
}
