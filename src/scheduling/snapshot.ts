import type { datedHours, Fields, ValueOf } from '../declare'
import type { Booking } from '../resources/bookings'
import type { CatalogItem } from '../resources/catalogItems'
import type { Channel } from '../resources/channels'
import type { Customer } from '../resources/customers'
import type { InstantInput } from '../resources/instants'
import type { Phase } from '../resources/phases'
import type { ResourceRule } from '../resources/resourceRules'
import type { BookableResource } from '../resources/resources'
import type { RuleTypeName, ruleTypes } from '../resources/ruleTypes'
import type { Schedule } from '../resources/schedules'
import type { Tenant } from '../resources/tenants'
import type { Timeslot } from '../resources/timeslots'
import type { Variant } from '../resources/variants'
import type { SpanMinutes } from './load/spans'

type ReadonlyValue<V> = V extends readonly (infer E)[] ? readonly E[] : V

/** Fails to compile after a declared field is renamed or retyped. */
type FieldsOf<R, Given extends keyof R, Optional extends keyof R = never> = {
  [K in Given]: ReadonlyValue<R[K]>
} & { [K in Optional]?: ReadonlyValue<R[K]> }

type InstantsOf<R, Names extends keyof R> = { [K in Names]: InstantInput | Extract<R[K], null> }

/**
 * Plain records as of `now`, with their declared fields.
 *
 * A search over `[from, to)` needs these allocations:
 * - with a blocked interval in the range, on the resources and their families
 * - of whole local periods, if a `booking_limit` applies
 * - the customer's, on all resources that the limit targets
 * - of the timeslots in range, on any resource
 * - of whole local weeks, if a variant takes the least booked resource
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
  busyTimes?: readonly BusyTimesInput[]
  externalBusy?: readonly ExternalBusyInput[]
  /** Each resource's two latest, of variants that rotate: one may be the judged booking. */
  turns?: readonly TurnInput[]
  /** Without one, customer checks pass. */
  customer?: CustomerInput | null
}

/** By default, weeks start on Monday. */
export type TenantInput = FieldsOf<
  Tenant,
  'timeZone',
  'weekStartsOn' | 'isActive' | 'defaultScheduleId' | 'defaultChannelId'
>

export type ChannelInput = FieldsOf<
  Channel,
  'id' | 'name',
  'kind' | 'isActive' | 'sellsAllItems' | 'catalogItemIds' | 'autoConfirm'
>

type Hours = Parameters<typeof datedHours>[0]

export type ScheduleInput = FieldsOf<
  Schedule,
  'id' | 'name' | 'timeZone',
  'mode' | 'validFrom' | 'validUntil' | 'slotDurationMinutes' | 'slotGapMinutes' | 'slotCapacity' | 'isActive'
> & {
  weeklyHours: Hours['weeklyHours']
  dateOverrides?: NonNullable<Hours['dateOverrides']>
}

export type TimeslotInput = FieldsOf<
  Timeslot,
  'id' | 'scheduleId',
  'capacity' | 'status' | 'label' | 'origin' | 'isEdited' | 'bookedQuantity'
> &
  InstantsOf<Timeslot, 'startsAt' | 'endsAt'>

export type ResourceInput = FieldsOf<
  BookableResource,
  'id' | 'name' | 'resourceTypeId' | 'capacity',
  'scheduleId' | 'parentResourceId' | 'isActive'
> & {
  /** Without one, it was always there. */
  createdAt?: InstantInput
  /** Its type is of kind `person`. */
  isPerson?: boolean
}

export type RuleType = RuleTypeName

type RequiredName<F extends Fields> = {
  [K in keyof F]: F[K] extends { presence: 'required' } ? K : never
}[keyof F]

/** The declared parameters of each rule type (docs/domain.md#rule-types). */
export type RuleParameters = {
  [T in RuleType]: {
    [K in RequiredName<(typeof ruleTypes)[T]['fields']>]: ValueOf<(typeof ruleTypes)[T]['fields'][K]>
  } & {
    [K in Exclude<
      keyof (typeof ruleTypes)[T]['fields'],
      RequiredName<(typeof ruleTypes)[T]['fields']>
    >]?: ReadonlyValue<ValueOf<(typeof ruleTypes)[T]['fields'][K]>>
  }
}

type RuleBase<T extends RuleType> = FieldsOf<
  ResourceRule,
  'id' | 'name',
  | 'applyToAllResources'
  | 'resourceIds'
  | 'resourceTypeIds'
  | 'channelIds'
  | 'validFrom'
  | 'validUntil'
  | 'message'
  | 'isActive'
  | 'blockId'
> & { ruleType: T; parameters: RuleParameters[T] }

export type RuleInput<T extends RuleType = RuleType> = { [K in T]: RuleBase<K> }[T]

export type ItemInput = FieldsOf<CatalogItem, 'id' | 'name', 'status'>

export type VariantInput = FieldsOf<
  Variant,
  'id' | 'name' | 'catalogItemId',
  | 'durationType'
  | 'durationMinutes'
  | 'minDurationMinutes'
  | 'maxDurationMinutes'
  | 'durationStepMinutes'
  | 'minDays'
  | 'maxDays'
  | 'dayStartTime'
  | 'dayEndTime'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'capacityMode'
  | 'minQuantity'
  | 'maxQuantity'
  | 'scheduleId'
  | 'resourceSelection'
  | 'requiresApproval'
  | 'minNoticeMinutes'
  | 'maxAdvanceDays'
  | 'cancellationNoticeMinutes'
  | 'allocation'
  | 'weights'
  | 'isActive'
> & {
  /** Without any, all resources are taken throughout. */
  phases?: readonly Phase[]
  /** Undefined: every 15 minutes; null: any minute. */
  slotIntervalMinutes?: Variant['slotIntervalMinutes'] | null
  /** Lowest number first. */
  resources: readonly { resourceId: string; priority: number }[]
}

export type CapacityMode = Variant['capacityMode']

export type BookingStatus = Booking['status']

export type AllocationInput = FieldsOf<
  Booking,
  'variantId' | 'quantity',
  'bufferBeforeMinutes' | 'bufferAfterMinutes' | 'customerId' | 'timeslotId'
> &
  InstantsOf<Booking, 'startsAt' | 'endsAt'> &
  Partial<InstantsOf<Booking, 'holdExpiresAt'>> & {
    channelId?: Booking['channelId'] | null
    bookingId: string
    resourceId: string
    capacityMode: CapacityMode
    status: BookingStatus
    /** Without any, the resource is taken throughout. */
    spanMinutes?: SpanMinutes | null
  }

export interface BusyTimesInput {
  allocation: Omit<AllocationInput, 'startsAt' | 'endsAt' | 'holdExpiresAt'>
  /** Epoch milliseconds with buffers, in any order. */
  blockedStarts: readonly number[]
  blockedEnds: readonly number[]
}

export interface TurnInput {
  variantId: string
  resourceId: string
  bookingId: string
  /** Epoch ms of the booking's creation, with a fraction. */
  bookedAt: number
}

/** `[start, end)` in epoch milliseconds, in any order. */
export interface ExternalBusyInput {
  resourceId: string
  times: readonly (readonly [start: number, end: number])[]
}

/** `bookingCount` excludes the judged booking. */
export type CustomerInput = FieldsOf<Customer, 'id', 'name' | 'isBlocked' | 'blockedReason' | 'bookingCount'>
