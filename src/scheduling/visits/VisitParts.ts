import { DAY, MINUTE, type Zone } from '../../declare'
import { checkOrder } from '../checks/checkCodes'
import { AvailabilityQuery } from '../engine/AvailabilityQuery'
import type { Constraints } from '../engine/Constraints'
import { allocationOf } from '../engine/check'
import type { Horizon } from '../engine/Horizon'
import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { ResourceQuery } from '../engine/ResourceQuery'
import { resolveRequest } from '../engine/resolveRequest'
import { timeslotAt } from '../engine/slots'
import { ruleLevel } from '../rules/resolveRules'
import type { AllocationInput, RuleInput } from '../snapshot'
import type { VisitPart, VisitQuestion } from './question'

/** Between the starts that a part may have after the one before. */
const STEP = 5 * MINUTE
/** More bookings may fill a gap; nothing else is mended by them. */
const GAP_TOO_SMALL = checkOrder('gap_too_small')

/** A part with its time. The first of a guest keeps to the grid of its variant. */
export interface TimedPart {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
}

interface PossibleStart extends TimedPart {
  /** In minutes, since the end of the guest's part before. */
  readonly wait: number
}

export interface PlacedPart extends TimedPart {
  /** Of the part by itself. */
  readonly taken: readonly ResourceQuery[]
  readonly resourceIds: readonly string[]
  /** Those of the resources who are persons. */
  readonly persons: readonly string[]
  /** With buffers. */
  readonly blockedFrom: number
  readonly blockedUntil: number
  readonly key: string
}

const NOBODY: readonly string[] = []
const keyOf = (placed: readonly PlacedPart[]): string => placed.map(({ key }) => key).join('|')
const byIndex = (one: TimedPart, other: TimedPart): number => one.index - other.index

/** What of another part matters to a resource at a time; equal keys matter alike. */
interface Concern {
  readonly other: PlacedPart
  readonly key: string
  /** It takes the resource, or a related one, at that time or close to it. */
  readonly meets: boolean
}

/** What the parts are subject to anywhere, at any time. */
interface Subjects {
  readonly gaps: boolean
  readonly limits: readonly RuleInput[]
  /** Of the customer whom the question names. */
  readonly customerLimits: readonly RuleInput[]
  /** The longest buffer before a part that a rule makes. */
  readonly before: number
}

/** How much one question may take: some seconds. */
export const MOST_STEPS = 250_000

/** The answer would take too long; any other answer could be wrong. */
export class TooManyPlans extends Error {
  constructor() {
    super('The parts of the visit can be combined in too many ways.')
  }
}

/** Asks the engine about each part of a visit, with other parts in place. */
export class VisitParts {
  readonly snapshot: IndexedSnapshot
  readonly question: VisitQuestion
  private readonly queries = new Map<string, AvailabilityQuery>()
  /** By themselves: of each part, first of its guest or not. */
  private readonly bases: AvailabilityQuery[] = []
  private readonly starts: Map<number, readonly PossibleStart[]>[] = []
  private readonly waits = new Map<string, Map<number, number>>()
  private readonly alone = new Map<ResourceQuery, Map<number, number>>()
  private readonly placed: Map<ResourceQuery, Map<number, PlacedPart>>[] = []
  private readonly beside = new Map<string, IndexedSnapshot>()
  private readonly failures = new Map<string, number>()
  private readonly related = new Map<string, boolean>()
  private readonly subjects: Subjects
  private days: readonly Zone[] | undefined
  /** Equal ones are alike but for their guest. */
  private readonly kinds: readonly number[]
  private stepsLeft: number

  constructor(snapshot: IndexedSnapshot, question: VisitQuestion, mostSteps: number) {
    this.stepsLeft = mostSteps
    this.snapshot = snapshot
    this.question = question
    this.subjects = subjectsOf(snapshot)
    const texts = question.parts.map(({ guest: _, ...part }) => JSON.stringify(part, Object.keys(part).sort()))
    this.kinds = texts.map(text => texts.indexOf(text))
  }

  /** The index of the first part that is the same but for its guest. */
  kindOf(index: number): number {
    return this.kinds[index] as number
  }

  /** @throws TooManyPlans */
  countStep(count = 1): void {
    this.stepsLeft -= count
    if (this.stepsLeft < 0) throw new TooManyPlans()
  }

  part(index: number): VisitPart {
    return this.question.parts[index] as VisitPart
  }

  /** Forgets what was asked with other parts in place. */
  forget(): void {
    this.queries.clear()
    this.beside.clear()
    this.failures.clear()
  }

