import { datedHours, type Intervals, mergeIntervals, type Zone, zoneOf } from '../../declare'
import { toMillis } from '../../resources/instants'
import type { StepFunction } from '../intervals/StepFunction'
import { Load, takesCapacity } from '../load/Load'
import { Periods, usageByPeriod } from '../load/usageByPeriod'
import { RuleIndex } from '../rules/RuleIndex'
import { ruleLevel } from '../rules/resolveRules'
import { TimeslotTable } from '../schedule/TimeslotTable'
import type {
  AllocationInput,
  BusyTimesInput,
  ResourceInput,
  RuleInput,
  ScheduleInput,
  Snapshot,
  TurnInput,
  VariantInput,
} from '../snapshot'
import { Horizon } from './Horizon'
import type { ResolvedRequest } from './resolveRequest'

export interface CompiledSchedule {
  readonly schedule: ScheduleInput
  readonly zone: Zone
  readonly hours: ReturnType<typeof datedHours>
}

const NO_RULES: readonly RuleInput[] = []
const compiledSchedules = new WeakMap<ScheduleInput, CompiledSchedule>()
const ruleIndexes = new WeakMap<readonly RuleInput[], RuleIndex>()

function compile(schedule: ScheduleInput): CompiledSchedule {
  let compiled = compiledSchedules.get(schedule)
  if (!compiled) {
    compiled = { schedule, zone: zoneOf(schedule.timeZone), hours: datedHours(schedule) }
    compiledSchedules.set(schedule, compiled)
  }
  return compiled
}

function rulesOf(rules: readonly RuleInput[]): RuleIndex {
  let index = ruleIndexes.get(rules)
  if (!index) {
    index = new RuleIndex(rules)
    ruleIndexes.set(rules, index)
  }
  return index
}

export class IndexedSnapshot {
  readonly records: Snapshot
  readonly now: number
  readonly zone: Zone
  readonly weekStartsOn: number
  readonly rules: RuleIndex
  readonly resources: ReadonlyMap<string, ResourceInput>
  readonly schedules: ReadonlyMap<string, CompiledSchedule>
  private readonly all: AllocationInput[] = []
  private readonly allocations = new Map<string, AllocationInput[]>()
  private readonly busyTimes = new Map<string, BusyTimesInput[]>()
  private booked: Map<string, string[]> | undefined
  private readonly assigned = new Map<VariantInput, readonly ResourceInput[]>()
  private readonly periods = new Map<string, Periods>()
  private readonly usages = new Map<string, StepFunction>()
  private readonly usagesOfLoads = new WeakMap<Load, Map<RuleInput, StepFunction>>()
  private readonly loads = new Map<string, Load>()
  private readonly busyElsewhere = new Map<string, Intervals>()
  private readonly tables = new Map<string, TimeslotTable>()
  private readonly families = new Map<string, readonly string[]>()
  private children: Map<string, string[]> | undefined
  private current: Horizon | undefined
  private turns: TurnInput[]

  constructor(records: Snapshot) {
    this.records = records
    this.now = toMillis(records.now)
    this.zone = zoneOf(records.tenant.timeZone)
    this.weekStartsOn = records.tenant.weekStartsOn ?? 1
    this.rules = rulesOf(records.rules ?? NO_RULES)
    this.resources = new Map(records.resources.map(resource => [resource.id, resource]))
    this.schedules = new Map(
      records.schedules.map(schedule => {
        return [schedule.id, compile(schedule)]
      }),
    )
    this.turns = [...(records.turns ?? [])]
    for (const allocation of records.allocations ?? []) this.add(allocation)
    for (const times of records.busyTimes ?? []) append(this.busyTimes, times.allocation.resourceId, times)
  }

