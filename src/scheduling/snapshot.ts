import type { InstantInput } from './time/instant'
import type { Period } from './time/period'

/**
 * What the engine is given: plain records with the field names of `domain.md` §2, as they were at `now`.
 *
 * Rows the engine cannot do without for a search over `[from, to)`: every allocation whose blocked interval touches it
 * on the resources concerned, their ancestors and descendants; those of whole local periods when a `booking_limit`
 * applies; those of the customer on all resources the limit targets; and those of the timeslots in range on any resource.
 */
export interface Snapshot {
  now: InstantInput
  tenant: TenantInput
  channels?: readonly ChannelInput[]
  schedules: readonly ScheduleInput[]
  timeslots?: readonly TimeslotInput[]
  resources: readonly ResourceInput[]
  rules?: readonly RuleInput[]
  items: readonly ItemInput[]
  variants: readonly VariantInput[]
  allocations?: readonly AllocationInput[]
  /** For whom the booking would be; checks about the customer pass when it is not known. */
  customer?: CustomerInput | null
}

export interface TenantInput {
  timeZone: string
  /** 1 = Monday … 7 = Sunday. */
  weekStartsOn?: number
  isActive?: boolean
  defaultScheduleId?: string | null
  /** Used when a request names no channel. */
  defaultChannelId?: string | null
}

export interface ChannelInput {
  id: string
  name: string
  kind?: 'back_office' | 'online' | 'phone' | 'walk_in' | 'partner' | 'api'
  isActive?: boolean
  sellsAllItems?: boolean
  catalogItemIds?: readonly string[]
  autoConfirm?: boolean
}

export interface HoursInput {
  startTime: string
  endTime: string
}

export interface WeeklyHoursInput extends HoursInput {
  /** 1 = Monday … 7 = Sunday. */
  dayOfWeek: number
}

export interface DateOverrideInput {
  id?: string
  startDate: string
  endDate: string
  isClosed?: boolean
  hours?: readonly HoursInput[]
  repeatsYearly?: boolean
  label?: string | null
}

export interface ScheduleInput {
  id: string
  name: string
  timeZone: string
  mode?: 'open_hours' | 'timeslots'
  validFrom?: string | null
  validUntil?: string | null
  weeklyHours: readonly WeeklyHoursInput[]
  dateOverrides?: readonly DateOverrideInput[]
  slotDurationMinutes?: number | null
  slotGapMinutes?: number
  slotCapacity?: number | null
  isActive?: boolean
}

export interface TimeslotInput {
  id: string
  scheduleId: string
  startsAt: InstantInput
  endsAt: InstantInput
  capacity?: number | null
  status?: 'open' | 'closed' | 'cancelled'
  label?: string | null
  origin?: 'generated' | 'manual'
  isEdited?: boolean
  bookedQuantity?: number
}

export interface ResourceInput {
  id: string
  name: string
  resourceTypeId: string
  capacity: number
  scheduleId?: string | null
  parentResourceId?: string | null
  isActive?: boolean
}

interface DatePatternInput {
  startDate?: string | null
  endDate?: string | null
  startTime?: string | null
  endTime?: string | null
  daysOfWeek?: readonly number[] | null
  repeatsYearly?: boolean
}

/** Parameters of each rule type (domain §2.8.1). */
export interface RuleParameters {
  blackout: DatePatternInput & { startDate: string; endDate: string }
  opening_hours: { weeklyHours: readonly WeeklyHoursInput[] }
  booking_limit: {
    max: number
    period: Period
    measure?: 'bookings' | 'minutes' | 'quantity'
    subject?: 'resource' | 'customer'
  }
  approval_required: {
    minDurationMinutes?: number | null
    minQuantity?: number | null
    newCustomersOnly?: boolean
  }
  buffer: { beforeMinutes?: number; afterMinutes?: number }
  min_notice: { minutes: number }
  max_advance: { days: number }
  duration_limit: { minMinutes?: number | null; maxMinutes?: number | null }
  start_interval: { intervalMinutes: number; offsetMinutes?: number }
  min_gap: { minutes: number }
  capacity_override: DatePatternInput & { capacity: number }
  cancellation_notice: { minutes: number; appliesTo?: 'cancel' | 'reschedule' | 'both' }
}

export type RuleType = keyof RuleParameters

interface RuleBase<T extends RuleType> {
  id: string
  name: string
  ruleType: T
  parameters: RuleParameters[T]
  applyToAllResources?: boolean
  resourceIds?: readonly string[]
  resourceTypeIds?: readonly string[]
  channelIds?: readonly string[]
  validFrom?: string | null
  validUntil?: string | null
  /** Shown to whoever is refused, in place of the engine's own sentence. */
  message?: string | null
  isActive?: boolean
}

/** A rule of one type, or, without a type, of any: then a union that `ruleType` tells apart. */
export type RuleInput<T extends RuleType = RuleType> = { [K in T]: RuleBase<K> }[T]

export interface ItemInput {
  id: string
  name: string
  status?: 'draft' | 'active' | 'archived'
}

export type CapacityMode = 'exclusive' | 'pooled' | 'session'

export interface VariantInput {
  id: string
  name: string
  catalogItemId: string
  durationType?: 'fixed' | 'flexible' | 'daily'
  durationMinutes?: number | null
  minDurationMinutes?: number | null
  maxDurationMinutes?: number | null
  durationStepMinutes?: number | null
  minDays?: number | null
  maxDays?: number | null
  dayStartTime?: string | null
  dayEndTime?: string | null
  /** Grid of offered starts; null = any minute. */
  slotIntervalMinutes?: number | null
  bufferBeforeMinutes?: number
  bufferAfterMinutes?: number
  capacityMode?: CapacityMode
  minQuantity?: number
  maxQuantity?: number
  scheduleId?: string | null
  resourceSelection?: 'any' | 'one_per_type' | 'all'
  requiresApproval?: boolean
  minNoticeMinutes?: number | null
  maxAdvanceDays?: number | null
  cancellationNoticeMinutes?: number | null
  isActive?: boolean
  /** The variant's resource assignments (domain §2.11). */
  resources: readonly { resourceId: string; priority: number }[]
}

export type BookingStatus =
  | 'held'
  | 'pending'
  | 'confirmed'
  | 'completed'
  | 'no_show'
  | 'cancelled'
  | 'declined'
  | 'expired'
  | 'waitlisted'

/** One resource's part in one booking; a booking over two resources is two of these. */
export interface AllocationInput {
  bookingId: string
  resourceId: string
  variantId: string
  startsAt: InstantInput
  endsAt: InstantInput
  bufferBeforeMinutes?: number
  bufferAfterMinutes?: number
  quantity: number
  capacityMode: CapacityMode
  status: BookingStatus
  holdExpiresAt?: InstantInput | null
  customerId?: string | null
  channelId?: string | null
  timeslotId?: string | null
}

export interface CustomerInput {
  id: string
  name?: string
  isBlocked?: boolean
  blockedReason?: string | null
  bookingCount?: number
}
