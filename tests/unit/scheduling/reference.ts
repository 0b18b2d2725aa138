import { Temporal } from 'temporal-polyfill'
import type { WeeklyHoursInput } from '../../../src/hours/hoursInput'
import type {
  AllocationInput,
  BookingRequest,
  ResourceInput,
  RuleInput,
  RuleType,
  ScheduleInput,
  Snapshot,
  VariantInput,
} from '../../../src/scheduling'

/**
 * docs/domain.md#availability written down as plainly as it reads, with Temporal for every conversion and no care for
 * speed. It shares nothing with the engine but the types of its input.
 */
const MINUTE = 60_000
type Block = [start: number, end: number]

const ms = (instant: string | number | Date | null | undefined) => new Date(instant as string).getTime()
const memo = <T>(cache: Map<string, T>, key: string, make: () => T): T => {
  const value = cache.get(key) ?? make()
  cache.set(key, value)
  return value
}
const dates = new Map<string, Temporal.PlainDate>()
const dateOf = (instant: number, zone: string) => {
  return memo(dates, `${instant} ${zone}`, () => {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
  })
}
const toInstant = (date: Temporal.PlainDate, time: string, zone: string) => {
  const [day, clock] = time === '24:00' ? [date.add({ days: 1 }), '00:00'] : [date, time]
  return day.toPlainDateTime(Temporal.PlainTime.from(clock)).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds
}
const between = (date: Temporal.PlainDate, from?: string | null, until?: string | null) => {
  return (!from || date.toString() >= from) && (!until || date.toString() <= until)
}
const inRange = (date: Temporal.PlainDate, from?: string | null, until?: string | null, yearly?: boolean) => {
  if (!yearly || !from || !until) return between(date, from, until)
  const [day, first, last] = [date.toString(), from, until].map(text => text.slice(5)) as [string, string, string]
  return first <= last ? first <= day && day <= last : first <= day || day <= last
}

/** Blocks of the local dates around `[from, to]`, whatever says which hours a date has. */
function blocks(
  from: number,
  to: number,
  zone: string,
  hoursOn: (date: Temporal.PlainDate) => readonly Omit<WeeklyHoursInput, 'dayOfWeek'>[],
): Block[] {
  const found: Block[] = []
  const last = dateOf(to, zone).add({ days: 1 })
  for (
    let date = dateOf(from, zone).subtract({ days: 2 });
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    if (!dateOf(toInstant(date, '00:00', zone), zone).equals(date)) continue
    for (const { startTime, endTime } of hoursOn(date)) {
      const endDate = endTime < startTime ? date.add({ days: 1 }) : date
      const block: Block = [toInstant(date, startTime, zone), toInstant(endDate, endTime, zone)]
      if (block[1] > block[0]) found.push(block)
    }
  }
  return found
}

const scheduleBlocks = (schedule: ScheduleInput, from: number, to: number): Block[] => {
  if (schedule.isActive === false) return []
  return blocks(from, to, schedule.timeZone, date => {
    if (!between(date, schedule.validFrom, schedule.validUntil)) return []
    const overrides = schedule.dateOverrides ?? []
    const override =
      overrides.find(one => !one.repeatsYearly && inRange(date, one.startDate, one.endDate)) ??
      overrides.find(one => one.repeatsYearly && inRange(date, one.startDate, one.endDate, true))
    if (override) return override.isClosed ? [] : (override.hours ?? [])
    return schedule.weeklyHours.filter(hours => hours.dayOfWeek === date.dayOfWeek)
  })
}

const patternBlocks = (
  rule: RuleInput<'blackout' | 'capacity_override'>,
  from: number,
  to: number,
  zone: string,
): Block[] => {
  const { startDate, endDate, daysOfWeek, startTime, endTime } = rule.parameters
  const repeatsYearly = rule.ruleType === 'blackout' && rule.parameters.repeatsYearly
  return blocks(from, to, zone, date => {
    if (!inRange(date, startDate, endDate, repeatsYearly)) return []
    if (daysOfWeek?.length && !daysOfWeek.includes(date.dayOfWeek)) return []
    return [{ startTime: startTime ?? '00:00', endTime: endTime ?? '24:00' }]
  })
}

