import { NO_INTERVALS } from '../intervals/Intervals'
import { isValidOn } from '../rules/isValidOn'
import { resolveRules } from '../rules/resolveRules'
import { validityBoundaries } from '../rules/validityBoundaries'
import type { ResourceInput, RuleInput } from '../snapshot'
import type { LocalDay } from '../time/localDate'
import type { Zone } from '../time/Zone'
import type { Horizon, Hours } from './Horizon'
import type { ResolvedRequest } from './resolveRequest'
import { Terms } from './Terms'
import type { CompiledSchedule } from './World'

const NO_HOURS: Hours = { key: '', blocks: NO_INTERVALS, windows: NO_INTERVALS }

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

  private readonly rules: readonly RuleInput[]
  private readonly boundaries: readonly LocalDay[]
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
    this.boundaries = validityBoundaries(this.rules)
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
    const season = this.seasonOf(this.zone.dayOf(start))
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

  private seasonOf(day: LocalDay): number {
    let season = 0
    while (season < this.boundaries.length && (this.boundaries[season] as LocalDay) <= day) season++
    return season
  }

  private compile(season: number, horizon: Horizon): Terms {
    const first = this.boundaries[season - 1]
    const next = this.boundaries[season]
    const day = first ?? (next ?? 0) - 1
    const valid = this.boundaries.length === 0 ? this.rules : this.rules.filter(rule => isValidOn(rule, day))
    const from = first === undefined ? Number.NEGATIVE_INFINITY : this.zone.startOfDay(first)
    const until = next === undefined ? Number.POSITIVE_INFINITY : this.zone.startOfDay(next)
    return new Terms(this, resolveRules(valid, this.resource), horizon, from, until)
  }
}
