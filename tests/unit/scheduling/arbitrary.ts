import fc from 'fast-check'
import type { RuleInput, RuleParameters, RuleType, Snapshot } from '../../../src/scheduling'
import { formatLocalDate, parseLocalDate, zoneOf } from '../../../src/scheduling'

/** Nights on which clocks change somewhere, ends of years, leap days, and a date that Samoa never had. */
const PLACES: [timeZone: string, firstDate: string][] = [
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['Europe/Berlin', '2026-12-30'],
  ['Europe/Dublin', '2026-03-28'],
  ['Europe/Dublin', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['America/Santiago', '2026-04-04'],
  ['America/Santiago', '2026-09-05'],
  ['Africa/Casablanca', '2026-02-14'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Asia/Kathmandu', '2028-02-28'],
  ['Pacific/Chatham', '2026-04-04'],
  ['Pacific/Chatham', '2026-09-26'],
  ['Pacific/Apia', '2011-12-29'],
  ['UTC', '2026-03-02'],
]

export interface Place {
  timeZone: string
  firstDate: string
  /** The first instant of the place's dates and the first after them: three local days. */
  from: number
  to: number
}

const place: fc.Arbitrary<Place> = fc.constantFrom(...PLACES).map(([timeZone, firstDate]) => {
  const zone = zoneOf(timeZone)
  const day = parseLocalDate(firstDate)
  return { timeZone, firstDate, from: zone.startOfDay(day), to: zone.startOfDay(day + 3) }
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const clockTime = (minute: number) => {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
const quarter = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map(n => n * 15)
const hours = fc
  .tuple(quarter(0, 23), quarter(1, 24))
  .filter(([start, length]) => length !== 1440 || start === 0)
  .map(([start, length]) => {
    const end = start + length
    return { startTime: clockTime(start), endTime: clockTime(end > 1440 ? end - 1440 : end) }
  })
  .filter(({ startTime, endTime }) => startTime !== endTime)
const weekly = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), hours), { minLength: 4, maxLength: 12 }).map(list => {
  return list.map(([dayOfWeek, block]) => ({ dayOfWeek, ...block }))
})
const dateIn = ({ firstDate }: Place) =>
  fc.integer({ min: -1, max: 3 }).map(n => formatLocalDate(parseLocalDate(firstDate) + n))
const dates = (at: Place) =>
  fc.tuple(dateIn(at), fc.integer({ min: 0, max: 1 })).map(([startDate, days]) => {
    return { startDate, endDate: formatLocalDate(parseLocalDate(startDate) + days) }
  })

export const scheduleAt = (at: Place, id: string) => {
  return fc
    .record({
      weeklyHours: weekly,
      override: maybe(fc.tuple(dates(at), fc.array(hours, { maxLength: 2 }), fc.boolean())),
      season: maybe(dates(at)),
    })
    .map(({ weeklyHours, override, season }) => ({
      id,
      name: id,
      timeZone: at.timeZone,
      weeklyHours,
      dateOverrides: override
        ? [{ ...override[0], hours: override[1], isClosed: override[1].length === 0, repeatsYearly: override[2] }]
        : [],
      ...(season && { validFrom: season.startDate }),
    }))
}

const parameters = (at: Place): { [T in RuleType]: fc.Arbitrary<RuleParameters[T]> } => {
  const pattern = fc
    .tuple(
      dates(at),
      maybe(hours),
      maybe(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 5 })),
    )
    .map(([range, time, daysOfWeek]) => ({ ...range, ...time, ...(daysOfWeek && { daysOfWeek }) }))
  return {
    blackout: fc.tuple(pattern, fc.boolean()).map(([one, repeatsYearly]) => ({ ...one, repeatsYearly })),
    opening_hours: weekly.map(weeklyHours => ({ weeklyHours })),
    booking_limit: fc.record({
      max: fc.integer({ min: 1, max: 4 }),
      period: fc.constantFrom('day', 'week', 'month'),
      measure: fc.constantFrom('bookings', 'quantity'),
      subject: fc.constantFrom('resource', 'customer'),
    }),
    approval_required: fc.constant({ minQuantity: 2 }),
    buffer: fc.record({ beforeMinutes: fc.constantFrom(0, 15, 30), afterMinutes: fc.constantFrom(15, 45) }),
    min_notice: fc.record({ minutes: fc.constantFrom(0, 60, 600) }),
    max_advance: fc.record({ days: fc.integer({ min: 0, max: 3 }) }),
    duration_limit: fc.constantFrom({ minMinutes: 45 }, { maxMinutes: 60 }, { minMinutes: 30, maxMinutes: 240 }),
    start_interval: fc.constantFrom(
      { intervalMinutes: 60 },
      { intervalMinutes: 45 },
      { intervalMinutes: 50, offsetMinutes: 10 },
    ),
    min_gap: fc.record({ minutes: fc.constantFrom(30, 90) }),
    capacity_override: fc
      .tuple(pattern, fc.integer({ min: 0, max: 4 }))
      .map(([one, capacity]) => ({ ...one, capacity })),
    cancellation_notice: fc.record({ minutes: fc.constant(60) }),
  }
}

