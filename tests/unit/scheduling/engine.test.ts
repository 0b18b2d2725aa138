import { describe, expect, it } from 'vitest'
import { type CheckCode, createEngine, type Snapshot } from '../../../src/scheduling'
import {
  ask,
  at,
  booking,
  clock,
  EVERY_DAY,
  onlyFor,
  range,
  resource,
  rule,
  schedule,
  slotsOf,
  snapshotWith,
  starts,
  timeslot,
  variant,
  verdict,
  week,
} from './fixture'

const MON = '2026-03-02'
const TUE = '2026-03-03'
const text = (snapshot: Snapshot, local: string) => ask(snapshot).check({ startsAt: at(local) }).headline?.text

describe('checks of the request', () => {
  const inactive: [CheckCode, Partial<Snapshot>][] = [
    ['tenant_inactive', { tenant: { timeZone: 'Europe/Berlin', defaultScheduleId: 'hours', isActive: false } }],
    ['item_inactive', { items: [{ id: 'item', name: 'Item', status: 'draft' }] }],
    ['variant_inactive', { variants: [variant({ isActive: false })] }],
    ['channel_inactive', { channels: [{ id: 'web', name: 'Website', isActive: false }] }],
    [
      'channel_not_selling',
      { channels: [{ id: 'web', name: 'Website', sellsAllItems: false, catalogItemIds: ['other'] }] },
    ],
    ['no_active_resource', { resources: [resource('A', { isActive: false })] }],
    ['no_active_resource', { variants: [variant({ resources: [] })] }],
    ['in_past', { now: at('2026-03-02 10:30') }],
  ]
  it.each(inactive)('%s', (code, over) => {
    const snapshot = snapshotWith(over)
    expect(verdict(snapshot, `${MON} 10:00`, { channelId: 'web' })).toBe(code)
    expect(starts(snapshot, MON, { channelId: 'web' })).not.toContain('10:00')
  })

  it('a blocked customer is refused online; staff are warned and may go on', () => {
    const snapshot = snapshotWith({
      customer: { id: 'c', name: 'Kim', isBlocked: true, blockedReason: 'never came' },
      channels: [
        { id: 'web', name: 'Website', kind: 'online' },
        { id: 'desk', name: 'Front desk', kind: 'back_office' },
      ],
    })
    expect(verdict(snapshot, `${MON} 10:00`, { channelId: 'web' })).toBe('customer_blocked')
    const desk = ask(snapshot, { channelId: 'desk' }).check({ startsAt: at(`${MON} 10:00`) })
    expect(desk).toMatchObject({
      available: true,
      reasons: [{ code: 'customer_blocked', severity: 'warning', text: 'Kim is blocked: never came.' }],
    })
  })
})

