import { type RawBuilder, sql } from 'kysely'
import { DAY, param, type QueryParam, type ValidationErrors } from '../../../../src/declare'
import { longestTimeslotDays } from '../../../../src/resources/timeslots'
import {
  type CheckedChange,
  lockInvariant,
  type Problem,
  type ResourceHooks,
  refusal,
  type Transaction,
} from '../../../serve'
import { timeslotBooked } from '../../problemCodes'

/** Days: a variant's longest fixed length, plus a clock change. */
export const longestRunDays = 8

export const isTaking = sql`allocations.active and (allocations.status <> 'held' or allocations.hold_expires_at > now())`

/** Earlier bookings may reach into the timeslot. A booking over several resources counts once. */
const bookedQuantity: RawBuilder<number> = sql`coalesce((
  select sum(booked.quantity) from (
    select distinct on (allocations.booking_id) allocations.quantity
    from timeslots as first join allocations
      on allocations.tenant_id = first.tenant_id and allocations.timeslot_id = first.id
    where first.tenant_id = timeslots.tenant_id and first.schedule_id = timeslots.schedule_id
      and first.starts_at <= timeslots.starts_at
      and first.starts_at > timeslots.starts_at - make_interval(days => ${sql.lit(longestRunDays)})
      and allocations.ends_at > timeslots.starts_at and ${isTaking}
  ) as booked
), 0)`

export const lockTimeslots = (db: Transaction, scheduleId: string): Promise<void> =>
  lockInvariant(db, `the timeslots of ${scheduleId}`)

const overlapsOther = async (db: Transaction, { before, after }: CheckedChange): Promise<boolean> => {
  const { tenantId, scheduleId, startsAt, endsAt } = after
  await lockTimeslots(db, String(scheduleId))
  const { rows } = await sql`
    select from timeslots where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
    and starts_at > ${startsAt}::timestamptz - make_interval(days => ${longestTimeslotDays})
    and starts_at < ${endsAt} and ends_at > ${startsAt} and id is distinct from ${before?.id ?? null} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const checkTimes = async (db: Transaction, change: CheckedChange): Promise<ValidationErrors> => {
  const { before, after } = change
  const [start, end] = [Date.parse(String(after.startsAt)), Date.parse(String(after.endsAt))]
  const isMoved = !before || Date.parse(String(before.startsAt)) !== start || Date.parse(String(before.endsAt)) !== end
  if (!isMoved) return {}
  if (before && Number(before.bookedQuantity) > 0) return { startsAt: { key: 'validation.timeslotBooked', args: {} } }
  if (end - start > longestTimeslotDays * DAY)
    return { endsAt: { key: 'validation.timeslotTooLong', args: { max: longestTimeslotDays } } }
  return (await overlapsOther(db, change)) ? { startsAt: { key: 'validation.timeslotOverlaps', args: {} } } : {}
}

type Bound = QueryParam<string[] | undefined>

const bound = (description: string): Bound => {
  const { schema, description: text, read } = param('moment', description)
  const readTexts: Bound['read'] = (values, role) => {
    read(values, role)
    return [...values]
  }
  return { schema, ...(text && { description: text }), read: readTexts, absent: undefined }
}

const instantOf = (text = ''): RawBuilder<unknown> =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`(${text}::date)::timestamp at time zone (select time_zone from tenants where id = (select current_tenant_id()))`

/** Timeslots never overlap. Booked ones are never moved, shrunk or deleted. */
export const timeslotsHooks: ResourceHooks = {
  computed: {
    bookedQuantity,
    remaining: sql`case when timeslots.capacity is not null then greatest(timeslots.capacity - ${bookedQuantity}, 0) end`,
  },
  filters: {
    from: {
      param: bound('That start at or after this'),
      condition: ([text]) => sql`timeslots.starts_at >= ${instantOf(text)}`,
    },
    to: {
      param: bound('That start before this'),
      condition: ([text]) => sql`timeslots.starts_at < ${instantOf(text)}`,
    },
  },
  changedColumns: { isEdited: true },
  prepare: async ({ db, caller }, input, { params }) => {
    if (input.capacity !== undefined) return input
    const schedule = await db
      .selectFrom('schedules')
      .select('slotCapacity')
      .where('tenantId', '=', String(caller.tenant?.id))
      .where('id', '=', String(params.scheduleId))
      .executeTakeFirst()
    return { ...input, capacity: schedule?.slotCapacity ?? null }
  },
  check: async ({ db }, change) => {
    const booked = Number(change.before?.bookedQuantity ?? 0)
    const capacity = change.after.capacity
    if (typeof capacity === 'number' && capacity < booked && capacity !== change.before?.capacity)
      return { capacity: { key: 'validation.belowBooked', args: { booked } } }
    return checkTimes(db, change)
  },
  refuse: async (_, changes) =>
    new Map(
      changes.flatMap(({ before, after }): [string, Problem][] => {
        if (!before?.bookedQuantity) return []
        if (after) {
          const isCancelled = after.status === 'cancelled' && before.status !== 'cancelled'
          return isCancelled ? [[before.id, refusal(timeslotBooked, 'refusal.timeslotUndecided')]] : []
        }
        return [[before.id, refusal('in_use', 'refusal.timeslotBooked', { count: Number(before.bookedQuantity) })]]
      }),
    ),
}

export const settledHooks: ResourceHooks = {
  ...timeslotsHooks,
  refuse: async (context, changes) =>
    (await timeslotsHooks.refuse?.(
      context,
      changes.filter(({ after }) => !after),
    )) ?? new Map(),
}