/** Is every instant of `[start, end)` in some block? */
function covered(all: readonly Block[], start: number, end: number): boolean {
  let reached = start
  while (reached < end) {
    const further = Math.max(...all.filter(([from, to]) => from <= reached && reached < to).map(([, to]) => to))
    if (further === Number.NEGATIVE_INFINITY) return false
    reached = further
  }
  return true
}
const touches = (all: readonly Block[], start: number, end: number) =>
  all.some(([from, to]) => from < end && start < to)

const intersect = (a: readonly Block[], b: readonly Block[]): Block[] => {
  const all = a.flatMap(([s1, e1]) => b.map(([s2, e2]): Block => [Math.max(s1, s2), Math.min(e1, e2)]))
  return all.filter(([start, end]) => start < end)
}

const level = (rule: RuleInput, resource: ResourceInput) => {
  if (rule.resourceIds?.includes(resource.id)) return 2
  if (rule.resourceTypeIds?.includes(resource.resourceTypeId)) return 1
  return rule.applyToAllResources ? 0 : -1
}

const consumes = (one: AllocationInput, now: number) => {
  if (one.status === 'held') return one.holdExpiresAt != null && ms(one.holdExpiresAt) > now
  return ['pending', 'confirmed', 'completed', 'no_show'].includes(one.status)
}
/** Buffers lie around the whole of what it takes. */
const buffered = (spans: readonly Block[], before: number, after: number): Block[] =>
  spans.map(([from, to], i) => [i === 0 ? from - before : from, i === spans.length - 1 ? to + after : to])
const blocked = (one: AllocationInput): Block[] => {
  const start = ms(one.startsAt)
  const spans = one.spanMinutes?.map(([from, to]): Block => [start + from * MINUTE, start + to * MINUTE])
  return buffered(
    spans ?? [[start, ms(one.endsAt)]],
    (one.bufferBeforeMinutes ?? 0) * MINUTE,
    (one.bufferAfterMinutes ?? 0) * MINUTE,
  )
}

export class Reference {
  private readonly snapshot: Snapshot
  private readonly request: BookingRequest
  private readonly variant: VariantInput
  private readonly now: number
  private readonly quantity: number
  private readonly range: Block
  private readonly blocks = new Map<string, Block[]>()
  private readonly turns = new Map<string, ResourceInput[]>()

  /** `range` is where candidates will lie. */
  constructor(snapshot: Snapshot, request: BookingRequest, range: Block) {
    this.range = [range[0] - 86_400_000, range[1] + 86_400_000]
    this.snapshot = snapshot
    this.request = request
    this.variant = snapshot.variants.find(one => one.id === request.variantId) as VariantInput
    this.now = ms(snapshot.now)
    this.quantity = request.quantity ?? this.variant.minQuantity ?? 1
  }

  get members(): ResourceInput[] {
    const ids = [...this.variant.resources].sort((a, b) => a.priority - b.priority).map(one => one.resourceId)
    return ids.map(id => this.snapshot.resources.find(one => one.id === id) as ResourceInput)
  }

  get groups(): ResourceInput[][] {
    const selection = this.variant.resourceSelection ?? 'any'
    if (selection === 'any') return [this.members]
    if (selection === 'all') return this.members.map(one => [one])
    return [...new Set(this.members.map(one => one.resourceTypeId))].map(type =>
      this.members.filter(one => one.resourceTypeId === type),
    )
  }

  schedulesOf(resource: ResourceInput): ScheduleInput[] {
    const own = this.snapshot.schedules.find(
      one => one.id === (resource.scheduleId ?? this.snapshot.tenant.defaultScheduleId),
    )
    if (!own) return []
    const offered = this.snapshot.schedules.find(one => one.id === this.variant.scheduleId)
    return offered && offered !== own ? [own, offered] : [own]
  }

  zoneOf(resource: ResourceInput): string {
    return this.schedulesOf(resource)[0]?.timeZone ?? this.snapshot.tenant.timeZone
  }