describe('rules', () => {
  it('of a channel outrank general ones on that channel alone', () => {
    const rules = [
      rule('min_notice', { minutes: 1440 }),
      rule('min_notice', { minutes: 0 }, { channelIds: ['walk-in'] }),
    ]
    const snapshot = snapshotWith({ rules, now: at(`${MON} 09:30`), channels: [{ id: 'walk-in', name: 'Walk-in' }] })
    expect(starts(snapshot, MON, { channelId: 'walk-in' })[0]).toBe('10:00')
    expect(starts(snapshot, MON)).toEqual([])
  })

  it('count by the local start date of the booking', () => {
    const march = rule('duration_limit', { minMinutes: 120 }, { validFrom: MON, validUntil: MON })
    expect(verdict(snapshotWith({ rules: [march] }), `${MON} 10:00`)).toBe('duration_out_of_range')
    expect(verdict(snapshotWith({ rules: [march] }), `${TUE} 10:00`)).toBe('available')
  })

  it('replace the grid by local minutes of the day, across a change of clocks', () => {
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week([7], '00:10', '07:10') })],
      rules: [rule('start_interval', { intervalMinutes: 60, offsetMinutes: 30 })],
    })
    expect(starts(snapshot, '2026-03-29')).toEqual(['00:30', '01:30', '03:30', '04:30', '05:30'])
    expect(starts(snapshot, '2026-10-25')).toEqual(['00:30', '01:30', '02:30', '02:30', '03:30', '04:30', '05:30'])
  })

  it('add buffers to those of the variant by the larger one, on each side', () => {
    const rules = [rule('buffer', { beforeMinutes: 30 })]
    const snapshot = snapshotWith({
      rules,
      variants: [variant({ bufferAfterMinutes: 15, slotIntervalMinutes: 15 })],
      allocations: [booking(MON, '12:00', '13:00')],
    })
    const found = starts(snapshot, MON)
    expect(found.filter(time => time >= '10:00' && time < '14:00')).toEqual([
      '10:00',
      '10:15',
      '10:30',
      '10:45',
      '13:30',
      '13:45',
    ])
    const check = ask(snapshot).check({ startsAt: at(`${MON} 10:00`) })
    expect(check.allocations).toEqual([{ resourceId: 'A', bufferBeforeMinutes: 30, bufferAfterMinutes: 15 }])
  })

  it('change the capacity at the times they name', () => {
    const half = rule('capacity_override', { capacity: 2, startTime: '12:00', endTime: '14:00', daysOfWeek: [1] })
    const closed = rule('capacity_override', { capacity: 0, startDate: TUE, endDate: TUE })
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 5 })],
      variants: [variant({ capacityMode: 'pooled', maxQuantity: 5 })],
      rules: [half, closed],
    })
    expect(slotsOf(snapshot, MON).map(slot => slot.remaining)).toEqual([5, 5, 5, 2, 2, 5, 5, 5])
    expect(verdict(snapshot, `${TUE} 10:00`)).toBe('capacity_exceeded')
  })

  it('count the smaller of two capacities that are in force together', () => {
    const rules = [3, 2].map(capacity => rule('capacity_override', { capacity, startDate: MON, endDate: MON }))
    const pool = {
      resources: [resource('A', { capacity: 5 })],
      variants: [variant({ capacityMode: 'pooled', maxQuantity: 5 })],
    }
    expect(slotsOf(snapshotWith({ ...pool, rules }), MON)[0]?.remaining).toBe(2)
    expect(slotsOf(snapshotWith({ ...pool, rules: rules.reverse() }), MON)[0]?.remaining).toBe(2)
  })

  it('leave no gap too small on either side of what is booked', () => {
    const snapshot = snapshotWith({
      variants: [variant({ slotIntervalMinutes: 15 })],
      rules: [rule('min_gap', { minutes: 30 })],
      allocations: [booking(MON, '09:00', '09:30'), booking(MON, '12:00', '13:00')],
    })
    expect(starts(snapshot, MON)).toEqual(['09:30', ...range(10, 10.5, 15), '11:00', '13:00', ...range(13.5, 16, 15)])
    const shared = { capacityMode: 'pooled' as const }
    const pool = {
      ...snapshot,
      resources: [resource('A', { capacity: 3 })],
      variants: [variant({ ...shared, slotIntervalMinutes: 5 })],
      allocations: [booking(MON, '09:00', '09:45', shared), booking(MON, '10:00', '12:00', shared)],
    }
    expect([verdict(pool, `${MON} 10:00`), verdict(pool, `${MON} 10:05`)]).toEqual(['gap_too_small', 'available'])
  })

  it('keep to the clock when a change makes the last start come early', () => {
    const timeZone = 'Pacific/Chatham'
    const snapshot = snapshotWith({
      schedules: [schedule({ timeZone, weeklyHours: week([6], '20:45', '03:15') })],
      variants: [variant({ durationMinutes: 30 })],
      rules: [rule('start_interval', { intervalMinutes: 45 })],
    })
    // 02:45 is followed by 03:45, and a night that should end at 03:15 ends at 04:15.
    expect(starts(snapshot, '2026-09-27', { timeZone })).toEqual(['00:00', '00:45', '01:30', '02:15', '03:45'])
  })

  it('see the gap that opens behind a booking that was shared', () => {
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 3 })],
      variants: [variant({ capacityMode: 'pooled', durationMinutes: 30, slotIntervalMinutes: 15 })],
      rules: [rule('min_gap', { minutes: 30 })],
      allocations: [booking(MON, '12:00', '12:30', { capacityMode: 'pooled' })],
    })
    expect(starts(snapshot, MON).filter(time => time >= '11:00' && time <= '13:00')).toEqual([
      '11:00',
      '11:30',
      '11:45',
      '12:00',
      '12:15',
      '12:30',
      '13:00',
    ])
  })

  it('keep to the clock when the first start is after a change', () => {
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week([7], '00:10', '08:10') })],
      rules: [rule('start_interval', { intervalMinutes: 180 })],
    })
    expect(starts(snapshot, '2026-10-25')).toEqual(['03:00', '06:00'])
  })

  it('limit weeks from the day on which the tenant says they start', () => {
    const snapshot = (weekStartsOn: number) => {
      return snapshotWith({
        tenant: { timeZone: 'Europe/Berlin', defaultScheduleId: 'hours', weekStartsOn },
        schedules: [schedule({ weeklyHours: week(EVERY_DAY, '09:00', '17:00') })],
        rules: [rule('booking_limit', { max: 1, period: 'week' })],
        allocations: [booking('2026-03-08', '10:00', '11:00')],
      })
    }
    // 2026-03-08 is a Sunday.
    expect([verdict(snapshot(1), '2026-03-07 12:00'), verdict(snapshot(1), '2026-03-09 12:00')]).toEqual([
      'limit_reached',
      'available',
    ])
    expect([verdict(snapshot(7), '2026-03-07 12:00'), verdict(snapshot(7), '2026-03-09 12:00')]).toEqual([
      'available',
      'limit_reached',
    ])
  })

  it('limit days from the tenant’s midnight, not from that of UTC, also in the night that clocks change', () => {
    const schedules = [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })]
    const rules = [rule('booking_limit', { max: 1, period: 'day' })]
    const verdictsAfter = (day: string, times: string[]) => {
      // In UTC it begins and ends on the day before.
      const allocations = [booking(day, '00:00', '00:30')]
      return times.map(time => verdict(snapshotWith({ schedules, rules, allocations }), time))
    }
    expect(verdictsAfter(TUE, [`${MON} 23:00`, `${TUE} 01:00`, `${TUE} 23:00`, '2026-03-04 00:00'])).toEqual([
      'available',
      'limit_reached',
      'limit_reached',
      'available',
    ])
    const times = ['2026-03-28 23:00', '2026-03-29 23:00', '2026-03-30 00:00']
    expect(verdictsAfter('2026-03-29', times)).toEqual(['available', 'limit_reached', 'available'])
  })

  it('limit a customer over all targeted resources, in minutes', () => {
    const rules = [rule('booking_limit', { max: 150, period: 'month', measure: 'minutes', subject: 'customer' })]
    const own = { customerId: 'me', bookingId: 'double' }
    const snapshot = snapshotWith({
      rules,
      resources: [resource('A'), resource('B')],
      customer: { id: 'me' },
      allocations: [
        booking(MON, '10:00', '11:00', own),
        booking(MON, '10:00', '11:00', { ...own, resourceId: 'B' }),
        booking(MON, '12:00', '13:00', { customerId: 'you' }),
      ],
    })
    expect(verdict(snapshot, '2026-03-30 10:00')).toBe('available')
    const more = {
      ...snapshot,
      allocations: [
        ...(snapshot.allocations ?? []),
        booking(TUE, '10:00', '10:45', { customerId: 'me', resourceId: 'B' }),
      ],
    }
    expect(verdict(more, '2026-03-30 10:00')).toBe('customer_limit_reached')
    expect(verdict(more, '2026-04-01 10:00')).toBe('available')
    expect(verdict({ ...more, customer: null }, '2026-03-30 10:00')).toBe('available')
  })

  it('ask for approval when all that they state holds', () => {
    const rules = [rule('approval_required', { newCustomersOnly: true, minQuantity: 2 })]
    const pending = (quantity: number, bookingCount: number) => {
      const snapshot = snapshotWith({
        rules,
        variants: [variant({ maxQuantity: 3 })],
        resources: [resource('A', { capacity: 3 })],
        customer: { id: 'c', bookingCount },
      })
      return ask(snapshot, { quantity }).check({ startsAt: at(`${MON} 10:00`) })
    }
    expect([pending(2, 0), pending(1, 0), pending(2, 4)].map(check => check.requiresApproval)).toEqual([
      true,
      false,
      false,
    ])
    expect(pending(2, 0).approvalRuleIds).toEqual([rules[0]?.id])
    const channels = [{ id: 'partner', name: 'Partner', autoConfirm: false }]
    expect(
      ask(snapshotWith({ channels }), { channelId: 'partner' }).check({ startsAt: at(`${MON} 10:00`) })
        .requiresApproval,
    ).toBe(true)
  })

  it('say until when a booking may be cancelled or moved', () => {
    const rules = [
      rule('cancellation_notice', { minutes: 60 }),
      rule('cancellation_notice', { minutes: 1440, appliesTo: 'cancel' }, onlyFor('A')),
    ]
    const deadline = (action: 'cancel' | 'reschedule', cancellationNoticeMinutes?: number) => {
      const variants = [variant(cancellationNoticeMinutes ? { cancellationNoticeMinutes } : {})]
      return ask(snapshotWith({ rules, variants })).cancellationDeadline(at(`${MON} 10:00`), action)
    }
    expect(deadline('cancel')).toMatchObject({
      latestAt: '2026-03-01T09:00:00.000Z',
      isPassed: false,
      ruleId: rules[1]?.id,
    })
    // The rule for A silences the general one for its type, whatever it applies to.
    expect(deadline('reschedule')).toBeNull()
    expect(deadline('reschedule', 30)).toMatchObject({ minutes: 30, ruleId: null })
  })

  it('speak with their own message', () => {
    const rules = [rule('blackout', { startDate: MON, endDate: MON }, { message: 'We are painting the walls.' })]
    expect(text(snapshotWith({ rules }), `${MON} 10:00`)).toBe('We are painting the walls.')
  })
})

