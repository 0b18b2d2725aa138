import { formatInstant, type Intervals, MINUTE, parseLocalDate, type Zone } from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import type { Span, TakingStatus } from '../answers'
import { intersectIntervals, NO_INTERVALS, subtractIntervals } from '../intervals/sets'
import type { Consumer } from '../load/Load'
import type { ResourceInput, RuleInput } from '../snapshot'
import type { IndexedSnapshot } from './IndexedSnapshot'

export interface ResourceTimeline {
  resourceId: string
  timeZone: string
  windows: Span[]
  /** Windows less opening-hours rules, blackouts and other calendars. */
  open: Span[]
  blackouts: (Span & { rule: RuleInput<'blackout'> })[]
  externalBusy: Span[]
  /** Not cut to the range; includes holds. */
  bookings: (Span & {
    bookingId: string
    variantId: string
    customerId: string | null
    status: TakingStatus
    holdExpiresAt: string | null
    quantity: number
    /** With buffers. */
    blockedStartsAt: string
    blockedEndsAt: string
    spans: Span[]
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

export function timeline(snapshot: IndexedSnapshot, question: TimelineQuestion): ResourceTimeline[] {
  const from = toMillis(question.from)
  const to = toMillis(question.to)
  const { resourceIds, resourceTypeId } = question
  const channelId = question.channelId ?? snapshot.records.tenant.defaultChannelId ?? null
  return snapshot.records.resources
    .filter(
      one =>
        (!resourceIds || resourceIds.includes(one.id)) && (!resourceTypeId || one.resourceTypeId === resourceTypeId),
    )
    .map(resource => timelineOf(snapshot, resource, from, to, channelId))
}

export function openHours(
  snapshot: IndexedSnapshot,
  resource: ResourceInput,
  from: number,
  to: number,
  channelId: string | null,
  given?: Intervals,
): {
  windows: Intervals
  open: Intervals
  blackouts: { rule: RuleInput<'blackout'>; intervals: Intervals }[]
} {
  const horizon = snapshot.horizon(from, to)
  const schedule = snapshot.scheduleOf(resource)
  const zone = schedule?.zone ?? snapshot.zone
  const range: Intervals = { starts: [from], ends: [to] }
  const rules = snapshot.rules.eligible(resource, channelId).rules
  const inSeason = (rule: RuleInput<'blackout' | 'opening_hours'>): Intervals => {
    return intersectIntervals(horizon.intervalsOf(rule, zone), intersectIntervals(season(rule, zone), range))
  }
  const hasHours = schedule && schedule.schedule.mode !== 'timeslots'
  const windows = given ?? (hasHours ? intersectIntervals(horizon.hoursOf([schedule]).windows, range) : NO_INTERVALS)
  const blackouts = rules
    .filter(rule => rule.ruleType === 'blackout')
    .map(rule => ({ rule, intervals: inSeason(rule) }))
  let open = windows
  for (const rule of rules) {
    if (rule.ruleType !== 'opening_hours') continue
    const closed = subtractIntervals(intersectIntervals(season(rule, zone), range), inSeason(rule))
    open = subtractIntervals(open, closed)
  }
  for (const { intervals } of blackouts) open = subtractIntervals(open, intervals)
  return { windows, open, blackouts }
}

export function withoutBusy(snapshot: IndexedSnapshot, resource: ResourceInput, open: Intervals): Intervals {
  return subtractIntervals(open, snapshot.externalBusy(resource.id))
}

function timelineOf(
  snapshot: IndexedSnapshot,
  resource: ResourceInput,
  from: number,
  to: number,
  channelId: string | null,
): ResourceTimeline {
  const schedule = snapshot.scheduleOf(resource)
  const isTimed = schedule?.schedule.mode === 'timeslots'
  const { windows, open, blackouts } = openHours(snapshot, resource, from, to, channelId)
  return {
    resourceId: resource.id,
    timeZone: (schedule?.zone ?? snapshot.zone).timeZone,
    windows: toSpans(windows),
    open: toSpans(withoutBusy(snapshot, resource, open)),
    blackouts: blackouts.flatMap(({ rule, intervals }) => {
      return toSpans(intervals).map(span => ({ ...span, rule }))
    }),
    externalBusy: toSpans(intersectIntervals(snapshot.externalBusy(resource.id), { starts: [from], ends: [to] })),
    bookings: bookingsOf(snapshot.load(resource.id).overlapping(from, to)),
    timeslots: schedule && isTimed ? timeslotsBetween(snapshot, schedule.schedule.id, from, to) : [],
  }
}

/** Each once, whatever its spans. */
function bookingsOf(consumers: readonly Consumer[]): ResourceTimeline['bookings'] {
  const seen = new Set<string>()
  return consumers.flatMap(one => {
    const { bookingId } = one.allocation
    if (seen.has(bookingId)) return []
    seen.add(bookingId)
    return bookingOf(one)
  })
}

function bookingOf({ allocation, start, end, part, quantity }: Consumer): ResourceTimeline['bookings'][number] {
  const { bufferBeforeMinutes = 0, bufferAfterMinutes = 0, spanMinutes } = allocation
  const startsAt = start - (part?.from ?? 0)
  const endsAt = part ? startsAt + part.length : end
  const spans = (spanMinutes ?? []).map(
    ([from, until]) => [startsAt + from * MINUTE, startsAt + until * MINUTE] as const,
  )
  const lastEnd = spans.at(-1)?.[1] ?? endsAt
  return {
    bookingId: allocation.bookingId,
    variantId: allocation.variantId,
    customerId: allocation.customerId ?? null,
    holdExpiresAt: allocation.holdExpiresAt == null ? null : formatInstant(toMillis(allocation.holdExpiresAt)),
    // A load contains only these.
    status: allocation.status as TakingStatus,
    quantity,
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
    blockedStartsAt: formatInstant(startsAt - bufferBeforeMinutes * MINUTE),
    blockedEndsAt: formatInstant(lastEnd + bufferAfterMinutes * MINUTE),
    spans: (spans.length > 0 ? spans : [[startsAt, endsAt] as const]).map(([from, until]) => ({
      startsAt: formatInstant(from),
      endsAt: formatInstant(until),
    })),
  }
}

function season({ validFrom, validUntil }: RuleInput, zone: Zone): Intervals {
  return {
    starts: [validFrom ? zone.startOfDay(parseLocalDate(validFrom)) : Number.NEGATIVE_INFINITY],
    ends: [validUntil ? zone.startOfDay(parseLocalDate(validUntil) + 1) : Number.POSITIVE_INFINITY],
  }
}

function timeslotsBetween(
  snapshot: IndexedSnapshot,
  scheduleId: string,
  from: number,
  to: number,
): ResourceTimeline['timeslots'] {
  const table = snapshot.timeslots(scheduleId)
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
