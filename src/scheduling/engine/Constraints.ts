import { MINUTE, type Zone } from '../../declare'
import { type Finding, FOREVER, type ResourceCheck } from '../checks/Check'
import { freeUnits, freeUnitsUntil } from '../checks/capacityChecks'
import { resourceChecks } from '../checks/resourceChecks'
import { startNotOnGrid } from '../checks/startChecks'
import { IntervalCursor } from '../intervals/cursors'
import type { StepFunction } from '../intervals/StepFunction'
import { unionIntervals } from '../intervals/sets'
import { unitsLeft } from '../load/capacity'
import type { Load } from '../load/Load'
import type { SpanMinutes } from '../load/spans'
import { type EffectiveRules, type Strictest, strictest } from '../rules/resolveRules'
import type { TimeslotTable } from '../schedule/TimeslotTable'
import type { CapacityMode, RuleInput } from '../snapshot'
import type { Horizon, Hours, RuleHours } from './Horizon'
import type { ResourceQuery } from './ResourceQuery'
import type { ResolvedRequest } from './resolveRequest'

export interface Limit {
  readonly rule: RuleInput<'booking_limit'>
  readonly used: StepFunction
}

/** A stretch of a booking that takes a resource. In milliseconds. */
export interface TakenSpan {
  readonly from: number
  readonly length: number
  /** Buffers lie before the first span and after the last. */
  readonly before: number
  readonly after: number
  /** From the span before, and to the next. */
  readonly apartBefore: number
  readonly apartAfter: number
}

type SpanMeasure = (constraints: Constraints, start: number, end: number, span: TakenSpan) => number

/** Prepares rules once, so that checks only compare integers. */
export class Constraints {
  readonly subject: ResourceQuery
  readonly request: ResolvedRequest
  readonly horizon: Horizon
  readonly rules: EffectiveRules
  readonly zone: Zone
  readonly from: number
  readonly until: number

  readonly notice: Strictest<RuleInput<'min_notice'>> | undefined
  readonly earliestStart: number
  readonly advance: Strictest<RuleInput<'max_advance'>> | undefined
  readonly startsBefore: number

  readonly hours: Hours
  readonly ruleHours: RuleHours
  readonly externalBusy: IntervalCursor
  readonly timeslots: readonly TimeslotTable[]

  readonly minLength: Strictest<RuleInput<'duration_limit'>> | undefined
  readonly maxLength: Strictest<RuleInput<'duration_limit'>> | undefined
  readonly limits: readonly Limit[]
  readonly customerLimits: readonly Limit[]
  readonly quantityLimits: readonly Limit[]
  readonly gap: Strictest<RuleInput<'min_gap'>> | undefined

  readonly beforeBuffer: Strictest<RuleInput<'buffer'>>
  readonly afterBuffer: Strictest<RuleInput<'buffer'>>
  private readonly whole: TakenSpan
  /** Undefined if a booking takes the resource throughout. */
  private readonly spans: readonly TakenSpan[] | undefined

  readonly mode: CapacityMode
  readonly capacity: StepFunction
  readonly unitsLeft: StepFunction
  readonly load: Load
  /** A cursor is fast only where it stays. */
  readonly blockedBefore: IntervalCursor
  readonly blockedAfter: IntervalCursor
  /** A session may still share its own. */
  readonly unshareable: IntervalCursor
  readonly related: IntervalCursor

  readonly checks: readonly ResourceCheck[]
  /** The order of the last candidate's failed check, or -1. */
  private failure = -1
  /** Until then, later grid candidates have the same `failure` and capacity. */
  sameUntil = Number.NEGATIVE_INFINITY
  private readonly hasGrid: boolean
  /** By check; earlier candidates skip it. */
  private readonly holdsUntil: number[]
  private lastStart = Number.NEGATIVE_INFINITY
  private lastLength = Number.NaN
  private lastUnits = 0
  unitsUntil = Number.NEGATIVE_INFINITY

