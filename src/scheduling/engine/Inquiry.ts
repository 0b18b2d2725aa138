import { CHECK_CODES, checkOrder, TAKEN_CODES } from '../checks/checkCodes'
import { quantityLeft } from '../checks/limitReached'
import { requestChecks } from '../checks/requestChecks'
import { seatsLeft } from '../checks/timeslotFull'
import { DAY } from '../time/instant'
import { candidateStarts } from './candidateStarts'
import type { Horizon } from './Horizon'
import { ResourceCase } from './ResourceCase'
import type { ResolvedRequest } from './resolveRequest'
import { type ResourceGroup, resourceGroups } from './resourceGroups'
import type { World } from './World'

const IN_PAST = checkOrder('in_past')
const CAPACITY_EXCEEDED = checkOrder('capacity_exceeded')
const NEVER = Number.NEGATIVE_INFINITY
const IS_TAKEN = CHECK_CODES.map(code => TAKEN_CODES.has(code))

/** A group with its cases; `others` are active members that a pin puts aside. */
export interface GroupCase {
  readonly group: ResourceGroup
  readonly cases: readonly ResourceCase[]
  readonly others: readonly ResourceCase[]
}

/** What a candidate came to. One object per inquiry, overwritten by each candidate: nothing is allocated per slot. */
export interface Verdict {
  /** Order of the headline check, -1 when available. */
  failure: number
  /** Units left over all resources that could take the booking, never below 0. */
  remaining: number
  /** The largest quantity that one booking could have. */
  maxQuantity: number
  /** Units there would be if nothing were booked. */
  capacity: number
  /** The start before which later ones on the grid come to the same, for bookings of the same length. */
  sameUntil: number
  /** The case chosen in each group. */
  readonly chosen: (ResourceCase | undefined)[]
}

/** One request put to the world: judges any number of candidates (domain §3.5–3.7). */
export class Inquiry {
  readonly world: World
  readonly request: ResolvedRequest
  readonly groups: readonly GroupCase[]
  readonly cases: readonly ResourceCase[]
  readonly hasTimeslots: boolean
  private readonly verdict: Verdict
  /** Orders of the request-wide checks that fail at any time, first before and first after those of resources. */
  private readonly failsBefore: number
  private readonly failsAfter: number

  constructor(request: ResolvedRequest) {
    this.world = request.world
    this.request = request
    this.groups = resourceGroups(request).map(group => {
      const rest = group.members.filter(one => one.isActive !== false && !group.candidates.includes(one))
      return {
        group,
        cases: group.candidates.map(resource => new ResourceCase(request, resource)),
        others: rest.map(resource => new ResourceCase(request, resource)),
      }
    })
    this.cases = this.groups.flatMap(({ cases }) => cases)
    this.hasTimeslots = this.cases.some(({ timed }) => timed.length > 0)
    const chosen = this.groups.map(() => undefined)
    this.verdict = { failure: -1, remaining: 0, maxQuantity: 0, capacity: 0, sameUntil: NEVER, chosen }
    const failing = requestChecks
      .filter(check => check.code !== 'in_past' && !check.passes(request, 0) && !check.isWarning?.(request))
      .map(check => checkOrder(check.code))
    this.failsBefore = failing.find(order => order < IN_PAST) ?? -1
    this.failsAfter = failing.find(order => order > IN_PAST) ?? -1
  }

  /** The end of a booking that starts at `start`, in the zone of the first resource whose pickup time that is. */
  endOf(start: number): number {
    const { daily, length } = this.request
    if (!daily) return start + length
    const isPickup = ({ zone }: ResourceCase) => zone.at(zone.dayOf(start), daily.startMinute) === start
    const zone = (this.cases.find(isPickup) ?? this.cases[0])?.zone ?? this.world.zone
    return zone.at(zone.dayOf(start) + daily.nights, daily.endMinute)
  }

