import { type RawBuilder, sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { isFree, leased, refusal, type Transaction, writeDeadLetters } from '../../serve'
import type { BusyTime } from '../calendarFiles/readCalendar.mjs'
import type { Fetched } from './fetchCalendar'

export const busyImportQueue = 'busy_import'

/** Per tenant. */
export const atOnce = 3

export interface Taken {
  id: string
  name: string
  /** Encrypted. */
  address: string
  etag: string | null
  lastModified: string | null
  timeZone: string
}

const take = async (db: Transaction, tenantId: string, which: RawBuilder<unknown>): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    update busy_calendar_states as states set ${leased}
    from busy_calendars as calendars
    join resources on resources.tenant_id = calendars.tenant_id and resources.id = calendars.resource_id
    join tenants on tenants.id = calendars.tenant_id
    left join schedules on schedules.tenant_id = tenants.id
      and schedules.id = coalesce(resources.schedule_id, tenants.default_schedule_id)
    where states.tenant_id = ${tenantId} and calendars.tenant_id = ${tenantId} and calendars.id = states.busy_calendar_id
    and states.busy_calendar_id in (${which})
    returning calendars.id, calendars.name, states.address,
      coalesce(schedules.time_zone, tenants.time_zone) as time_zone,
      -- Once a day all of it is read, since the year that is looked at moves on.
      case when states.read_at > now() - interval '1 day' then states.etag end as etag,
      case when states.read_at > now() - interval '1 day' then states.last_modified end as last_modified`.execute(db)
  return rows
}

const restSeconds = 15

const isTaken = sql`leased_until > now()`

/** @throws Problem `conflict` with the seconds to wait */
export const takeAtOnce = async (db: Transaction, tenantId: string, calendarId: string): Promise<void> => {
  // Parallel calls must count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`busy calendars ${tenantId}`}, 0))`.execute(db)
  const { rows } = await sql<{ isTaken: boolean; rest: number | null; taken: number }>`
    select coalesce(${isTaken}, false) as is_taken,
      ceil(extract(epoch from refreshed_at - now()) + ${restSeconds})::int as rest,
      (select count(*)::int from busy_calendar_states where tenant_id = ${tenantId} and ${isTaken}) as taken
    from busy_calendar_states where tenant_id = ${tenantId} and busy_calendar_id = ${calendarId} for update`.execute(db)
  const { isTaken: isBeingRead = false, rest = null, taken = 0 } = rows[0] ?? {}
  const refused = (
    key: 'refusal.calendarInHand' | 'refusal.calendarsInHand' | 'refusal.calendarRead',
    seconds: number,
  ) => refusal('conflict', key, { seconds }, { headers: { 'Retry-After': String(seconds) } })
  if (isBeingRead) throw refused('refusal.calendarInHand', restSeconds)
  if (rest !== null && rest > 0) throw refused('refusal.calendarRead', rest)
  if (taken >= atOnce) throw refused('refusal.calendarsInHand', restSeconds)
  await sql`update busy_calendar_states set refreshed_at = now(), ${leased}
    where tenant_id = ${tenantId} and busy_calendar_id = ${calendarId}`.execute(db)
}

export const takeDue = (
  db: Transaction,
  tenantId: string,
  { room, inHand }: { room: number; inHand: readonly string[] },
): Promise<Taken[]> =>
  take(
    db,
    tenantId,
    sql`select states.busy_calendar_id from busy_calendar_states as states
    join busy_calendars as calendars on calendars.tenant_id = states.tenant_id and calendars.id = states.busy_calendar_id
    where states.tenant_id = ${tenantId} and calendars.is_active and states.next_read_at <= now()
    and ${isFree('states')} and states.busy_calendar_id <> all(${inHand}::uuid[])
    order by states.next_read_at limit ${room} for update of states skip locked`,
  )

export const takenAtOnce = async (db: Transaction, tenantId: string, calendarId: string): Promise<Taken | undefined> =>
  (await take(db, tenantId, sql`select ${calendarId}::uuid`))[0]

