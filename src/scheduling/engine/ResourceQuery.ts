import type { Zone } from '../../declare'
import type { SpanMinutes } from '../load/spans'
import type { RuleSet } from '../rules/RuleIndex'
import type { ResourceInput } from '../snapshot'
import { Constraints } from './Constraints'
import type { Horizon, Hours } from './Horizon'
import type { CompiledSchedule } from './IndexedSnapshot'
import type { ResolvedRequest } from './resolveRequest'

export class ResourceQuery {
  readonly request: ResolvedRequest
  readonly resource: ResourceInput
  /** Most slots name the same resource. */
  readonly ids: readonly string[]
  readonly zone: Zone
  readonly schedule: CompiledSchedule | undefined
  readonly variantSchedule: CompiledSchedule | undefined
  /** Without timeslots, or inactive. */
  readonly hourly: readonly CompiledSchedule[]
  readonly timed: readonly CompiledSchedule[]
  /** Undefined if a booking takes it throughout. */
  readonly spanMinutes: SpanMinutes | undefined
  failure = -1

  private readonly rules: RuleSet
  private horizon: Horizon | undefined
  private constraints: (Constraints | undefined)[] = []
  private last: Constraints | undefined

  constructor(request: ResolvedRequest, resource: ResourceInput) {
    const { snapshot, variant, channelId } = request
    this.request = request
    this.resource = resource
    this.ids = [resource.id]
    this.spanMinutes = request.phased?.spansOf(resource)
    this.schedule = snapshot.scheduleOf(resource)
    this.variantSchedule = variant.scheduleId ? snapshot.schedule(variant.scheduleId) : undefined
    const schedules = new Set([this.variantSchedule, this.schedule].filter(one => one !== undefined))
    this.timed = [...schedules].filter(({ schedule }) => schedule.mode === 'timeslots')
    this.hourly = [...schedules].filter(({ schedule }) => schedule.mode !== 'timeslots' || schedule.isActive === false)
    this.zone = this.schedule?.zone ?? snapshot.zone
    this.rules = snapshot.rules.eligible(resource, channelId)
  }

  constraintsAt(start: number, horizon: Horizon): Constraints {
    if (horizon !== this.horizon) {
      this.horizon = horizon
      this.constraints = []
      this.last = undefined
    }
    const { last } = this
    if (last && last.from <= start && start < last.until) return last
    const season = this.rules.seasonOf(this.zone.dayOf(start))
    let constraints = this.constraints[season]
    if (!constraints) {
      constraints = this.compile(season, horizon)
      this.constraints[season] = constraints
    }
    this.last = constraints
    return constraints
  }

  hours(horizon: Horizon): Hours {
    return horizon.hoursOf(this.schedule ? this.hourly : [])
  }

  private compile(index: number, horizon: Horizon): Constraints {
    const { first, next, rules } = this.rules.season(index)
    const from = first === undefined ? Number.NEGATIVE_INFINITY : this.zone.startOfDay(first)
    const until = next === undefined ? Number.POSITIVE_INFINITY : this.zone.startOfDay(next)
    return new Constraints(this, rules, horizon, from, until)
  }
}
