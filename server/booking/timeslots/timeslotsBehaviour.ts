import { type RawBuilder, sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { lockRule } from '../../http/behaviours/lockRule'
import type { Behaviour, CheckedChange } from '../../http/crud/behaviour'
import { type Problem, refusal } from '../../http/problem'
import type { QueryParam } from '../../http/queryParams'
import { momentParam } from '../momentParam'

const DAY = 86_400_000

/** The longest timeslot, in days: availability looks this far back for one that is not over yet. */
export const longestTimeslot = 31

/** The longest fixed length of a variant, with room for clocks that are set back: how far a booking can reach over a run of timeslots. */
export const longestRunDays = 8

/** Bookings that hold their place at this moment. */
export const isTaking = sql`allocations.active and (allocations.status <> 'held' or allocations.hold_expires_at > now())`

/**
 * Seats taken on a timeslot: those of its own bookings, and of those that began on one before and last until it. A booking over
 * several resources counts once.
 */
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

/** Lets only one transaction at a time change which timeslots a schedule has, until it ends. */
export const lockTimeslots = (db: Transaction, scheduleId: string): Promise<void> =>
  lockRule(db, `the timeslots of ${scheduleId}`)

const overlapsOther = async (db: Transaction, { before, after }: CheckedChange): Promise<boolean> => {
  const { tenantId, scheduleId, startsAt, endsAt } = after
  await lockTimeslots(db, String(scheduleId))
  const { rows } = await sql`
    select from timeslots where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
    and starts_at > ${startsAt}::timestamptz - make_interval(days => ${longestTimeslot})
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
  if (end - start > longestTimeslot * DAY)
    return { endsAt: { key: 'validation.timeslotTooLong', args: { max: longestTimeslot } } }
  return (await overlapsOther(db, change)) ? { startsAt: { key: 'validation.timeslotOverlaps', args: {} } } : {}
}

/** A bound of the list; a bare date is one of the tenant's zone. */
const bound = (description: string): QueryParam<string[] | undefined> => {
  const { schema, description: text, read } = momentParam(description)
  const readTexts = (values: readonly string[]) => {
    read(values)
    return [...values]
  }
  return { schema, ...(text && { description: text }), read: readTexts, absent: undefined }
}

const instantOf = (text = ''): RawBuilder<unknown> =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`(${text}::date)::timestamp at time zone (select time_zone from tenants where id = (select current_tenant_id()))`

/** Timeslots: none overlaps another of its schedule, and what is booked is neither moved, nor shrunk, nor deleted. */
export const timeslotsBehaviour: Behaviour = {
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
      .where('tenantId', '=', caller.tenant?.id)
      .where('id', '=', params.scheduleId)
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
          return isCancelled ? [[before.id, refusal('timeslot_booked', 'refusal.timeslotUndecided')]] : []
        }
        return [[before.id, refusal('in_use', 'refusal.timeslotBooked', { count: Number(before.bookedQuantity) })]]
      }),
    ),
}

/** The same where it was said what becomes of the bookings of a timeslot that is cancelled. */
export const settledBehaviour: Behaviour = {
  ...timeslotsBehaviour,
  refuse: async (inquiry, changes) =>
    (await timeslotsBehaviour.refuse?.(
      inquiry,
      changes.filter(({ after }) => !after),
    )) ?? new Map(),
}
