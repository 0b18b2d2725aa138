const MINUTE = 60_000

/** What somebody wants to have, and when; instants in epoch milliseconds. */
export interface PlaceQuestion {
  tenantId: string
  variantId: string
  channelId: string | null
  customerId: string | null
  startsAt: number
  /** Null: after the variant's own length. */
  endsAt: number | null
  /** Of a flexible or daily booking. */
  durationMinutes: number | undefined
  quantity: number | undefined
  /** Pinned resources. */
  resourceIds: readonly string[]
  /** The booking that is moved, or comes back: it is not in its own way. */
  exceptBookingId: string | undefined
  now: number
}

/** What a question leaves open: its length follows from its end. */
export const placeQuestion = (question: Omit<PlaceQuestion, 'durationMinutes'>): PlaceQuestion => ({
  ...question,
  durationMinutes: question.endsAt === null ? undefined : Math.ceil((question.endsAt - question.startsAt) / MINUTE),
})
