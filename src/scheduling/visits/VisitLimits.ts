import type { Zone } from '../../declare'
import type { AvailabilityQuery } from '../engine/AvailabilityQuery'
import type { Limit } from '../engine/Constraints'
import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import type { StepFunction } from '../intervals/StepFunction'
import { limitUnits } from '../load/usageByPeriod'
import { ruleLevel } from '../rules/resolveRules'
import type { RuleInput } from '../snapshot'

type LimitRule = RuleInput<'booking_limit'>

interface Placed {
  readonly start: number
  readonly resourceIds: readonly string[]
}

export class VisitLimits {
  /** The longest gap of any rule, in minutes. */
  readonly gap: number
  /** The longest buffer before a part of any rule. */
  readonly before: number
  private readonly snapshot: IndexedSnapshot
  private readonly parts: readonly (() => AvailabilityQuery)[]
  private readonly rules: readonly LimitRule[]
  private readonly customerRules: readonly LimitRule[]
  /** Of all parts together. */
  private readonly units = new Map<LimitRule, number>()
  private days: readonly Zone[] | undefined

  constructor(snapshot: IndexedSnapshot, parts: readonly (() => AvailabilityQuery)[]) {
    this.snapshot = snapshot
    this.parts = parts
    const { rules = [], customer } = snapshot.records
    const active = rules.filter(({ isActive }) => isActive !== false)
    const limits = active.filter(rule => rule.ruleType === 'booking_limit')
    const isOfCustomer = ({ parameters }: LimitRule): boolean => parameters.subject === 'customer'
    const buffers = active.flatMap(rule => (rule.ruleType === 'buffer' ? [rule.parameters.beforeMinutes ?? 0] : []))
    const gaps = active.flatMap(rule => (rule.ruleType === 'min_gap' ? [rule.parameters.minutes] : []))
    this.gap = Math.max(0, ...gaps)
    this.before = Math.max(0, ...buffers)
    this.rules = limits.filter(rule => !isOfCustomer(rule))
    this.customerRules = customer ? limits.filter(isOfCustomer) : []
  }

  /** Ids of the customer's limits that count the part and are in reach. */
  ofCustomer(placed: Placed): readonly string[] {
    return this.customerRules.filter(rule => this.counts(rule, placed)).map(({ id }) => id)
  }

  /** Its resources with limits in reach. */
  limitedBy({ start, resourceIds }: Placed): readonly string[] {
    return resourceIds.filter(id => this.rules.some(rule => this.isLimited(rule, id, start)))
  }

  reachable(limits: readonly Limit[], start: number): readonly Limit[] {
    return limits.length === 0 ? limits : limits.filter(({ rule, used }) => this.isReachable(rule, used, start))
  }

  targets(rule: RuleInput, resourceId: string): boolean {
    const resource = this.snapshot.resources.get(resourceId)
    return resource !== undefined && ruleLevel(rule, resource) >= 0
  }

  /** The days of its start, in each resource's zone. */
  daysOf({ start }: Placed): string {
    return this.zones.map(zone => zone.dayOf(start)).join()
  }

  private get zones(): readonly Zone[] {
    this.days ??= [...new Set(this.parts.flatMap(part => part().resourceQueries.map(({ zone }) => zone)))]
    return this.days
  }

  /** A customer's limits count in each resource's zone, by start. */
  private counts(rule: LimitRule, { start, resourceIds }: Placed): boolean {
    const request = this.parts[0]?.().request
    if (!request || !resourceIds.some(id => this.targets(rule, id))) return false
    return this.zones.some(zone => this.isReachable(rule, this.snapshot.usageOfCustomer(rule, zone, request), start))
  }

  private isLimited(rule: LimitRule, resourceId: string, start: number): boolean {
    const resource = this.snapshot.resources.get(resourceId)
    if (!resource || ruleLevel(rule, resource) < 0) return false
    const zone = this.snapshot.scheduleOf(resource)?.zone ?? this.snapshot.zone
    return this.isReachable(rule, this.snapshot.usageOf(rule, zone, this.snapshot.load(resourceId)), start)
  }

  /** All parts together exceed the rest of the limit. */
  private isReachable(rule: LimitRule, used: StepFunction, instant: number): boolean {
    let units = this.units.get(rule)
    if (units === undefined) {
      units = this.parts.reduce((sum, part) => {
        const { length, quantity } = part().request
        return sum + limitUnits(rule, 0, length, quantity)
      }, 0)
      this.units.set(rule, units)
    }
    return used.valueAt(instant) + units > rule.parameters.max
  }
}
