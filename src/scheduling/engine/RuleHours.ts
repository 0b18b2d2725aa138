import { IntervalCursor } from '../intervals/IntervalCursor'
import { NO_INTERVALS } from '../intervals/Intervals'
import { intersectIntervals } from '../intervals/intersectIntervals'
import type { StepFunction } from '../intervals/StepFunction'
import { unionIntervals } from '../intervals/unionIntervals'
import { capacityOverTime } from '../load/capacityOverTime'
import type { EffectiveRules } from '../rules/resolveRules'
import { datePattern } from '../schedule/datePattern'
import type { RuleInput } from '../snapshot'
import type { Zone } from '../time/Zone'
import type { Horizon } from './Horizon'

/**
 * When rules are in force over a horizon, in one zone: shared by all resources that have these rules, cursors included,
 * since a search asks them all about the same times.
 */
export class RuleHours {
  readonly rules: EffectiveRules
  readonly zone: Zone
  /** Where all opening-hours rules agree; `undefined` without such rules. */
  readonly opening: IntervalCursor | undefined
  readonly blackouts: IntervalCursor
  /** For daily bookings, which whole days forbid throughout and shorter times only at pickup and return. */
  readonly wholeDayBlackouts: IntervalCursor
  readonly shortBlackouts: IntervalCursor
  private readonly horizon: Horizon
  private readonly capacities = new Map<number, StepFunction>()

  constructor(rules: EffectiveRules, zone: Zone, horizon: Horizon) {
    this.rules = rules
    this.zone = zone
    this.horizon = horizon
    const { opening_hours, blackout } = rules.inForce
    const [first, ...rest] = opening_hours.map(rule => horizon.intervalsOf(rule, zone))
    this.opening = first && new IntervalCursor(rest.reduce(intersectIntervals, first))
    const isWholeDay = (rule: RuleInput<'blackout'>) => datePattern(rule.parameters).isWholeDay
    this.blackouts = this.union(blackout)
    this.wholeDayBlackouts = this.union(blackout.filter(isWholeDay))
    this.shortBlackouts = this.union(blackout.filter(rule => !isWholeDay(rule)))
  }

  /** Capacity over time of a resource that has `base` where no rule says otherwise. */
  capacity(base: number): StepFunction {
    let capacity = this.capacities.get(base)
    if (!capacity) {
      const overrides = this.rules.inForce.capacity_override.map(rule => {
        return { capacity: rule.parameters.capacity, intervals: this.horizon.intervalsOf(rule, this.zone) }
      })
      capacity = capacityOverTime(base, overrides)
      this.capacities.set(base, capacity)
    }
    return capacity
  }

  private union(rules: readonly RuleInput<'blackout'>[]): IntervalCursor {
    const sets = rules.map(rule => this.horizon.intervalsOf(rule, this.zone))
    return new IntervalCursor(sets.length === 0 ? NO_INTERVALS : unionIntervals(sets))
  }
}
