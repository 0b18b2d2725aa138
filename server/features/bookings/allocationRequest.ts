import { MINUTE } from '../../../src/declare'
import type { Phase } from '../../../src/resources/phases'

export interface AllocationRequest {
  tenantId: string
  variantId: string
  channelId: string | null
  customerId: string | null
  startsAt: number
  /** Null for a fixed length. */
  endsAt: number | null
  durationMinutes: number | undefined
  quantity: number | undefined
  resourceIds: readonly string[]
  exceptBookingId: string | undefined
  phases?: readonly Phase[] | undefined
  now: number
}

export const placeQuestion = (question: Omit<AllocationRequest, 'durationMinutes'>): AllocationRequest => ({
  ...question,
  durationMinutes: question.endsAt === null ? undefined : Math.ceil((question.endsAt - question.startsAt) / MINUTE),
})
