export interface VisitPart {
  readonly variantId: string
  readonly quantity?: number
  /** Of a flexible variant. */
  readonly durationMinutes?: number
  /** Each replaces its group's choice. */
  readonly resourceIds: readonly string[]
  /** A guest's parts follow each other. */
  readonly guest: number
  readonly minWaitMinutes: number
  readonly maxWaitMinutes: number
  /** A pinned start, in epoch milliseconds. */
  readonly startsAt: number | null
}

export interface Chain {
  /** The last part's end, in epoch ms; null before the first. */
  readonly end: number | null
  /** Of the last part that takes any. */
  readonly persons: readonly string[]
  /** In all parts with persons; null before the first. */
  readonly common: readonly string[] | null
}

/** Several bookings for one customer (docs/domain.md#visits). */
export interface VisitQuestion {
  readonly parts: readonly VisitPart[]
  readonly channelId: string | null
  /** `any`: a guest's parts come in the best order. */
  readonly order: 'fixed' | 'any'
  /** One person serves all of a guest's parts that take any. */
  readonly sameStaff: boolean
  /** The guest's parts before a single one. */
  readonly follows?: Chain
}

/** In the question's order; instants in epoch ms. */
export interface PlannedPart {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
  /** From the end of the guest's part before. */
  readonly waitMinutes: number
  readonly resourceIds: readonly string[]
  readonly timeslotId: string | null
}

export interface VisitPlan {
  readonly startsAt: number
  readonly endsAt: number
  readonly waitMinutes: number
  /** From one person to another. */
  readonly staffChanges: number
  readonly parts: readonly PlannedPart[]
}
