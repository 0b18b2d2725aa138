import { type RawBuilder, sql } from 'kysely'
import type { AllocationInput, BusyTimesInput } from '../../../src/scheduling'
import { spanMinutes } from '../bookings/spans'
import { packInstants, unpackInstants } from './packedInstants'

export interface PackedTimes {
  resourceId: string
  /** `exclusive` or `pooled`; for a session, the id of its variant. */
  kind: string
  channelId?: string | null
  quantity: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  spanMinutes: AllocationInput['spanMinutes']
  /** Pairs of `blocked_from` and `blocked_until`. */
  times: Buffer
}

/** Only columns of `allocations_busy_idx`, for an index-only scan. */
export const packedTimes = (
  condition: RawBuilder<unknown>,
  { withChannels }: { withChannels: boolean },
): RawBuilder<PackedTimes> => {
  const channel = withChannels ? sql`, channel_id` : sql``
  const shared = sql`resource_id, quantity, buffer_before_minutes, buffer_after_minutes ${channel}`
  return sql<PackedTimes>`
    select ${shared}, ${spanMinutes} as span_minutes, case when capacity_mode = 'session' then variant_id::text else capacity_mode end as kind,
      ${packInstants('blockedFrom', 'blockedUntil')} as times
    from allocations where ${condition} group by ${shared}, spans, kind`
}

/** An object per allocation would take longer than the query. */
export const unpackTimes = (packed: PackedTimes): BusyTimesInput => {
  const { kind, times } = packed
  const isSession = kind !== 'exclusive' && kind !== 'pooled'
  const [blockedStarts = [], blockedEnds = []] = unpackInstants(times, 2)
  return {
    allocation: {
      bookingId: '',
      resourceId: packed.resourceId,
      variantId: isSession ? kind : '',
      channelId: packed.channelId ?? null,
      quantity: packed.quantity,
      bufferBeforeMinutes: packed.bufferBeforeMinutes,
      bufferAfterMinutes: packed.bufferAfterMinutes,
      capacityMode: isSession ? 'session' : kind,
      status: 'confirmed',
      spanMinutes: packed.spanMinutes ?? null,
    },
    blockedStarts,
    blockedEnds,
  }
}
