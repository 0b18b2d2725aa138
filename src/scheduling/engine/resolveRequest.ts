import { MINUTE, parseLocalTime } from '../../declare'
import type { Phase } from '../../resources/phases'
import { lengthOfPhases, type SpanMinutes, spanMinutesOf } from '../load/spans'
import type { ChannelInput, CustomerInput, ItemInput, ResourceInput, VariantInput } from '../snapshot'
import type { IndexedSnapshot } from './IndexedSnapshot'

/** A booking without its time (docs/domain.md#availability). */
export interface BookingRequest {
  variantId: string
  /** By default, the tenant's. */
  channelId?: string | null
  /** By default, the variant's minimum. */
  quantity?: number
  /** For flexible lengths; days of 1440 minutes. By default, the variant's minimum. */
  durationMinutes?: number
  /** Each replaces its group's choice. */
  resourceIds?: readonly string[]
  /** A booking that does not compete with itself. */
  excludeBookingId?: string
  /** An existing booking's; by default, the variant's. */
  phases?: readonly Phase[]
  /** Unless a rule or a timeslot says otherwise. */
  ignoresInterval?: boolean
}

export interface ResolvedRequest {
  readonly snapshot: IndexedSnapshot
  readonly item: ItemInput
  readonly variant: VariantInput
  readonly channel: ChannelInput | undefined
  readonly channelId: string | null
  readonly customer: CustomerInput | undefined
  readonly quantity: number
  /** Milliseconds; not for daily bookings. */
  readonly length: number
  readonly daily: DailyLength | undefined
  readonly phased: Phased | undefined
  /** Milliseconds between starts; 0 for any minute. */
  readonly interval: number
  readonly resources: readonly ResourceInput[]
  readonly pinned: ReadonlySet<string>
  readonly excludeBookingId: string | undefined
  readonly buffers?: { readonly beforeMinutes: number; readonly afterMinutes: number }
}

/** A booking that takes resources in spans (docs/domain.md#phases). */
interface Phased {
  readonly phases: readonly Phase[]
  /** Milliseconds. */
  readonly length: number
  readonly headLength: number
  readonly spansOf: (resource: ResourceInput) => SpanMinutes | undefined
}

interface DailyLength {
  readonly days: number
  readonly nights: number
  readonly startMinute: number
  readonly endMinute: number
}

/** @throws RangeError for an unknown id */
export function resolveRequest(snapshot: IndexedSnapshot, request: BookingRequest): ResolvedRequest {
  const { records } = snapshot
  const variant = records.variants.find(({ id }) => id === request.variantId)
  const item = records.items.find(({ id }) => id === variant?.catalogItemId)
  if (!variant || !item) throw new RangeError(`Variant ${request.variantId} is not in the snapshot`)
  const channelId = request.channelId ?? records.tenant.defaultChannelId ?? null
  return {
    snapshot,
    item,
    variant,
    channel: records.channels?.find(({ id }) => id === channelId),
    channelId,
    customer: records.customer ?? undefined,
    quantity: request.quantity ?? variant.minQuantity ?? 1,
    length: lengthOf(variant, request.durationMinutes) * MINUTE,
    daily: variant.durationType === 'daily' ? dailyLength(variant, request.durationMinutes) : undefined,
    phased: phasedBy(request.phases ?? variant.phases ?? []),
    interval: request.ignoresInterval ? 0 : intervalOf(variant) * MINUTE,
    resources: snapshot.assignedTo(variant),
    pinned: new Set(request.resourceIds),
    excludeBookingId: request.excludeBookingId,
  }
}

function intervalOf({ slotIntervalMinutes }: VariantInput): number {
  return slotIntervalMinutes === undefined ? 15 : (slotIntervalMinutes ?? 0)
}

function phasedBy(phases: readonly Phase[]): Phased | undefined {
  const [first] = phases
  return (
    first && {
      phases,
      length: lengthOfPhases(phases) * MINUTE,
      headLength: first.minutes * MINUTE,
      spansOf: ({ resourceTypeId }) => spanMinutesOf(phases, resourceTypeId),
    }
  )
}

function lengthOf(variant: VariantInput, requested: number | undefined): number {
  if (variant.durationType === 'flexible') return requested ?? variant.minDurationMinutes ?? 60
  return variant.durationMinutes ?? 60
}

/** One day ends on the same date if the return is later in the day than the pickup. */
function dailyLength(variant: VariantInput, requested: number | undefined): DailyLength {
  const days = requested === undefined ? (variant.minDays ?? 1) : Math.max(1, Math.round(requested / 1440))
  const startMinute = parseLocalTime(variant.dayStartTime ?? '10:00')
  const endMinute = parseLocalTime(variant.dayEndTime ?? '10:00')
  return { days, nights: endMinute > startMinute ? days - 1 : days, startMinute, endMinute }
}

/** In days of 1440 for a daily booking. */
export function requestedMinutes(snapshot: IndexedSnapshot, variantId: string, start: number, end: number): number {
  const variant = snapshot.records.variants.find(({ id }) => id === variantId)
  const daily = variant?.durationType === 'daily' ? dailyLength(variant, undefined) : undefined
  if (!daily) return (end - start) / MINUTE
  const { zone } = snapshot
  const overnight = daily.nights - daily.days
  const lastDay = daily.endMinute === 1440 ? zone.dayOf(end) - 1 : zone.dayOf(end)
  return (lastDay - zone.dayOf(start) - overnight) * 1440
}

/** A booking takes one of them (docs/domain.md#choosing-resources). */
export interface ResourceGroup {
  readonly members: readonly ResourceInput[]
  readonly candidates: readonly ResourceInput[]
  readonly isPinned: boolean
}

export function resourceGroups({ variant, resources, pinned }: ResolvedRequest): ResourceGroup[] {
  const { resourceSelection = 'any' } = variant
  const groups = new Map<string, ResourceInput[]>()
  for (const resource of resources) {
    const key = { any: '', one_per_type: resource.resourceTypeId, all: resource.id }[resourceSelection]
    const members = groups.get(key)
    if (members) members.push(resource)
    else groups.set(key, [resource])
  }
  return [...groups.values()].map(members => {
    const chosen = members.filter(({ id }) => pinned.has(id))
    const isPinned = chosen.length > 0
    return { members, candidates: (isPinned ? chosen : members).filter(({ isActive }) => isActive !== false), isPinned }
  })
}