  /**
   * Judges one candidate, stopping at the first failing check of each resource. The verdict is good until the next call.
   * `isOnGrid` says that the start is known to be on the grid of every resource.
   */
  judge(start: number, end: number, horizon: Horizon, isOnGrid = false): Verdict {
    const { verdict, failsAfter } = this
    verdict.remaining = 0
    verdict.maxQuantity = 0
    verdict.capacity = 0
    verdict.sameUntil = NEVER
    verdict.failure = this.failsBefore >= 0 ? this.failsBefore : start < this.world.now ? IN_PAST : -1
    if (verdict.failure >= 0) return verdict
    verdict.sameUntil = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.groups.length; i++) this.judgeGroup(i, start, end, horizon, isOnGrid)
    if (failsAfter >= 0 && (verdict.failure < 0 || failsAfter < verdict.failure)) verdict.failure = failsAfter
    return verdict
  }

  /** Judges every start offered in `[from, to)`, in order, for as long as `visit` returns true. */
  visit(from: number, to: number, visit: (start: number, end: number, verdict: Verdict) => boolean): void {
    const { daily, length } = this.request
    const horizon = this.world.horizon(from, to + (daily ? (daily.nights + 2) * DAY : length))
    const { starts, areOnGrid } = candidateStarts(this.cases, horizon, from, to)
    const { verdict } = this
    let sameUntil = NEVER
    for (const start of starts) {
      const end = daily ? this.endOf(start) : start + length
      if (start >= sameUntil) {
        this.judge(start, end, horizon, areOnGrid)
        if (areOnGrid) sameUntil = verdict.sameUntil
      }
      if (!visit(start, end, verdict)) return
    }
  }

  /** The first case that passes is taken; the others are judged for what they have left. */
  private judgeGroup(index: number, start: number, end: number, horizon: Horizon, isOnGrid: boolean): void {
    const { verdict, request } = this
    const { cases } = this.groups[index] as GroupCase
    let chosen: ResourceCase | undefined
    let failure = -1
    let remaining = 0
    let largest = 0
    let capacity = 0
    let seats = 0
    let sharesTimeslots = true
    const table = this.hasTimeslots ? cases[0]?.termsAt(start, horizon).timeslots[0] : undefined
    for (let i = 0; i < cases.length; i++) {
      const one = cases[i] as ResourceCase
      const terms = one.termsAt(start, horizon)
      const order = terms.firstFailure(start, end, isOnGrid)
      one.failure = order
      verdict.sameUntil = order < 0 ? Math.min(verdict.sameUntil, terms.passesUntil) : NEVER
      if (order < 0 || order === CAPACITY_EXCEEDED) {
        let units = terms.units(start, end)
        if (terms.timeslots.length > 0) {
          const left = seatsLeft(terms, start, end)
          units = Math.min(units, left)
          seats = Math.max(seats, left)
        }
        if (terms.timeslots[0] !== table) sharesTimeslots = false
        if (units > 0) remaining += units
        if (terms.quantityLimits.length > 0) units = Math.min(units, quantityLeft(terms.quantityLimits, start))
        if (units > largest) largest = units
      }
      if (order < 0) chosen ??= one
      else if (order > failure) failure = order
      if (order < 0 || IS_TAKEN[order]) capacity += terms.capacityOver(start, end)
    }
    if (table && sharesTimeslots) {
      const run = table.run(start, end)
      remaining = Math.min(remaining, seats)
      if (run) capacity = Math.min(capacity, table.capacityOf(run))
    }
    largest = Math.min(largest, request.variant.maxQuantity ?? 1)
    verdict.chosen[index] = chosen
    if (!chosen && (verdict.failure < 0 || failure < verdict.failure)) verdict.failure = failure
    if (index === 0 || remaining < verdict.remaining) verdict.remaining = remaining
    if (index === 0 || largest < verdict.maxQuantity) verdict.maxQuantity = largest
    if (index === 0 || capacity < verdict.capacity) verdict.capacity = capacity
  }
}