describe('hours', () => {
  it('of variant and resource meet, and the meeting is the anchor', () => {
    const offered = schedule({ id: 'offered', weeklyHours: week([1], '09:20', '12:30') })
    const snapshot = snapshotWith({ schedules: [schedule(), offered], variants: [variant({ scheduleId: 'offered' })] })
    expect(starts(snapshot, MON)).toEqual(['09:20', '10:20', '11:20'])
  })

  it('that touch over midnight let a booking span it', () => {
    const night = schedule({ weeklyHours: [...week([1], '20:00', '24:00'), ...week([2], '00:00', '03:00')] })
    const snapshot = snapshotWith({
      schedules: [night],
      variants: [variant({ durationMinutes: 90, slotIntervalMinutes: 90 })],
    })
    expect(starts(snapshot, MON)).toEqual(['20:00', '21:30', '23:00'])
    expect(starts(snapshot, TUE)).toEqual(['00:00', '01:30'])
  })

  it('that run past midnight belong to the day on which they began', () => {
    const late = (override: object) =>
      schedule({ weeklyHours: week([1], '22:00', '02:00'), dateOverrides: [override as never] })
    const closed = (date: string) => ({ startDate: date, endDate: date, isClosed: true, hours: [] })
    const over = (date: string) => starts(snapshotWith({ schedules: [late(closed(date))] }), MON, { until: TUE })
    expect(over(TUE)).toEqual(['22:00', '23:00', '00:00', '01:00'])
    expect(over(MON)).toEqual([])
  })

  it('are cut by blackouts at the instant', () => {
    const rules = [
      rule('blackout', { startDate: MON, endDate: TUE, startTime: '12:00', endTime: '13:00', daysOfWeek: [1] }),
    ]
    expect(starts(snapshotWith({ rules }), MON)).toEqual([...range(9, 11), ...range(13, 16)])
    expect(starts(snapshotWith({ rules }), TUE)).toHaveLength(8)
  })

  it('are in their own zone while the tenant is in another', () => {
    const snapshot = snapshotWith({ schedules: [schedule({ timeZone: 'Asia/Kathmandu' })] })
    expect(slotsOf(snapshot, MON, { timeZone: 'Asia/Kathmandu' })[0]?.startsAt).toBe(`${MON}T03:15:00.000Z`)
  })
})

