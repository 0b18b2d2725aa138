import type { VisitSlot } from '../../calls/visits'
import { type Refusal, refusalOf } from '../bookings/refusal'

export interface VisitRefusal extends Refusal {
  /** The first in the list for which there is no plan. */
  part: number
}

/** Null for any error but `slot_unavailable`. */
export const visitRefusalOf = (error: unknown): VisitRefusal | null => {
  const refusal = refusalOf(error)
  if (!refusal) return null
  const { body } = error as { body: { part?: number; alternatives?: readonly VisitSlot[] } }
  return {
    ...refusal,
    part: body.part ?? 0,
    alternatives: (body.alternatives ?? []).map(({ startsAt, endsAt, parts }) => ({
      ...{ startsAt, endsAt, status: 'available', remaining: 1, maxQuantity: 1, timeslotId: null, reasons: [] },
      resourceIds: [...new Set(parts.flatMap(one => one.resourceIds))],
    })),
  }
}
