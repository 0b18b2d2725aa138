import { DAY, MINUTE } from '../../declare'
import { checkOrder } from '../checks/checkCodes'
import { AvailabilityQuery } from '../engine/AvailabilityQuery'
import type { Constraints } from '../engine/Constraints'
import { allocationOf } from '../engine/check'
import type { Horizon } from '../engine/Horizon'
import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { ResourceQuery } from '../engine/ResourceQuery'
import { resolveRequest } from '../engine/resolveRequest'
import { timeslotAt } from '../engine/slots'
import type { AllocationInput } from '../snapshot'
import type { VisitPart, VisitQuestion } from './question'
import { VisitLimits } from './VisitLimits'

/** Between a part's possible starts after the one before. */
const STEP = 5 * MINUTE
/** More bookings may mend a gap, and nothing else. */
const GAP_TOO_SMALL = checkOrder('gap_too_small')
const RESOURCE_BUSY = checkOrder('resource_busy')

/** A guest's first part keeps to its variant's grid. */
export interface TimedPart {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
}

export interface PossibleStart extends TimedPart {
  /** In minutes, from the end of the guest's part before. */
  readonly wait: number
}

export interface PlacedPart extends TimedPart {
  readonly taken: readonly ResourceQuery[]
  readonly resourceIds: readonly string[]
  readonly persons: readonly string[]
  /** With buffers. */
  readonly blockedFrom: number
  readonly blockedUntil: number
  readonly key: string
}

const NOBODY: readonly string[] = []
const keyOf = (placed: readonly PlacedPart[]): string => placed.map(({ key }) => key).join('|')
export const byIndex = (one: TimedPart, other: TimedPart): number => one.index - other.index

/** The effect of another part on a resource; equal keys have equal effects. */
interface Concern {
  readonly other: PlacedPart
  readonly key: string
  /** It takes the resource, or a related one, at that time. */
  readonly meets: boolean
  /** It leaves no gap, and has no other effect. */
  readonly touches: boolean
}

/** Some seconds. */
export const MOST_STEPS = 250_000
/** Steps between two pauses; 50 take less than a millisecond. */
const PAUSE = 50

/** No partial answer, since it could be wrong. */
export class TooManyPlans extends Error {
  constructor() {
    super('The parts of the visit can be combined in too many ways.')
  }
}

/** Asks the engine about each part, with others in place. */
export class VisitParts {
  readonly snapshot: IndexedSnapshot
  readonly question: VisitQuestion
  private readonly queries = new Map<string, AvailabilityQuery>()
  private readonly bases: AvailabilityQuery[] = []
  private readonly alone = new Map<ResourceQuery, Map<number, number>>()
  private readonly placed: Map<ResourceQuery, Map<number, PlacedPart>>[] = []
  private readonly beside = new Map<string, IndexedSnapshot>()
  private readonly failures = new Map<string, number>()
  private readonly related = new Map<string, boolean>()
  private readonly limits: VisitLimits
  /** Equal parts share a kind, whoever their guest. */
  private readonly kinds: readonly number[]
  stepsLeft: number
  private stepsAtPause: number

  constructor(snapshot: IndexedSnapshot, question: VisitQuestion, mostSteps: number) {
    this.stepsLeft = mostSteps
    this.stepsAtPause = mostSteps
    this.snapshot = snapshot
    this.question = question
    this.limits = new VisitLimits(
      snapshot,
      question.parts.map((_, index) => () => this.base(index, false)),
    )
    const texts = question.parts.map(({ guest: _, ...part }) => JSON.stringify(part, Object.keys(part).sort()))
    this.kinds = texts.map(text => texts.indexOf(text))
  }

  /** The index of the first equal part. */
  kindOf(index: number): number {
    return this.kinds[index] as number
  }

  /** @throws TooManyPlans */
  countStep(count = 1): void {
    this.stepsLeft -= count
    if (this.stepsLeft < 0) throw new TooManyPlans()
  }

  /** True once every so many steps. */
  takePause(): boolean {
    if (this.stepsAtPause - this.stepsLeft < PAUSE) return false
    this.stepsAtPause = this.stepsLeft
    return true
  }

  part(index: number): VisitPart {
    return this.question.parts[index] as VisitPart
  }

  forget(): void {
    this.queries.clear()
    this.beside.clear()
    this.failures.clear()
  }

  base(index: number, isFirst: boolean): AvailabilityQuery {
    const at = 2 * this.kindOf(index) + Number(isFirst)
    this.bases[at] ??= new AvailabilityQuery(this.request(index, isFirst, this.snapshot))
    return this.bases[at] as AvailabilityQuery
  }