describe('lengths', () => {
  const flexible = {
    durationType: 'flexible' as const,
    minDurationMinutes: 30,
    maxDurationMinutes: 120,
    durationStepMinutes: 30,
  }

  it('of a flexible variant are chosen within its steps', () => {
    const snapshot = snapshotWith({ variants: [variant(flexible)] })
    expect(starts(snapshot, MON, { durationMinutes: 120 })).toEqual(range(9, 15))
    const until = (time: string) => verdict(snapshot, `${MON} 10:00`, {}, `${MON} ${time}`)
    expect([until('10:30'), until('11:30'), until('11:45'), until('12:30')]).toEqual([
      'available',
      'available',
      'duration_out_of_range',
      'duration_out_of_range',
    ])
  })

  const daily = variant({ durationType: 'daily', minDays: 1, maxDays: 7, dayStartTime: '10:00', dayEndTime: '10:00' })

  it('of a daily variant are local days: only pickup and return need open hours', () => {
    const snapshot = snapshotWith({ variants: [daily] })
    const weekend = slotsOf(snapshot, MON, { until: '2026-03-08', durationMinutes: 3 * 1440 })
    // Friday to Monday spans a closed weekend; a return on Saturday or Sunday is not possible.
    expect(weekend.map(slot => [clock(slot.startsAt), slot.startsAt.slice(0, 10), slot.endsAt.slice(0, 10)])).toEqual([
      ['10:00', '2026-03-02', '2026-03-05'],
      ['10:00', '2026-03-03', '2026-03-06'],
      ['10:00', '2026-03-06', '2026-03-09'],
    ])
    expect(verdict(snapshot, `${MON} 11:00`, {}, `${TUE} 10:00`)).toBe('start_not_on_grid')
    expect(verdict(snapshot, `${MON} 10:00`, {}, '2026-03-10 10:00')).toBe('duration_out_of_range')
  })

  it('of a daily variant keep the wall clock over a change of clocks', () => {
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week(EVERY_DAY, '10:00', '18:00') })],
      variants: [daily],
    })
    const [slot] = slotsOf(snapshot, '2026-03-28')
    expect([slot?.startsAt, slot?.endsAt]).toEqual(['2026-03-28T09:00:00.000Z', '2026-03-29T08:00:00.000Z'])
  })

  it('of a daily variant may not touch a blackout day, at the ends or between', () => {
    const rules = [rule('blackout', { startDate: '2026-03-04', endDate: '2026-03-04' })]
    const snapshot = snapshotWith({
      rules,
      schedules: [schedule({ weeklyHours: week(EVERY_DAY, '09:00', '17:00') })],
      variants: [daily],
    })
    const taken = (from: string, to: string) => verdict(snapshot, `${from} 10:00`, {}, `${to} 10:00`)
    expect([
      taken(MON, TUE),
      taken(MON, '2026-03-04'),
      taken(TUE, '2026-03-05'),
      taken('2026-03-04', '2026-03-05'),
      taken('2026-03-05', '2026-03-06'),
    ]).toEqual(['available', 'blackout', 'blackout', 'blackout', 'available'])
  })
})