export const ruleAt = (at: Place) => {
  const types = parameters(at)
  const target = fc.constantFrom(
    { applyToAllResources: true },
    { applyToAllResources: true },
    { resourceIds: ['A'] },
    { resourceIds: ['B', 'C'] },
    { resourceTypeIds: ['type'] },
  )
  return fc.constantFrom(...(Object.keys(types) as RuleType[])).chain(ruleType => {
    return fc
      .record({
        parameters: types[ruleType] as fc.Arbitrary<never>,
        target,
        channelIds: fc.constantFrom([], [], ['web'], ['desk']),
        season: maybe(maybe(dates(at))),
        isActive: fc.integer({ min: 0, max: 6 }).map(n => n > 0),
      })
      .map(({ target, season, ...rest }) => {
        const validity = season && { validFrom: season.startDate, validUntil: season.endDate }
        return { name: ruleType, ruleType, ...rest, ...target, ...validity } as Omit<RuleInput, 'id'>
      })
  })
}

const mode = fc.constantFrom('exclusive' as const, 'pooled' as const, 'session' as const)

/** Of quarters: the first takes everything, the second frees, what is left may be of either kind. */
const phasesOf = (minutes: number) =>
  fc
    .record({
      freed: fc.integer({ min: 1, max: Math.max(1, minutes / 15 - 2) }),
      first: fc.constantFrom(['type'], ['type'], ['other'], ['type', 'other']),
      last: fc.constantFrom([], [], ['other'], ['type']),
    })
    .map(({ freed, first, last }) => {
      const rest = minutes - 15 - freed * 15
      return [
        { minutes: 15, frees: [] },
        { minutes: freed * 15, frees: first },
        ...(rest > 0 ? [{ minutes: rest, frees: last }] : []),
      ]
    })

const spansOf = (minutes: number): fc.Arbitrary<[number, number][] | null> =>
  fc.constantFrom(
    null,
    [[0, 15]],
    [
      [0, 15],
      [minutes - 15, minutes],
    ],
  )

