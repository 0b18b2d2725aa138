import type { Intervals } from '../intervals/Intervals'
import { intersectIntervals } from '../intervals/intersectIntervals'
import { subtractIntervals } from '../intervals/subtractIntervals'
import type { BookingStatus, ResourceInput, RuleInput } from '../snapshot'
import { formatInstant } from '../time/formatInstant'
import { type InstantInput, toMillis } from '../time/instant'
import { parseLocalDate } from '../time/localDate'
import type { Zone } from '../time/Zone'
import type { World } from './World'

export interface Span {
  startsAt: string
  endsAt: string
}

/** What a day or week view draws for one resource (domain §5, `/availability/timeline`). */
export interface ResourceTimeline {
  resourceId: string
  timeZone: string
  /** Open hours of its schedule. */
  windows: Span[]
  /** What opening-hours rules and blackouts leave of them. */
  open: Span[]
  blackouts: (Span & { ruleId: string; ruleName: string })[]
  /** Everything that takes capacity; holds are those with status `held`. Not cut to the range. */
  bookings: (Span & {
    bookingId: string
    variantId: string
    customerId: string | null
    status: BookingStatus
    /** Of a hold. */
    holdExpiresAt: string | null
    quantity: number
    /** The blocked interval: the booking with its buffers. */
    blockedStartsAt: string
    blockedEndsAt: string
  })[]
  timeslots: (Span & {
    timeslotId: string
    status: 'open' | 'closed' | 'cancelled'
    capacity: number | null
    bookedQuantity: number
    label: string | null
  })[]
}

export interface TimelineQuestion {
  from: InstantInput
  to: InstantInput
  resourceIds?: readonly string[]
  resourceTypeId?: string | null
  channelId?: string | null
}

export function timeline(world: World, question: TimelineQuestion): ResourceTimeline[] {
  const from = toMillis(question.from)
  const to = toMillis(question.to)
  const { resourceIds, resourceTypeId } = question
  const channelId = question.channelId ?? world.snapshot.tenant.defaultChannelId ?? null
  return world.snapshot.resources
    .filter(
      one =>
        (!resourceIds || resourceIds.includes(one.id)) && (!resourceTypeId || one.resourceTypeId === resourceTypeId),
    )
    .map(resource => timelineOf(world, resource, from, to, channelId))
}

function timelineOf(
  world: World,
  resource: ResourceInput,
  from: number,
  to: number,
  channelId: string | null,
): ResourceTimeline {
  const horizon = world.horizon(from, to)
  const schedule = world.scheduleOf(resource)
  const zone = schedule?.zone ?? world.zone
  const range: Intervals = { starts: [from], ends: [to] }
  const rules = world.rules.eligible(resource, channelId).rules
  const inSeason = (rule: RuleInput<'blackout' | 'opening_hours'>): Intervals => {
    return intersectIntervals(horizon.intervalsOf(rule, zone), intersectIntervals(season(rule, zone), range))
  }
  const isTimed = schedule?.schedule.mode === 'timeslots'
  const windows = schedule && !isTimed ? intersectIntervals(horizon.hoursOf([schedule]).windows, range) : undefined
  const blackouts = rules
    .filter(rule => rule.ruleType === 'blackout')
    .map(rule => ({ rule, intervals: inSeason(rule) }))
  let open = windows
  for (const rule of rules) {
    if (!open || rule.ruleType !== 'opening_hours') continue
    const closed = subtractIntervals(intersectIntervals(season(rule, zone), range), inSeason(rule))
    open = subtractIntervals(open, closed)
  }
  for (const { intervals } of blackouts) open = open && subtractIntervals(open, intervals)
  return {
    resourceId: resource.id,
    timeZone: zone.timeZone,
    windows: windows ? toSpans(windows) : [],
    open: open ? toSpans(open) : [],
    blackouts: blackouts.flatMap(({ rule, intervals }) => {
      return toSpans(intervals).map(span => ({ ...span, ruleId: rule.id, ruleName: rule.name }))
    }),
    bookings: world
      .load(resource.id)
      .overlapping(from, to)
      .map(({ allocation, start, end, blockedStart, blockedEnd, quantity }) => ({
        bookingId: allocation.bookingId,
        variantId: allocation.variantId,
        customerId: allocation.customerId ?? null,
        holdExpiresAt: allocation.holdExpiresAt == null ? null : formatInstant(toMillis(allocation.holdExpiresAt)),
        status: allocation.status,
        quantity,
        startsAt: formatInstant(start),
        endsAt: formatInstant(end),
        blockedStartsAt: formatInstant(blockedStart),
        blockedEndsAt: formatInstant(blockedEnd),
      })),
    timeslots: schedule && isTimed ? timeslotsBetween(world, schedule.schedule.id, from, to) : [],
  }
}

/** The instants of a rule's validity in the resource's zone. */
function season({ validFrom, validUntil }: RuleInput, zone: Zone): Intervals {
  return {
    starts: [validFrom ? zone.startOfDay(parseLocalDate(validFrom)) : Number.NEGATIVE_INFINITY],
    ends: [validUntil ? zone.startOfDay(parseLocalDate(validUntil) + 1) : Number.POSITIVE_INFINITY],
  }
}

function timeslotsBetween(world: World, scheduleId: string, from: number, to: number): ResourceTimeline['timeslots'] {
  const table = world.timeslots(scheduleId)
  return table.slots.flatMap((slot, i) => {
    const start = table.starts[i] as number
    const end = table.ends[i] as number
    if (start >= to || end <= from) return []
    return [
      {
        timeslotId: slot.id,
        startsAt: formatInstant(start),
        endsAt: formatInstant(end),
        status: slot.status ?? 'open',
        capacity: slot.capacity ?? null,
        bookedQuantity: table.bookedAt(i),
        label: slot.label ?? null,
      },
    ]
  })
}

function toSpans({ starts, ends }: Intervals): Span[] {
  return starts.map((start, i) => ({ startsAt: formatInstant(start), endsAt: formatInstant(ends[i] as number) }))
}