  take(allocations: readonly AllocationInput[]): void {
    for (const allocation of allocations) {
      this.add(allocation)
      const load = this.loads.get(allocation.resourceId)
      if (load && takesCapacity(allocation, this.now)) this.loads.set(allocation.resourceId, load.with([allocation]))
    }
    const latest = this.turns.reduce((latest, { bookedAt }) => Math.max(latest, bookedAt), this.now)
    this.turns.push(
      ...allocations.map(({ variantId, resourceId, bookingId }) => {
        return { variantId, resourceId, bookingId, bookedAt: latest + 1 }
      }),
    )
    this.usages.clear()
    this.tables.clear()
    this.booked = undefined
  }

  /** As if more were booked, one after the other. Shares the rest. */
  with(bookings: readonly (readonly AllocationInput[])[]): IndexedSnapshot {
    const copy: IndexedSnapshot = Object.assign(Object.create(IndexedSnapshot.prototype), this, {
      all: [...this.all],
      allocations: new Map(this.allocations),
      loads: new Map(this.loads),
      usages: new Map(),
      tables: new Map(),
      turns: [...this.turns],
    })
    for (const { resourceId } of bookings.flat())
      copy.allocations.set(resourceId, [...(this.allocations.get(resourceId) ?? [])])
    for (const allocations of bookings) copy.take(allocations)
    return copy
  }

  /** The latest standing booking's time, in epoch ms. */
  lastBooked(variantId: string, resourceId: string, excludeBookingId?: string): number | null {
    const times = this.turns.flatMap(one =>
      one.variantId === variantId && one.resourceId === resourceId && one.bookingId !== excludeBookingId
        ? [one.bookedAt]
        : [],
    )
    return times.length > 0 ? Math.max(...times) : null
  }

  private add(allocation: AllocationInput): void {
    if (!takesCapacity(allocation, this.now)) return
    this.all.push(allocation)
    append(this.allocations, allocation.resourceId, allocation)
  }

  assignedTo(variant: VariantInput): readonly ResourceInput[] {
    let found = this.assigned.get(variant)
    if (!found) {
      found = [...variant.resources]
        .sort((a, b) => a.priority - b.priority)
        .map(({ resourceId }) => this.resource(resourceId))
      this.assigned.set(variant, found)
    }
    return found
  }

  /** @throws RangeError for an unknown resource */
  private resource(id: string): ResourceInput {
    const resource = this.resources.get(id)
    if (!resource) throw new RangeError(`Resource ${id} is not in the snapshot`)
    return resource
  }

  /** Its own schedule or the tenant's default (docs/domain.md#resource-types-and-resources). */
  scheduleOf(resource: ResourceInput): CompiledSchedule | undefined {
    const id = resource.scheduleId ?? this.records.tenant.defaultScheduleId
    return id ? this.schedule(id) : undefined
  }

  /** @throws RangeError for an unknown schedule */
  schedule(id: string): CompiledSchedule {
    const schedule = this.schedules.get(id)
    if (!schedule) throw new RangeError(`Schedule ${id} is not in the snapshot`)
    return schedule
  }

  load(resourceId: string, excludeBookingId?: string): Load {
    let load = this.loads.get(resourceId)
    if (!load) {
      load = Load.of(this.allocations.get(resourceId) ?? [], this.busyTimes.get(resourceId) ?? [])
      this.loads.set(resourceId, load)
    }
    const isItsOwn = excludeBookingId && this.bookedBy(excludeBookingId).includes(resourceId)
    return isItsOwn ? load.without(excludeBookingId) : load
  }

  private bookedBy(bookingId: string): readonly string[] {
    if (!this.booked) {
      this.booked = new Map()
      for (const { bookingId, resourceId } of this.all) append(this.booked, bookingId, resourceId)
    }
    return this.booked.get(bookingId) ?? []
  }

  externalBusy(resourceId: string): Intervals {
    let busy = this.busyElsewhere.get(resourceId)
    if (!busy) {
      const times = (this.records.externalBusy ?? []).flatMap(one => (one.resourceId === resourceId ? one.times : []))
      busy = mergeIntervals({ starts: times.map(([start]) => start), ends: times.map(([, end]) => end) })
      this.busyElsewhere.set(resourceId, busy)
    }
    return busy
  }

