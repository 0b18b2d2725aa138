import { type RawBuilder, sql } from 'kysely'
import type { AllocationInput } from '../../../src/scheduling'
import { MINUTE } from '../../../src/time/instant'

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

/** Bytes per allocation: two instants of eight bytes. */
const size = 16
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

const instantAt = (bytes: Buffer, offset: number): number =>
  epoch + (bytes.readInt32BE(offset) * 0x1_0000_0000 + bytes.readUInt32BE(offset + 4)) / 1000

/** Unpacks allocations. Fields are listed one by one: spreading ten thousand objects would take longer than the query. */
export const unpackTimes = (packed: PackedTimes): AllocationInput[] => {
  const { resourceId, kind, channelId = null, quantity, bufferBeforeMinutes, bufferAfterMinutes, times } = packed
  const isSession = kind !== 'exclusive' && kind !== 'pooled'
  const variantId = isSession ? kind : ''
  const capacityMode = isSession ? 'session' : kind
  const allocations: AllocationInput[] = []
  for (let offset = 0; offset < times.length; offset += size) {
    allocations.push({
      bookingId: '',
      resourceId,
      variantId,
      channelId,
      startsAt: instantAt(times, offset) + bufferBeforeMinutes * MINUTE,
      endsAt: instantAt(times, offset + 8) - bufferAfterMinutes * MINUTE,
      bufferBeforeMinutes,
      bufferAfterMinutes,
      quantity,
      capacityMode,
      status: 'confirmed',
    })
  }
  return allocations
}