  hours(resource: ResourceInput): Block[] {
    return memo(this.blocks, resource.id, () => {
      const schedules = this.schedulesOf(resource).filter(one => one.mode !== 'timeslots')
      const [first, second] = schedules.map(one => scheduleBlocks(one, ...this.range))
      return first && second ? intersect(first, second) : (first ?? [])
    })
  }

  pattern(rule: RuleInput<'blackout' | 'capacity_override'>, zone: string): Block[] {
    return memo(this.blocks, `${rule.id} ${zone}`, () => patternBlocks(rule, ...this.range, zone))
  }

  opening({ id, parameters }: RuleInput<'opening_hours'>, zone: string): Block[] {
    return memo(this.blocks, `${id} ${zone}`, () => {
      return blocks(...this.range, zone, date =>
        (parameters.weeklyHours ?? []).filter(one => one.dayOfWeek === date.dayOfWeek),
      )
    })
  }

  rules<T extends RuleType>(type: T, resource: ResourceInput, start: number): RuleInput<T>[] {
    const channelId = this.request.channelId ?? this.snapshot.tenant.defaultChannelId
    const date = dateOf(start, this.zoneOf(resource))
    const eligible = (this.snapshot.rules ?? []).filter(rule => {
      if (rule.ruleType !== type || rule.isActive === false || level(rule, resource) < 0) return false
      if (rule.channelIds?.length && !rule.channelIds.includes(channelId ?? '')) return false
      return between(date, rule.validFrom, rule.validUntil)
    })
    if (['blackout', 'opening_hours', 'booking_limit', 'approval_required'].includes(type))
      return eligible as RuleInput<T>[]
    const rank = (rule: RuleInput) => level(rule, resource) * 2 + (rule.channelIds?.length ? 1 : 0)
    const highest = Math.max(...eligible.map(rank))
    return eligible.filter(rule => rank(rule) === highest) as RuleInput<T>[]
  }

  consumers(resourceId: string): AllocationInput[] {
    return (this.snapshot.allocations ?? []).filter(one => {
      return one.resourceId === resourceId && one.bookingId !== this.request.excludeBookingId && consumes(one, this.now)
    })
  }

  family(id: string): string[] {
    const parentOf = (one: string) => this.snapshot.resources.find(({ id }) => id === one)?.parentResourceId
    const above = (one: string): string[] => {
      const parent = parentOf(one)
      return parent ? [parent, ...above(parent)] : []
    }
    return this.snapshot.resources.map(one => one.id).filter(one => above(id).includes(one) || above(one).includes(id))
  }

  /** When a booking takes the resource: minute by minute, unless the phase of the minute frees it. */
  spans(resource: ResourceInput, start: number, end: number): Block[] {
    const needs = (this.variant.phases ?? []).flatMap(({ minutes, frees }) =>
      Array.from({ length: minutes }, () => !frees.includes(resource.resourceTypeId)),
    )
    if (needs.length * MINUTE !== end - start) return [[start, end]]
    const edges = needs.flatMap((need, i) => (need !== (needs[i - 1] ?? false) ? [start + i * MINUTE] : []))
    if (needs.at(-1)) edges.push(end)
    return edges.flatMap((edge, i): Block[] => (i % 2 === 0 ? [[edge, edges[i + 1] as number]] : []))
  }

  /** Is `start` one of the times that the resource's hours and grid offer? */
  isOffered(resource: ResourceInput, start: number, end: number): boolean {
    const timed = this.schedulesOf(resource).filter(one => one.mode === 'timeslots')
    if (timed.length > 0) {
      const first = timed.find(one => one.id === this.variant.scheduleId) ?? timed[0]
      return (this.snapshot.timeslots ?? []).some(one => one.scheduleId === first?.id && ms(one.startsAt) === start)
    }
    const hours = this.hours(resource)
    const [interval] = [...this.rules('start_interval', resource, start)].sort((a, b) => (a.id < b.id ? -1 : 1))
    const [first] = this.variant.phases ?? []
    if (!covered(hours, start, first ? start + first.minutes * MINUTE : end)) return false
    return interval ? this.obeysClock(interval, resource, start) : this.isOnGrid(hours, start)
  }