  /** @param resourceIds pins in place of the part's own */
  query(
    index: number,
    isFirst: boolean,
    others: readonly PlacedPart[] = [],
    resourceIds?: readonly string[],
  ): AvailabilityQuery {
    if (others.length === 0 && !resourceIds) return this.base(index, isFirst)
    const key = `${index} ${isFirst} ${resourceIds?.join()}|${keyOf(others)}`
    let query = this.queries.get(key)
    if (!query) {
      query = new AvailabilityQuery(this.request(index, isFirst, this.with(others), resourceIds))
      this.queries.set(key, query)
    }
    return query
  }

  private request(index: number, isFirst: boolean, snapshot: IndexedSnapshot, resourceIds?: readonly string[]) {
    const { variantId, quantity, durationMinutes, startsAt, resourceIds: own } = this.part(index)
    return resolveRequest(snapshot, {
      ...{ variantId, resourceIds: resourceIds ?? own, channelId: this.question.channelId },
      ignoresInterval: !isFirst || startsAt !== null,
      ...(quantity && { quantity }),
      ...(durationMinutes && { durationMinutes }),
    })
  }

  private with(others: readonly PlacedPart[]): IndexedSnapshot {
    if (others.length === 0) return this.snapshot
    const sorted = others.toSorted(byIndex)
    const key = keyOf(sorted)
    let snapshot = this.beside.get(key)
    if (!snapshot) {
      snapshot = this.snapshot.with(sorted.map(one => this.allocations(one)))
      this.beside.set(key, snapshot)
    }
    return snapshot
  }

  timed(index: number, start: number, isFirst: boolean): TimedPart {
    return { index, start, isFirst, end: this.base(index, isFirst).endOf(start) }
  }

  /**
   * By the part itself, earliest first.
   * @param before the end of the guest's part before; null for the first, which begins with the visit
   */
  *startsOf(index: number, before: number | null, visitStart: number): Generator<PossibleStart> {
    const { minWaitMinutes, maxWaitMinutes, startsAt } = this.part(index)
    const first = before === null ? visitStart : before + minWaitMinutes * MINUTE
    const last = before === null ? visitStart : before + maxWaitMinutes * MINUTE
    for (let start = first; start <= last; start += STEP) {
      if (startsAt !== null && startsAt !== start) continue
      const part = this.timed(index, start, before === null)
      if (this.mayPass(part)) yield { ...part, wait: before === null ? 0 : (start - before) / MINUTE }
    }
  }

  /** False if no other parts could make it pass. */
  private mayPass(part: TimedPart): boolean {
    const { index, start, isFirst } = part
    const { isRefused, groups } = this.base(index, isFirst)
    if (isRefused || start < this.snapshot.now || groups.length === 0) return false
    return groups.every(({ resourceQueries }) => resourceQueries.some(one => this.mayTake(part, one)))
  }

  /** Ignores gaps, which more bookings may fill. */
  mayTake(part: TimedPart, one: ResourceQuery, others: readonly PlacedPart[] = []): boolean {
    return isPossible(this.failure(part, one, others))
  }

  /** In order of trial. Ignores gaps. */
  choices(part: TimedPart, others: readonly PlacedPart[]): Generator<readonly ResourceQuery[]> {
    return this.choicesFrom(part, others, this.ranked(part, others))
  }

  /**
   * As `choices`, in any order.
   * @param only by group
   * @param persons allowed if its only resource is a person
   */
  anyChoices(
    part: TimedPart,
    others: readonly PlacedPart[],
    only?: readonly string[],
    persons?: readonly string[],
  ): Generator<readonly ResourceQuery[]> {
    const { groups } = this.base(part.index, part.isFirst)
    const isMeant = ({ resource: { id, isPerson } }: ResourceQuery, group: number) =>
      (!only || id === only[group]) && (!persons || groups.length > 1 || !isPerson || persons.includes(id))
    const candidates =
      only || persons
        ? groups.map(({ resourceQueries }, group) => resourceQueries.filter(one => isMeant(one, group)))
        : groups.map(({ resourceQueries }) => resourceQueries)
    return this.choicesFrom(part, others, candidates)
  }

  /**
   * Equal keys limit the rest alike.
   * @param earliest when the rest begins, at the earliest
   */
  mattersTo(placed: PlacedPart, rest: readonly number[], earliest: number): string {
    if (rest.length === 0) return ''
    if (rest.some(index => this.base(index, false).hasTimeslots)) return placed.key
    const sharing = rest.filter(index => this.sharesWith(index, placed))
    if (sharing.some(index => this.isNear(placed, index, earliest))) return placed.key
    const ofCustomer = this.limits.ofCustomer(placed)
    const limited = sharing.length > 0 ? this.limits.limitedBy(placed) : []
    if (limited.length === 0 && ofCustomer.length === 0) return ''
    return `${this.kindOf(placed.index)} ${limited} ${ofCustomer} ${this.limits.daysOf(placed)}`
  }

