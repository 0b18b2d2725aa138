export interface VisitPart {
  readonly variantId: string
  readonly quantity?: number
  /** Of a flexible variant. */
  readonly durationMinutes?: number
  /** Each replaces its group's choice. */
  readonly resourceIds: readonly string[]
  /** The parts of one guest follow each other. */
  readonly guest: number
  readonly minWaitMinutes: number
  readonly maxWaitMinutes: number
  /** A pinned start, in epoch milliseconds. */
  readonly startsAt: number | null
}

/** How far a guest has come. */
export interface Chain {
  /** Of the last part, in epoch milliseconds; null before the first. */
  readonly end: number | null
  /** Of the last part that takes any. */
  readonly persons: readonly string[]
  /** In all parts that take any; null before the first of them. */
  readonly common: readonly string[] | null
}

/** Several bookings for one customer (docs/domain.md#visits). */
export interface VisitQuestion {
  readonly parts: readonly VisitPart[]
  readonly channelId: string | null
  /** `any`: the parts of a guest come in whatever order is best. */
  readonly order: 'fixed' | 'any'
  /** One person is in all of a guest's parts that take a person. */
  readonly sameStaff: boolean
  /** What the guest of a single part has had before it. */
  readonly follows?: Chain
}

/** By the order of parts in the question; instants in epoch milliseconds. */
export interface PlannedPart {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
  /** Since the end of the guest's part before. */
  readonly waitMinutes: number
  readonly resourceIds: readonly string[]
  readonly timeslotId: string | null
}

export interface VisitPlan {
  readonly startsAt: number
  readonly endsAt: number
  readonly waitMinutes: number
  /** How often a guest passes from one person to another. */
  readonly staffChanges: number
  readonly parts: readonly PlannedPart[]
}