  isOnGrid(hours: readonly Block[], start: number): boolean {
    const step = (this.variant.slotIntervalMinutes ?? 15) * MINUTE
    return hours.some(([from, to]) => from <= start && start < to && (start - from) % step === 0)
  }

  obeysClock(rule: RuleInput<'start_interval'>, resource: ResourceInput, start: number): boolean {
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(this.zoneOf(resource))
    const { intervalMinutes, offsetMinutes = 0 } = rule.parameters
    return local.second === 0 && (local.hour * 60 + local.minute) % intervalMinutes === offsetMinutes
  }

  capacityAt(resource: ResourceInput, bookingStart: number, instant: number): number {
    const active = this.rules('capacity_override', resource, bookingStart).filter(rule => {
      return touches(this.pattern(rule, this.zoneOf(resource)), instant, instant + 1)
    })
    return active.length > 0 ? Math.min(...active.map(rule => rule.parameters.capacity)) : resource.capacity
  }

  /** The instants within `[from, to)` at which a capacity or a load may change. */
  moments(resource: ResourceInput, bookingStart: number, from: number, to: number): number[] {
    const edges = [
      ...this.consumers(resource.id).flatMap(blocked).flat(),
      ...this.rules('capacity_override', resource, bookingStart).flatMap(rule =>
        this.pattern(rule, this.zoneOf(resource)).flat(),
      ),
    ]
    return [from, ...edges.filter(edge => from < edge && edge < to)]
  }

  buffers(resource: ResourceInput, start: number): [before: number, after: number] {
    const rules = this.rules('buffer', resource, start).map(rule => rule.parameters)
    return [
      Math.max(this.variant.bufferBeforeMinutes ?? 0, ...rules.map(one => one.beforeMinutes ?? 0)) * MINUTE,
      Math.max(this.variant.bufferAfterMinutes ?? 0, ...rules.map(one => one.afterMinutes ?? 0)) * MINUTE,
    ]
  }

  used(rule: RuleInput<'booking_limit'>, resource: ResourceInput, start: number): number {
    const zone = this.zoneOf(resource)
    const { period, measure = 'bookings', subject } = rule.parameters
    const periodOf = (instant: number) => {
      const date = dateOf(instant, zone)
      if (period === 'day') return date.toString()
      if (period === 'month') return date.toString().slice(0, 7)
      const weekStartsOn = this.snapshot.tenant.weekStartsOn ?? 1
      return date.subtract({ days: (date.dayOfWeek - weekStartsOn + 7) % 7 }).toString()
    }
    const targeted = this.snapshot.resources.filter(one =>
      subject === 'customer' ? level(rule, one) >= 0 : one === resource,
    )
    const counted = targeted
      .flatMap(one => this.consumers(one.id))
      .filter((one, i, all) => all.findIndex(({ bookingId }) => bookingId === one.bookingId) === i)
      .filter(one => subject !== 'customer' || one.customerId === this.snapshot.customer?.id)
      .filter(one => !rule.channelIds?.length || rule.channelIds.includes(one.channelId ?? ''))
      .filter(one => between(dateOf(ms(one.startsAt), zone), rule.validFrom, rule.validUntil))
      .filter(one => periodOf(ms(one.startsAt)) === periodOf(start))
    const units = counted.map(one => {
      if (measure === 'minutes') return (ms(one.endsAt) - ms(one.startsAt)) / MINUTE
      return measure === 'quantity' ? one.quantity : 1
    })
    return units.reduce((sum, one) => sum + one, 0)
  }

  breaksLimit(subject: 'resource' | 'customer', resource: ResourceInput, start: number, end: number): boolean {
    return this.rules('booking_limit', resource, start).some(rule => {
      const { max, measure = 'bookings', subject: of = 'resource' } = rule.parameters
      if (of !== subject) return false
      const own = { bookings: 1, minutes: (end - start) / MINUTE, quantity: this.quantity }[measure]
      return this.used(rule, resource, start) + own > max
    })
  }

