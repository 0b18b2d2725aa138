import {
  DAY,
  type DayHours,
  datedHours,
  hoursToIntervals,
  type Intervals,
  mergeIntervals,
  type Zone,
} from '../../declare'
import { intersectBlocks } from '../intervals/blocks'
import { IntervalCursor, SortedCursor } from '../intervals/cursors'
import type { StepFunction } from '../intervals/StepFunction'
import { intersectIntervals, NO_INTERVALS, unionIntervals } from '../intervals/sets'
import { capacityOverTime } from '../load/capacity'
import { datePattern } from '../rules/datePattern'
import type { EffectiveRules } from '../rules/resolveRules'
import type { RuleInput } from '../snapshot'
import type { CompiledSchedule } from './IndexedSnapshot'

/** Shared by resources with the same hours. */
export class Hours {
  readonly key: string
  /** Not merged: each block starts its own grid. */
  readonly blocks: Intervals
  readonly anchors: SortedCursor
  readonly windows: IntervalCursor

  constructor(key: string, blocks: Intervals) {
    this.key = key
    this.blocks = blocks
    this.anchors = new SortedCursor(blocks.starts)
    this.windows = new IntervalCursor(mergeIntervals(blocks))
  }
}

/** Shared by resources with the same rules. */
export class RuleHours {
  readonly rules: EffectiveRules
  readonly zone: Zone
  readonly opening: IntervalCursor | undefined
  readonly blackouts: IntervalCursor
  private readonly horizon: Horizon
  private readonly capacities = new Map<number, StepFunction>()
  private wholeDays: IntervalCursor | undefined

  constructor(rules: EffectiveRules, zone: Zone, horizon: Horizon) {
    this.rules = rules
    this.zone = zone
    this.horizon = horizon
    const { opening_hours, blackout } = rules.inForce
    const [first, ...rest] = opening_hours.map(rule => horizon.intervalsOf(rule, zone))
    this.opening = first && new IntervalCursor(rest.reduce(intersectIntervals, first))
    this.blackouts = this.union(blackout)
  }

  get wholeDayBlackouts(): IntervalCursor {
    this.wholeDays ??= this.union(
      this.rules.inForce.blackout.filter(({ parameters }) => datePattern(parameters).isWholeDay),
    )
    return this.wholeDays
  }

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
    return new IntervalCursor(unionIntervals(rules.map(rule => this.horizon.intervalsOf(rule, this.zone))))
  }
}

const MARGIN = 8 * DAY
const WIDEST = 400 * DAY

/** Local times as instants. */
export class Horizon {
  readonly from: number
  readonly until: number
  private readonly hours = new Map<string, Hours>()
  private readonly ruleIntervals = new Map<string, Intervals>()
  private readonly ruleHours = new Map<EffectiveRules, RuleHours[]>()

  constructor(from: number, until: number) {
    this.from = from
    this.until = until
  }

  /** Adds a margin to a short range, and covers a close former horizon. */
  static around(from: number, until: number, previous?: Horizon): Horizon {
    const margin = until - from < MARGIN ? MARGIN : 0
    let low = from - margin
    let high = until + margin
    if (previous && Math.max(high, previous.until) - Math.min(low, previous.from) <= WIDEST) {
      low = Math.min(low, previous.from)
      high = Math.max(high, previous.until)
    }
    return new Horizon(low, high)
  }

  covers(from: number, until: number): boolean {
    return this.from <= from && until <= this.until
  }

  /** Common to all schedules (docs/domain.md#windows); an inactive one has none. */
  hoursOf(schedules: readonly CompiledSchedule[]): Hours {
    const key = schedules.map(({ schedule }) => schedule.id).join('&')
    let hours = this.hours.get(key)
    if (!hours) {
      const [first, second] = schedules.map(schedule => this.blocksOf(schedule))
      const blocks = first && second ? intersectBlocks(first, second) : (first ?? NO_INTERVALS)
      hours = new Hours(key, blocks)
      this.hours.set(key, hours)
    }
    return hours
  }

  /** In the resource's zone (docs/domain.md#local-times-and-instants). */
  intervalsOf(rule: RuleInput<'blackout' | 'capacity_override' | 'opening_hours'>, zone: Zone): Intervals {
    const key = `${rule.id}@${zone.timeZone}`
    let intervals = this.ruleIntervals.get(key)
    if (!intervals) {
      intervals = mergeIntervals(this.toIntervals(hoursOfRule(rule), zone))
      this.ruleIntervals.set(key, intervals)
    }
    return intervals
  }

  hoursOfRules(rules: EffectiveRules, zone: Zone): RuleHours {
    const known = this.ruleHours.get(rules)
    const same = known?.find(one => one.zone === zone)
    if (same) return same
    const hours = new RuleHours(rules, zone, this)
    if (known) known.push(hours)
    else this.ruleHours.set(rules, [hours])
    return hours
  }

  private blocksOf({ schedule, zone, hours }: CompiledSchedule): Intervals {
    return schedule.isActive === false ? NO_INTERVALS : this.toIntervals(hours, zone)
  }

  /** A day more on either side: hours pass midnight, and a daily booking may end a day after `until`. */
  private toIntervals(hours: DayHours, zone: Zone): Intervals {
    return hoursToIntervals(hours, zone, zone.dayOf(this.from) - 1, zone.dayOf(this.until) + 1)
  }
}

const compiledRules = new WeakMap<RuleInput, DayHours>()

function hoursOfRule(rule: RuleInput<'blackout' | 'capacity_override' | 'opening_hours'>): DayHours {
  let hours = compiledRules.get(rule)
  if (!hours) {
    hours =
      rule.ruleType === 'opening_hours'
        ? datedHours({ weeklyHours: rule.parameters.weeklyHours ?? [] })
        : datePattern(rule.parameters)
    compiledRules.set(rule, hours)
  }
  return hours
}
