import { type RawBuilder, sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { longestTimeslotDays } from '../../../src/resources/timeslots'
import type { AllocationInput, BusyTimesInput, NeededSpan, TimeslotInput, TurnInput } from '../../../src/scheduling'
import { pipeline, type Transaction } from '../../serve'
import { spanMinutes } from '../bookings/spans'
import type { Setup } from './loadSetup'
import { millis } from './packedInstants'
import { type PackedTimes, packedTimes, unpackTimes } from './packedTimes'

/** The part of a snapshot that changes with every booking. */
export interface Busy {
  allocations: AllocationInput[]
  /** Replaces allocations if only times matter. */
  busyTimes?: BusyTimesInput[]
  timeslots: TimeslotInput[]
  turns?: TurnInput[]
}

export interface BusyOptions extends NeededSpan {
  now: number
  isAnonymous: boolean
  customerIds?: readonly string[]
  locks?: readonly RawBuilder<unknown>[] | undefined
}

const asksForChannels = ({ rules }: Setup): boolean =>
  rules.some(({ ruleType, channelIds }) => ruleType === 'booking_limit' && channelIds?.length)

const takenAt = (tenantId: string, now: unknown): RawBuilder<unknown> =>
  sql`tenant_id = ${tenantId} and active and (status <> 'held' or hold_expires_at > ${now})`

const turns = ({ variants }: Setup, isTaken: RawBuilder<unknown>): RawBuilder<TurnInput> | null => {
  const rotating = variants.filter(({ allocation }) => allocation === 'rotation')
  if (rotating.length === 0) return null
  const pairs = rotating.flatMap(({ id, resources }) => resources.map(({ resourceId }) => ({ id, resourceId })))
  return sql<TurnInput>`
    select latest.* from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ resourceId }) => resourceId)}::uuid[])
      as pair (variant_id, resource_id),
    lateral (
      select variant_id, resource_id, booking_id, (extract(epoch from booked_at) * 1000)::float8 as booked_at
      from allocations where ${isTaken} and variant_id = pair.variant_id and resource_id = pair.resource_id
      order by booked_at desc limit 2
    ) as latest`
}

export const loadBusy = async (
  db: Transaction,
  tenantId: string,
  setup: Setup,
  { now, locks = [], ...options }: BusyOptions,
): Promise<Busy> => {
  const isTaken = takenAt(tenantId, formatInstant(now))
  const busy = await loadTaken(db, locks, takenBy(tenantId, setup, isTaken, options))
  // After the locks, which come with what is taken.
  const latest = turns(setup, isTaken)
  return latest ? { ...busy, turns: [...(await latest.execute(db)).rows] } : busy
}

/** Null where there is none. */
type Lists<T> = { [K in keyof T]: T[K][] | null }

type Listed = Omit<Busy, 'allocations'> & { allocations: Lists<AllocationInput> }

/** A list for each member takes a third of the time that an object for each allocation would. */
const allocationLists = sql`json_build_object(${sql.join(
  Object.entries({
    bookingId: sql`booking_id`,
    resourceId: sql`resource_id`,
    variantId: sql`variant_id`,
    channelId: sql`channel_id`,
    customerId: sql`customer_id`,
    timeslotId: sql`timeslot_id`,
    startsAt: millis('startsAt'),
    endsAt: millis('endsAt'),
    bufferBeforeMinutes: sql`buffer_before_minutes`,
    bufferAfterMinutes: sql`buffer_after_minutes`,
    quantity: sql`quantity`,
    capacityMode: sql`capacity_mode`,
    status: sql`status`,
    holdExpiresAt: millis('holdExpiresAt'),
    spanMinutes,
  } satisfies Record<keyof AllocationInput, RawBuilder<unknown>>).map(
    ([name, value]) => sql`${sql.lit(name)}, json_agg(${value})`,
  ),
)})`

const recordsOf = <T extends object>(lists: Lists<T>): T[] => {
  const entries = Object.entries<unknown[] | null>(lists)
  return Array.from({ length: entries[0]?.[1]?.length ?? 0 }, (_, index) => {
    const record: Record<string, unknown> = {}
    for (const [name, values] of entries) record[name] = values?.[index]
    return record as T
  })
}

type Taken = { packed: RawBuilder<PackedTimes> } | { listed: RawBuilder<Listed> }

const loadTaken = async (db: Transaction, locks: readonly RawBuilder<unknown>[], taken: Taken): Promise<Busy> => {
  if ('packed' in taken) {
    const rows = await pipeline(db, locks, taken.packed)
    return { allocations: [], busyTimes: rows.map(unpackTimes), timeslots: [] }
  }
  const [busy] = await pipeline(db, locks, taken.listed)
  if (!busy) throw new Error('A query without FROM has one row.')
  return { ...busy, allocations: recordsOf(busy.allocations) }
}

const hashOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select encode(sha256(convert_to(coalesce(string_agg(found::text, ' '), ''), 'UTF8')), 'base64') from (${rows}) as found)`

/**
 * SQL for a hash of what `loadBusy` loads, in the order in which it is read.
 * @param now an instant as text, or what stands for it in a kept statement
 */
export const busyHash = (tenantId: string, setup: Setup, now: unknown, options: NeededSpan): RawBuilder<unknown> => {
  const isTaken = takenAt(tenantId, now)
  const taken = takenBy(tenantId, setup, isTaken, { ...options, isAnonymous: true })
  const latest = turns(setup, isTaken)
  const hash = hashOf('packed' in taken ? taken.packed : taken.listed)
  return latest ? sql`${hash} || ${hashOf(latest)}` : hash
}

/** Plain comparisons, since a range operator cannot use an index under row-level security. */
const takenBy = (
  tenantId: string,
  setup: Setup,
  isTaken: RawBuilder<unknown>,
  { from, to, isAnonymous, customerIds }: Omit<BusyOptions, 'now' | 'locks'>,
): Taken => {
  const [start, end] = [from, to].map(formatInstant)
  const resourceIds = setup.resources.map(({ id }) => id)
  const timed = setup.schedules.filter(({ mode }) => mode === 'timeslots').map(({ id }) => id)
  const [first] = resourceIds
  // Usually one resource, but the planner expects ten for `any`.
  const isOnResources = resourceIds.length === 1 ? sql`resource_id = ${first}` : sql`resource_id = any(${resourceIds})`
  const onResources = sql`${isTaken} and ${isOnResources}
    and blocked_until > ${start} and blocked_from < ${end}
    ${customerIds ? sql`and customer_id = any(${customerIds})` : sql``}`

  // Timeslots and customer limits count a booking once for all resources, by id.
  if (isAnonymous && timed.length === 0 && !setup.customer)
    return { packed: packedTimes(onResources, { withChannels: asksForChannels(setup) }) }

  const withoutTimeslots = sql<Listed>`select ${allocationLists} as allocations, '[]'::json as timeslots
    from allocations where ${onResources}`
  // Statements sent before the transaction is open must start with SELECT.
  const withTimeslots = sql<Listed>`select * from (
    with slots as (
      select * from timeslots where tenant_id = ${tenantId} and schedule_id = any(${timed})
      and starts_at > ${start}::timestamptz - make_interval(days => ${longestTimeslotDays})
      and starts_at < ${end} and ends_at > ${start}
    ),
    taken as (
      select * from allocations where ${onResources}
      union all
      select * from allocations where ${isTaken} and not resource_id = any(${resourceIds})
      and timeslot_id in (select id from slots)
    )
    select
      (select ${allocationLists} from taken as allocations) as allocations,
      (select coalesce(json_agg(json_build_object(
        'id', id, 'scheduleId', schedule_id, 'startsAt', ${millis('startsAt')}, 'endsAt', ${millis('endsAt')},
        'capacity', capacity, 'status', status, 'label', label
      ) order by schedule_id, starts_at), '[]') from slots) as timeslots) as busy`
  return { listed: timed.length > 0 ? withTimeslots : withoutTimeslots }
}
