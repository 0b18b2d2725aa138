import type { ResourceCheck } from '../checks/Check'
import { freeUnits, freeUnitsUntil } from '../checks/capacityExceeded'
import { resourceChecks } from '../checks/resourceChecks'
import { startNotOnGrid } from '../checks/startNotOnGrid'
import { IntervalCursor } from '../intervals/IntervalCursor'
import { NO_INTERVALS } from '../intervals/Intervals'
import type { StepFunction } from '../intervals/StepFunction'
import { unionIntervals } from '../intervals/unionIntervals'
import type { Load } from '../load/Load'
import { unitsLeft } from '../load/unitsLeft'
import { usageByPeriod } from '../load/usageByPeriod'
import type { EffectiveRules } from '../rules/resolveRules'
import { type Strictest, strictest } from '../rules/strictest'
import type { TimeslotTable } from '../schedule/TimeslotTable'
import type { CapacityMode, RuleInput } from '../snapshot'
import { MINUTE } from '../time/instant'
import type { Zone } from '../time/Zone'
import type { Horizon } from './Horizon'
import type { Hours } from './Hours'
import type { ResourceCase } from './ResourceCase'
import type { RuleHours } from './RuleHours'
import type { ResolvedRequest } from './resolveRequest'

/** A booking limit with what is used of it over time. */
export interface Limit {
  readonly rule: RuleInput<'booking_limit'>
  readonly used: StepFunction
}

/**
 * Everything that decides whether a resource can take the request at a time, worked out once for all starts whose local
 * dates have the same rules in force. Checks only compare integers with it.
 */
export class Terms {
  readonly subject: ResourceCase
  readonly request: ResolvedRequest
  readonly horizon: Horizon
  readonly rules: EffectiveRules
  readonly zone: Zone
  /** Starts for which these terms hold: `[from, until)`. */
  readonly from: number
  readonly until: number

  readonly notice: Strictest<RuleInput<'min_notice'>> | undefined
  readonly earliestStart: number
  readonly advance: Strictest<RuleInput<'max_advance'>> | undefined
  readonly startsBefore: number

  readonly hours: Hours
  readonly ruleHours: RuleHours
  readonly timeslots: readonly TimeslotTable[]

  readonly minLength: Strictest<RuleInput<'duration_limit'>> | undefined
  readonly maxLength: Strictest<RuleInput<'duration_limit'>> | undefined
  readonly limits: readonly Limit[]
  readonly customerLimits: readonly Limit[]
  /** Those of both kinds that count units. */
  readonly quantityLimits: readonly Limit[]
  readonly gap: Strictest<RuleInput<'min_gap'>> | undefined

  readonly beforeBuffer: Strictest<RuleInput<'buffer'>>
  readonly afterBuffer: Strictest<RuleInput<'buffer'>>
  /** Buffers in milliseconds. */
  readonly before: number
  readonly after: number

  readonly mode: CapacityMode
  readonly capacity: StepFunction
  readonly unitsLeft: StepFunction
  readonly load: Load
  /** Over all blocked intervals: one cursor for what comes before the candidate, one for after. */
  readonly blockedBefore: IntervalCursor
  readonly blockedAfter: IntervalCursor
  /** Over those the candidate cannot simply share. */
  readonly unshareable: IntervalCursor
  readonly related: IntervalCursor

  /** The checks that could fail under these terms, in reporting order. */
  readonly checks: readonly ResourceCheck[]
  /** The start before which later candidates on the grid pass all checks too, with the same units left. */
  passesUntil = Number.NEGATIVE_INFINITY
  private readonly hasGrid: boolean
  /** For each check, the start before which later candidates need not ask it again. */
  private readonly holdsUntil: number[]
  private lastStart = Number.NEGATIVE_INFINITY
  private lastLength = Number.NaN
  private lastUnits = 0
  /** The start until which `units` stays the same. */
  unitsUntil = Number.NEGATIVE_INFINITY

