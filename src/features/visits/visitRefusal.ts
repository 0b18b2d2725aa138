import type { VisitSlot } from '../../calls/visits'
import type { Slot } from '../../scheduling'
import { type Refusal, refusalOf } from '../bookings/refusal'

export interface VisitRefusal extends Refusal {
  /** The first in the list without a plan. */
  part: number | null
}

/** Null for any error but `slot_unavailable`. */
export const visitRefusalOf = (error: unknown): VisitRefusal | null => {
  const refusal = refusalOf(error)
  if (!refusal) return null
  const { body } = error as { body: { part?: number; alternatives?: readonly (VisitSlot | Slot)[] } }
  return {
    ...refusal,
    part: body.part ?? null,
    alternatives: (body.alternatives ?? []).map(({ startsAt, endsAt, ...slot }) => ({
      ...{ startsAt, endsAt, status: 'available', remaining: 1, maxQuantity: 1, timeslotId: null, reasons: [] },
      resourceIds: 'parts' in slot ? [...new Set(slot.parts.flatMap(one => one.resourceIds))] : slot.resourceIds,
    })),
  }
}
