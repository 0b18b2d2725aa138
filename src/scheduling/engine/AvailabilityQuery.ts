import { DAY } from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import { CHECK_CODES, checkOrder, TAKEN_CODES } from '../checks/checkCodes'
import { quantityLeft } from '../checks/limitChecks'
import { requestChecks } from '../checks/requestChecks'
import { seatsLeft } from '../checks/timeslotChecks'
import { candidateStarts } from './candidateStarts'
import type { Horizon } from './Horizon'
import type { IndexedSnapshot } from './IndexedSnapshot'
import { ResourceQuery } from './ResourceQuery'
import { type ResolvedRequest, type ResourceGroup, resourceGroups } from './resolveRequest'
import { Turns } from './Turns'

const IN_PAST = checkOrder('in_past')
const CAPACITY_EXCEEDED = checkOrder('capacity_exceeded')
const NEVER = Number.NEGATIVE_INFINITY
const IS_TAKEN = CHECK_CODES.map(code => TAKEN_CODES.has(code))

/** A pin excludes `others`, which are active. */
export interface GroupQuery {
  readonly group: ResourceGroup
  readonly resourceQueries: readonly ResourceQuery[]
  readonly others: readonly ResourceQuery[]
}

/** Reused by each query: slots allocate nothing. */
export interface Verdict {
  failure: number
  /** Over all resources, at least 0. */
  remaining: number
  /** Separate bookings that fit at once, each on its own resources. */
  sideBySide: number
  maxQuantity: number
  capacity: number
  /** Until then, later grid starts of the same length share the verdict. */
  sameUntil: number
  readonly chosen: (ResourceQuery | undefined)[]
}

/** The next run overwrites it. */
interface Run {
  readonly starts: readonly number[]
  readonly first: number
  readonly next: number
}

/** Evaluates a request's candidates (docs/domain.md#availability). */
export class AvailabilityQuery {
  readonly snapshot: IndexedSnapshot
  readonly request: ResolvedRequest
  readonly groups: readonly GroupQuery[]
  readonly resourceQueries: readonly ResourceQuery[]
  readonly hasTimeslots: boolean
  /** Undefined where resources are tried by priority. */
  readonly turns: Turns | undefined
  private readonly verdict: Verdict
  /** The first check that fails at any start, before and after `in_past` in reporting order. */
  private readonly failsBefore: number
  private readonly failsAfter: number

  constructor(request: ResolvedRequest) {
    this.snapshot = request.snapshot
    this.request = request
    this.groups = resourceGroups(request).map(group => {
      let others: readonly ResourceQuery[] | undefined
      return {
        group,
        resourceQueries: group.candidates.map(resource => new ResourceQuery(request, resource)),
        get others() {
          others ??= group.members
            .filter(one => one.isActive !== false && !group.candidates.includes(one))
            .map(resource => new ResourceQuery(request, resource))
          return others
        },
      }
    })
    this.resourceQueries = this.groups.flatMap(({ resourceQueries }) => resourceQueries)
    this.hasTimeslots = this.resourceQueries.some(({ timed }) => timed.length > 0)
    const { allocation = 'priority' } = request.variant
    this.turns = allocation === 'priority' ? undefined : new Turns(allocation, request, this.groups)
    const chosen = this.groups.map(() => undefined)
    this.verdict = { failure: -1, remaining: 0, sideBySide: 0, maxQuantity: 0, capacity: 0, sameUntil: NEVER, chosen }
    const failing = requestChecks
      .filter(check => !check.passes(request, 0) && !check.isWarning?.(request))
      .map(check => checkOrder(check.code))
    this.failsBefore = failing.find(order => order < IN_PAST) ?? -1
    this.failsAfter = failing.find(order => order > IN_PAST) ?? -1
  }

  get isRefused(): boolean {
    return this.failsBefore >= 0 || this.failsAfter >= 0
  }

  /** A daily booking ends in the first resource's zone. */
  endOf(start: number): number {
    const { daily, length } = this.request
    if (!daily) return start + length
    const isPickup = ({ zone }: ResourceQuery) => zone.at(zone.dayOf(start), daily.startMinute) === start
    const zone = (this.resourceQueries.find(isPickup) ?? this.resourceQueries[0])?.zone ?? this.snapshot.zone
    return zone.at(zone.dayOf(start) + daily.nights, daily.endMinute)
  }