  constructor(subject: ResourceCase, rules: EffectiveRules, horizon: Horizon, from: number, until: number) {
    const { request, resource, zone } = subject
    const { world, variant, excludeBookingId } = request
    const { inForce } = rules
    this.subject = subject
    this.request = request
    this.horizon = horizon
    this.rules = rules
    this.zone = zone
    this.from = from
    this.until = until

    this.notice = strictest('max', inForce.min_notice, rule => rule.parameters.minutes, variant.minNoticeMinutes)
    this.earliestStart = world.now + (this.notice?.value ?? 0) * MINUTE
    this.advance = strictest('min', inForce.max_advance, rule => rule.parameters.days, variant.maxAdvanceDays)
    this.startsBefore = this.advance
      ? zone.startOfDay(zone.dayOf(world.now) + this.advance.value + 1)
      : Number.POSITIVE_INFINITY

    this.hours = subject.hours(horizon)
    this.ruleHours = horizon.hoursOfRules(rules, zone)
    this.timeslots = subject.timed.map(({ schedule }) => world.timeslots(schedule.id, excludeBookingId))

    this.minLength = strictest('max', inForce.duration_limit, rule => rule.parameters.minMinutes)
    this.maxLength = strictest('min', inForce.duration_limit, rule => rule.parameters.maxMinutes)
    this.load = world.load(resource.id, excludeBookingId)
    this.limits = inForce.booking_limit
      .filter(rule => rule.parameters.subject !== 'customer')
      .map(rule => ({ rule, used: usageByPeriod(rule, this.load.consumers, zone, world.weekStartsOn) }))
    this.customerLimits = inForce.booking_limit
      .filter(rule => rule.parameters.subject === 'customer' && request.customer !== undefined)
      .map(rule => ({ rule, used: world.usageOfCustomer(rule, zone, request) }))
    this.quantityLimits = [...this.limits, ...this.customerLimits].filter(({ rule }) => {
      return rule.parameters.measure === 'quantity'
    })
    this.gap = strictest('max', inForce.min_gap, rule => rule.parameters.minutes)

    this.beforeBuffer = buffer(inForce.buffer, rule => rule.parameters.beforeMinutes, variant.bufferBeforeMinutes)
    this.afterBuffer = buffer(inForce.buffer, rule => rule.parameters.afterMinutes, variant.bufferAfterMinutes)
    this.before = this.beforeBuffer.value * MINUTE
    this.after = this.afterBuffer.value * MINUTE

    this.mode = variant.capacityMode ?? 'exclusive'
    this.capacity = this.ruleHours.capacity(resource.capacity)
    this.unitsLeft = this.mode === 'pooled' ? unitsLeft(this.capacity, this.load.consumers) : this.capacity
    this.blockedBefore = new IntervalCursor(this.load.blocked)
    this.blockedAfter = new IntervalCursor(this.load.blocked)
    this.unshareable = new IntervalCursor(this.mode === 'pooled' ? this.load.unshareable : this.load.blocked)
    const family = world.family(resource.id)
    this.related = new IntervalCursor(
      family.length === 0 ? NO_INTERVALS : unionIntervals(family.map(id => world.load(id, excludeBookingId).blocked)),
    )

    this.checks = resourceChecks.filter(check => check.applies(this))
    this.hasGrid = this.checks.includes(startNotOnGrid)
    this.holdsUntil = this.checks.map(() => Number.NEGATIVE_INFINITY)
  }

  /** Order of the first check that the candidate fails, -1 when it passes all; `isOnGrid` spares asking about the grid. */
  firstFailure(start: number, end: number, isOnGrid = false): number {
    this.follow(start, end)
    if (start < this.passesUntil && (isOnGrid || this.isOnGrid(start, end))) return -1
    this.passesUntil = Number.NEGATIVE_INFINITY
    const { checks, holdsUntil } = this
    let least = this.until
    for (let i = 0; i < checks.length; i++) {
      const check = checks[i] as ResourceCheck
      if (isOnGrid && check === startNotOnGrid) continue
      let until = holdsUntil[i] as number
      if (start >= until) {
        until = check.holdsUntil(this, start, end)
        if (until <= start) return check.order
        holdsUntil[i] = until
      }
      if (until < least && check !== startNotOnGrid) least = until
    }
    this.passesUntil = least
    return -1
  }

  /** The one question that every start has to be asked. */
  private isOnGrid(start: number, end: number): boolean {
    return !this.hasGrid || startNotOnGrid.holdsUntil(this, start, end) > start
  }

  /** The units that one booking could still take. */
  units(start: number, end: number): number {
    this.follow(start, end)
    if (start >= this.unitsUntil) {
      this.lastUnits = freeUnits(this, start, end)
      this.unitsUntil = freeUnitsUntil(this, start, end)
    }
    return this.lastUnits
  }

  /** The units there would be if nothing were booked. */
  capacityOver(start: number, end: number): number {
    const { capacity } = this
    return capacity.at.length === 0 ? capacity.initial : capacity.minOver(start, end)
  }

  /** What was found out for earlier starts is good only for later ones of the same length. */
  private follow(start: number, end: number): void {
    if (start < this.lastStart || end - start !== this.lastLength) {
      this.holdsUntil.fill(Number.NEGATIVE_INFINITY)
      this.unitsUntil = Number.NEGATIVE_INFINITY
      this.passesUntil = Number.NEGATIVE_INFINITY
      this.lastLength = end - start
    }
    this.lastStart = start
  }
}

function buffer(
  rules: readonly RuleInput<'buffer'>[],
  minutes: (rule: RuleInput<'buffer'>) => number | undefined,
  own: number | undefined,
): Strictest<RuleInput<'buffer'>> {
  return strictest('max', rules, minutes, own ?? 0) ?? { value: 0, rule: undefined }
}
