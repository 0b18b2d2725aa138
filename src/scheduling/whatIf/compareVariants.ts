import { formatInstant } from '../../declare'
import type { Slot, Span } from '../answers'
import { AvailabilityQuery } from '../engine/AvailabilityQuery'
import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { type BookingRequest, resolveRequest } from '../engine/resolveRequest'
import { toSlot } from '../engine/slots'
import type { SlotState, VariantDifference } from './answers'

export interface Sides {
  readonly before: IndexedSnapshot
  readonly after: IndexedSnapshot
  readonly timeslotIds: ReadonlySet<string>
}

export interface ComparedVariant {
  difference: VariantDifference
  startsBefore: readonly number[]
  startsAfter: readonly number[]
}

interface Range {
  readonly from: number
  readonly to: number
}

interface Request extends Pick<BookingRequest, 'quantity' | 'durationMinutes' | 'channelId'> {
  /** Null for all. */
  differing: ReadonlySet<string> | null
}

/** @throws RangeError for a variant on neither side */
export function compareVariant(
  sides: Sides,
  variantId: string,
  { quantity, durationMinutes, channelId, differing }: Request,
  range: Range,
): ComparedVariant {
  const { before, after, timeslotIds } = sides
  const variant = variantIn(after, variantId) ?? variantIn(before, variantId)
  if (!variant) throw new RangeError(`Variant ${variantId} is not in the snapshot`)
  const item = [after, before].flatMap(({ records }) => records.items).find(({ id }) => id === variant.catalogItemId)
  const request: BookingRequest = {
    variantId,
    ...(quantity !== undefined && { quantity }),
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(channelId && { channelId }),
  }
  const freeBefore = freeIn(before, request, range, differing)
  const freeAfter = freeIn(after, request, range, differing)
  const { added, removed, common } = compare(freeBefore.times, freeAfter.times)
  const changed = common
    .filter(([one, other]) => !isSame(one.slot, other.slot))
    .map(([one, other]) => ({ ...one.span, before: stateOf(one.slot), after: stateOf(other.slot) }))
  return {
    difference: {
      variantId,
      name: variant.name,
      catalogItemId: variant.catalogItemId,
      catalogItemName: item?.name ?? '',
      slotCountBefore: freeBefore.times.length,
      slotCountAfter: freeAfter.times.length,
      addedCount: added.length,
      removedCount: removed.length,
      changedCount: changed.length,
      added: added.map(({ slot }) => (timeslotIds.has(slot.timeslotId ?? '') ? slot : { ...slot, timeslotId: null })),
      removed: removed.map(({ slot }) => slot),
      changed,
      resources: compareResources(sides, freeBefore.ofResources, freeAfter.ofResources),
    },
    startsBefore: freeBefore.times.map(({ start }) => start),
    startsAfter: freeAfter.times.map(({ start }) => start),
  }
}

export function cutLists(
  variants: readonly VariantDifference[],
  max: number,
): { variants: VariantDifference[]; isCut: boolean } {
  let left = max
  let isCut = false
  const cut = <T>(entries: readonly T[]): readonly T[] => {
    if (entries.length > left) isCut = true
    const kept = entries.slice(0, left)
    left -= kept.length
    return kept
  }
  const shortened = variants.map(one => ({
    ...one,
    added: cut(one.added),
    removed: cut(one.removed),
    changed: cut(one.changed),
    resources: one.resources.map(each => ({ ...each, added: cut(each.added), removed: cut(each.removed) })),
  }))
  return { variants: shortened, isCut }
}

function variantIn({ records }: IndexedSnapshot, variantId: string) {
  return records.variants.find(({ id }) => id === variantId)
}

/** Compared in epoch milliseconds, which is faster than by text. */
interface Time {
  readonly start: number
  readonly end: number
  readonly span: Span
}

interface Free {
  readonly times: (Time & { readonly slot: Slot })[]
  readonly ofResources: Map<string, Time[]>
}

function freeIn(
  side: IndexedSnapshot,
  request: BookingRequest,
  { from, to }: Range,
  differing: ReadonlySet<string> | null,
): Free {
  const free: Free = { times: [], ofResources: new Map() }
  if (!variantIn(side, request.variantId)) return free
  const query = new AvailabilityQuery(resolveRequest(side, request))
  const single = query.resourceQueries
    .filter(({ resource }) => !differing || differing.has(resource.id))
    .map(one => ({ one, times: listIn(free.ofResources, one.resource.id) }))
  // A daily booking ends in the zone of its resource.
  const { daily } = query.request
  query.visit(from, to, (start, end, verdict) => {
    if (verdict.failure >= 0) return true
    const slot = toSlot(query, start, end, verdict)
    const time = { start, end, slot, span: { startsAt: slot.startsAt, endsAt: slot.endsAt } }
    free.times.push(time)
    // With the variant free, a resource that passes is free, too.
    if (!daily) for (const { one, times } of single) if (one.failure < 0) times.push(time)
    return true
  })
  if (daily)
    for (const { one, times } of single) {
      const pinned = new AvailabilityQuery(resolveRequest(side, { ...request, resourceIds: one.ids }))
      pinned.visit(from, to, (start, end, { failure }) => {
        const span = { startsAt: formatInstant(start), endsAt: formatInstant(end) }
        if (failure < 0) times.push({ start, end, span })
        return true
      })
    }
  return free
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list: T[] = []
  lists.set(key, list)
  return list
}

function compareResources(
  sides: Sides,
  before: Free['ofResources'],
  after: Free['ofResources'],
): VariantDifference['resources'] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap(resourceId => {
    const { added, removed } = compare(before.get(resourceId) ?? [], after.get(resourceId) ?? [])
    if (added.length + removed.length === 0) return []
    const resource = sides.after.resources.get(resourceId) ?? sides.before.resources.get(resourceId)
    return {
      resourceId,
      name: resource?.name ?? '',
      addedCount: added.length,
      removedCount: removed.length,
      added: added.map(({ span }) => span),
      removed: removed.map(({ span }) => span),
    }
  })
}

/** Of times by start, each start once. */
function compare<T extends Time>(before: readonly T[], after: readonly T[]) {
  const added: T[] = []
  const removed: T[] = []
  const common: [T, T][] = []
  let next = 0
  const removeUntil = (start: number): void => {
    for (let one = before[next]; one && one.start < start; one = before[next]) {
      removed.push(one)
      next++
    }
  }
  for (const one of after) {
    removeUntil(one.start)
    const same = before[next]
    if (same?.start === one.start && same.end === one.end) {
      common.push([same, one])
      next++
    } else added.push(one)
  }
  removeUntil(Number.POSITIVE_INFINITY)
  return { added, removed, common }
}

function isSame(one: Slot, other: Slot): boolean {
  return (
    one.status === other.status &&
    one.remaining === other.remaining &&
    one.maxQuantity === other.maxQuantity &&
    one.resourceIds.join() === other.resourceIds.join()
  )
}

function stateOf({ status, remaining, maxQuantity, resourceIds }: Slot): SlotState {
  return { status, remaining, maxQuantity, resourceIds }
}