  usageOf(rule: RuleInput<'booking_limit'>, zone: Zone, load: Load): StepFunction {
    let usages = this.usagesOfLoads.get(load)
    if (!usages) {
      usages = new Map()
      this.usagesOfLoads.set(load, usages)
    }
    // A load belongs to one resource, hence one zone.
    let usage = usages.get(rule)
    if (!usage) {
      usage = usageByPeriod(rule, load, zone, this.periodsOf(rule, zone))
      usages.set(rule, usage)
    }
    return usage
  }

  /** Over all resources that the rule targets. */
  usageOfCustomer(
    rule: RuleInput<'booking_limit'>,
    zone: Zone,
    { customer, excludeBookingId }: Pick<ResolvedRequest, 'customer' | 'excludeBookingId'>,
  ): StepFunction {
    const key = `${rule.id}|${zone.timeZone}|${customer?.id}|${excludeBookingId ?? ''}`
    let usage = this.usages.get(key)
    if (!usage) {
      const byBooking = new Map<string, AllocationInput>()
      for (const allocation of this.all) {
        const { bookingId, resourceId, customerId } = allocation
        if (!customerId || customerId !== customer?.id || bookingId === excludeBookingId) continue
        const resource = this.resources.get(resourceId)
        if (resource && ruleLevel(rule, resource) >= 0) byBooking.set(bookingId, allocation)
      }
      usage = usageByPeriod(rule, Load.of([...byBooking.values()], []), zone, this.periodsOf(rule, zone))
      this.usages.set(key, usage)
    }
    return usage
  }

  private periodsOf({ parameters: { period } }: RuleInput<'booking_limit'>, zone: Zone): Periods {
    const key = `${period}|${zone.timeZone}`
    let periods = this.periods.get(key)
    if (!periods) {
      periods = new Periods(period, zone, this.weekStartsOn)
      this.periods.set(key, periods)
    }
    return periods
  }

  timeslots(scheduleId: string, excludeBookingId?: string): TimeslotTable {
    const key = `${scheduleId}|${excludeBookingId ?? ''}`
    let table = this.tables.get(key)
    if (!table) {
      const slots = this.records.timeslots?.filter(slot => slot.scheduleId === scheduleId) ?? []
      const others = this.all.filter(({ bookingId }) => bookingId !== excludeBookingId)
      table = new TimeslotTable(slots, others)
      this.tables.set(key, table)
    }
    return table
  }

  /** Ancestors and descendants (docs/domain.md#capacity-of-a-resource). */
  family(resourceId: string): readonly string[] {
    let family = this.families.get(resourceId)
    if (!family) {
      family = [...this.ancestors(resourceId), ...this.descendants(resourceId)]
      this.families.set(resourceId, family)
    }
    return family
  }

  /** Widens the cached horizon while that is cheap. */
  horizon(from: number, until: number): Horizon {
    if (!this.current?.covers(from, until)) this.current = Horizon.around(from, until, this.current)
    return this.current
  }

  private ancestors(resourceId: string): string[] {
    const found: string[] = []
    for (let id = this.resources.get(resourceId)?.parentResourceId; id; id = this.resources.get(id)?.parentResourceId) {
      if (found.includes(id) || id === resourceId) break
      found.push(id)
    }
    return found
  }

  private descendants(resourceId: string): string[] {
    const found: string[] = []
    const open = [resourceId]
    for (let id = open.pop(); id; id = open.pop()) {
      for (const child of this.childrenOf(id)) {
        if (child === resourceId || found.includes(child)) continue
        found.push(child)
        open.push(child)
      }
    }
    return found
  }

  private childrenOf(resourceId: string): readonly string[] {
    if (!this.children) {
      this.children = new Map()
      for (const { id, parentResourceId } of this.records.resources) {
        if (!parentResourceId) continue
        append(this.children, parentResourceId, id)
      }
    }
    return this.children.get(resourceId) ?? []
  }
}

function append<T>(lists: Map<string, T[]>, key: string, entry: T): void {
  const list = lists.get(key)
  if (list) list.push(entry)
  else lists.set(key, [entry])
}