  /** Can meet it from `earliest` on, or come closer than gaps allow. */
  private isNear({ blockedUntil }: PlacedPart, index: number, earliest: number): boolean {
    const { before, gap } = this.limits
    const own = this.base(index, false).request.variant.bufferBeforeMinutes ?? 0
    return blockedUntil > earliest - (Math.max(own, before) + gap) * MINUTE
  }

  /** False if a placed part is refused, and the rest is too late to fill the gap. */
  mayStay(placed: readonly PlacedPart[], rest: readonly number[], earliest: number): boolean {
    if (this.limits.gap === 0) return true
    return placed.every(one => {
      if (rest.some(index => this.sharesWith(index, one) && this.isNear(one, index, earliest))) return true
      return this.passes(
        one,
        placed.filter(other => other !== one),
      )
    })
  }

  private sharesWith(index: number, { resourceIds }: PlacedPart): boolean {
    const key = `${index} ${resourceIds}`
    let shares = this.related.get(key)
    if (shares === undefined) {
      const { resourceQueries } = this.base(index, false)
      shares = resourceQueries.some(({ resource: { id } }) => this.isRelated(id, resourceIds))
      this.related.set(key, shares)
    }
    return shares
  }

  private isRelated(id: string, resourceIds: readonly string[]): boolean {
    if (resourceIds.includes(id)) return true
    const family = this.snapshot.family(id)
    return family.length > 0 && resourceIds.some(other => family.includes(other))
  }

  passes(part: PlacedPart, others: readonly PlacedPart[]): boolean {
    return part.taken.every(one => this.failure(part, one, others) < 0)
  }

  place(part: TimedPart, taken: readonly ResourceQuery[]): PlacedPart {
    const [only] = taken
    if (!only || taken.length > 1) return this.placeAnew(part, taken)
    this.placed[part.index] ??= new Map()
    const places = keptIn(
      this.placed[part.index] as Map<ResourceQuery, Map<number, PlacedPart>>,
      only,
      newMap<PlacedPart>,
    )
    let placed = places.get(part.start / MINUTE)
    if (!placed) {
      placed = this.placeAnew(part, taken)
      places.set(part.start / MINUTE, placed)
    }
    return placed
  }

  private placeAnew({ index, start, end, isFirst }: TimedPart, taken: readonly ResourceQuery[]): PlacedPart {
    const horizon = this.horizon(start, end)
    const [only] = taken
    let before = 0
    let after = 0
    for (const one of taken) {
      const { beforeBuffer, afterBuffer } = one.constraintsAt(start, horizon)
      before = Math.max(before, beforeBuffer.value)
      after = Math.max(after, afterBuffer.value)
    }
    const resourceIds = only && taken.length === 1 ? only.ids : taken.map(({ resource }) => resource.id)
    return {
      index,
      start,
      end,
      isFirst,
      taken,
      resourceIds,
      persons: this.personsOf(taken),
      blockedFrom: start - before * MINUTE,
      blockedUntil: end + after * MINUTE,
      key: `${this.kindOf(index)} ${isFirst} ${start} ${resourceIds}`,
    }
  }

  personsOf(taken: readonly ResourceQuery[]): readonly string[] {
    const [only] = taken
    if (only && taken.length === 1) return only.resource.isPerson ? only.ids : NOBODY
    return taken.flatMap(({ resource }) => (resource.isPerson ? [resource.id] : NOBODY))
  }

  timeslotOf({ index, isFirst, start, taken: [first] }: PlacedPart): string | null {
    return timeslotAt(this.base(index, isFirst), start, first)
  }

  private horizon(start: number, end: number): Horizon {
    return this.snapshot.horizon(start, end + DAY)
  }

  private allocations({ index, isFirst, start, end, taken }: PlacedPart): readonly AllocationInput[] {
    const horizon = this.horizon(start, end)
    const query = this.base(index, isFirst)
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
    groups: readonly (readonly ResourceQuery[])[],
  ): Generator<readonly ResourceQuery[]> {
    const isFree = (one: ResourceQuery) => this.mayTake(part, one, others)
    const [only] = groups
    if (only && groups.length === 1) {
      for (const one of only) if (isFree(one)) yield [one]
      return
    }
    const free = groups.map(group => group.filter(isFree))
    if (free.every(group => group.length > 0)) yield* this.combined(free, [])
  }

  private *combined(
    [group, ...rest]: readonly (readonly ResourceQuery[])[],
    taken: readonly ResourceQuery[],
  ): Generator<readonly ResourceQuery[]> {
    if (!group) {
      this.countStep()
      yield taken
    } else for (const one of group) yield* this.combined(rest, [...taken, one])
  }