describe('timeslots', () => {
  it('are all filled by a booking that spans several', () => {
    const timeslots = ['10:00', '10:30', '11:00'].map((from, i) => {
      return timeslot(MON, from, ['10:30', '11:00', '11:30'][i] ?? '', { capacity: 1 })
    })
    const spanning = booking(MON, '10:00', '11:00', { capacityMode: 'pooled', timeslotId: timeslots[0]?.id ?? '' })
    const snapshot = snapshotWith({
      schedules: [schedule({ mode: 'timeslots' })],
      timeslots,
      resources: [resource('A', { capacity: 9 })],
      variants: [variant({ durationMinutes: 30, capacityMode: 'pooled' })],
      allocations: [spanning],
    })
    expect(verdict(snapshot, `${MON} 10:30`)).toBe('timeslot_full')
    expect(starts(snapshot, MON)).toEqual(['11:00'])
    expect(starts(snapshot, MON, { excludeBookingId: spanning.bookingId })).toEqual(['10:00', '10:30', '11:00'])
  })

  it('need no hours, and those of a switched-off schedule are closed', () => {
    const slot = timeslot('2026-03-07', '22:00', '23:00')
    const timed = (isActive: boolean) => {
      return snapshotWith({ schedules: [schedule({ mode: 'timeslots', isActive })], timeslots: [slot] })
    }
    expect(verdict(timed(true), '2026-03-07 22:00')).toBe('available')
    expect(verdict(timed(false), '2026-03-07 22:00')).toBe('outside_schedule')
  })
})