  constructor(subject: ResourceQuery, rules: EffectiveRules, horizon: Horizon, from: number, until: number) {
    const { request, resource, zone } = subject
    const { snapshot, variant, excludeBookingId } = request
    const { inForce } = rules
    this.subject = subject
    this.request = request
    this.horizon = horizon
    this.rules = rules
    this.zone = zone
    this.from = from
    this.until = until

    this.notice = strictest('max', inForce.min_notice, rule => rule.parameters.minutes, variant.minNoticeMinutes)
    this.earliestStart = snapshot.now + (this.notice?.value ?? 0) * MINUTE
    this.advance = strictest('min', inForce.max_advance, rule => rule.parameters.days, variant.maxAdvanceDays)
    this.startsBefore = this.advance
      ? zone.startOfDay(zone.dayOf(snapshot.now) + this.advance.value + 1)
      : Number.POSITIVE_INFINITY

    this.hours = subject.hours(horizon)
    this.ruleHours = horizon.hoursOfRules(rules, zone)
    this.externalBusy = new IntervalCursor(snapshot.externalBusy(resource.id))
    this.timeslots = subject.timed.map(({ schedule }) => snapshot.timeslots(schedule.id, excludeBookingId))

    this.minLength = strictest('max', inForce.duration_limit, rule => rule.parameters.minMinutes)
    this.maxLength = strictest('min', inForce.duration_limit, rule => rule.parameters.maxMinutes)
    this.load = snapshot.load(resource.id, excludeBookingId)
    this.limits = inForce.booking_limit
      .filter(rule => rule.parameters.subject !== 'customer')
      .map(rule => ({ rule, used: snapshot.usageOf(rule, zone, this.load) }))
    this.customerLimits = inForce.booking_limit
      .filter(rule => rule.parameters.subject === 'customer' && request.customer !== undefined)
      .map(rule => ({ rule, used: snapshot.usageOfCustomer(rule, zone, request) }))
    this.quantityLimits = [...this.limits, ...this.customerLimits].filter(({ rule }) => {
      return rule.parameters.measure === 'quantity'
    })
    this.gap = strictest('max', inForce.min_gap, rule => rule.parameters.minutes)

    const { buffers } = request
    const buffering = buffers ? [] : inForce.buffer
    const own = buffers ?? { beforeMinutes: variant.bufferBeforeMinutes, afterMinutes: variant.bufferAfterMinutes }
    this.beforeBuffer = buffer(buffering, rule => rule.parameters.beforeMinutes, own.beforeMinutes)
    this.afterBuffer = buffer(buffering, rule => rule.parameters.afterMinutes, own.afterMinutes)
    const [before, after] = [this.beforeBuffer.value * MINUTE, this.afterBuffer.value * MINUTE]
    this.whole = { from: 0, length: request.length, before, after, apartBefore: FOREVER, apartAfter: FOREVER }
    this.spans = subject.spanMinutes && takenSpans(subject.spanMinutes, before, after)

    this.mode = variant.capacityMode ?? 'exclusive'
    this.capacity = this.ruleHours.capacity(resource.capacity)
    this.unitsLeft = this.mode === 'pooled' ? unitsLeft(this.capacity, this.load) : this.capacity
    this.blockedBefore = new IntervalCursor(this.load.blocked)
    this.blockedAfter = new IntervalCursor(this.load.blocked)
    this.unshareable = new IntervalCursor(this.mode === 'pooled' ? this.load.unshareable : this.load.blocked)
    const family = snapshot.family(resource.id).map(id => snapshot.load(id, excludeBookingId).blocked)
    this.related = new IntervalCursor(unionIntervals(family))

    this.checks = resourceChecks.filter(check => check.applies(this))
    this.hasGrid = this.checks.includes(startNotOnGrid)
    this.holdsUntil = this.checks.map(() => Number.NEGATIVE_INFINITY)
  }

