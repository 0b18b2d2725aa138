import { MINUTE } from '../../../src/time/instant'

/** The wanted place and time; instants in epoch milliseconds. */
export interface AllocationRequest {
  tenantId: string
  variantId: string
  channelId: string | null
  customerId: string | null
  startsAt: number
  /** Null for the variant's own length. */
  endsAt: number | null
  /** The length of a flexible or daily booking. */
  durationMinutes: number | undefined
  quantity: number | undefined
  /** Pinned resources. */
  resourceIds: readonly string[]
  /** The booking being moved or restored, which does not conflict with itself. */
  exceptBookingId: string | undefined
  now: number
}

/** A request for a place; the length follows from its end. */
export const placeQuestion = (question: Omit<AllocationRequest, 'durationMinutes'>): AllocationRequest => ({
  ...question,
  durationMinutes: question.endsAt === null ? undefined : Math.ceil((question.endsAt - question.startsAt) / MINUTE),
})