describe('choice of resources', () => {
  const resources = [resource('A'), resource('B'), resource('C')]

  it('all must be free when all are taken', () => {
    const snapshot = snapshotWith({
      resources,
      variants: [variant({ resourceSelection: 'all' }, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00', { resourceId: 'B' })],
    })
    expect(starts(snapshot, MON)).toEqual(['09:00', ...range(11, 16)])
    expect(slotsOf(snapshot, MON)[0]?.resourceIds).toEqual(['A', 'B'])
  })

  it('a pin that is not assigned is refused', () => {
    const snapshot = snapshotWith({ resources })
    expect(verdict(snapshot, `${MON} 10:00`, { resourceIds: ['C'] })).toBe('no_active_resource')
  })

  it('adds up what is left and says when little is', () => {
    const ids = ['A', 'B', 'C', 'D', 'E']
    const allocations = ids.slice(0, 4).map(resourceId => booking(MON, '10:00', '11:00', { resourceId }))
    const snapshot = snapshotWith({ resources: ids.map(id => resource(id)), variants: [variant({}, ids)], allocations })
    expect(slotsOf(snapshot, MON).slice(0, 2)).toMatchObject([
      { remaining: 5, status: 'available', resourceIds: ['A'] },
      { remaining: 1, status: 'limited', resourceIds: ['E'] },
    ])
  })

  it('lists taken and forbidden times with their reasons when asked', () => {
    const rules = [rule('blackout', { startDate: MON, endDate: MON, startTime: '12:00', endTime: '13:00' })]
    const snapshot = snapshotWith({ rules, allocations: [booking(MON, '10:00', '11:00')] })
    const listed = ask(snapshot).slots(at(`${MON} 00:00`), at(`${TUE} 00:00`), { includeUnavailable: true })
    expect(listed).toHaveLength(8)
    expect(listed[1]).toMatchObject({
      status: 'full',
      remaining: 0,
      resourceIds: [],
      reasons: [{ code: 'resource_busy', resourceId: 'A' }],
    })
    expect(listed[3]).toMatchObject({ status: 'unavailable', reasons: [{ code: 'blackout' }] })
  })
})

describe('staff override', () => {
  it('rules, hours and grid, and names what was overridden', () => {
    const notice = rule('min_notice', { minutes: 100_000 })
    const snapshot = snapshotWith({ rules: [notice] })
    const check = ask(snapshot).check({ startsAt: at(`${MON} 17:20`) }, { override: true })
    expect(check).toMatchObject({ available: true, allocations: [{ resourceId: 'A' }], headline: null })
    expect(check.overrides).toEqual([
      { code: 'notice_too_short', ruleId: notice.id },
      { code: 'outside_schedule', ruleId: null },
    ])
  })

  it('never what is booked, and takes a free resource before an overridden one', () => {
    const busy = snapshotWith({ allocations: [booking(MON, '10:00', '11:00')] })
    expect(ask(busy).check({ startsAt: at(`${MON} 10:00`) }, { override: true }).available).toBe(false)
    const forbidden = rule('blackout', { startDate: MON, endDate: MON }, onlyFor('A'))
    const two = snapshotWith({
      resources: [resource('A'), resource('B')],
      variants: [variant({}, ['A', 'B'])],
      rules: [forbidden],
    })
    const check = ask(two).check({ startsAt: at(`${MON} 10:00`) }, { override: true })
    expect([check.allocations[0]?.resourceId, check.overrides]).toEqual(['B', []])
  })
})

describe('explanations', () => {
  it('name the rule, schedule or booking in the way, in words', () => {
    const taken = booking(MON, '10:00', '11:00', { bufferAfterMinutes: 15 })
    const snapshot = snapshotWith({
      variants: [variant({ slotIntervalMinutes: 15 })],
      allocations: [taken],
      rules: [rule('min_notice', { minutes: 120 }), rule('max_advance', { days: 30 })],
    })
    expect(text(snapshot, `${MON} 11:00`)).toBe('A is booked 10:00–11:00, blocked 10:00–11:15 with its buffers.')
    expect(text(snapshot, `${MON} 16:30`)).toBe(
      'It would end at Mon 2 Mar 2026 17:30, after “Hours” closes at Mon 2 Mar 2026 17:00.',
    )
    expect(text(snapshot, '2026-03-07 10:00')).toBe('“Hours” is closed at Sat 7 Mar 2026 10:00.')
    expect(text(snapshot, '2026-03-23 10:00')).toBe(
      'It can be booked at most 30 days ahead: the last day is Sun 22 Mar 2026.',
    )
    expect(text({ ...snapshot, now: at(`${MON} 12:30`) }, `${MON} 14:00`)).toBe(
      'It needs 2 h notice: the earliest start is Mon 2 Mar 2026 14:30.',
    )
    const { headline } = ask(snapshot).explain({ startsAt: at(`${MON} 11:00`) })
    expect(headline).toMatchObject({
      code: 'resource_busy',
      bookingId: taken.bookingId,
      resourceId: 'A',
      passed: false,
    })
  })

  it('list every check of every resource', () => {
    const snapshot = snapshotWith({ resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] })
    const { checks, available } = ask(snapshot).explain({ startsAt: at(`${MON} 10:00`) })
    expect(available).toBe(true)
    expect(checks.filter(entry => entry.resourceId === 'B').map(entry => entry.code)).toEqual(
      checks.filter(entry => entry.resourceId === 'A').map(entry => entry.code),
    )
    expect(new Set(checks.map(entry => entry.code)).size).toBe(27)
  })
})

describe('summaries', () => {
  it('a month by day of the tenant', () => {
    const rules = [rule('booking_limit', { max: 1, period: 'day' })]
    const snapshot = snapshotWith({ now: at('2026-03-02 12:30'), rules, allocations: [booking(TUE, '10:00', '11:00')] })
    const days = ask(snapshot).days('2026-03')
    expect(days).toHaveLength(31)
    expect(days.slice(0, 4)).toEqual([
      { date: '2026-03-01', status: 'unavailable', slotCount: 0, firstStartsAt: null },
      { date: '2026-03-02', status: 'available', slotCount: 4, firstStartsAt: '2026-03-02T12:00:00.000Z' },
      { date: '2026-03-03', status: 'full', slotCount: 0, firstStartsAt: null },
      { date: '2026-03-04', status: 'available', slotCount: 8, firstStartsAt: '2026-03-04T08:00:00.000Z' },
    ])
  })

  it('the next free times, weeks ahead', () => {
    const rules = [rule('blackout', { startDate: '2026-02-01', endDate: '2026-05-31' })]
    const { slots } = ask(snapshotWith({ rules })).next({ count: 2 })
    expect(slots.map(slot => slot.startsAt)).toEqual(['2026-06-01T07:00:00.000Z', '2026-06-01T08:00:00.000Z'])
  })

  it('why there is no next time', () => {
    const never = rule('blackout', { startDate: '2026-01-01', endDate: '2026-12-31' })
    const far = { ...never, id: 'far', parameters: { startDate: '2027-01-01', endDate: '2027-12-31' } } as typeof never
    expect(ask(snapshotWith({ rules: [never, far] })).next()).toMatchObject({
      slots: [],
      reason: { code: 'blackout', resourceIds: ['A'], text: 'A: blacked out, for 2084 starts until Fri 19 Feb 2027.' },
    })
    expect(ask(snapshotWith({ schedules: [schedule({ weeklyHours: [] })] })).next().reason?.code).toBe(
      'outside_schedule',
    )
    expect(ask(snapshotWith({ resources: [resource('A', { isActive: false })] })).next().reason?.code).toBe(
      'no_active_resource',
    )
  })

  it('the nearest free times to one that is taken', () => {
    const snapshot = snapshotWith({ allocations: [booking(MON, '12:00', '13:00'), booking(MON, '13:00', '14:00')] })
    const nearest = ask(snapshot).nearest(at(`${MON} 12:00`), 3)
    expect(nearest.map(slot => clock(slot.startsAt))).toEqual(['11:00', '10:00', '14:00'])
  })
})

describe('search and timeline', () => {
  const snapshot = snapshotWith({
    resources: [resource('A'), resource('pool', { resourceTypeId: 'kayak', capacity: 5 })],
    variants: [variant(), variant({ id: 'V120', durationMinutes: 120 })],
    rules: [rule('blackout', { startDate: TUE, endDate: TUE }, onlyFor('A'))],
    allocations: [
      booking(MON, '10:00', '11:00', { resourceId: 'pool', capacityMode: 'pooled', quantity: 3 }),
      booking(MON, '14:00', '15:00', {
        status: 'held',
        holdExpiresAt: '2026-02-20T12:01:00.000Z',
        bufferAfterMinutes: 10,
      }),
    ],
  })

  it('finds the resources and variants free for one exact interval', () => {
    const free = (from: string, to: string, quantity = 1) =>
      createEngine(snapshot).freeResources({ from: at(from), to: at(to), quantity })
    expect(free(`${MON} 10:00`, `${MON} 11:00`)).toEqual({
      resources: [
        { resourceId: 'A', remaining: 1 },
        { resourceId: 'pool', remaining: 2 },
      ],
      variants: [{ variantId: 'V60', catalogItemId: 'item', resourceIds: ['A'] }],
    })
    expect(free(`${MON} 10:10`, `${MON} 10:35`, 2).resources).toEqual([{ resourceId: 'pool', remaining: 2 }])
    expect(free(`${TUE} 10:00`, `${TUE} 11:00`).resources.map(one => one.resourceId)).toEqual(['pool'])
    expect(free(`${MON} 16:00`, `${MON} 18:00`)).toEqual({ resources: [], variants: [] })
  })

  it('draws windows, bookings, holds with their buffers, and blackouts', () => {
    const [line] = createEngine(snapshot).timeline({
      from: at(`${MON} 00:00`),
      to: at('2026-03-04 00:00'),
      resourceIds: ['A'],
    })
    expect(line).toMatchObject({
      resourceId: 'A',
      timeZone: 'Europe/Berlin',
      windows: [
        { startsAt: `${MON}T08:00:00.000Z`, endsAt: `${MON}T16:00:00.000Z` },
        { startsAt: `${TUE}T08:00:00.000Z` },
      ],
      open: [{ startsAt: `${MON}T08:00:00.000Z`, endsAt: `${MON}T16:00:00.000Z` }],
      blackouts: [{ startsAt: `${MON}T23:00:00.000Z`, endsAt: `${TUE}T23:00:00.000Z` }],
      bookings: [{ status: 'held', endsAt: `${MON}T14:00:00.000Z`, blockedEndsAt: `${MON}T14:10:00.000Z` }],
    })
  })

  it('draws timeslots where a schedule has them', () => {
    const slot = timeslot(MON, '10:00', '11:00', { status: 'closed', capacity: 4, label: 'Sunset' })
    const timed = snapshotWith({ schedules: [schedule({ mode: 'timeslots' })], timeslots: [slot] })
    const [line] = createEngine(timed).timeline({ from: at(`${MON} 00:00`), to: at(`${TUE} 00:00`) })
    expect(line).toMatchObject({
      windows: [],
      timeslots: [{ timeslotId: slot.id, status: 'closed', capacity: 4, label: 'Sunset' }],
    })
  })
})
