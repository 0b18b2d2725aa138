import { type Intervals, NO_INTERVALS } from '../intervals/Intervals'
import { mergeIntervals } from '../intervals/mergeIntervals'
import type { EffectiveRules } from '../rules/resolveRules'
import type { DayHours } from '../schedule/DayHours'
import { datePattern } from '../schedule/datePattern'
import { hoursToIntervals } from '../schedule/hoursToIntervals'
import { intersectBlocks } from '../schedule/intersectBlocks'
import { weeklyHours } from '../schedule/weeklyHours'
import type { RuleInput } from '../snapshot'
import { DAY } from '../time/instant'
import type { Zone } from '../time/Zone'
import { Hours } from './Hours'
import { RuleHours } from './RuleHours'
import type { CompiledSchedule } from './World'

const MARGIN = 8 * DAY
const WIDEST = 400 * DAY

/** Local hours and patterns turned into instants for one span of time, shared by all resources that use them. */
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

  /** A horizon over `[from, until)` with room on both sides, joined to the one before it when they are near. */
  static around(from: number, until: number, previous?: Horizon): Horizon {
    let low = from - DAY
    let high = until + DAY
    if (high - low < MARGIN) {
      low -= MARGIN
      high += MARGIN
    }
    if (previous && Math.max(high, previous.until) - Math.min(low, previous.from) <= WIDEST) {
      low = Math.min(low, previous.from)
      high = Math.max(high, previous.until)
    }
    return new Horizon(low, high)
  }

  covers(from: number, until: number): boolean {
    return this.from <= from && until <= this.until
  }

  /** The hours of all given schedules at once (domain §3.3.4); an inactive schedule has none. */
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

  /** When a rule's hours or pattern are in force, in the zone of the resource (domain §3.1), merged. */
  intervalsOf(rule: RuleInput<'blackout' | 'capacity_override' | 'opening_hours'>, zone: Zone): Intervals {
    const key = `${rule.id}@${zone.timeZone}`
    let intervals = this.ruleIntervals.get(key)
    if (!intervals) {
      intervals = mergeIntervals(this.toIntervals(hoursOfRule(rule), zone))
      this.ruleIntervals.set(key, intervals)
    }
    return intervals
  }

  /** When the rules of one season are in force, in the zone of the resource. */
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

  private toIntervals(hours: DayHours, zone: Zone): Intervals {
    return hoursToIntervals(hours, zone, zone.dayOf(this.from) - 1, zone.dayOf(this.until) + 1)
  }
}

function hoursOfRule(rule: RuleInput<'blackout' | 'capacity_override' | 'opening_hours'>): DayHours {
  return rule.ruleType === 'opening_hours' ? weeklyHours(rule.parameters.weeklyHours) : datePattern(rule.parameters)
}