  /** By itself. */
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
   * Those that a part may have, as far as it can say by itself, earliest first.
   * @param before the end of the guest's part before; null for the first, which begins with the visit
   */
  startsOf(index: number, before: number | null, visitStart: number): readonly PossibleStart[] {
    const at = 2 * index + Number(before === null)
    this.starts[at] ??= new Map()
    const known = this.starts[at] as Map<number, readonly PossibleStart[]>
    const key = before ?? visitStart
    const starts = known.get(key) ?? this.findStarts(index, before, visitStart)
    known.set(key, starts)
    return starts
  }

  private findStarts(index: number, before: number | null, visitStart: number): readonly PossibleStart[] {
    const { minWaitMinutes, maxWaitMinutes, startsAt } = this.part(index)
    const first = before === null ? visitStart : before + minWaitMinutes * MINUTE
    const last = before === null ? visitStart : before + maxWaitMinutes * MINUTE
    const found: PossibleStart[] = []
    for (let start = first; start <= last; start += STEP) {
      if (startsAt !== null && startsAt !== start) continue
      const part = this.timed(index, start, before === null)
      if (this.mayPass(part)) found.push({ ...part, wait: before === null ? 0 : (start - before) / MINUTE })
    }
    return found
  }

  /**
   * The minutes that parts of one guest wait at least, as far as each by itself can say; infinite if they cannot follow.
   * @param before the end of the guest's part before; null at the start of the visit
   */
  leastWait(rest: readonly number[], before: number | null, visitStart = Number.NaN): number {
    if (rest.length === 0) return 0
    const known = this.waits.get(rest.join()) ?? new Map<number, number>()
    this.waits.set(rest.join(), known)
    const key = before ?? -visitStart
    let least = known.get(key)
    if (least !== undefined) return least
    least = Number.POSITIVE_INFINITY
    for (const index of this.question.order === 'any' ? rest : rest.slice(0, 1)) {
      const others = rest.filter(other => other !== index)
      for (const { end, wait } of this.startsOf(index, before, visitStart)) {
        if (wait >= least) break
        least = Math.min(least, wait + this.leastWait(others, end))
      }
    }
    known.set(key, least)
    return least
  }

  /** False where no other parts could make it pass. */
  private mayPass(part: TimedPart): boolean {
    const { index, start, isFirst } = part
    const { isRefused, groups } = this.base(index, isFirst)
    if (isRefused || start < this.snapshot.now || groups.length === 0) return false
    return groups.every(({ resourceQueries }) => resourceQueries.some(one => isPossible(this.aloneOf(part, one))))
  }

  /** What it could take beside the others, in the order in which that is tried. Gaps are left out of account. */
  choices(part: TimedPart, others: readonly PlacedPart[]): Generator<readonly ResourceQuery[]> {
    return this.choicesFrom(part, others, this.ranked(part, others), [])
  }

