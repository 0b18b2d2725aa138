import { type RawBuilder, sql } from 'kysely'
import type { BusyTimesInput } from '../../../src/scheduling'

/** The times of one resource's allocations that are otherwise equivalent to the engine. */
export interface PackedTimes {
  resourceId: string
  /** `exclusive` or `pooled`; for a session, the id of its variant. */
  kind: string
  channelId?: string | null
  quantity: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** For each allocation, `blocked_from` and `blocked_until` in PostgreSQL's binary form. */
  times: Buffer
}

/** Bytes per instant. */
const size = 8
/** PostgreSQL's epoch, from which it counts microseconds; in epoch milliseconds. */
const epoch = Date.UTC(2000)

/**
 * A query for the times of allocations, without their bookings. The result is binary, since text would dominate the cost for
 * thousands of allocations. Reads only columns of `allocations_busy_idx`, for an index-only scan.
 */
export const packedTimes = (
  condition: RawBuilder<unknown>,
  { withChannels }: { withChannels: boolean },
): RawBuilder<unknown> => {
  const channel = withChannels ? sql`, channel_id` : sql``
  const shared = sql`resource_id, quantity, buffer_before_minutes, buffer_after_minutes ${channel}`
  return sql`
    select ${shared}, case when capacity_mode = 'session' then variant_id::text else capacity_mode end as kind,
      string_agg(timestamptz_send(blocked_from) || timestamptz_send(blocked_until), '') as times
    from allocations where ${condition} group by ${shared}, kind`
}

/** Unpacks them without an object for each, which would take longer than the query. */
export const unpackTimes = (packed: PackedTimes): BusyTimesInput => {
  const { kind, times, ...shared } = packed
  const isSession = kind !== 'exclusive' && kind !== 'pooled'
  const bytes = new DataView(times.buffer, times.byteOffset, times.byteLength)
  const blocked = new Float64Array(times.byteLength / size)
  for (let i = 0; i < blocked.length; i++)
    blocked[i] = epoch + (bytes.getInt32(i * size) * 0x1_0000_0000 + bytes.getUint32(i * size + 4)) / 1000
  return { ...shared, variantId: isSession ? kind : '', capacityMode: isSession ? 'session' : kind, blocked }
}
