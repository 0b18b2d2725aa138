import { DAY, MINUTE } from '../../declare'
import { checkOrder } from '../checks/checkCodes'
import { AvailabilityQuery } from '../engine/AvailabilityQuery'
import { allocationOf } from '../engine/check'
import type { Horizon } from '../engine/Horizon'
import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import type { ResourceQuery } from '../engine/ResourceQuery'
import { resolveRequest } from '../engine/resolveRequest'
import { timeslotAt } from '../engine/slots'
import { ruleLevel } from '../rules/resolveRules'
import type { AllocationInput, RuleInput } from '../snapshot'
import type { VisitPart, VisitQuestion } from './question'

/** More bookings may fill a gap; nothing else is mended by them. */
const GAP_TOO_SMALL = checkOrder('gap_too_small')

/** A part with its time. The first of a guest keeps to the grid of its variant. */
export interface TimedPart {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
}

export interface PlacedPart extends TimedPart {
  readonly resourceIds: readonly string[]
  readonly allocations: () => readonly AllocationInput[]
  /** With buffers. */
  readonly blockedFrom: number
  readonly blockedUntil: number
  readonly key: string
}

const keyOf = (placed: readonly PlacedPart[]): string => placed.map(({ key }) => key).join('|')
const byIndex = (one: TimedPart, other: TimedPart): number => one.index - other.index

/** Asks the engine about each part of a visit, with other parts in place. */
export class VisitParts {
  readonly snapshot: IndexedSnapshot
  readonly question: VisitQuestion
  private readonly queries = new Map<string, AvailabilityQuery>()
  private readonly failures = new Map<string, number>()
  private readonly alone = new Map<string, Map<number, boolean>>()

  constructor(snapshot: IndexedSnapshot, question: VisitQuestion) {
    this.snapshot = snapshot
    this.question = question
  }

  part(index: number): VisitPart {
    return this.question.parts[index] as VisitPart
  }

  /** Forgets what was asked with other parts in place. */
  forget(): void {
    for (const key of this.queries.keys()) if (key.includes('|')) this.queries.delete(key)
    this.failures.clear()
  }

  /** @param resourceIds pins in place of the part's own */
  query(
    index: number,
    isFirst: boolean,
    others: readonly PlacedPart[] = [],
    resourceIds?: readonly string[],
  ): AvailabilityQuery {
    const sorted = [...others].sort(byIndex)
    const part = this.part(index)
    const ignoresInterval = !isFirst || part.startsAt !== null
    const pins = resourceIds ?? part.resourceIds
    const key = `${index} ${ignoresInterval} ${resourceIds ? pins.join() : ''}${others.length > 0 ? `|${keyOf(sorted)}` : ''}`
    let query = this.queries.get(key)
    if (!query) {
      const { variantId, quantity, durationMinutes } = part
      const snapshot =
        others.length > 0 ? this.snapshot.with(sorted.map(({ allocations }) => allocations())) : this.snapshot
      const request = resolveRequest(snapshot, {
        ...{ variantId, ignoresInterval, resourceIds: pins, channelId: this.question.channelId },
        ...(quantity && { quantity }),
        ...(durationMinutes && { durationMinutes }),
      })
      query = new AvailabilityQuery(request)
      this.queries.set(key, query)
    }
    return query
  }

  timed(index: number, start: number, isFirst: boolean): TimedPart {
    return { index, start, isFirst, end: this.query(index, isFirst).endOf(start) }
  }

  /** False where no other parts could make it pass. */
  mayPass({ index, start, end, isFirst }: TimedPart): boolean {
    const key = `${index} ${isFirst}`
    const known = this.alone.get(key) ?? new Map<number, boolean>()
    this.alone.set(key, known)
    let may = known.get(start)
    if (may === undefined) {
      const query = this.query(index, isFirst)
      query.evaluate(start, end, this.horizon(start, end))
      may = query.failsAfter < 0 && query.groups.length > 0
      may &&= start >= this.snapshot.now && query.groups.every(one => one.resourceQueries.some(isPossible))
      known.set(start, may)
    }
    return may
  }

  /** What it could take beside the others, in the order in which that is tried. Gaps are left out of account. */
  *choices(part: TimedPart, others: readonly PlacedPart[]): Generator<readonly ResourceQuery[]> {
    yield* this.choicesFrom(part, others, this.ranked(part, others), [])
  }

  /** Whether it passes every check beside all the others. */
  passes(part: PlacedPart, others: readonly PlacedPart[]): boolean {
    const query = this.query(part.index, part.isFirst)
    return part.resourceIds.every(id => {
      const one = query.resourceQueries.find(({ resource }) => resource.id === id)
      return one && this.failure(part, one, others) < 0
    })
  }

