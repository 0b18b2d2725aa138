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
  const [slotsBefore, slotsAfter] = [freeBefore.slots, freeAfter.slots]
  const { added, removed, common } = compare(slotsBefore, slotsAfter)
  const changed = common
    .filter(([one, other]) => !isSame(one, other))
    .map(([one, other]) => ({
      startsAt: one.startsAt,
      endsAt: one.endsAt,
      before: stateOf(one),
      after: stateOf(other),
    }))
  return {
    difference: {
      variantId,
      name: variant.name,
      catalogItemId: variant.catalogItemId,
      catalogItemName: item?.name ?? '',
      slotCountBefore: slotsBefore.length,
      slotCountAfter: slotsAfter.length,
      addedCount: added.length,
      removedCount: removed.length,
      changedCount: changed.length,
      added: added.map(slot => (timeslotIds.has(slot.timeslotId ?? '') ? slot : { ...slot, timeslotId: null })),
      removed,
      changed,
      resources: compareResources(sides, freeBefore.ofResources, freeAfter.ofResources),
    },
    startsBefore: freeBefore.starts,
    startsAfter: freeAfter.starts,
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

interface Free {
  slots: Slot[]
  /** Of the slots, in epoch milliseconds. */
  starts: number[]
  ofResources: ReadonlyMap<string, readonly Span[]>
}

function freeIn(
  side: IndexedSnapshot,
  request: BookingRequest,
  { from, to }: Range,
  differing: ReadonlySet<string> | null,
): Free {
  const free = { slots: [] as Slot[], starts: [] as number[], ofResources: new Map<string, Span[]>() }
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
    const span: Span = { startsAt: slot.startsAt, endsAt: slot.endsAt }
    free.slots.push(slot)
    free.starts.push(start)
    // With the variant free, a resource that passes is free, too.
    if (!daily) for (const { one, times } of single) if (one.failure < 0) times.push(span)
    return true
  })
  if (daily)
    for (const { one, times } of single) {
      const pinned = new AvailabilityQuery(resolveRequest(side, { ...request, resourceIds: one.ids }))
      pinned.visit(from, to, (start, end, { failure }) => {
        if (failure < 0) times.push({ startsAt: formatInstant(start), endsAt: formatInstant(end) })
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
    const { added, removed } = compareTimes(before.get(resourceId) ?? [], after.get(resourceId) ?? [])
    if (added.length + removed.length === 0) return []
    const resource = sides.after.resources.get(resourceId) ?? sides.before.resources.get(resourceId)
    return {
      resourceId,
      name: resource?.name ?? '',
      addedCount: added.length,
      removedCount: removed.length,
      added,
      removed,
    }
  })
}

/** UTC texts of one length sort as their instants do. */
function compareTimes(before: readonly Span[], after: readonly Span[]) {
  const without = (some: readonly Span[], others: readonly Span[]): Span[] => {
    let next = 0
    return some.filter(({ startsAt, endsAt }) => {
      while ((others[next]?.startsAt ?? startsAt) < startsAt) next++
      const other = others[next]
      return other?.startsAt !== startsAt || other.endsAt !== endsAt
    })
  }
  return { added: without(after, before), removed: without(before, after) }
}

function compare(before: readonly Slot[], after: readonly Slot[]) {
  const keyOf = ({ startsAt, endsAt }: Slot): string => `${startsAt}/${endsAt}`
  const known = new Map(before.map(slot => [keyOf(slot), slot]))
  const added: Slot[] = []
  const common: [Slot, Slot][] = []
  for (const slot of after) {
    const same = known.get(keyOf(slot))
    if (same) common.push([same, slot])
    else added.push(slot)
    known.delete(keyOf(slot))
  }
  return { added, removed: [...known.values()], common }
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