  freeUnits(resource: ResourceInput, start: number, end: number): number {
    return Math.min(...this.spans(resource, start, end).map(span => this.freeUnitsIn(resource, ...span, start)))
  }

  freeUnitsIn(resource: ResourceInput, start: number, end: number, bookingStart: number): number {
    const mode = this.variant.capacityMode ?? 'exclusive'
    const [before, after] = this.buffers(resource, bookingStart)
    const consumers = this.consumers(resource.id)
    const [from, to] = mode === 'pooled' ? [start - before, end + after] : [start, end]
    const left = this.moments(resource, bookingStart, from, to).map(instant => {
      const here = consumers.filter(one => {
        return mode === 'pooled' && one.capacityMode === 'pooled' && touches(blocked(one), instant, instant + 1)
      })
      return this.capacityAt(resource, bookingStart, instant) - here.reduce((sum, one) => sum + one.quantity, 0)
    })
    const joined = mode === 'session' ? consumers.filter(one => this.isSameSession(one, start, end)) : []
    return Math.min(...left) - joined.reduce((sum, one) => sum + one.quantity, 0)
  }

  isSameSession(one: AllocationInput, start: number, end: number): boolean {
    const sameTime = ms(one.startsAt) === start && ms(one.endsAt) === end
    return one.capacityMode === 'session' && one.variantId === this.variant.id && sameTime
  }

  /** Why the resource cannot take the candidate, in reporting order. */
  failure(resource: ResourceInput, start: number, end: number): string | undefined {
    const zone = this.zoneOf(resource)
    const schedules = this.schedulesOf(resource)
    const minutes = (end - start) / MINUTE
    const today = dateOf(this.now, zone)

    const notices = this.rules('min_notice', resource, start).map(rule => rule.parameters.minutes)
    if ((start - this.now) / MINUTE < Math.max(0, this.variant.minNoticeMinutes ?? 0, ...notices))
      return 'notice_too_short'
    const days = [
      ...this.rules('max_advance', resource, start).map(rule => rule.parameters.days),
      this.variant.maxAdvanceDays ?? Number.POSITIVE_INFINITY,
    ]
    if (today.until(dateOf(start, zone)).total('days') > Math.min(...days)) return 'too_far_ahead'

    const timed = schedules.filter(one => one.mode === 'timeslots')
    const hours = this.hours(resource)
    const spans = this.spans(resource, start, end)
    const isCovered = (all: readonly Block[]) => spans.every(span => covered(all, ...span))
    const isTouched = (all: readonly Block[]) => spans.some(span => touches(all, ...span))
    if ((schedules.length === 0 || timed.length < schedules.length) && !isCovered(hours)) return 'outside_schedule'
    for (const rule of this.rules('opening_hours', resource, start)) {
      if (!isCovered(this.opening(rule, zone))) return 'outside_opening_hours'
    }
    const blackouts = this.rules('blackout', resource, start)
    if (blackouts.some(rule => isTouched(this.pattern(rule, zone)))) return 'blackout'

    const runs = timed.map(one => this.run(one, start, end))
    if (runs.some(run => run.length === 0)) return 'no_timeslot'
    if (runs.some(run => run.some(slot => slot.status !== 'open'))) return 'timeslot_closed'
    if (runs.some(run => ms(run.at(-1)?.endsAt) !== end)) return 'duration_mismatch'

    if (minutes !== (this.variant.durationMinutes ?? 60)) return 'duration_out_of_range'
    for (const { parameters } of this.rules('duration_limit', resource, start)) {
      if (minutes < (parameters.minMinutes ?? 0) || minutes > (parameters.maxMinutes ?? Number.POSITIVE_INFINITY))
        return 'duration_out_of_range'
    }
    const clocks = this.rules('start_interval', resource, start)
    if (clocks.some(rule => !this.obeysClock(rule, resource, start))) return 'start_not_on_grid'
    if (clocks.length === 0 && timed.length === 0 && !this.isOnGrid(hours, start)) return 'start_not_on_grid'

    if (this.breaksLimit('resource', resource, start, end)) return 'limit_reached'
    for (const slot of runs.flat()) {
      if (slot.capacity != null && this.bookedOn(slot.id) + this.quantity > slot.capacity) return 'timeslot_full'
    }
    const [before, after] = this.buffers(resource, start)
    const taken = buffered(spans, before, after)
    const meets = (one: AllocationInput) => taken.some(span => touches(blocked(one), ...span))
    const overlapping = this.consumers(resource.id).filter(meets)
    const mode = this.variant.capacityMode ?? 'exclusive'
    const inTheWay = overlapping.filter(one => {
      if (mode === 'pooled') return one.capacityMode !== 'pooled'
      return mode === 'exclusive' || !this.isSameSession(one, start, end)
    })
    if (inTheWay.length > 0) return 'resource_busy'
    if (this.freeUnits(resource, start, end) < this.quantity) return 'capacity_exceeded'
    const relatives = this.family(resource.id).flatMap(id => this.consumers(id))
    if (relatives.some(meets)) return 'related_resource_busy'
    if (this.leavesSmallGap(resource, taken, start)) return 'gap_too_small'
    if (this.snapshot.customer && this.breaksLimit('customer', resource, start, end)) return 'customer_limit_reached'
    return undefined
  }

