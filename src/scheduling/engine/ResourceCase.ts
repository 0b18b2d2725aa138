import { NO_INTERVALS } from '../intervals/Intervals'
import type { RuleSet } from '../rules/RuleSet'
import type { ResourceInput } from '../snapshot'
import type { Zone } from '../time/Zone'
import type { Horizon } from './Horizon'
import { Hours } from './Hours'
import type { ResolvedRequest } from './resolveRequest'
import { Terms } from './Terms'
import type { CompiledSchedule } from './World'

const NO_HOURS = new Hours('', NO_INTERVALS)

/** One request put to one resource: finds the terms that hold for a start and asks their checks. */
export class ResourceCase {
  readonly request: ResolvedRequest
  readonly resource: ResourceInput
  /** As the answer lists it, made once: most slots name the same resource. */
  readonly ids: readonly string[]
  readonly zone: Zone
  /** Of the resource and the variant; only the first is missing when the resource has no hours at all. */
  readonly schedule: CompiledSchedule | undefined
  readonly variantSchedule: CompiledSchedule | undefined
  /** Those that are judged by their hours: not by timeslots, unless they are switched off altogether. */
  readonly hourly: readonly CompiledSchedule[]
  /** Those that are judged by their timeslots, the variant's first. */
  readonly timed: readonly CompiledSchedule[]
  /** Order of the check that the last candidate failed here, -1 when it passed all. */
  failure = -1

  private readonly rules: RuleSet
  private horizon: Horizon | undefined
  private terms: (Terms | undefined)[] = []
  private last: Terms | undefined

  constructor(request: ResolvedRequest, resource: ResourceInput) {
    const { world, variant, channelId } = request
    this.request = request
    this.resource = resource
    this.ids = [resource.id]
    this.schedule = world.scheduleOf(resource)
    this.variantSchedule = variant.scheduleId ? world.schedule(variant.scheduleId) : undefined
    const schedules = new Set([this.variantSchedule, this.schedule].filter(one => one !== undefined))
    this.timed = [...schedules].filter(({ schedule }) => schedule.mode === 'timeslots')
    this.hourly = [...schedules].filter(({ schedule }) => schedule.mode !== 'timeslots' || schedule.isActive === false)
    this.zone = this.schedule?.zone ?? world.zone
    this.rules = world.rules.eligible(resource, channelId)
  }

  /** The terms for a booking that starts at `start`; `horizon` must cover the booking. */
  termsAt(start: number, horizon: Horizon): Terms {
    if (horizon !== this.horizon) {
      this.horizon = horizon
      this.terms = []
      this.last = undefined
    }
    const { last } = this
    if (last && last.from <= start && start < last.until) return last
    const season = this.rules.seasonOf(this.zone.dayOf(start))
    let terms = this.terms[season]
    if (!terms) {
      terms = this.compile(season, horizon)
      this.terms[season] = terms
    }
    this.last = terms
    return terms
  }

  /** The open hours of the resource within those of the variant; none for a resource without a schedule. */
  hours(horizon: Horizon): Hours {
    return this.schedule ? horizon.hoursOf(this.hourly) : NO_HOURS
  }

  private compile(index: number, horizon: Horizon): Terms {
    const { first, next, rules } = this.rules.season(index)
    const from = first === undefined ? Number.NEGATIVE_INFINITY : this.zone.startOfDay(first)
    const until = next === undefined ? Number.POSITIVE_INFINITY : this.zone.startOfDay(next)
    return new Terms(this, rules, horizon, from, until)
  }
}
