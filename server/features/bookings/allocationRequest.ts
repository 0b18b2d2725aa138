import { MINUTE } from '../../../src/time/instant'

/** The wanted place and time. */
export interface AllocationRequest {
  tenantId: string
  variantId: string
  channelId: string | null
  customerId: string | null
  startsAt: number
  /** Null for a fixed length. */
  endsAt: number | null
  /** The length of a flexible or daily booking. */
  durationMinutes: number | undefined
  quantity: number | undefined
  resourceIds: readonly string[]
  /** The booking being moved or restored, which does not conflict with itself. */
  exceptBookingId: string | undefined
  now: number
}

/** Derives the length from the end. */
export const placeQuestion = (question: Omit<AllocationRequest, 'durationMinutes'>): AllocationRequest => ({
  ...question,
  durationMinutes: question.endsAt === null ? undefined : Math.ceil((question.endsAt - question.startsAt) / MINUTE),
})