  /** The next call overwrites the verdict. @param isOnGrid `start` is on every resource's grid */
  evaluate(start: number, end: number, horizon: Horizon, isOnGrid = false): Verdict {
    const { verdict, failsAfter } = this
    verdict.remaining = 0
    verdict.sideBySide = 0
    verdict.maxQuantity = 0
    verdict.capacity = 0
    verdict.sameUntil = NEVER
    verdict.failure = this.failsBefore >= 0 ? this.failsBefore : start < this.snapshot.now ? IN_PAST : -1
    if (verdict.failure >= 0) return verdict
    verdict.sameUntil = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.groups.length; i++) this.evaluateGroup(i, start, end, horizon, isOnGrid)
    if (failsAfter >= 0 && (verdict.failure < 0 || failsAfter < verdict.failure)) verdict.failure = failsAfter
    return verdict
  }

  visit(from: number, to: number, visit: (start: number, end: number, verdict: Verdict) => boolean): void {
    this.visitRuns(from, to, ({ starts, first, next }, verdict) => {
      for (let i = first; i < next; i++) {
        const start = starts[i] as number
        if (!visit(start, this.endOf(start), verdict)) return false
      }
      return true
    })
  }

  visitRuns(from: number, to: number, visit: (run: Run, verdict: Verdict) => boolean): void {
    const { daily, length } = this.request
    const horizon = this.snapshot.horizon(from, to + (daily ? daily.nights * DAY : length))
    const { starts, areOnGrid } = candidateStarts(this.resourceQueries, horizon, from, to)
    const run = { starts, first: 0, next: 0 }
    while (run.next < starts.length) {
      run.first = run.next++
      const start = starts[run.first] as number
      const { sameUntil } = this.evaluate(start, this.endOf(start), horizon, areOnGrid)
      if (areOnGrid) while (run.next < starts.length && (starts[run.next] as number) < sameUntil) run.next++
      if (!visit(run, this.verdict)) return
    }
  }

  private evaluateGroup(index: number, start: number, end: number, horizon: Horizon, isOnGrid: boolean): void {
    const { verdict, request, turns } = this
    const { resourceQueries } = this.groups[index] as GroupQuery
    let chosen: ResourceQuery | undefined
    let failure = -1
    let remaining = 0
    let free = 0
    let largest = 0
    let capacity = 0
    let seats = 0
    let sharesTimeslots = true
    const table = this.hasTimeslots ? resourceQueries[0]?.constraintsAt(start, horizon).timeslots[0] : undefined
    for (let i = 0; i < resourceQueries.length; i++) {
      const one = resourceQueries[i] as ResourceQuery
      const constraints = one.constraintsAt(start, horizon)
      const order = constraints.firstFailure(start, end, isOnGrid)
      one.failure = order
      if (constraints.sameUntil < verdict.sameUntil) verdict.sameUntil = constraints.sameUntil
      if (order < 0 || order === CAPACITY_EXCEEDED) {
        let units = constraints.units(start, end)
        if (constraints.timeslots.length > 0) {
          const left = seatsLeft(constraints, start, end)
          units = Math.min(units, left)
          seats = Math.max(seats, left)
        }
        if (constraints.timeslots[0] !== table) sharesTimeslots = false
        if (units > 0) remaining += units
        if (constraints.quantityLimits.length > 0)
          units = Math.min(units, quantityLeft(constraints.quantityLimits, start))
        if (units > largest) largest = units
      }
      if (order < 0) {
        chosen ??= one
        free++
      } else if (order > failure) failure = order
      if (order < 0 || IS_TAKEN[order]) capacity += constraints.capacityOver(start, end)
    }
    if (table && sharesTimeslots) {
      const run = table.run(start, end)
      remaining = Math.min(remaining, seats)
      if (run) capacity = Math.min(capacity, table.capacityOf(run))
    }
    largest = Math.min(largest, request.variant.maxQuantity ?? 1)
    if (chosen && turns) {
      const { to } = turns.at(start)
      if (to < verdict.sameUntil) verdict.sameUntil = to
      chosen = turns.first(index, start)
    }
    verdict.chosen[index] = chosen
    if (!chosen && (verdict.failure < 0 || failure < verdict.failure)) verdict.failure = failure
    if (index === 0 || remaining < verdict.remaining) verdict.remaining = remaining
    if (index === 0 || free < verdict.sideBySide) verdict.sideBySide = free
    if (index === 0 || largest < verdict.maxQuantity) verdict.maxQuantity = largest
    if (index === 0 || capacity < verdict.capacity) verdict.capacity = capacity
  }
}

export interface Candidate {
  startsAt: InstantInput
  endsAt?: InstantInput | null
}

export function resolveCandidate(
  query: AvailabilityQuery,
  { startsAt, endsAt }: Candidate,
): { start: number; end: number; horizon: Horizon } {
  const start = toMillis(startsAt)
  const end = endsAt === undefined || endsAt === null ? query.endOf(start) : toMillis(endsAt)
  return { start, end, horizon: query.snapshot.horizon(start, Math.max(start, end)) }
}
