import { describe, expect, it } from 'vitest'
import { generateTimeslots, type TimeslotInput } from '../../../src/scheduling'
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
const ab = [resource('A'), resource('B')]

describe('worked cases', () => {
  it('1: a plain day has eight starts, and the end is half-open', () => {
    expect(slotsOf(snapshotWith(), MON).map(slot => slot.startsAt)).toEqual(
      [8, 9, 10, 11, 12, 13, 14, 15].map(hour => `${MON}T${String(hour).padStart(2, '0')}:00:00.000Z`),
    )
    expect(verdict(snapshotWith(), `${MON} 16:00`)).toBe('available')
    expect(verdict(snapshotWith(), `${MON} 17:00`)).toBe('outside_schedule')
  })

  it('2: a service longer than its interval', () => {
    const long = snapshotWith({ variants: [variant({ durationMinutes: 90, slotIntervalMinutes: 30 })] })
    expect(starts(long, MON)).toEqual(range(9, 15.5, 30))
  })

  it('3: touching is not overlapping', () => {
    const snapshot = snapshotWith({ allocations: [booking(MON, '10:00', '11:00')] })
    expect(starts(snapshot, MON)).toEqual(['09:00', ...range(11, 16)])
  })

  it('4: the after-buffer of a booking and of the candidate', () => {
    const snapshot = snapshotWith({
      variants: [variant({ bufferAfterMinutes: 15, slotIntervalMinutes: 15 })],
      allocations: [booking(MON, '10:00', '11:00', { bufferAfterMinutes: 15 })],
    })
    expect(starts(snapshot, MON)).toEqual(range(11.25, 16, 15))
    expect(starts(snapshot, MON)).toHaveLength(20)
  })

  it('6: a pool counts the peak, not the sum of all that overlaps', () => {
    const pooled = { capacityMode: 'pooled' as const }
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 10 })],
      variants: [variant({ ...pooled, slotIntervalMinutes: 30, maxQuantity: 10 })],
      allocations: [
        booking(MON, '10:00', '11:00', { ...pooled, quantity: 4 }),
        booking(MON, '10:30', '11:30', { ...pooled, quantity: 5 }),
      ],
    })
    const remaining = Object.fromEntries(slotsOf(snapshot, MON).map(slot => [clock(slot.startsAt), slot.remaining]))
    expect(remaining).toMatchObject({ '09:30': 6, '10:00': 1, '10:30': 1, '11:00': 5, '11:30': 10 })
  })

  it('7: a session is joined by the same variant and interval only', () => {
    const session = { capacityMode: 'session' as const, maxQuantity: 12 }
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week([1], '09:00', '21:00') })],
      resources: [resource('A', { capacity: 12 })],
      variants: [
        variant({ ...session, id: 'yoga', name: 'Yoga' }),
        variant({ ...session, id: 'pilates', slotIntervalMinutes: 30 }),
      ],
      allocations: [booking(MON, '18:00', '19:00', { variantId: 'yoga', capacityMode: 'session', quantity: 11 })],
    })
    expect(verdict(snapshot, `${MON} 18:00`, { quantity: 1 })).toBe('available')
    expect(verdict(snapshot, `${MON} 18:00`, { quantity: 2 })).toBe('capacity_exceeded')
    expect(verdict(snapshot, `${MON} 18:30`, { variantId: 'pilates' })).toBe('resource_busy')
    expect(verdict(snapshot, `${MON} 19:00`)).toBe('available')
    const [slot] = slotsOf(snapshot, MON).filter(one => clock(one.startsAt) === '18:00')
    expect(slot).toMatchObject({ status: 'limited', remaining: 1, maxQuantity: 1 })
    const full = {
      ...snapshot,
      allocations: [
        ...(snapshot.allocations ?? []),
        booking(MON, '18:00', '19:00', { variantId: 'yoga', capacityMode: 'session' }),
      ],
    }
    expect(verdict(full, `${MON} 18:00`)).toBe('capacity_exceeded')
  })

  it('8: a party takes the whole exclusive room', () => {
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 8 })],
      variants: [variant({ maxQuantity: 8 })],
      allocations: [booking(MON, '10:00', '11:00', { quantity: 3 })],
    })
    expect(verdict(snapshot, `${MON} 10:00`, { quantity: 2 })).toBe('resource_busy')
    expect(verdict(snapshot, `${MON} 12:00`, { quantity: 9 })).toBe('quantity_out_of_range')
    expect(verdict(snapshot, `${MON} 12:00`, { quantity: 8 })).toBe('available')
  })

  it('9: the first free resource by priority, and a pinned one instead of it', () => {
    const busyA = booking(MON, '10:00', '11:00')
    const busyB = booking(MON, '10:00', '11:00', { resourceId: 'B' })
    const variants = [variant({}, ['A', 'B'])]
    const one = snapshotWith({ resources: ab, variants, allocations: [busyA] })
    const resourceAt = Object.fromEntries(slotsOf(one, MON).map(slot => [clock(slot.startsAt), slot.resourceIds]))
    expect(resourceAt).toMatchObject({ '10:00': ['B'], '11:00': ['A'] })
    expect(verdict(snapshotWith({ resources: ab, variants, allocations: [busyA, busyB] }), `${MON} 10:00`)).toBe(
      'resource_busy',
    )
    expect(ask(one, { resourceIds: ['A'] }).check({ startsAt: at(`${MON} 10:00`) })).toMatchObject({
      available: false,
      headline: { code: 'resource_busy', bookingId: busyA.bookingId },
      alternativeResourceIds: ['B'],
    })
  })

  it('10: one resource of each type', () => {
    const resources = ['T1', 'T2']
      .map(id => resource(id, { resourceTypeId: 'person' }))
      .concat(resource('R1', { resourceTypeId: 'room' }))
    const variants = [variant({ resourceSelection: 'one_per_type' }, ['T1', 'T2', 'R1'])]
    const busy = (resourceId: string) =>
      snapshotWith({ resources, variants, allocations: [booking(MON, '10:00', '11:00', { resourceId })] })
    const check = ask(busy('T1')).check({ startsAt: at(`${MON} 10:00`) })
    expect(check.allocations.map(one => one.resourceId)).toEqual(['T2', 'R1'])
    expect(ask(busy('R1')).check({ startsAt: at(`${MON} 10:00`) }).headline).toMatchObject({
      code: 'resource_busy',
      resourceId: 'R1',
    })
  })

  it('11: a yearly blackout for all resources, and what explain says of a closed day', () => {
    const christmas = (isActive = true) => {
      return rule('blackout', { startDate: '2026-12-25', endDate: '2026-12-25', repeatsYearly: true }, { isActive })
    }
    expect(starts(snapshotWith({ rules: [christmas()] }), '2026-12-25')).toEqual([])
    expect(starts(snapshotWith({ rules: [christmas(false)] }), '2026-12-25')).toHaveLength(8)
    const closed = ask(snapshotWith({ rules: [christmas()] })).explain({ startsAt: at('2027-12-25 10:00') })
    const failed = closed.checks.filter(entry => !entry.passed).map(entry => entry.code)
    expect(failed).toEqual(['outside_schedule', 'blackout'])
    expect(closed.headline?.code).toBe('outside_schedule')
  })

  it('12: of scalar rules the specific one beats the general one', () => {
    const general = rule('min_notice', { minutes: 1440 })
    const specific = (isActive: boolean) => rule('min_notice', { minutes: 120 }, { ...onlyFor('A'), isActive })
    const snapshot = (isActive: boolean) => {
      const variants = [variant({}, ['A']), variant({ id: 'VB' }, ['B'])]
      return snapshotWith({ now: at(`${MON} 08:00`), resources: ab, variants, rules: [general, specific(isActive)] })
    }
    expect(slotsOf(snapshot(true), MON, { until: TUE })[0]?.startsAt).toBe(at(`${MON} 10:00`))
    expect(slotsOf(snapshot(true), MON, { until: TUE, variantId: 'VB' })[0]?.startsAt).toBe(at(`${TUE} 09:00`))
    expect(slotsOf(snapshot(false), MON, { until: TUE })[0]?.startsAt).toBe(at(`${TUE} 09:00`))
    const overridden = ask(snapshot(true))
      .explain({ startsAt: at(`${MON} 12:00`) })
      .checks.find(entry => entry.overriddenBy)
    expect(overridden).toMatchObject({ code: 'notice_too_short', ruleId: general.id, passed: true })
  })

  it('14: restricting rules always add', () => {
    const own = rule('opening_hours', { weeklyHours: week([1], '12:00', '15:00') }, onlyFor('A'))
    const all = rule('opening_hours', { weeklyHours: week([1], '09:00', '13:00') })
    expect(starts(snapshotWith({ rules: [own, all] }), MON)).toEqual(['12:00'])
  })

  it('17: a daily limit counts where bookings start, and holds until they expire', () => {
    const limit = rule('booking_limit', { max: 3, period: 'day' })
    const schedules = [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })]
    const two = [booking(TUE, '10:00', '11:00'), booking(TUE, '12:00', '13:00')]
    const late = booking(TUE, '23:30', '23:59', { endsAt: at('2026-03-04 00:30') })
    const cancelled = booking(TUE, '14:00', '15:00', { status: 'cancelled' })
    const snapshot = snapshotWith({ schedules, rules: [limit], allocations: [...two, late, cancelled] })
    expect(verdict(snapshot, `${TUE} 15:00`)).toBe('limit_reached')
    expect(verdict(snapshot, '2026-03-04 15:00')).toBe('available')
    const held = booking(TUE, '16:00', '17:00', { status: 'held', holdExpiresAt: '2026-02-20T12:10:00.000Z' })
    const withHold = snapshotWith({ schedules, rules: [limit], allocations: [...two, held] })
    expect(verdict(withHold, `${TUE} 15:00`)).toBe('limit_reached')
    expect(verdict({ ...withHold, now: '2026-02-20T12:10:00.000Z' }, `${TUE} 15:00`)).toBe('available')
  })

  it('18: overrides open closed days, close ranges, and replace all blocks', () => {
    const open = schedule({
      dateOverrides: [
        { startDate: '2026-03-07', endDate: '2026-03-07', hours: [{ startTime: '10:00', endTime: '14:00' }] },
      ],
    })
    expect(starts(snapshotWith({ schedules: [open] }), '2026-03-07')).toEqual(range(10, 13))
    const closed = schedule({
      dateOverrides: [{ startDate: '2026-08-03', endDate: '2026-08-23', isClosed: true, hours: [] }],
    })
    expect(starts(snapshotWith({ schedules: [closed] }), '2026-08-03', { until: '2026-08-23' })).toEqual([])
    expect(starts(snapshotWith({ schedules: [closed] }), '2026-08-24')).toEqual(range(9, 16))
    const replaced = schedule({
      weeklyHours: [...week([1], '09:00', '12:00'), ...week([1], '13:00', '17:00')],
      dateOverrides: [{ startDate: MON, endDate: MON, hours: [{ startTime: '10:00', endTime: '11:00' }] }],
    })
    expect(starts(snapshotWith({ schedules: [replaced] }), MON)).toEqual(['10:00'])
  })

  it('19: each block has its own grid', () => {
    const split = schedule({ weeklyHours: [...week([1], '08:00', '12:00'), ...week([1], '12:30', '17:30')] })
    expect(starts(snapshotWith({ schedules: [split] }), MON)).toEqual([...range(8, 11), ...range(12.5, 16.5)])
  })

  it('21: the night on which Berlin skips an hour', () => {
    const hours = (weeklyHours: ReturnType<typeof week>) => snapshotWith({ schedules: [schedule({ weeklyHours })] })
    const night = slotsOf(hours(week([7], '00:00', '06:00')), '2026-03-29').map(slot => slot.startsAt)
    expect(night).toEqual([
      '2026-03-28T23:00:00.000Z',
      ...['00', '01', '02', '03'].map(hour => `2026-03-29T${hour}:00:00.000Z`),
    ])
    expect(night.map(start => clock(start))).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00'])
    expect(starts(hours(week([7], '00:00', '24:00')), '2026-03-29')).toHaveLength(23)
    expect(starts(hours(week([6], '22:00', '06:00')), '2026-03-28', { until: '2026-03-29' })).toHaveLength(7)
  })

  it('22: New York in spring and in fall', () => {
    const timeZone = 'America/New_York'
    const spring = snapshotWith({ schedules: [schedule({ timeZone, weeklyHours: week([6, 7], '13:00', '18:00') })] })
    const utc = (date: string) => slotsOf(spring, date, { timeZone }).map(slot => Number(slot.startsAt.slice(11, 13)))
    expect(utc('2026-03-08')).toEqual([17, 18, 19, 20, 21])
    expect(utc('2026-03-07')).toEqual([18, 19, 20, 21, 22])
    const fall = snapshotWith({
      schedules: [schedule({ timeZone, weeklyHours: week([7], '00:00', '04:00') })],
      variants: [variant({ durationMinutes: 30, slotIntervalMinutes: 30 })],
    })
    const found = slotsOf(fall, '2026-11-01', { timeZone }).map(slot => slot.startsAt)
    expect(found).toHaveLength(10)
    expect([found[0], found[9]]).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-01T08:30:00.000Z'])
    expect(found.map(start => clock(start, timeZone)).filter(time => time.startsWith('01'))).toEqual([
      '01:00',
      '01:30',
      '01:00',
      '01:30',
    ])
  })

  it('24: notice is elapsed time, the horizon is local days', () => {
    const timeZone = 'America/New_York'
    const schedules = [schedule({ timeZone, weeklyHours: week([7], '08:00', '12:00') })]
    const snapshot = (now: string) => snapshotWith({ schedules, now, rules: [rule('min_notice', { minutes: 1440 })] })
    expect(starts(snapshot('2026-10-31T13:00:00.000Z'), '2026-11-01', { timeZone })[0]).toBe('08:00')
    expect(starts(snapshot('2026-10-31T13:01:00.000Z'), '2026-11-01', { timeZone })[0]).toBe('09:00')
    const horizon = snapshotWith({
      schedules,
      now: '2026-10-31T13:00:00.000Z',
      rules: [rule('max_advance', { days: 1 })],
    })
    expect(starts(horizon, '2026-11-01', { until: '2026-11-30', timeZone })).toEqual(range(8, 11))
  })

  it("25: the viewer's zone changes what is shown, not what is offered", () => {
    const timeZone = 'America/New_York'
    const snapshot = snapshotWith({ schedules: [schedule({ timeZone })] })
    expect(clock(slotsOf(snapshot, '2026-03-16', { timeZone })[0]?.startsAt ?? '')).toBe('14:00')
    expect(clock(slotsOf(snapshot, '2026-03-30', { timeZone })[0]?.startsAt ?? '')).toBe('15:00')
  })

  it('26: a hold lapses by comparison with now', () => {
    const hold = booking(MON, '10:00', '11:00', { status: 'held', holdExpiresAt: `${MON}T08:05:00.000Z` })
    const snapshot = (now: string) => snapshotWith({ now, allocations: [hold] })
    expect(verdict(snapshot(`${MON}T08:04:59.000Z`), `${MON} 10:00`)).toBe('resource_busy')
    expect(verdict(snapshot(`${MON}T08:05:00.000Z`), `${MON} 10:00`)).toBe('available')
    const given = snapshotWith({ now: `${MON}T08:04:59.000Z`, allocations: [{ ...hold, status: 'cancelled' }] })
    expect(verdict(given, `${MON} 10:00`)).toBe('available')
    const taken = snapshotWith({ now: `${MON}T08:06:00.000Z`, allocations: [hold, booking(MON, '10:00', '11:00')] })
    expect(verdict(taken, `${MON} 10:00`, { excludeBookingId: hold.bookingId })).toBe('resource_busy')
    expect(verdict(snapshot(`${MON}T08:06:00.000Z`), `${MON} 10:00`, { excludeBookingId: hold.bookingId })).toBe(
      'available',
    )
  })

  it('27: a booking may move onto part of itself', () => {
    const own = booking(MON, '11:30', '12:30')
    const snapshot = snapshotWith({ variants: [variant({ slotIntervalMinutes: 15 })], allocations: [own] })
    expect(verdict(snapshot, `${MON} 11:45`)).toBe('resource_busy')
    expect(verdict(snapshot, `${MON} 11:45`, { excludeBookingId: own.bookingId })).toBe('available')
  })

  it('28: a court and its halves', () => {
    const resources = [
      resource('F'),
      resource('H1', { parentResourceId: 'F' }),
      resource('H2', { parentResourceId: 'F' }),
    ]
    const variants = ['F', 'H1', 'H2'].map(id => variant({ id }, [id]))
    const busy = (resourceId: string) =>
      snapshotWith({ resources, variants, allocations: [booking(MON, '10:00', '11:00', { resourceId })] })
    const at10 = (resourceId: string, variantId: string) => verdict(busy(resourceId), `${MON} 10:00`, { variantId })
    expect([at10('H1', 'F'), at10('H1', 'H2'), at10('H1', 'H1')]).toEqual([
      'related_resource_busy',
      'available',
      'resource_busy',
    ])
    expect([at10('F', 'H1'), at10('F', 'H2')]).toEqual(['related_resource_busy', 'related_resource_busy'])
  })

  it('29: timeslots', () => {
    const schedules = [schedule({ mode: 'timeslots' })]
    const timeslots = [
      timeslot(MON, '10:00', '10:30'),
      timeslot(MON, '10:30', '11:00'),
      timeslot(MON, '11:00', '11:30', { status: 'closed' }),
    ]
    const snapshot = snapshotWith({
      schedules,
      timeslots,
      variants: [variant(), variant({ id: 'V45', durationMinutes: 45 })],
    })
    expect(verdict(snapshot, `${MON} 10:00`)).toBe('available')
    expect(verdict(snapshot, `${MON} 10:30`)).toBe('timeslot_closed')
    expect(verdict(snapshot, `${MON} 10:00`, { variantId: 'V45' })).toBe('duration_mismatch')
    expect(verdict(snapshot, `${MON} 10:15`)).toBe('no_timeslot')
    expect(slotsOf(snapshot, MON)).toMatchObject([{ startsAt: `${MON}T09:00:00.000Z`, timeslotId: timeslots[0]?.id }])
  })

  it('29: the seats of a departure, over guide and bus', () => {
    const departure = timeslot(MON, '10:00', '11:00', { capacity: 12 })
    const seats = { capacityMode: 'session' as const, quantity: 10, timeslotId: departure.id, bookingId: 'party' }
    const snapshot = snapshotWith({
      schedules: [schedule({ mode: 'timeslots' })],
      timeslots: [departure],
      resources: [
        resource('guide', { resourceTypeId: 'guide', capacity: 15 }),
        resource('bus', { resourceTypeId: 'bus', capacity: 20 }),
      ],
      variants: [
        variant({ capacityMode: 'session', maxQuantity: 8, resourceSelection: 'one_per_type' }, ['guide', 'bus']),
      ],
      allocations: ['guide', 'bus'].map(resourceId => booking(MON, '10:00', '11:00', { ...seats, resourceId })),
    })
    expect(verdict(snapshot, `${MON} 10:00`, { quantity: 2 })).toBe('available')
    expect(verdict(snapshot, `${MON} 10:00`, { quantity: 3 })).toBe('timeslot_full')
    expect(slotsOf(snapshot, MON)).toMatchObject([{ remaining: 2, maxQuantity: 2, status: 'limited' }])
  })

  it('30: gaps are none or large enough, and the edges of the day are no neighbours', () => {
    const snapshot = snapshotWith({
      variants: [variant({ slotIntervalMinutes: 15 })],
      rules: [rule('min_gap', { minutes: 30 })],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const found = starts(snapshot, MON)
    expect(found).toEqual(expect.arrayContaining(['09:00', '11:00', '11:30', '15:45', '16:00']))
    expect(found).not.toContain('11:15')
    expect(verdict(snapshot, `${MON} 11:15`)).toBe('gap_too_small')
  })

  it('33: pending takes the place, declined gives it back', () => {
    const status = (status: 'pending' | 'declined') =>
      snapshotWith({ allocations: [booking(MON, '10:00', '11:00', { status })] })
    expect(verdict(status('pending'), `${MON} 10:00`)).toBe('resource_busy')
    expect(verdict(status('declined'), `${MON} 10:00`)).toBe('available')
  })

  it('35: generating twice creates nothing new, and booked slots stay', () => {
    const options = { from: MON, to: '2026-03-06', slotDurationMinutes: 60 }
    const now = '2026-02-20T12:00:00.000Z'
    const first = generateTimeslots(schedule(), [], options, now)
    expect(first).toMatchObject({ created: 40, kept: 0, deleted: 0, conflicts: 0 })
    const existing: TimeslotInput[] = first.timeslots.map((slot, i) => {
      return {
        id: `${i}`,
        scheduleId: 'hours',
        startsAt: slot.startsAt,
        endsAt: slot.endsAt,
        origin: 'generated',
        status: 'open',
      }
    })
    expect(generateTimeslots(schedule(), existing, options, now)).toMatchObject({ created: 0, kept: 40 })
    const booked = existing.map((slot, i) => (i === 1 ? { ...slot, bookedQuantity: 1 } : slot))
    const change = { ...options, slotDurationMinutes: 90, onExisting: 'replace_unbooked' as const }
    const replaced = generateTimeslots(schedule(), booked, change, now)
    // Five a day; on Monday 09:00–10:30 and 10:30–12:00 would overlap the booked 10:00–11:00.
    expect(replaced).toMatchObject({ created: 23, kept: 0, deleted: 39, conflicts: 1 })
    expect(replaced.timeslots.find(slot => slot.action === 'conflict')).toMatchObject({
      timeslotId: '1',
      startsAt: `${MON}T09:00:00.000Z`,
    })
  })

  it('36: a rule for other resources does not count here', () => {
    const elsewhere = rule('blackout', { startDate: MON, endDate: MON }, onlyFor('somewhere else'))
    expect(starts(snapshotWith({ rules: [elsewhere] }), MON)).toHaveLength(8)
  })

  it('37: a resource without hours anywhere', () => {
    const snapshot = snapshotWith({ tenant: { timeZone: 'Europe/Berlin' } })
    expect(starts(snapshot, MON)).toEqual([])
    expect(ask(snapshot).check({ startsAt: at(`${MON} 10:00`) }).headline).toMatchObject({
      code: 'outside_schedule',
      text: 'A has no hours: give it a schedule.',
    })
  })
})