  /** The order of the first failing check, or -1. */
  firstFailure(start: number, end: number, isOnGrid = false): number {
    this.follow(start, end)
    if (start < this.sameUntil && (isOnGrid || (this.failure < 0 && this.isOnGrid(start, end)))) return this.failure
    const { checks, holdsUntil } = this
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < checks.length; i++) {
      const check = checks[i] as ResourceCheck
      if (isOnGrid && check === startNotOnGrid) continue
      if (start >= (holdsUntil[i] as number)) {
        const until = this.holdsFor(check, start, end)
        if (until <= start) {
          const fails = this.failsFor(check, start, end)
          this.sameUntil = Math.min(this.until, least, fails, this.soonest(capacityUntil, start, end))
          this.failure = check.order
          return check.order
        }
        holdsUntil[i] = until
      }
      if (check !== startNotOnGrid) least = Math.min(least, holdsUntil[i] as number)
    }
    this.sameUntil = Math.min(this.until, least)
    this.failure = -1
    return -1
  }

  private isOnGrid(start: number, end: number): boolean {
    return !this.hasGrid || this.holdsFor(startNotOnGrid, start, end) > start
  }

  units(start: number, end: number): number {
    this.follow(start, end)
    if (start >= this.unitsUntil) {
      this.lastUnits = this.least(freeUnits, start, end)
      this.unitsUntil = this.soonest(freeUnitsUntil, start, end)
    }
    return this.lastUnits
  }

  capacityOver(start: number, end: number): number {
    const { capacity } = this
    return capacity.at.length === 0 ? capacity.initial : this.least(capacityIn, start, end)
  }

  holdsFor(check: ResourceCheck, start: number, end: number): number {
    return check.isOfSpans ? this.soonest(check.holdsUntil, start, end) : check.holdsUntil(this, start, end, this.whole)
  }

  findingsFor(check: ResourceCheck, start: number, end: number): Finding[] {
    const spans = check.isOfSpans && this.spansOf(start, end)
    if (!spans) return check.findings(this, start, end, this.whole)
    return spans.flatMap(span => {
      const from = start + span.from
      const until = from + span.length
      return check.holdsUntil(this, from, until, span) > from ? [] : check.findings(this, from, until, span)
    })
  }

  /** Undefined if a booking takes the resource throughout. */
  spansOf(start: number, end: number): readonly TakenSpan[] | undefined {
    return this.spans && end - start === this.request.phased?.length ? this.spans : undefined
  }

  private failsFor({ failsUntil, holdsUntil, isOfSpans }: ResourceCheck, start: number, end: number): number {
    if (!failsUntil) return start
    const spans = isOfSpans && this.spansOf(start, end)
    if (!spans) return failsUntil(this, start, end, this.whole)
    let latest = start
    for (let i = 0; i < spans.length; i++) {
      const span = spans[i] as TakenSpan
      const from = start + span.from
      if (holdsUntil(this, from, from + span.length, span) > from) continue
      latest = Math.max(latest, failsUntil(this, from, from + span.length, span) - span.from)
    }
    return latest
  }

  private least(measure: SpanMeasure, start: number, end: number): number {
    const spans = this.spansOf(start, end)
    if (!spans) return measure(this, start, end, this.whole)
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < spans.length; i++) {
      const span = spans[i] as TakenSpan
      const from = start + span.from
      least = Math.min(least, measure(this, from, from + span.length, span))
    }
    return least
  }

  private soonest(until: SpanMeasure, start: number, end: number): number {
    const spans = this.spansOf(start, end)
    if (!spans) return until(this, start, end, this.whole)
    let soonest = Number.POSITIVE_INFINITY
    for (let i = 0; i < spans.length; i++) {
      const span = spans[i] as TakenSpan
      const from = start + span.from
      soonest = Math.min(soonest, until(this, from, from + span.length, span) - span.from)
    }
    return soonest
  }

  /** Caches hold only for later starts of the same length. */
  private follow(start: number, end: number): void {
    if (start < this.lastStart || end - start !== this.lastLength) {
      this.holdsUntil.fill(Number.NEGATIVE_INFINITY)
      this.unitsUntil = Number.NEGATIVE_INFINITY
      this.sameUntil = Number.NEGATIVE_INFINITY
      this.lastLength = end - start
    }
    this.lastStart = start
  }
}

function capacityIn({ capacity }: Constraints, start: number, end: number): number {
  return capacity.minOver(start, end)
}

function capacityUntil({ capacity }: Constraints, start: number, end: number): number {
  return capacity.sameUntil(start, end)
}

function takenSpans(spans: SpanMinutes, before: number, after: number): TakenSpan[] {
  return spans.map(([from, until], i) => {
    const previous = spans[i - 1]
    const next = spans[i + 1]
    return {
      from: from * MINUTE,
      length: (until - from) * MINUTE,
      before: previous ? 0 : before,
      after: next ? 0 : after,
      apartBefore: previous ? (from - previous[1]) * MINUTE : FOREVER,
      apartAfter: next ? (next[0] - until) * MINUTE : FOREVER,
    }
  })
}

function buffer(
  rules: readonly RuleInput<'buffer'>[],
  minutes: (rule: RuleInput<'buffer'>) => number | undefined,
  own: number | undefined,
): Strictest<RuleInput<'buffer'>> {
  return strictest('max', rules, minutes, own ?? 0) ?? { value: 0, rule: undefined }
}
