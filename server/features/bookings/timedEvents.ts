import { type RawBuilder, sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import {
  type Database,
  type Job,
  readRecords,
  systemOrigin,
  type ToldEvent,
  type Transaction,
  webhookQueue,
  writeEvents,
} from '../../serve'
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

const tellKind = async (
  db: Transaction,
  tenantId: string,
  { status, stored, at }: Kind,
  { from, until, isAutoComplete }: { from: RawBuilder<unknown>; until: string; isAutoComplete: boolean },
): Promise<{ count: number; isDone: boolean }> => {
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
  const told = records.map(record => {
    const data = { ...record, status }
    return { tenantId, type, subjectType: 'booking', subjectId: record.id, data, previous: { status: stored } }
  })
  const visitIds = [...new Set(records.flatMap(({ visitId }) => (typeof visitId === 'string' ? visitId : [])))]
  const ofVisits = await visitsToo(db, tenantId, visitIds, { now: Date.parse(until), isAutoComplete })
  await writeEvents(db, systemOrigin, [...told, ...ofVisits])
  return { count: records.length, isDone: ids.length < batch }
}

const visitsToo = async (
  db: Transaction,
  tenantId: string,
  ids: readonly string[],
  clock: { now: number; isAutoComplete: boolean },
): Promise<ToldEvent[]> => {
  const told: ToldEvent[] = []
  for (const id of ids) {
    const visit = await wholeVisit(db, { tenantId, id }, clock)
    if (visit) told.push({ ...visitEvent(visit as never, {}), tenantId, previous: {} })
  }
  return told
}

/** @returns the number of events, and whether none are left */
const tellTenant = (
  database: Database,
  tenant: { id: string; isAutomatic: boolean; createdAt: string },
  now: string,
): Promise<{ count: number; isDone: boolean }> =>
  database.run({ as: 'tenant', tenantId: tenant.id }, async db => {
    await sql`
      insert into event_clocks (tenant_id, until) values (${tenant.id}, ${tenant.createdAt})
      on conflict do nothing`.execute(db)
    const { rows } = await sql<{ until: string }>`
      select until from event_clocks where tenant_id = ${tenant.id} for update skip locked`.execute(db)
    const [clock] = rows
    if (!clock) return { count: 0, isDone: true }
    // A clock set forward and back must not skip the time between.
    const from = sql`${formatInstant(Math.min(Date.parse(clock.until), Date.parse(now)) - overlap)}::timestamptz`
    let [count, isDone] = [0, true]
    for (const kind of kinds) {
      if (kind.onlyAutomatic && !tenant.isAutomatic) continue
      const told = await tellKind(db, tenant.id, kind, { from, until: now, isAutoComplete: tenant.isAutomatic })
      count += told.count
      isDone &&= told.isDone
    }
    if (isDone) await sql`update event_clocks set until = ${now} where tenant_id = ${tenant.id}`.execute(db)
    return { count, isDone }
  })

type Alarm = Parameters<Job['run']>[0]['alarm']

/**
 * Events for past bookings, in tenants with `autoComplete`, and for expired holds: once each, with any number of
 * processes.
 * @param now epoch milliseconds
 * @returns the number of events
 */
export const writeTimedEvents = async (database: Database, now: number, alarm?: Alarm): Promise<number> => {
  const tenants = await database.run({ as: 'platform' }, db =>
    db.selectFrom('tenants').select(['id', 'autoComplete', 'createdAt']).execute(),
  )
  let count = 0
  for (const { id, autoComplete, createdAt } of tenants) {
    const tenant = { id: String(id), isAutomatic: autoComplete === true, createdAt: String(createdAt) }
    let told: { count: number; isDone: boolean }
    do {
      told = await tellTenant(database, tenant, formatInstant(now))
      count += told.count
      if (told.count > 0) alarm?.wake(webhookQueue, tenant.id)
    } while (!told.isDone)
  }
  return count
}

export const clockEvents: Job = {
  every: MINUTE,
  run: ({ database, now, alarm }) => writeTimedEvents(database, now(), alarm),
  failed: 'what time did to bookings was not told',
}