  /**
   * What it could take beside the others.
   * @param only by group
   * @param persons whom it takes if its only resource is a person
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
    return this.choicesFrom(part, others, candidates, [])
  }

  /**
   * A key of all that a placed part means for the rest; equal keys limit the rest alike.
   * @param earliest before this none of the rest begins
   */
  mattersTo(placed: PlacedPart, rest: readonly number[], earliest: number): string {
    const { gaps, limits, customerLimits, before } = this.subjects
    if (rest.length === 0) return ''
    if (gaps || rest.some(index => this.base(index, false).hasTimeslots)) return placed.key
    const sharing = rest.filter(index => this.sharesWith(index, placed))
    const meets = (index: number) => {
      const own = this.base(index, false).request.variant.bufferBeforeMinutes ?? 0
      return placed.blockedUntil > earliest - Math.max(own, before) * MINUTE
    }
    if (sharing.some(meets)) return placed.key
    // Limits count a booking in the period of its start.
    const isTarget = (rule: RuleInput) => placed.resourceIds.some(id => this.targets(rule, id))
    const ofCustomer = customerLimits.filter(isTarget).map(({ id }) => id)
    const limited =
      sharing.length > 0 ? placed.resourceIds.filter(id => limits.some(rule => this.targets(rule, id))) : []
    if (limited.length === 0 && ofCustomer.length === 0) return ''
    return `${this.kindOf(placed.index)} ${limited} ${ofCustomer} ${this.daysOf(placed)}`
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

  /** In the zone of each resource that takes part. */
  private daysOf({ start }: PlacedPart): string {
    this.days ??= [
      ...new Set(
        this.question.parts.flatMap((_, index) => this.base(index, false).resourceQueries.map(({ zone }) => zone)),
      ),
    ]
    return this.days.map(zone => zone.dayOf(start)).join()
  }

  /** Whether it passes every check beside all the others. */
  passes(part: PlacedPart, others: readonly PlacedPart[]): boolean {
    return part.taken.every(one => this.failure(part, one, others) < 0)
  }

  place(part: TimedPart, taken: readonly ResourceQuery[]): PlacedPart {
    const [only] = taken
    if (!only || taken.length > 1) return this.placeAnew(part, taken)
    this.placed[part.index] ??= new Map()
    const places = this.placed[part.index] as Map<ResourceQuery, Map<number, PlacedPart>>
    const known = places.get(only) ?? new Map<number, PlacedPart>()
    places.set(only, known)
    const placed = known.get(part.start) ?? this.placeAnew(part, taken)
    known.set(part.start, placed)
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
    [group, ...rest]: readonly (readonly ResourceQuery[])[],
    taken: readonly ResourceQuery[],
  ): Generator<readonly ResourceQuery[]> {
    if (!group) return yield taken
    for (const one of group) {
      const failure = this.failure(part, one, others)
      if (isPossible(failure)) yield* this.choicesFrom(part, others, rest, [...taken, one])
    }
  }

  /** By group, with the parts before it in the list in place. */
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

  /** The order of the check that refuses it with no other parts in place, or -1. */
  private aloneOf({ start, end }: TimedPart, one: ResourceQuery): number {
    const known = this.alone.get(one) ?? new Map<number, number>()
    this.alone.set(one, known)
    let failure = known.get(start)
    if (failure === undefined) {
      failure = one.constraintsAt(start, this.horizon(start, end)).firstFailure(start, end)
      known.set(start, failure)
    }
    return failure
  }

  /** The order of the check that refuses it, or -1. */
  private failure(part: TimedPart, one: ResourceQuery, others: readonly PlacedPart[]): number {
    const alone = this.aloneOf(part, one)
    if (others.length === 0 || !isPossible(alone)) return alone
    const constraints = one.constraintsAt(part.start, this.horizon(part.start, part.end))
    const near = others.flatMap(other => this.concern(part, constraints, other) ?? [])
    const meeting = near.filter(({ meets }) => meets)
    // More bookings mend nothing but a gap: those that meet it are fewer, and refuse it most often.
    const beside = meeting.length > 0 ? this.failureBeside(part, one, meeting) : alone
    return meeting.length === near.length || !isPossible(beside) ? beside : this.failureBeside(part, one, near)
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

  /** Null if nothing of another part matters to a resource at a time. */
  private concern({ start, end }: TimedPart, constraints: Constraints, other: PlacedPart): Concern | null {
    const { limits, customerLimits, timeslots, gap, beforeBuffer, afterBuffer, subject } = constraints
    if (timeslots.length > 0) return { other, key: other.key, meets: false }
    const kind = this.kindOf(other.index)
    const related = other.resourceIds.filter(id => this.isRelated(subject.resource.id, [id]))
    if (related.length > 0) {
      const [from, until] = [start - beforeBuffer.value * MINUTE, end + afterBuffer.value * MINUTE]
      const meets = other.blockedFrom < until && from < other.blockedUntil
      const counts = limits.length > 0 || customerLimits.length > 0
      if (meets || gap || counts) return { other, key: `${kind} ${other.isFirst} ${other.start} ${related}`, meets }
    }
    const counting = customerLimits.filter(({ rule }) => other.resourceIds.some(taken => this.targets(rule, taken)))
    if (counting.length === 0) return null
    return { other, key: `${kind} ${this.daysOf(other)} ${counting.map(({ rule }) => rule.id)}`, meets: false }
  }

  private targets(rule: RuleInput, resourceId: string): boolean {
    const resource = this.snapshot.resources.get(resourceId)
    return resource !== undefined && ruleLevel(rule, resource) >= 0
  }
}

function isPossible(failure: number): boolean {
  return failure < 0 || failure === GAP_TOO_SMALL
}

function subjectsOf({ records: { rules = [], customer } }: IndexedSnapshot): Subjects {
  const active = rules.filter(({ isActive }) => isActive !== false)
  const isOfCustomer = (rule: RuleInput): boolean =>
    rule.ruleType === 'booking_limit' && rule.parameters.subject === 'customer'
  const buffers = active.flatMap(rule => (rule.ruleType === 'buffer' ? [rule.parameters.beforeMinutes ?? 0] : []))
  return {
    gaps: active.some(({ ruleType }) => ruleType === 'min_gap'),
    limits: active.filter(rule => rule.ruleType === 'booking_limit' && !isOfCustomer(rule)),
    customerLimits: customer ? active.filter(isOfCustomer) : [],
    before: Math.max(0, ...buffers),
  }
}