/** A small snapshot in which much collides. */
export const smallWorld: fc.Arbitrary<{ at: Place; snapshot: Snapshot; channelId: string; quantity: number }> =
  place.chain(at => {
    const instant = fc.integer({ min: -16, max: (at.to - at.from) / 900_000 }).map(n => at.from + n * 900_000)
    const booking = fc.record({
      resourceIds: fc.constantFrom(['A'], ['A'], ['B'], ['C'], ['P'], ['A', 'C'], ['A', 'B']),
      startsAt: instant,
      bufferBeforeMinutes: fc.constantFrom(0, 0, 15),
      bufferAfterMinutes: fc.constantFrom(0, 15),
      quantity: fc.integer({ min: 1, max: 2 }),
      capacityMode: mode,
      variantId: fc.constantFrom('V', 'W'),
      status: fc.constantFrom('confirmed', 'pending', 'held', 'cancelled', 'completed', 'no_show', 'declined'),
      holdExpiresAt: fc.constantFrom(-1, 0, 1),
      customerId: fc.constantFrom('me', 'you'),
      channelId: fc.constantFrom('web', 'desk'),
    })
    const spread = fc
      .constantFrom(30, 60, 60, 90, 300)
      .chain(length => spansOf(length).map(spanMinutes => ({ length, spanMinutes })))
    const timeslot = fc.record({
      gap: fc.constantFrom(0, 0, 0, 2, 9),
      length: fc.constantFrom(30, 30, 60, 90),
      status: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'closed' as const),
      capacity: fc.constantFrom(null, 1, 3),
    })
    return fc
      .record({
        now: fc.constantFrom(at.from - 3_600_000, at.from + 10 * 3_600_000 + 17_000),
        hours: scheduleAt(at, 'hours'),
        offered: scheduleAt(at, 'offered'),
        variantSchedule: fc.constantFrom(null, null, 'offered'),
        rules: fc.array(ruleAt(at), { maxLength: 7 }),
        bookings: fc.array(fc.tuple(booking, spread), { maxLength: 8 }),
        capacities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        family: fc.boolean(),
        inactive: fc.constantFrom('', '', 'A'),
        capacityMode: mode,
        lasting: fc
          .constantFrom(30, 60, 90)
          .chain(durationMinutes => fc.option(phasesOf(durationMinutes)).map(phases => ({ durationMinutes, phases }))),
        slotIntervalMinutes: fc.constantFrom(15, 20, 30, 60),
        bufferAfterMinutes: fc.constantFrom(0, 0, 15),
        selection: fc.constantFrom('any' as const, 'any' as const, 'one_per_type' as const, 'all' as const),
        allocation: fc.constantFrom(
          'priority' as const,
          'priority' as const,
          'least_booked' as const,
          'rotation' as const,
        ),
        madeAfter: fc.constantFrom(undefined, undefined, -2, 1),
        customer: fc.boolean(),
        channelId: fc.constantFrom('web', 'desk'),
        quantity: fc.integer({ min: 1, max: 2 }),
        weekStartsOn: fc.constantFrom(1, 7),
        timed: fc.constantFrom('', '', '', 'hours', 'offered'),
        timeslots: fc.array(timeslot, { maxLength: 30 }),
      })
      .map(({ hours, offered, rules, bookings, capacities, channelId, quantity, ...one }) => {
        const resources = ['A', 'B', 'C', 'P'].map((id, i) => ({
          id,
          name: id,
          resourceTypeId: i === 2 ? 'other' : 'type',
          capacity: capacities[i] ?? 1,
          parentResourceId: one.family && i < 2 ? 'P' : null,
          isActive: id !== one.inactive || one.selection !== 'any',
          ...(i === 1 && one.madeAfter !== undefined && { createdAt: at.from + one.madeAfter * 9 * 3_600_000 }),
        }))
        const variant = {
          name: 'V',
          catalogItemId: 'item',
          durationMinutes: one.lasting.durationMinutes,
          phases: one.capacityMode === 'exclusive' ? (one.lasting.phases ?? []) : [],
          slotIntervalMinutes: one.slotIntervalMinutes,
          bufferAfterMinutes: one.bufferAfterMinutes,
          capacityMode: one.capacityMode,
          maxQuantity: 3,
          resourceSelection: one.selection,
          allocation: one.allocation,
          scheduleId: one.variantSchedule,
          resources: ['A', 'B', 'C'].map((resourceId, priority) => ({ resourceId, priority })),
        }
        let free = at.from
        const timeslots = one.timeslots.map(({ gap, length, ...rest }, i) => {
          const startsAt = free + gap * 900_000
          free = startsAt + length * 60_000
          return { ...rest, id: `slot-${i}`, scheduleId: one.timed, startsAt, endsAt: free }
        })
        const snapshot: Snapshot = {
          now: one.now,
          tenant: { timeZone: at.timeZone, defaultScheduleId: 'hours', weekStartsOn: one.weekStartsOn },
          schedules: [hours, offered].map(each =>
            each.id === one.timed ? { ...each, mode: 'timeslots' as const } : each,
          ),
          timeslots,
          resources,
          rules: rules.map((rule, i) => ({ ...rule, id: `rule-${i}` }) as RuleInput),
          channels: [
            { id: 'web', name: 'Website', kind: 'online' },
            { id: 'desk', name: 'Front desk', kind: 'back_office' },
          ],
          items: [{ id: 'item', name: 'Item', status: 'active' }],
          variants: [
            { ...variant, id: 'V' },
            { ...variant, id: 'W', name: 'W' },
          ],
          allocations: bookings.flatMap(
            ([{ holdExpiresAt, status, resourceIds, ...rest }, { length, spanMinutes }], i) => {
              return resourceIds.map(resourceId => ({
                ...rest,
                bookingId: `booking-${i}`,
                resourceId,
                status: status as 'held',
                endsAt: rest.startsAt + length * 60_000,
                spanMinutes: rest.capacityMode === 'exclusive' ? spanMinutes : null,
                holdExpiresAt: one.now + holdExpiresAt,
                timeslotId: timeslots.find(slot => slot.startsAt === rest.startsAt)?.id ?? null,
              }))
            },
          ),
          customer: one.customer ? { id: 'me' } : null,
          // Standing ones, booked in this order.
          turns: bookings.flatMap(([{ variantId, resourceIds, status, holdExpiresAt }], bookedAt) =>
            ['cancelled', 'declined'].includes(status) || (status === 'held' && holdExpiresAt <= 0)
              ? []
              : resourceIds.map(resourceId => ({ variantId, resourceId, bookingId: `booking-${bookedAt}`, bookedAt })),
          ),
        }
        return { at, snapshot, channelId, quantity }
      })
  })
