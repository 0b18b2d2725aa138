import { type RawBuilder, sql } from 'kysely'
import type { AllocationInput } from '../../../src/scheduling'

/** The times of the allocations of one resource that differ by nothing else that counts. */
export interface PackedTimes {
  resourceId: string
  /** `exclusive` or `pooled`; of a session the id of its variant. */
  kind: string
  channelId?: string | null
  /** For each allocation `starts_at` and `ends_at` as the database has them, its quantity, and its two buffers. */
  times: Buffer
}

/** Bytes of one allocation: two instants of eight, then four, two and two. */
const size = 24
/** What the database counts its microseconds from. */
const epoch = Date.UTC(2000)

/**
 * A query for allocations without saying which bookings they are: binary, since of many thousands of allocations most of the work
 * would be to write and read them as text.
 */
export const packedTimes = (
  condition: RawBuilder<unknown>,
  { withChannels }: { withChannels: boolean },
): RawBuilder<unknown> => {
  const channel = withChannels ? sql`, channel_id` : sql``
  return sql`
    select resource_id, case when capacity_mode = 'session' then variant_id::text else capacity_mode end as kind ${channel},
      string_agg(timestamptz_send(starts_at) || timestamptz_send(ends_at)
        || int8send((quantity::bigint << 32) | (buffer_before_minutes << 16) | buffer_after_minutes), '') as times
    from allocations where ${condition} group by resource_id, kind ${channel}`
}

const instantAt = (bytes: Buffer, offset: number): number =>
  epoch + (bytes.readInt32BE(offset) * 0x1_0000_0000 + bytes.readUInt32BE(offset + 4)) / 1000

/** Written out field by field: spread, ten thousand objects take longer than the query. */
export const unpackTimes = ({ resourceId, kind, channelId = null, times }: PackedTimes): AllocationInput[] => {
  const isSession = kind !== 'exclusive' && kind !== 'pooled'
  const allocations: AllocationInput[] = []
  for (let offset = 0; offset < times.length; offset += size) {
    allocations.push({
      bookingId: '',
      resourceId,
      variantId: isSession ? kind : '',
      channelId,
      startsAt: instantAt(times, offset),
      endsAt: instantAt(times, offset + 8),
      bufferBeforeMinutes: times.readUInt16BE(offset + 20),
      bufferAfterMinutes: times.readUInt16BE(offset + 22),
      quantity: times.readInt32BE(offset + 16),
      capacityMode: isSession ? 'session' : kind,
      status: 'confirmed',
    })
  }
  return allocations
}
