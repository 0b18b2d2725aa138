import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { DAY } from '../../../src/declare'
import {
  type BookingRequest,
  IndexedSnapshot,
  type RuleInput,
  type Snapshot,
  type VariantInput,
  zoneOf,
} from '../../../src/scheduling'
import { CHECK_CODES } from '../../../src/scheduling/checks/checkCodes'
import { resourceChecks } from '../../../src/scheduling/checks/resourceChecks'
import { AvailabilityQuery, type Verdict } from '../../../src/scheduling/engine/AvailabilityQuery'
import type { ResourceQuery } from '../../../src/scheduling/engine/ResourceQuery'
import { resolveRequest } from '../../../src/scheduling/engine/resolveRequest'
import type { Turns } from '../../../src/scheduling/engine/Turns'
import { smallWorld } from './arbitrary'
import {
  at,
  booking,
  clock,
  EVERY_DAY,
  resource,
  rule,
  schedule,
  snapshotWith,
  timeslot,
  variant,
  week,
} from './fixture'

const MON = '2026-03-02'
const TUE = '2026-03-03'

const queryOf = (snapshot: Snapshot, request: BookingRequest) =>
  new AvailabilityQuery(resolveRequest(new IndexedSnapshot(snapshot), request))

/** Every half hour of a day from 10:00 to 15:00. */
const halfHours = (over: Partial<Snapshot['variants'][number]> = {}, ids = ['A']) => ({
  schedules: [schedule({ weeklyHours: week(EVERY_DAY, '10:00', '15:00') })],
  resources: [resource('A'), resource('B', { parentResourceId: 'A' }), resource('C')],
  variants: [variant({ slotIntervalMinutes: 30, ...over }, ids)],
})

/** The first and the last start of those that are judged together, and why they are refused. */
const runs = (over: Partial<Snapshot>, from = `${MON} 00:00`, to = `${TUE} 00:00`): string => {
  const query = queryOf(snapshotWith({ ...halfHours(), ...over }), { variantId: 'V60' })
  const found: { times: string; reason: string }[] = []
  query.visitRuns(Date.parse(at(from)), Date.parse(at(to)), ({ starts, first, next }, { failure }) => {
    const ends = [starts[first], starts[next - 1]].map(start => clock(new Date(Number(start)).toISOString()))
    found.push({ times: [...new Set(ends)].join('–'), reason: CHECK_CODES[failure] ?? '' })
    return true
  })
  return found
    .map(({ times, reason }, i) => (reason && reason !== found[i + 1]?.reason ? `${times} ${reason},` : times))
    .join(' ')
    .replace(/,$/, '')
}

const noon = booking(MON, '12:00', '13:00')
const pooled = { capacityMode: 'pooled' as const }
const session = { capacityMode: 'session' as const }
const two = [resource('A', { capacity: 2 })]
const phases = [0, 1, 2].map(i => ({ minutes: i === 1 ? 60 : 30, frees: i === 1 ? ['type'] : [] }))
const phased = {
  ...halfHours({ durationMinutes: 120, phases }),
  schedules: [schedule({ weeklyHours: week(EVERY_DAY, '10:00', '17:00') })],
}
const atNoon = { startDate: MON, endDate: MON, startTime: '12:00', endTime: '13:00' }
const every = (intervalMinutes: number) => rule('start_interval', { intervalMinutes })