  /** Between a neighbor and one of its own spans, with nothing of either in between. */
  leavesSmallGap(resource: ResourceInput, own: readonly Block[], start: number): boolean {
    const least = Math.max(0, ...this.rules('min_gap', resource, start).map(rule => rule.parameters.minutes)) * MINUTE
    const others = this.consumers(resource.id).flatMap(blocked)
    const isFree = (a: number, b: number) => b > a && !touches([...others, ...own], a, b)
    return own.some(([from, to]) => {
      const gapsBefore = others.map(([, end]) => from - end).filter(gap => gap > 0 && isFree(from - gap, from))
      const gapsAfter = others.map(([begin]) => begin - to).filter(gap => gap > 0 && isFree(to, to + gap))
      return [...gapsBefore, ...gapsAfter].some(gap => gap < least)
    })
  }

  run(schedule: ScheduleInput, start: number, end: number) {
    const all = (this.snapshot.timeslots ?? []).filter(one => one.scheduleId === schedule.id)
    const found = all.filter(one => ms(one.startsAt) === start)
    while (found.length > 0 && ms(found.at(-1)?.endsAt) < end) {
      const following = all.find(one => ms(one.startsAt) === ms(found.at(-1)?.endsAt))
      if (!following) break
      found.push(following)
    }
    return found
  }

  bookedOn(timeslotId: string): number {
    const slot = this.snapshot.timeslots?.find(one => one.id === timeslotId)
    const onIt = (this.snapshot.allocations ?? []).filter(one => {
      const first = this.snapshot.timeslots?.find(({ id }) => id === one.timeslotId)
      if (!slot || !first || first.scheduleId !== slot.scheduleId) return false
      if (one.bookingId === this.request.excludeBookingId || !consumes(one, this.now)) return false
      return first.id === slot.id || (ms(first.startsAt) <= ms(slot.startsAt) && ms(slot.startsAt) < ms(one.endsAt))
    })
    const parties = new Map(onIt.map(one => [one.bookingId, one.quantity]))
    return [...parties.values()].reduce((sum, one) => sum + one, 0)
  }

  /** Is the resource open by its own hours and the rules for everybody? */
  isOpen(resource: ResourceInput, instant: number): boolean {
    const schedule = this.schedulesOf(resource)[0] as ScheduleInput
    const zone = this.zoneOf(resource)
    const hours =
      schedule.mode === 'timeslots'
        ? (this.snapshot.timeslots ?? [])
            .filter(one => one.scheduleId === schedule.id && one.status === 'open')
            .map((one): Block => [ms(one.startsAt), ms(one.endsAt)])
        : memo(this.blocks, `own ${resource.id}`, () => scheduleBlocks(schedule, ...this.range))
    const isIn = (all: readonly Block[]) => touches(all, instant, instant + 1)
    return (
      schedule.isActive !== false &&
      isIn(hours) &&
      this.rules('opening_hours', resource, instant).every(one => isIn(this.opening(one, zone))) &&
      !this.rules('blackout', resource, instant).some(one => isIn(this.pattern(one, zone)))
    )
  }

