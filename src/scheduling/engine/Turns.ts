import { type Intervals, MINUTE, periodEnd, periodStart } from '../../declare'
import { toMillis } from '../../resources/instants'
import { lengthWithin } from '../intervals/lengthWithin'
import type { RuleSet } from '../rules/RuleIndex'
import type { ResourceInput, VariantInput } from '../snapshot'
import type { GroupQuery } from './AvailabilityQuery'
import type { Horizon } from './Horizon'
import type { CompiledSchedule } from './IndexedSnapshot'
import { openTime } from './openCapacity'
import type { ResourceQuery } from './ResourceQuery'
import type { ResolvedRequest } from './resolveRequest'
import { withoutBusy } from './timeline'

export type TurnRule = Exclude<VariantInput['allocation'], 'priority' | undefined>

export interface Turn {
  readonly query: ResourceQuery
  /** Of the week, without buffers; null where they do not matter. */
  readonly takenMinutes: number | null
  readonly openMinutes: number | null
  /** A larger weight takes a larger share. */
  readonly weight: number
  /** Epoch ms of the variant's latest booking on it. */
  readonly lastBookedAt: number | null
}

type Share = Turn & { readonly takenMinutes: number; readonly openMinutes: number }

/** For starts in `[from, to)`. */
interface Week {
  readonly from: number
  readonly to: number
  readonly turns: readonly (readonly Turn[])[]
}

/** A group's order where that is not by priority (docs/domain.md#fair-choice). */
export class Turns {
  readonly rule: TurnRule
  private readonly request: ResolvedRequest
  private readonly groups: readonly GroupQuery[]
  private readonly weeks: Week[] = []
  private horizon: Horizon | undefined
  /** Over the horizon. */
  private readonly open = new Map<RuleSet, Map<CompiledSchedule | undefined, Intervals>>()

  constructor(rule: TurnRule, request: ResolvedRequest, groups: readonly GroupQuery[]) {
    this.rule = rule
    this.request = request
    this.groups = groups
  }

  at(start: number): Week {
    return this.weeks.findLast(({ from, to }) => from <= start && start < to) ?? this.addWeek(start)
  }

  /** The first free one; the group must be evaluated. */
  first(group: number, start: number): ResourceQuery | undefined {
    return this.at(start).turns[group]?.find(({ query }) => query.failure < 0)?.query
  }

  private addWeek(start: number): Week {
    const { zone, weekStartsOn } = this.request.snapshot
    const first = periodStart(zone.dayOf(start), 'week', weekStartsOn)
    const [from, to] = [zone.startOfDay(first), zone.startOfDay(periodEnd(first, 'week'))]
    const turns = this.groups.map(({ resourceQueries }) =>
      this.rule === 'rotation'
        ? resourceQueries.map(query => this.lastBooked(query)).sort(byLastBooking)
        : resourceQueries.map(query => this.share(query, from, to)).sort(byShare),
    )
    const week = { from, to, turns }
    this.weeks.push(week)
    return week
  }

  private lastBooked(query: ResourceQuery): Turn {
    const { snapshot, variant, excludeBookingId } = this.request
    const lastBookedAt = snapshot.lastBooked(variant.id, query.resource.id, excludeBookingId)
    return { query, takenMinutes: null, openMinutes: null, weight: 1, lastBookedAt }
  }

  private share(query: ResourceQuery, from: number, to: number): Share {
    const { snapshot, excludeBookingId } = this.request
    const { resource } = query
    const taken = lengthWithin(snapshot.load(resource.id, excludeBookingId).taken, from, to)
    const since = resource.createdAt === undefined ? from : Math.max(from, toMillis(resource.createdAt))
    const open = lengthWithin(
      withoutBusy(snapshot, resource, this.openTime(resource, snapshot.horizon(from, to))),
      since,
      to,
    )
    const weight = this.weightOf(resource.id)
    return { query, takenMinutes: minutes(taken), openMinutes: minutes(open), weight, lastBookedAt: null }
  }

  private weightOf(id: string): number {
    if (this.rule !== 'weighted') return 1
    return this.request.variant.weights?.find(({ resourceId }) => resourceId === id)?.weight ?? 1
  }

  private openTime(resource: ResourceInput, horizon: Horizon): Intervals {
    if (horizon !== this.horizon) {
      this.horizon = horizon
      this.open.clear()
    }
    const { snapshot } = this.request
    const rules = snapshot.rules.eligible(resource, null)
    const schedule = snapshot.scheduleOf(resource)
    const bySchedule = this.open.get(rules) ?? new Map<CompiledSchedule | undefined, Intervals>()
    this.open.set(rules, bySchedule)
    const open = bySchedule.get(schedule) ?? openTime(snapshot, resource, horizon.from, horizon.until)
    bySchedule.set(schedule, open)
    return open
  }
}

/** Before any instant. */
const NEVER = -1

const minutes = (millis: number): number => Math.floor(millis / MINUTE)

/** Exact: minutes of a week multiply without rounding. */
function byShare(one: Share, other: Share): number {
  return (
    Number(one.openMinutes === 0) - Number(other.openMinutes === 0) ||
    one.takenMinutes * other.openMinutes * other.weight - other.takenMinutes * one.openMinutes * one.weight
  )
}

function byLastBooking(one: Turn, other: Turn): number {
  return (one.lastBookedAt ?? NEVER) - (other.lastBookedAt ?? NEVER)
}
