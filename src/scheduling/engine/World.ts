import type { StepFunction } from '../intervals/StepFunction'
import type { Consumer } from '../load/Consumer'
import { Load, NO_LOAD } from '../load/Load'
import { toConsumer } from '../load/toConsumer'
import { usageByPeriod } from '../load/usageByPeriod'
import { RuleIndex } from '../rules/RuleIndex'
import { ruleLevel } from '../rules/ruleLevel'
import { type ScheduleHours, scheduleHours } from '../schedule/scheduleHours'
import { TimeslotTable } from '../schedule/TimeslotTable'
import type { ResourceInput, RuleInput, ScheduleInput, Snapshot } from '../snapshot'
import { toMillis } from '../time/instant'
import { type Zone, zoneOf } from '../time/Zone'
import { Horizon } from './Horizon'
import type { ResolvedRequest } from './resolveRequest'

/** A schedule ready to be asked. */
export interface CompiledSchedule {
  readonly schedule: ScheduleInput
  readonly zone: Zone
  readonly hours: ScheduleHours
}

/** A snapshot, indexed once so that any number of requests can be judged against it. */
export class World {
  readonly snapshot: Snapshot
  readonly now: number
  readonly zone: Zone
  readonly weekStartsOn: number
  readonly rules: RuleIndex
  readonly resources: ReadonlyMap<string, ResourceInput>
  readonly schedules: ReadonlyMap<string, CompiledSchedule>
  private readonly consumers = new Map<string, Consumer[]>()
  private readonly all: Consumer[] = []
  private readonly usages = new Map<string, StepFunction>()
  private readonly loads = new Map<string, Load>()
  private readonly tables = new Map<string, TimeslotTable>()
  private readonly families = new Map<string, readonly string[]>()
  private children: Map<string, string[]> | undefined
  private current: Horizon | undefined

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.now = toMillis(snapshot.now)
    this.zone = zoneOf(snapshot.tenant.timeZone)
    this.weekStartsOn = snapshot.tenant.weekStartsOn ?? 1
    this.rules = new RuleIndex(snapshot.rules ?? [])
    this.resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))
    this.schedules = new Map(
      snapshot.schedules.map(schedule => {
        return [schedule.id, { schedule, zone: zoneOf(schedule.timeZone), hours: scheduleHours(schedule) }]
      }),
    )
    for (const allocation of snapshot.allocations ?? []) {
      const consumer = toConsumer(allocation, this.now)
      if (!consumer) continue
      this.all.push(consumer)
      const list = this.consumers.get(allocation.resourceId)
      if (list) list.push(consumer)
      else this.consumers.set(allocation.resourceId, [consumer])
    }
  }

  /** The schedule that says when a resource works: its own, else the tenant's default (domain §2.7). */
  scheduleOf(resource: ResourceInput): CompiledSchedule | undefined {
    const id = resource.scheduleId ?? this.snapshot.tenant.defaultScheduleId
    return id ? this.schedule(id) : undefined
  }

  /** Throws `RangeError` for a schedule that the snapshot does not hold: to ignore it would open what it closes. */
  schedule(id: string): CompiledSchedule {
    const schedule = this.schedules.get(id)
    if (!schedule) throw new RangeError(`Schedule ${id} is not in the snapshot`)
    return schedule
  }

  /** What is booked on a resource, without the booking that is being moved. */
  load(resourceId: string, excludeBookingId?: string): Load {
    const consumers = this.consumers.get(resourceId)
    if (!consumers) return NO_LOAD
    if (excludeBookingId && consumers.some(consumer => consumer.allocation.bookingId === excludeBookingId)) {
      return new Load(consumers.filter(consumer => consumer.allocation.bookingId !== excludeBookingId))
    }
    let load = this.loads.get(resourceId)
    if (!load) {
      load = new Load(consumers)
      this.loads.set(resourceId, load)
    }
    return load
  }

  /** How much of a limit the customer has used over all resources that the rule targets (domain §2.8.1). */
  usageOfCustomer(
    rule: RuleInput<'booking_limit'>,
    zone: Zone,
    { customer, excludeBookingId }: Pick<ResolvedRequest, 'customer' | 'excludeBookingId'>,
  ): StepFunction {
    const key = `${rule.id}|${zone.timeZone}|${excludeBookingId ?? ''}`
    let usage = this.usages.get(key)
    if (!usage) {
      const byBooking = new Map<string, Consumer>()
      for (const consumer of this.all) {
        const { bookingId, resourceId, customerId } = consumer.allocation
        const resource = this.resources.get(resourceId)
        if (customerId !== customer?.id || bookingId === excludeBookingId) continue
        if (resource && ruleLevel(rule, resource) >= 0) byBooking.set(bookingId, consumer)
      }
      usage = usageByPeriod(rule, [...byBooking.values()], zone, this.weekStartsOn)
      this.usages.set(key, usage)
    }
    return usage
  }

  /** The timeslots of a schedule with what is booked on them. */
  timeslots(scheduleId: string, excludeBookingId?: string): TimeslotTable {
    const key = `${scheduleId}|${excludeBookingId ?? ''}`
    let table = this.tables.get(key)
    if (!table) {
      const slots = this.snapshot.timeslots?.filter(slot => slot.scheduleId === scheduleId) ?? []
      const others = this.all.filter(consumer => consumer.allocation.bookingId !== excludeBookingId)
      table = new TimeslotTable(slots, others)
      this.tables.set(key, table)
    }
    return table
  }

  /** The ancestors and descendants of a resource: booking one blocks the others (domain §3.6). */
  family(resourceId: string): readonly string[] {
    let family = this.families.get(resourceId)
    if (!family) {
      family = [...this.ancestors(resourceId), ...this.descendants(resourceId)]
      this.families.set(resourceId, family)
    }
    return family
  }

  /** Hours and patterns worked out for at least `[from, until)`; kept, and widened while that stays cheap. */
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
      for (const { id, parentResourceId } of this.snapshot.resources) {
        if (!parentResourceId) continue
        const list = this.children.get(parentResourceId)
        if (list) list.push(id)
        else this.children.set(parentResourceId, [id])
      }
    }
    return this.children.get(resourceId) ?? []
  }
}
