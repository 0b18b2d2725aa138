import { type RawBuilder, sql } from 'kysely'
import type { AllocationInput } from '../../../src/scheduling'

/** The times of the allocations of one resource that differ by nothing else that counts. */
export interface PackedTimes {
  resourceId: string
  /** `exclusive` or `pooled`; of a session the id of its variant. */
  kind: string
  channelId?: string | null
  quantity: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** For each allocation `blocked_from` and `blocked_until` as the database has them. */
  times: Buffer
}

/** Bytes of one allocation: two instants of eight. */
const size = 16
/** What the database counts its microseconds from. */
const epoch = Date.UTC(2000)
const MINUTE = 60_000

/**
 * A query for allocations without saying which bookings they are: binary, since of many thousands of allocations most of the work
 * would be to write and read them as text. It reads what `allocations_busy_idx` holds, and thus the index alone.
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

/** Written out field by field: spread, ten thousand objects take longer than the query. */
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
