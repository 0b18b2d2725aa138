/** What somebody wants to book, but for the time (domain §3.1). */
export interface BookingRequest {
  variantId: string
  /** Default: the tenant's default channel. */
  channelId?: string | null
  /** Default: the variant's minimum. */
  quantity?: number
  /** Length of a flexible booking; of a daily one in whole days of 1440. Default: the variant's minimum. */
  durationMinutes?: number
  /** Pinned resources: each replaces the choice within its group. */
  resourceIds?: readonly string[]
  /** The booking that is being moved, approved or confirmed: it never stands in its own way. */
  excludeBookingId?: string
}