type Range = readonly [start: number, end: number]

const merged = (times: readonly Range[]): Range[] => {
  const found: [number, number][] = []
  for (const [start, end] of times.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}

/** Our own bookings return through our feed. */
const ofOthers = async (
  db: Transaction,
  tenantId: string,
  times: readonly BusyTime[],
): Promise<readonly BusyTime[]> => {
  const named = Array.from(new Set(times.flatMap(([, , bookingId]) => bookingId ?? [])))
  if (named.length === 0) return times
  const { rows } = await sql<{ id: string }>`
    select id from bookings where tenant_id = ${tenantId} and id = any(${named}::uuid[])`.execute(db)
  const own = new Set(rows.map(({ id }) => id))
  return times.filter(([, , bookingId]) => !bookingId || !own.has(bookingId))
}

/** Unchanged times invalidate nothing. */
const keepTimes = async (
  db: Transaction,
  tenantId: string,
  calendarId: string,
  times: readonly Range[],
): Promise<void> => {
  const rows = times.map(([start, end]) => ({ starts_at: formatInstant(start), ends_at: formatInstant(end) }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (starts_at timestamptz, ends_at timestamptz)`
  await sql`
    delete from busy_times where tenant_id = ${tenantId} and busy_calendar_id = ${calendarId} and ends_at > now()
    and not exists (select from ${given} where given.starts_at = busy_times.starts_at and given.ends_at = busy_times.ends_at)`.execute(
    db,
  )
  await sql`
    insert into busy_times (tenant_id, busy_calendar_id, starts_at, ends_at)
    select ${tenantId}, ${calendarId}, given.starts_at, given.ends_at from ${given} on conflict do nothing`.execute(db)
}

/** A failure keeps the earlier times, and is reported after a day. */
export const noteRead = async (db: Transaction, tenantId: string, taken: Taken, fetched: Fetched): Promise<void> => {
  const { rows } = await sql<{ isSame: boolean; refreshMinutes: number; isLate: boolean; attempts: number }>`
    select states.address = ${taken.address} as is_same, calendars.refresh_minutes, states.attempts,
      states.told_at is null and states.failing_since < now() - interval '1 day' as is_late
    from busy_calendar_states as states
    join busy_calendars as calendars on calendars.tenant_id = states.tenant_id and calendars.id = states.busy_calendar_id
    where states.tenant_id = ${tenantId} and states.busy_calendar_id = ${taken.id} for update of states`.execute(db)
  const [state] = rows
  // The calendar was deleted, or its address changed.
  if (!state?.isSame) return
  const ofIt = sql`tenant_id = ${tenantId} and busy_calendar_id = ${taken.id}`
  const next = sql`leased_until = null, next_read_at = now() + make_interval(mins => ${state.refreshMinutes})`
  if (fetched.kind === 'failed') {
    await sql`update busy_calendar_states set ${next}, last_error = ${fetched.error}, attempts = attempts + 1,
      failing_since = coalesce(failing_since, now()), told_at = case when ${state.isLate ?? false} then now() else told_at end
      where ${ofIt}`.execute(db)
    if (state.isLate)
      await writeDeadLetters(db, tenantId, [
        {
          ...{ queue: busyImportQueue, subjectType: 'busyCalendars', subjectId: taken.id, eventId: null },
          attempts: state.attempts + 1,
          lastError: `${taken.name}: ${fetched.error}`,
        },
      ])
    return
  }
  await sql`update busy_calendar_states set ${next}, last_error = null, attempts = 0, failing_since = null, told_at = null,
    last_success_at = now() where ${ofIt}`.execute(db)
  if (fetched.kind === 'unchanged') return
  const times = await ofOthers(db, tenantId, fetched.times)
  await keepTimes(db, tenantId, taken.id, merged(times.map(([start, end]) => [start, end])))
  await sql`update busy_calendar_states set etag = ${fetched.etag}, last_modified = ${fetched.lastModified}, read_at = now(),
    event_count = ${times.length} where ${ofIt}`.execute(db)
}
