import type { ChannelInput, CustomerInput, ItemInput, ResourceInput, VariantInput } from '../snapshot'
import { MINUTE } from '../time/instant'
import { parseLocalTime } from '../time/localTime'
import type { BookingRequest } from './BookingRequest'
import type { World } from './World'

/** A request with its ids looked up and its defaults filled in. */
export interface ResolvedRequest {
  readonly world: World
  readonly item: ItemInput
  readonly variant: VariantInput
  readonly channel: ChannelInput | undefined
  readonly channelId: string | null
  readonly customer: CustomerInput | undefined
  readonly quantity: number
  /** Length in milliseconds of fixed and flexible bookings. */
  readonly length: number
  readonly daily: DailyLength | undefined
  /** Grid of starts in milliseconds; 0 = any minute. */
  readonly interval: number
  /** Assigned resources by priority, inactive ones included. */
  readonly resources: readonly ResourceInput[]
  readonly pinned: ReadonlySet<string>
  readonly excludeBookingId: string | undefined
}

/** A daily booking: picked up on one local date at `startMinute`, returned `nights` dates later at `endMinute`. */
export interface DailyLength {
  readonly days: number
  readonly nights: number
  readonly startMinute: number
  readonly endMinute: number
}

/** Throws `RangeError` for an id that the snapshot does not hold. */
export function resolveRequest(world: World, request: BookingRequest): ResolvedRequest {
  const { snapshot } = world
  const variant = snapshot.variants.find(({ id }) => id === request.variantId)
  const item = snapshot.items.find(({ id }) => id === variant?.catalogItemId)
  if (!variant || !item) throw new RangeError(`Variant ${request.variantId} is not in the snapshot`)
  const channelId = request.channelId ?? snapshot.tenant.defaultChannelId ?? null
  return {
    world,
    item,
    variant,
    channel: snapshot.channels?.find(({ id }) => id === channelId),
    channelId,
    customer: snapshot.customer ?? undefined,
    quantity: request.quantity ?? variant.minQuantity ?? 1,
    length: lengthOf(variant, request.durationMinutes) * MINUTE,
    daily: variant.durationType === 'daily' ? dailyLength(variant, request.durationMinutes) : undefined,
    interval: (variant.slotIntervalMinutes === undefined ? 15 : (variant.slotIntervalMinutes ?? 0)) * MINUTE,
    resources: assignedResources(world, variant),
    pinned: new Set(request.resourceIds),
    excludeBookingId: request.excludeBookingId,
  }
}

function lengthOf(variant: VariantInput, requested: number | undefined): number {
  if (variant.durationType === 'flexible') return requested ?? variant.minDurationMinutes ?? 60
  return variant.durationMinutes ?? 60
}

/** One day ends on the same date when the return time is later than the pickup time, and on the next one otherwise. */
function dailyLength(variant: VariantInput, requested: number | undefined): DailyLength {
  const days = requested === undefined ? (variant.minDays ?? 1) : Math.max(1, Math.round(requested / 1440))
  const startMinute = parseLocalTime(variant.dayStartTime ?? '10:00')
  const endMinute = parseLocalTime(variant.dayEndTime ?? '10:00')
  return { days, nights: endMinute > startMinute ? days - 1 : days, startMinute, endMinute }
}

function assignedResources(world: World, variant: VariantInput): ResourceInput[] {
  const found: ResourceInput[] = []
  for (const { resourceId } of [...variant.resources].sort((a, b) => a.priority - b.priority)) {
    const resource = world.resources.get(resourceId)
    if (!resource) throw new RangeError(`Resource ${resourceId} is not in the snapshot`)
    found.push(resource)
  }
  return found
}
