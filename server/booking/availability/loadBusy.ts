import { type RawBuilder, sql } from 'kysely'
import type { AllocationInput, NeededSpan, TimeslotInput } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import type { Setup } from './loadSetup'

/** What changes with every booking. */
export interface Busy {
  allocations: AllocationInput[]
  timeslots: TimeslotInput[]
}

interface BusyOptions extends NeededSpan {
  now: number
  /** Leave out which bookings they are, where no answer depends on it. */
  isAnonymous: boolean
}

/** A timeslot may be this long: how far back one can begin that is not over yet. */
const longestTimeslotDays = 31

/** Epoch milliseconds: the engine's own form of an instant. */
const millis = (column: string): RawBuilder<unknown> => sql`(date_part('epoch', ${sql.ref(column)}) * 1000)::bigint`

/** Every allocation with all that is known of it. */
const everything = sql`
  select coalesce(json_agg(json_build_object(
    'bookingId', booking_id, 'resourceId', resource_id, 'variantId', variant_id, 'channelId', channel_id,
    'customerId', customer_id, 'timeslotId', timeslot_id, 'startsAt', ${millis('startsAt')}, 'endsAt', ${millis('endsAt')},
    'bufferBeforeMinutes', buffer_before_minutes, 'bufferAfterMinutes', buffer_after_minutes, 'quantity', quantity,
    'capacityMode', capacity_mode, 'status', status, 'holdExpiresAt', ${millis('holdExpiresAt')}
  )), '[]') from taken`

/** Allocations that differ by nothing but their times, with the times as `start,end,start,end…`. */
interface Group
  extends Required<
    Pick<
      AllocationInput,
      | 'resourceId'
      | 'variantId'
      | 'channelId'
      | 'quantity'
      | 'capacityMode'
      | 'bufferBeforeMinutes'
      | 'bufferAfterMinutes'
    >
  > {
  times: string
}

/** Times in bunches: of ten thousand allocations, most of the work would be to write their other columns as text. */
const bunches = sql`
  select coalesce(json_agg(json_build_object(
    'resourceId', resource_id, 'variantId', variant_id, 'channelId', channel_id, 'quantity', quantity,
    'capacityMode', capacity_mode, 'bufferBeforeMinutes', buffer_before_minutes,
    'bufferAfterMinutes', buffer_after_minutes, 'times', times
  )), '[]') from (
    select resource_id, variant_id, channel_id, quantity, capacity_mode, buffer_before_minutes, buffer_after_minutes,
      string_agg(concat_ws(',', ${millis('startsAt')}, ${millis('endsAt')}), ',') as times
    from taken group by 1, 2, 3, 4, 5, 6, 7
  ) as bunches`

/** Written out field by field: spread, thousands of them take longer than the query. */
const allocationsOf = (group: Group): AllocationInput[] => {
  const { resourceId, variantId, channelId, quantity, capacityMode, bufferBeforeMinutes, bufferAfterMinutes } = group
  const times = JSON.parse(`[${group.times}]`) as number[]
  const allocations: AllocationInput[] = []
  for (let i = 0; i < times.length; i += 2) {
    allocations.push({
      bookingId: '',
      resourceId,
      variantId,
      channelId,
      startsAt: times[i] ?? 0,
      endsAt: times[i + 1] ?? 0,
      bufferBeforeMinutes,
      bufferAfterMinutes,
      quantity,
      capacityMode,
      status: 'confirmed',
    })
  }
  return allocations
}

/**
 * What takes capacity within the span on the setup's resources, and on the timeslots of its schedules: one statement. Plain
 * comparisons, since under row-level security a range operator cannot be an index condition.
 */
export const loadBusy = async (
  db: Transaction,
  tenantId: string,
  setup: Setup,
  { from, to, now, isAnonymous }: BusyOptions,
): Promise<Busy> => {
  const [start, end, today] = [from, to, now].map(instant => new Date(instant).toISOString())
  const resourceIds = setup.resources.map(({ id }) => id)
  const timed = setup.schedules.filter(({ mode }) => mode === 'timeslots').map(({ id }) => id)
  // A booking on a timeslot counts once, on however many resources: then it has to be known which one it is.
  const isBunched = isAnonymous && timed.length === 0 && !setup.customer
  const isTaken = sql`tenant_id = ${tenantId} and active and (status <> 'held' or hold_expires_at > ${today})`
  const onTimeslots = sql`
    union all
    select * from allocations where ${isTaken} and not resource_id = any(${resourceIds})
    and timeslot_id in (select id from slots)`
  const { rows } = await sql<{ allocations: (AllocationInput & Group)[]; timeslots: TimeslotInput[] }>`
    with slots as (
      select * from timeslots where tenant_id = ${tenantId} and schedule_id = any(${timed})
      and starts_at > ${start}::timestamptz - make_interval(days => ${longestTimeslotDays})
      and starts_at < ${end} and ends_at > ${start}
    ),
    taken as (
      select * from allocations where ${isTaken} and resource_id = any(${resourceIds})
      and blocked_until > ${start} and blocked_from < ${end}
      ${timed.length > 0 ? onTimeslots : sql``}
    )
    select
      (${isBunched ? bunches : everything}) as allocations,
      (select coalesce(json_agg(json_build_object(
        'id', id, 'scheduleId', schedule_id, 'startsAt', ${millis('startsAt')}, 'endsAt', ${millis('endsAt')},
        'capacity', capacity, 'status', status, 'label', label
      ) order by schedule_id, starts_at), '[]') from slots) as timeslots`.execute(db)
  const [busy] = rows
  if (!busy) throw new Error('A query without FROM has one row.')
  return { ...busy, allocations: isBunched ? busy.allocations.flatMap(allocationsOf) : busy.allocations }
}