  /** The part of its open time in the local week that is taken. These worlds know only quarters of an hour. */
  share(resource: ResourceInput, start: number): [taken: number, open: number] {
    const { timeZone, weekStartsOn = 1 } = this.snapshot.tenant
    const date = dateOf(start, timeZone)
    const monday = date.subtract({ days: (date.dayOfWeek - weekStartsOn + 7) % 7 })
    const [from, to] = [monday, monday.add({ days: 7 })].map(one => toInstant(one, '00:00', timeZone)) as Block
    const rules = (this.snapshot.rules ?? []).filter(one => !one.channelIds?.length)
    const week = new Reference({ ...this.snapshot, rules }, this.request, [from, to])
    const taken = this.consumers(resource.id).flatMap(one =>
      blocked({ ...one, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }),
    )
    const count: [number, number] = [0, 0]
    for (let quarter = from; quarter < to; quarter += 15 * MINUTE) {
      if (touches(taken, quarter, quarter + 1)) count[0]++
      if (quarter >= ms(resource.createdAt ?? from) && week.isOpen(resource, quarter)) count[1]++
    }
    return count
  }

  /** Who is tried before whom. */
  inTurn(group: readonly ResourceInput[], start: number): ResourceInput[] {
    const { allocation, id } = this.variant
    if (allocation === 'rotation') {
      const all = this.snapshot.allocations ?? []
      const last = (one: ResourceInput) =>
        all.findLastIndex(each => each.variantId === id && each.resourceId === one.id && consumes(each, this.now))
      return group.toSorted((one, other) => last(one) - last(other))
    }
    if (allocation !== 'least_booked') return [...group]
    const { weekStartsOn = 1, timeZone } = this.snapshot.tenant
    const date = dateOf(start, timeZone)
    const week = date.subtract({ days: (date.dayOfWeek - weekStartsOn + 7) % 7 })
    const order = memo(this.turns, `${week} ${group.map(one => one.id)}`, () => {
      const part = (one: ResourceInput) => {
        const [taken, open] = this.share(one, start)
        return open === 0 ? Number.POSITIVE_INFINITY : taken / open
      }
      const parts = new Map(group.map(one => [one, part(one)]))
      return group.toSorted((one, other) => {
        const [a, b] = [parts.get(one) as number, parts.get(other) as number]
        return a < b ? -1 : a > b ? 1 : 0
      })
    })
    return order
  }

  /** The resources that a booking would take, or none. */
  judge(start: number, end: number): string[] | undefined {
    if (start < this.now || this.quantity > (this.variant.maxQuantity ?? 1)) return undefined
    const chosen = this.groups.map(group => {
      return this.inTurn(group, start).find(
        one => one.isActive !== false && this.failure(one, start, end) === undefined,
      )?.id
    })
    return chosen.includes(undefined) ? undefined : (chosen as string[])
  }

  /** Seats left on the timeslots that the candidate would take. */
  seats(resource: ResourceInput, start: number, end: number): number {
    const timed = this.schedulesOf(resource).filter(one => one.mode === 'timeslots')
    const slots = timed.flatMap(one => this.run(one, start, end))
    return Math.min(
      ...slots.map(slot => (slot.capacity == null ? Number.POSITIVE_INFINITY : slot.capacity - this.bookedOn(slot.id))),
    )
  }

  /** Units left over all resources of the smallest group, capped by the timeslot. */
  remaining(start: number, end: number): number {
    const sums = this.groups.map(group => {
      const units = group
        .filter(one => one.isActive !== false)
        .map(one => {
          const code = this.failure(one, start, end)
          return code === undefined || code === 'capacity_exceeded'
            ? Math.max(0, Math.min(this.freeUnits(one, start, end), this.seats(one, start, end)))
            : 0
        })
      const [first] = group
      const seats = first ? this.seats(first, start, end) : 0
      return Math.min(
        seats,
        units.reduce((sum, one) => sum + one, 0),
      )
    })
    return Math.min(...sums)
  }
}