  /** Beside the parts before it in the list. */
  private ranked(part: TimedPart, others: readonly PlacedPart[]): readonly (readonly ResourceQuery[])[] {
    const query = this.base(part.index, part.isFirst)
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

  private aloneOf({ start, end }: TimedPart, one: ResourceQuery): number {
    const known = keptIn(this.alone, one, newMap<number>)
    let failure = known.get(start / MINUTE)
    if (failure === undefined) {
      failure = one.constraintsAt(start, this.horizon(start, end)).firstFailure(start, end)
      known.set(start / MINUTE, failure)
    }
    return failure
  }

  /** The failed check's order, or -1. */
  private failure(part: TimedPart, one: ResourceQuery, others: readonly PlacedPart[]): number {
    const alone = this.aloneOf(part, one)
    if (others.length === 0 || !isPossible(alone)) return alone
    const constraints = one.constraintsAt(part.start, this.horizon(part.start, part.end))
    const near: Concern[] = []
    for (const other of others) {
      const concern = this.concern(part, constraints, other)
      if (!concern) continue
      if (concern.meets && this.excludes(part, constraints, other)) return RESOURCE_BUSY
      near.push(concern)
    }
    // A touching part can only fill a gap.
    if (near.length === 0 || (alone < 0 && near.every(({ touches }) => touches))) return alone
    const meeting = near.filter(({ meets }) => meets)
    // More bookings mend only gaps: the fewer that meet it refuse it most often.
    const beside = meeting.length > 0 ? this.failureBeside(part, one, meeting) : alone
    return meeting.length === near.length || !isPossible(beside) ? beside : this.failureBeside(part, one, near)
  }

  /** Of two meeting parts, one takes a resource exclusively, throughout. */
  private excludes({ start, end }: TimedPart, constraints: Constraints, { taken }: PlacedPart): boolean {
    const [only] = taken
    if (!only || taken.length > 1 || only.spanMinutes || constraints.spansOf(start, end)) return false
    return only.resource === constraints.subject.resource && constraints.mode === 'exclusive'
  }

  private failureBeside(
    { index, start, end, isFirst }: TimedPart,
    one: ResourceQuery,
    near: readonly Concern[],
  ): number {
    const key = `${this.kindOf(index)} ${isFirst} ${start} ${one.resource.id}|${near.map(({ key }) => key).join('|')}`
    let failure = this.failures.get(key)
    if (failure === undefined) {
      this.countStep(3)
      const snapshot = this.with(near.map(({ other }) => other))
      const beside = new ResourceQuery(this.request(index, isFirst, snapshot), one.resource)
      failure = beside.constraintsAt(start, this.horizon(start, end)).firstFailure(start, end)
      this.failures.set(key, failure)
    }
    return failure
  }

  private concern(
    { start, end }: TimedPart,
    { timeslots, gap, beforeBuffer, afterBuffer, subject, limits: all, customerLimits: ofCustomer }: Constraints,
    other: PlacedPart,
  ): Concern | null {
    if (timeslots.length > 0) return { other, key: other.key, meets: false, touches: false }
    const limits = this.limits.reachable(all, start)
    const customerLimits = this.limits.reachable(ofCustomer, start)
    const kind = this.kindOf(other.index)
    const related = other.resourceIds.filter(id => this.isRelated(subject.resource.id, [id]))
    if (related.length > 0) {
      const [from, until] = [start - beforeBuffer.value * MINUTE, end + afterBuffer.value * MINUTE]
      const apart = Math.max(other.blockedFrom - until, from - other.blockedUntil)
      const isClose = gap !== undefined && apart < gap.value * MINUTE
      if (apart < 0 || isClose || limits.length > 0 || customerLimits.length > 0) {
        // In spans, a resource may be free before the booking ends.
        const isInSpans = subject.spanMinutes !== undefined || other.taken.some(one => one.spanMinutes)
        const touches = apart === 0 && !isInSpans && limits.length === 0 && customerLimits.length === 0
        return { other, key: `${kind} ${other.isFirst} ${other.start} ${related}`, meets: apart < 0, touches }
      }
    }
    const counting = customerLimits.filter(({ rule }) =>
      other.resourceIds.some(taken => this.limits.targets(rule, taken)),
    )
    if (counting.length === 0) return null
    const key = `${kind} ${this.limits.daysOf(other)} ${counting.map(({ rule }) => rule.id)}`
    return { other, key, meets: false, touches: false }
  }
}

/** Integer keys need no memory of their own. */
export const newMap = <T>(): Map<number, T> => new Map()

export function keptIn<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  let kept = map.get(key)
  if (kept === undefined) {
    kept = make()
    map.set(key, kept)
  }
  return kept
}

function isPossible(failure: number): boolean {
  return failure < 0 || failure === GAP_TOO_SMALL
}