describe('starts are judged together', () => {
  it.each<[string, Partial<Snapshot>, string]>([
    ['while nothing is in the way', {}, '10:00–14:00'],
    ['while a booking is', { allocations: [noon] }, '10:00–11:00 11:30–12:30 resource_busy, 13:00–14:00'],
    [
      'while buffers are',
      { ...halfHours({ bufferBeforeMinutes: 30, bufferAfterMinutes: 30 }), allocations: [noon] },
      '10:00–10:30 11:00–13:00 resource_busy, 13:30–14:00',
    ],
    [
      'while as many units are left of a pool',
      { ...halfHours(pooled), resources: two, allocations: [{ ...noon, ...pooled }] },
      '10:00–11:00 11:30 12:00 12:30 13:00–14:00',
    ],
    [
      'while any are, buffers included',
      {
        ...halfHours({ ...pooled, bufferBeforeMinutes: 30, bufferAfterMinutes: 30 }),
        resources: two,
        allocations: [{ ...noon, ...pooled, quantity: 2 }],
      },
      '10:00–10:30 11:00 11:30 12:00 12:30 13:00 capacity_exceeded, 13:30–14:00',
    ],
    [
      'while somebody has a pool alone',
      { ...halfHours(pooled), resources: two, allocations: [noon] },
      '10:00–11:00 11:30–12:30 resource_busy, 13:00–14:00',
    ],
    ['while no session is booked', halfHours(session), '10:00–14:00'],
    [
      'but not if sessions are',
      { ...halfHours(session), resources: two, allocations: [{ ...noon, ...session }] },
      '10:00 10:30 11:00 11:30 resource_busy, 12:00 12:30 resource_busy, 13:00 13:30 14:00',
    ],
    [
      'while the same phase meets a booking',
      { ...phased, allocations: [booking(MON, '13:00', '14:00')] },
      '10:00–11:00 11:30–12:00 resource_busy, 12:30 13:00–13:30 resource_busy, 14:00–15:00 15:30 16:00 16:30 outside_schedule',
    ],
    [
      'while each phase has as many units',
      { ...phased, rules: [rule('capacity_override', { ...atNoon, capacity: 0 })] },
      '10:00 10:30 11:00 capacity_exceeded, 11:30 12:00 12:30 capacity_exceeded, 13:00–15:00 15:30 16:00 16:30 outside_schedule',
    ],
    ['around a blackout', { rules: [rule('blackout', atNoon)] }, '10:00–11:00 11:30 12:00 12:30 blackout, 13:00–14:00'],
    [
      'within the hours of rules',
      { rules: [rule('opening_hours', { weeklyHours: week([1], '10:30', '13:30') })] },
      '10:00 outside_opening_hours, 10:30–12:30 13:00 13:30 14:00 outside_opening_hours',
    ],
    [
      'around what another calendar says',
      {
        externalBusy: [
          { resourceId: 'A', times: [[Date.parse(String(noon.startsAt)), Date.parse(String(noon.endsAt))]] },
        ],
      },
      '10:00–11:00 11:30 12:00 12:30 external_busy, 13:00–14:00',
    ],
    [
      'after the notice',
      { now: at(`${MON} 10:30`), rules: [rule('min_notice', { minutes: 60 })] },
      '10:00 in_past, 10:30 11:00 notice_too_short, 11:30–14:00',
    ],
    [
      'around a relative’s booking',
      {
        ...halfHours({ bufferBeforeMinutes: 30, bufferAfterMinutes: 30 }),
        allocations: [{ ...noon, resourceId: 'B' }],
      },
      '10:00–10:30 11:00 11:30 12:00 12:30 13:00 related_resource_busy, 13:30–14:00',
    ],
    [
      'while the gaps on both sides are large enough',
      {
        rules: [rule('min_gap', { minutes: 60 })],
        allocations: [booking(MON, '10:00', '10:30'), booking(MON, '14:00', '15:00')],
      },
      '10:00 resource_busy, 10:30 11:00 gap_too_small, 11:30–12:00 12:30 gap_too_small, 13:00 13:30–14:00 resource_busy',
    ],
    [
      'while the capacity stays',
      { ...halfHours(pooled), resources: two, rules: [rule('capacity_override', { ...atNoon, capacity: 1 })] },
      '10:00–11:00 11:30 12:00 12:30 13:00–14:00',
    ],
    [
      'until any resource changes',
      { ...halfHours({}, ['A', 'C']), allocations: [noon] },
      '10:00–11:00 11:30–12:30 13:00–14:00',
    ],
    ['on a grid of the clock', { rules: [every(60)] }, '10:00–14:00'],
    [
      'but not on two of them',
      { rules: [every(60), every(120)] },
      '10:00 11:00 start_not_on_grid, 12:00 13:00 start_not_on_grid, 14:00',
    ],
    [
      'but not at timeslots',
      {
        schedules: [schedule({ mode: 'timeslots' })],
        timeslots: [timeslot(MON, '10:00', '11:00'), timeslot(MON, '11:00', '12:00')],
      },
      '10:00 11:00',
    ],
    [
      'but not where a resource has other hours',
      {
        ...halfHours({ slotIntervalMinutes: 60 }, ['A', 'C']),
        schedules: [...halfHours().schedules, schedule({ id: 'late', weeklyHours: week([1], '13:00', '15:00') })],
        resources: [resource('A'), resource('C', { scheduleId: 'late' })],
      },
      '10:00 11:00 12:00 13:00 14:00',
    ],
  ])('%s', (_, over, expected) => {
    expect(runs(over)).toBe(expected)
  })

  const always = { schedules: [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })] }
  const hourly = { ...halfHours({ slotIntervalMinutes: 60 }), ...always }
  const perDay = { max: 1, period: 'day' as const }

  it.each<[string, Partial<Snapshot>, string]>([
    ['over midnight', {}, '20:00–03:00'],
    [
      'until a limit begins anew',
      { rules: [rule('booking_limit', perDay)], allocations: [booking(TUE, '12:00', '13:00')] },
      '20:00–23:00 00:00 01:00 02:00 03:00 limit_reached',
    ],
    [
      'until the limit of a customer does',
      {
        rules: [rule('booking_limit', { ...perDay, subject: 'customer' })],
        allocations: [booking(TUE, '12:00', '13:00', { customerId: 'me', resourceId: 'C' })],
        customer: { id: 'me' },
      },
      '20:00–23:00 00:00 01:00 02:00 03:00 customer_limit_reached',
    ],
    [
      'as far as it can be booked',
      { now: at(`${MON} 20:00`), rules: [rule('max_advance', { days: 0 })] },
      '20:00–23:00 00:00 01:00 02:00 03:00 too_far_ahead',
    ],
    [
      'until the season of a rule begins',
      { rules: [rule('min_notice', { minutes: 1 }, { validFrom: TUE })] },
      '20:00–23:00 00:00–03:00',
    ],
    [
      'while a week lasts, which has its own turns',
      {
        ...halfHours({ allocation: 'least_booked', slotIntervalMinutes: 60 }, ['A', 'C']),
        tenant: { ...snapshotWith().tenant, weekStartsOn: 2 },
      },
      '20:00–23:00 00:00–03:00',
    ],
  ])('%s', (_, over, expected) => {
    expect(runs({ ...hourly, ...over, ...always }, `${MON} 20:00`, `${TUE} 04:00`)).toBe(expected)
  })

  it('but not of days', () => {
    expect(runs(halfHours({ durationType: 'daily' }), `${MON} 00:00`, '2026-03-05 00:00')).toBe('10:00 10:00 10:00')
  })

  it('and each would be judged the same alone', () => {
    const told = ({ chosen, sameUntil: _, ...rest }: Verdict) => ({
      ...rest,
      chosen: chosen.map(one => one?.resource.id),
    })
    fc.assert(
      fc.property(smallWorld, ({ at: place, snapshot, channelId, quantity }) => {
        const request = { variantId: 'V', channelId, quantity }
        const query = queryOf(snapshot, request)
        query.visitRuns(place.from, place.to, ({ starts, first, next }, verdict) => {
          const together = told(verdict)
          for (const start of starts.slice(first, next)) {
            const alone = queryOf(snapshot, request)
            const end = alone.endOf(start)
            const horizon = alone.snapshot.horizon(start, end)
            expect([new Date(start), told(alone.evaluate(start, end, horizon))]).toEqual([new Date(start), together])
          }
          return true
        })
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})

describe('a search asks', () => {
  const checksOf = (over: Partial<Snapshot>, request: Partial<BookingRequest> = {}) => {
    const query = queryOf(snapshotWith({ ...halfHours(), ...over }), { variantId: 'V60', ...request })
    const start = Date.parse(at(`${MON} 12:00`))
    const constraints = query.resourceQueries[0]?.constraintsAt(start, query.snapshot.horizon(start, start))
    return constraints?.checks.map(({ code }) => code).join(' ')
  }
  const isFamily = { allocations: [{ ...noon, resourceId: 'B' }] }
  const hers = (over: object) => ({ rules: [rule('booking_limit', { max: 1, period: 'day', ...over })] })
  const timed = { schedules: [schedule({ mode: 'timeslots' })] }
  const always = 'outside_schedule duration_out_of_range'

  it.each<[string, Partial<Snapshot>, string, Partial<BookingRequest>?]>([
    ['of nothing else', { resources: [resource('A')] }, `${always} start_not_on_grid capacity_exceeded`],
    ['of no grid where any minute will do', {}, `${always} capacity_exceeded`, { ignoresInterval: true }],
    [
      'of a grid of the clock all the same',
      { rules: [every(60)] },
      `${always} start_not_on_grid capacity_exceeded`,
      { ignoresInterval: true },
    ],
    [
      'of a daily pickup',
      halfHours({ durationType: 'daily' }),
      `${always} start_not_on_grid capacity_exceeded`,
      { ignoresInterval: true },
    ],
    [
      'of timeslots instead of hours',
      timed,
      'no_timeslot timeslot_closed duration_mismatch duration_out_of_range timeslot_full capacity_exceeded',
    ],
    [
      'of a notice and how far ahead',
      { rules: [rule('min_notice', { minutes: 1 }), rule('max_advance', { days: 300 })] },
      `notice_too_short too_far_ahead ${always} start_not_on_grid capacity_exceeded`,
    ],
    [
      'of no notice of nothing',
      { rules: [rule('min_notice', { minutes: 0 })] },
      `${always} start_not_on_grid capacity_exceeded`,
    ],
    [
      'of opening hours and blackouts',
      { rules: [rule('opening_hours', { weeklyHours: [] }), rule('blackout', atNoon)] },
      'outside_schedule outside_opening_hours blackout duration_out_of_range start_not_on_grid capacity_exceeded',
    ],
    [
      'of other calendars',
      { externalBusy: [{ resourceId: 'A', times: [[0, 1]] }] },
      'outside_schedule external_busy duration_out_of_range start_not_on_grid capacity_exceeded',
    ],
    ['of limits', hers({}), `${always} start_not_on_grid limit_reached capacity_exceeded`],
    ['of no limit of nobody', hers({ subject: 'customer' }), `${always} start_not_on_grid capacity_exceeded`],
    [
      'of a customer’s limit',
      { ...hers({ subject: 'customer' }), customer: { id: 'me' } },
      `${always} start_not_on_grid capacity_exceeded customer_limit_reached`,
    ],
    [
      'of bookings and the gaps between them',
      { allocations: [noon], rules: [rule('min_gap', { minutes: 5 })] },
      `${always} start_not_on_grid resource_busy capacity_exceeded gap_too_small`,
    ],
    [
      'of no gaps between nothing',
      { rules: [rule('min_gap', { minutes: 5 })] },
      `${always} start_not_on_grid capacity_exceeded`,
    ],
    [
      'of no gaps that nothing rules',
      { allocations: [noon] },
      `${always} start_not_on_grid resource_busy capacity_exceeded`,
    ],
    [
      'of who has a pool alone',
      { ...halfHours(pooled), allocations: [noon] },
      `${always} start_not_on_grid resource_busy capacity_exceeded`,
    ],
    [
      'not of who shares a pool',
      { ...halfHours(pooled), allocations: [{ ...noon, ...pooled }] },
      `${always} start_not_on_grid capacity_exceeded`,
    ],
    ['of relatives', isFamily, `${always} start_not_on_grid capacity_exceeded related_resource_busy`],
  ])('%s', (_, over, expected, request = {}) => {
    expect(checksOf(over, request)).toBe(expected)
  })
})

describe('a search asks a check again', () => {
  /** How often each check is asked about a start of one day. */
  const asked = (over: Partial<Snapshot>) => {
    const spies = resourceChecks.map(check => vi.spyOn(check, 'holdsUntil'))
    try {
      const query = queryOf(snapshotWith({ ...halfHours(), ...over }), { variantId: 'V60' })
      query.visitRuns(Date.parse(at(`${MON} 00:00`)), Date.parse(at(`${TUE} 00:00`)), () => true)
      const calls = spies.map((spy, i) => [resourceChecks[i]?.code, spy.mock.calls.length] as const)
      return Object.fromEntries(calls.filter(([, count]) => count > 0))
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }
  const perStart = { ...halfHours({}, ['C']), rules: [every(30), every(15)] }

  it('only when its answer may be another', () => {
    const once = { outside_schedule: 1, duration_out_of_range: 1, capacity_exceeded: 1 }
    expect(asked({})).toEqual(once)
    expect(asked(perStart)).toEqual({ ...once, start_not_on_grid: 9 })
    expect(asked({ ...perStart, allocations: [booking(MON, '12:00', '13:00', { resourceId: 'C' })] })).toEqual({
      ...once,
      start_not_on_grid: 9,
      resource_busy: 5,
    })
  })
})

describe('a snapshot works out once', () => {
  const limit = rule('booking_limit', { max: 9, period: 'day', subject: 'customer' }) as RuleInput<'booking_limit'>
  const records = snapshotWith({
    ...halfHours({ allocation: 'least_booked' }, ['A', 'C']),
    allocations: [noon],
    externalBusy: [{ resourceId: 'A', times: [[0, 1]] }],
    rules: [limit, rule('blackout', atNoon), rule('min_notice', { minutes: 1 }, { validFrom: '2026-04-01' })],
  })
  const [start, end] = [Date.parse(String(noon.startsAt)), Date.parse(String(noon.endsAt))]

  it('what its questions share', () => {
    const snapshot = new IndexedSnapshot(records)
    const other = new IndexedSnapshot(records)
    expect(other.rules).toBe(snapshot.rules)
    expect(other.schedule('hours')).toBe(snapshot.schedule('hours'))
    const [variant] = snapshot.records.variants as [VariantInput]
    const load = snapshot.load('A')
    const of = { customer: { id: 'me' }, excludeBookingId: undefined }
    const each: (() => unknown)[] = [
      () => snapshot.load('A'),
      () => snapshot.load('A', 'of another resource'),
      () => snapshot.load('A').blocked,
      () => snapshot.load('A').unshareable,
      () => snapshot.load('A').taken,
      () => snapshot.assignedTo(variant),
      () => snapshot.externalBusy('A'),
      () => snapshot.usageOf(limit, snapshot.zone, load),
      () => snapshot.usageOfCustomer(limit, snapshot.zone, of),
      () => snapshot.timeslots('hours'),
      () => snapshot.family('A'),
      () => snapshot.horizon(start, end),
    ]
    for (const ask of each) expect(ask()).toBe(ask())
  })

  it('hours that are near each other', () => {
    const snapshot = new IndexedSnapshot(records)
    const horizon = snapshot.horizon(start, end)
    expect(snapshot.horizon(start - 7 * DAY, end + 7 * DAY)).toBe(horizon)
    const wider = snapshot.horizon(start + 300 * DAY, end + 300 * DAY)
    expect(snapshot.horizon(start, end)).toBe(wider)
    expect(snapshot.horizon(wider.from, wider.until)).toBe(wider)
    const far = snapshot.horizon(start + 2000 * DAY, end + 2000 * DAY)
    expect([far.covers(start, end), far.covers(start, far.until), far.covers(far.from, end + 3000 * DAY)]).toEqual([
      false,
      false,
      false,
    ])
    const earlier = snapshot.horizon(far.from - 100 * DAY, far.from)
    expect(earlier.covers(far.from - 100 * DAY, far.until)).toBe(true)
    const long = snapshot.horizon(start, start + 300 * DAY)
    expect([long.from, long.until]).toEqual([start, start + 300 * DAY])
    const { rules } = snapshot.rules.eligible(resource('A'), null).season(0)
    const [blackout] = rules.inForce.blackout as [RuleInput<'blackout'>]
    const schedules = [snapshot.schedule('hours')]
    const hours = horizon.hoursOfRules(rules, snapshot.zone)
    const each: (() => unknown)[] = [
      () => horizon.hoursOf(schedules),
      () => horizon.intervalsOf(blackout, snapshot.zone),
      () => horizon.hoursOfRules(rules, snapshot.zone),
      () => hours.capacity(1),
      () => hours.wholeDayBlackouts,
    ]
    for (const ask of each) expect(ask()).toBe(ask())
    const elsewhere = horizon.hoursOfRules(rules, zoneOf('Asia/Tokyo'))
    expect(elsewhere).not.toBe(hours)
    expect(horizon.hoursOfRules(rules, zoneOf('Asia/Tokyo'))).toBe(elsewhere)
    expect(horizon.intervalsOf(blackout, zoneOf('Asia/Tokyo'))).not.toEqual(
      horizon.intervalsOf(blackout, snapshot.zone),
    )
  })

  it('whose turn it is in a week, and what a season allows', () => {
    const snapshot = new IndexedSnapshot(records)
    const query = new AvailabilityQuery(resolveRequest(snapshot, { variantId: 'V60' }))
    const turns = query.turns as Turns
    const week = turns.at(start)
    const next = turns.at(week.to)
    expect([turns.at(week.from), turns.at(week.to - 1), turns.at(start)]).toEqual([week, week, week])
    expect([turns.at(start) === week, turns.at(week.to) === next, next === week]).toEqual([true, true, false])
    const [one] = query.resourceQueries as [ResourceQuery]
    const horizon = snapshot.horizon(start, end)
    const constraints = one.constraintsAt(start, horizon)
    expect(one.constraintsAt(end, horizon)).toBe(constraints)
    expect(one.constraintsAt(start + 60 * DAY, horizon)).not.toBe(constraints)
    expect(one.constraintsAt(start, horizon)).toBe(constraints)
    expect(one.constraintsAt(start, snapshot.horizon(start + 5000 * DAY, end + 5000 * DAY))).not.toBe(constraints)
  })
})