  place(part: TimedPart, taken: readonly ResourceQuery[]): PlacedPart {
    const { index, start, end } = part
    const horizon = this.horizon(start, end)
    const blocked = taken.map(one => one.constraintsAt(start, horizon))
    return {
      ...part,
      resourceIds: taken.map(({ resource }) => resource.id),
      allocations: () => this.allocations(part, taken, horizon),
      blockedFrom: start - Math.max(0, ...blocked.map(one => one.beforeBuffer.value)) * MINUTE,
      blockedUntil: end + Math.max(0, ...blocked.map(one => one.afterBuffer.value)) * MINUTE,
      key: `${index} ${start} ${taken.map(({ resource }) => resource.id).join()}`,
    }
  }

  timeslotOf({ index, isFirst, start, resourceIds: [first] }: PlacedPart): string | null {
    const query = this.query(index, isFirst)
    return timeslotAt(
      query,
      start,
      query.resourceQueries.find(({ resource }) => resource.id === first),
    )
  }

  private horizon(start: number, end: number): Horizon {
    return this.snapshot.horizon(start, end + DAY)
  }

  private allocations({ index, isFirst, start, end }: TimedPart, taken: readonly ResourceQuery[], horizon: Horizon) {
    const query = this.query(index, isFirst)
    const { quantity, variant, channelId, customer } = query.request
    return taken.map(
      (one): AllocationInput => ({
        ...allocationOf(one, start, end, horizon),
        ...{ bookingId: `part ${index}`, variantId: variant.id, channelId, customerId: customer?.id ?? null },
        ...{ startsAt: start, endsAt: end, quantity, status: 'confirmed' },
        timeslotId: timeslotAt(query, start, taken[0]),
        capacityMode: variant.capacityMode ?? 'exclusive',
      }),
    )
  }

  private *choicesFrom(
    part: TimedPart,
    others: readonly PlacedPart[],
    [group, ...rest]: readonly (readonly ResourceQuery[])[],
    taken: readonly ResourceQuery[],
  ): Generator<readonly ResourceQuery[]> {
    if (!group) return yield taken
    for (const one of group) {
      const failure = this.failure(part, one, others)
      if (failure < 0 || failure === GAP_TOO_SMALL) yield* this.choicesFrom(part, others, rest, [...taken, one])
    }
  }

  /** By group, with the parts before it in the list in place. */
  private ranked(part: TimedPart, others: readonly PlacedPart[]): readonly (readonly ResourceQuery[])[] {
    const query = this.query(part.index, part.isFirst)
    const byPriority = query.groups.map(({ resourceQueries }) => resourceQueries)
    if (!query.turns) return byPriority
    const ids = new Set(query.resourceQueries.map(({ resource }) => resource.id))
    const before = others.filter(one => one.index < part.index && one.resourceIds.some(id => ids.has(id)))
    const { turns } = this.query(part.index, part.isFirst, before)
    return byPriority.map((group, i) => {
      const order = (turns?.at(part.start).turns[i] ?? []).map(({ query: { resource } }) => resource.id)
      return group.toSorted((one, other) => order.indexOf(one.resource.id) - order.indexOf(other.resource.id))
    })
  }

  /** The order of the check that refuses it, or -1. */
  private failure(part: TimedPart, one: ResourceQuery, others: readonly PlacedPart[]): number {
    const { index, start, end, isFirst } = part
    const near: PlacedPart[] = []
    let key = `${index} ${isFirst} ${start} ${one.resource.id}`
    for (const other of others) {
      const concern = this.concern(part, one, other)
      if (concern === null) continue
      near.push(other)
      key += `|${concern}`
    }
    let failure = this.failures.get(key)
    if (failure === undefined) {
      const { resourceQueries } = this.query(index, isFirst, near)
      const same = resourceQueries.find(({ resource }) => resource.id === one.resource.id)
      failure = same?.constraintsAt(start, this.horizon(start, end)).firstFailure(start, end) ?? 0
      this.failures.set(key, failure)
    }
    return failure
  }

  /** What of another part matters to a resource at a time; null if nothing does. */
  private concern({ start, end }: TimedPart, one: ResourceQuery, other: PlacedPart): string | null {
    const { limits, customerLimits, timeslots, gap, beforeBuffer, afterBuffer } = one.constraintsAt(
      start,
      this.horizon(start, end),
    )
    if (timeslots.length > 0) return other.key
    const { id } = one.resource
    const family = this.snapshot.family(id)
    if (other.resourceIds.some(taken => taken === id || family.includes(taken))) {
      const [from, until] = [start - beforeBuffer.value * MINUTE, end + afterBuffer.value * MINUTE]
      const meets = other.blockedFrom < until && from < other.blockedUntil
      if (meets || limits.length > 0 || gap || customerLimits.length > 0) return other.key
    }
    const counting = customerLimits.filter(({ rule }) => other.resourceIds.some(taken => this.targets(rule, taken)))
    return counting.length > 0 ? `${other.index} ${other.start} ${counting.map(({ rule }) => rule.id)}` : null
  }

  private targets(rule: RuleInput, resourceId: string): boolean {
    const resource = this.snapshot.resources.get(resourceId)
    return resource !== undefined && ruleLevel(rule, resource) >= 0
  }
}

function isPossible({ failure }: ResourceQuery): boolean {
  return failure < 0 || failure === GAP_TOO_SMALL
}
