import { describe, expect, it } from 'vitest'
import type { BookingRequest, Snapshot } from '../../../src/scheduling'
import {
  ask,
  at,
  booking,
  EVERY_DAY,
  onlyFor,
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

/** What fails from a start, or a start to an end, each as `code [resource,rule,schedule,booking,timeslot,cause]: text`. */
const failures = (over: Partial<Snapshot>, hours: string, request: Partial<BookingRequest> = {}): string[] => {
  const [from = '', until] = hours.split('–')
  const time = (text: string) => at(text.includes(' ') ? text : `${MON} ${text}`)
  const answers = ask(snapshotWith(over), request)
  const { checks, available, headline } = answers.explain({
    startsAt: time(from),
    ...(until && { endsAt: time(until) }),
  })
  expect(available).toBe(headline === null)
  return checks
    .filter(({ passed }) => !passed)
    .map(({ code, resourceId, ruleName, scheduleId, bookingId, timeslotId, causeResourceId, severity, text }) => {
      const named = [resourceId, ruleName, scheduleId, bookingId, timeslotId, causeResourceId].map(one => one ?? '')
      return `${code} ${severity === 'error' ? '' : severity}[${named.join()}]: ${text}`
    })
}

const pool = { capacityMode: 'pooled' as const, maxQuantity: 9 }
const named = (name: string) => ({ name })

describe('the reasons of the request', () => {
  it('name the record that is switched off', () => {
    const web = (over: object) => ({ channels: [{ id: 'web', name: 'Website', ...over }] })
    const online = { channelId: 'web' }
    expect(failures({ tenant: { ...snapshotWith().tenant, isActive: false } }, '10:00')).toEqual([
      'tenant_inactive [,,,,,]: This business is suspended and takes no bookings.',
    ])
    expect(failures({ items: [{ id: 'item', name: 'Item', status: 'draft' }] }, '10:00')).toEqual([
      'item_inactive [,,,,,]: Item is still a draft.',
    ])
    expect(failures({ items: [{ id: 'item', name: 'Item', status: 'archived' }] }, '10:00')).toEqual([
      'item_inactive [,,,,,]: Item is archived.',
    ])
    expect(failures({ items: [{ id: 'item', name: 'Item' }] }, '10:00')).toEqual([])
    expect(failures({ variants: [variant({ isActive: false })] }, '10:00')).toEqual([
      'variant_inactive [,,,,,]: V60 is inactive.',
    ])
    expect(failures(web({ isActive: false }), '10:00', online)).toEqual([
      'channel_inactive [,,,,,]: The channel Website is inactive.',
    ])
    expect(failures(web({ sellsAllItems: false }), '10:00', online)).toEqual([
      'channel_not_selling [,,,,,]: The channel Website does not sell Item.',
    ])
    expect(failures(web({ sellsAllItems: false, catalogItemIds: ['other', 'item'] }), '10:00', online)).toEqual([])
    expect(failures({ now: at(`${MON} 10:00`) }, '10:00')).toEqual([])
    expect(failures({ now: at(`${MON} 10:01`) }, '10:00')).toEqual([
      'in_past [,,,,,]: Mon 2 Mar 2026 10:00 has already passed.',
    ])
  })

  it('tell the quantities that are allowed', () => {
    const some = {
      variants: [variant({ ...pool, minQuantity: 2, maxQuantity: 3 })],
      resources: [resource('A', { capacity: 9 })],
    }
    expect([1, 2, 3, 4, 2.5].map(quantity => failures(some, '10:00', { quantity }))).toEqual([
      ['quantity_out_of_range [,,,,,]: The quantity is 1; V60 allows 2 to 3.'],
      [],
      [],
      ['quantity_out_of_range [,,,,,]: The quantity is 4; V60 allows 2 to 3.'],
      ['quantity_out_of_range [,,,,,]: The quantity is 2.5; V60 allows 2 to 3.'],
    ])
    expect(failures({}, '10:00', { quantity: 0 })).toEqual([
      'quantity_out_of_range [,,,,,]: The quantity is 0; V60 allows 1.',
    ])
    expect(failures({ variants: [variant({ minQuantity: 2, maxQuantity: 2 })] }, '10:00', { quantity: 1 })).toEqual([
      'quantity_out_of_range [,,,,,]: The quantity is 1; V60 allows 2.',
    ])
  })

  it('tell which resources are missing', () => {
    const two = [resource('A', { isActive: false }), resource('B', { resourceTypeId: 'other' })]
    expect(failures({ variants: [variant({}, [])] }, '10:00')).toEqual([
      'no_active_resource [,,,,,]: V60 has no resources assigned.',
    ])
    expect(failures({ resources: two }, '10:00')).toEqual(['no_active_resource [,,,,,A]: A is inactive.'])
    expect(
      failures({ resources: two, variants: [variant({ resourceSelection: 'all' }, ['A', 'B'])] }, '10:00'),
    ).toEqual(['no_active_resource [,,,,,A]: A is inactive.'])
    expect(failures({ resources: two, variants: [variant({}, ['A', 'B'])] }, '10:00')).toEqual([])
    expect(
      failures({ resources: [resource('A'), resource('B', named('Bea'))] }, '10:00', { resourceIds: ['B'] }),
    ).toEqual(['no_active_resource [,,,,,B]: Bea is not assigned to V60.'])
    const both = { resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] }
    for (const over of [{}, both])
      expect(failures(over, '10:00', { resourceIds: ['gone', 'A'] })).toEqual([
        'no_active_resource [,,,,,gone]: The chosen resource is not assigned to V60.',
      ])
  })

  it('tell why a customer is blocked, and only warn staff', () => {
    const blocked = (over: object, kind?: 'online' | 'phone' | 'walk_in' | 'back_office') =>
      failures(
        { customer: { id: 'c', isBlocked: true, ...over }, channels: [{ id: 'c', name: 'C', ...(kind && { kind }) }] },
        '10:00',
        { channelId: 'c' },
      )
    expect(blocked({})).toEqual(['customer_blocked [,,,,,]: The customer is blocked.'])
    expect(blocked({ name: 'Kim', blockedReason: 'never came' }, 'online')).toEqual([
      'customer_blocked [,,,,,]: Kim is blocked: never came.',
    ])
    expect((['phone', 'walk_in', 'back_office'] as const).map(kind => blocked({ name: 'Kim' }, kind))).toEqual([
      ['customer_blocked warning[,,,,,]: Kim is blocked.'],
      ['customer_blocked warning[,,,,,]: Kim is blocked.'],
      ['customer_blocked warning[,,,,,]: Kim is blocked.'],
    ])
    expect(blocked({ isBlocked: false })).toEqual([])
  })
})

describe('the reasons of a resource', () => {
  it('are those of notice and horizon', () => {
    const on = (days: number, now = `${MON} 09:00`) =>
      failures({ now: at(now), rules: [rule('max_advance', { days }, named('Soon'))] }, '2026-03-05 10:00')
    expect([0, 1, 2, 3].map(days => on(days))).toEqual([
      ['too_far_ahead [A,Soon,,,,]: It can be booked only on the same day: the last day is Mon 2 Mar 2026.'],
      ['too_far_ahead [A,Soon,,,,]: It can be booked at most 1 day ahead: the last day is Tue 3 Mar 2026.'],
      ['too_far_ahead [A,Soon,,,,]: It can be booked at most 2 days ahead: the last day is Wed 4 Mar 2026.'],
      [],
    ])
    expect(failures({ now: at(`${MON} 09:00`), variants: [variant({ minNoticeMinutes: 61 })] }, '10:00')).toEqual([
      'notice_too_short [A,,,,,]: It needs 61 min notice: the earliest start is Mon 2 Mar 2026 10:01.',
    ])
    expect(
      failures({ now: at(`${MON} 09:00`), variants: [variant({ minNoticeMinutes: 60, maxAdvanceDays: 0 })] }, '10:00'),
    ).toEqual([])
    const midnight = failures(
      { now: at(`${MON} 09:00`), rules: [rule('max_advance', { days: 1 })] },
      '2026-03-04 00:00',
    )
    expect(midnight.map(one => one.split(' ')[0])).toEqual(['too_far_ahead', 'outside_schedule'])
    expect(failures({ variants: [variant({ maxAdvanceDays: 9 })] }, '10:00')).toEqual([
      'too_far_ahead [A,,,,,]: It can be booked at most 9 days ahead: the last day is Sun 1 Mar 2026.',
    ])
  })

  it('are those of hours', () => {
    const lunch = schedule({
      validFrom: MON,
      validUntil: TUE,
      weeklyHours: [...week(EVERY_DAY, '09:00', '12:00'), ...week(EVERY_DAY, '13:00', '17:00')],
      dateOverrides: [
        { startDate: TUE, endDate: TUE, label: 'Fair', hours: [{ startTime: '09:00', endTime: '10:00' }] },
      ],
    })
    const open = (hours: string) => failures({ schedules: [lunch] }, hours)
    expect(open('11:00')).toEqual([])
    expect(open('11:30–12:30')).toEqual([
      'outside_schedule [A,,hours,,,]: It would end at Mon 2 Mar 2026 12:30, after “Hours” closes at Mon 2 Mar 2026 12:00.',
      'start_not_on_grid [A,,,,,]: Starts are offered every 60 min from opening time.',
    ])
    expect(open('12:00–13:00')).toEqual(['outside_schedule [A,,hours,,,]: “Hours” is closed at Mon 2 Mar 2026 12:00.'])
    expect(open(`2026-03-01 10:00`)).toEqual([
      'outside_schedule [A,,hours,,,]: “Hours” is not in season on Sun 1 Mar 2026.',
    ])
    expect(open(`2026-03-04 10:00`)).toEqual([
      'outside_schedule [A,,hours,,,]: “Hours” is not in season on Wed 4 Mar 2026.',
    ])
    expect(open(`${TUE} 10:00`)).toEqual([
      'outside_schedule [A,,hours,,,]: “Hours” is closed at Tue 3 Mar 2026 10:00 (Fair).',
    ])
    const [before, after] = [
      schedule({ weeklyHours: [...week([1], '09:00', '12:00'), ...week([2], '08:00', '10:00')] }),
      schedule({ id: 'after', weeklyHours: [...week([1], '09:00', '12:00'), ...week([2], '10:00', '12:00')] }),
    ]
    const rental = [variant({ durationType: 'daily', scheduleId: 'after' })]
    expect(failures({ schedules: [before, after], variants: rental }, '10:00')).toEqual([
      'outside_schedule [A,,,,,]: A and the service are never open together then.',
    ])
    expect(failures({ schedules: [schedule({ isActive: false })] }, '10:00')).toEqual([
      'outside_schedule [A,,hours,,,]: The schedule “Hours” is inactive.',
    ])
    expect(failures({ tenant: { timeZone: 'Europe/Berlin' } }, '10:00')).toEqual([
      'outside_schedule [A,,,,,]: A has no hours: give it a schedule.',
    ])
    const mornings = schedule({ id: 'mornings', name: 'Mornings', weeklyHours: week([1], '09:00', '12:00') })
    const both = { schedules: [schedule(), mornings], variants: [variant({ scheduleId: 'mornings' })] }
    expect(failures(both, '12:00')).toEqual([
      'outside_schedule [A,,mornings,,,]: “Mornings” is closed at Mon 2 Mar 2026 12:00.',
    ])
    expect(failures(both, '08:00')).toEqual([
      'outside_schedule [A,,mornings,,,]: “Mornings” is closed at Mon 2 Mar 2026 08:00.',
      'outside_schedule [A,,hours,,,]: “Hours” is closed at Mon 2 Mar 2026 08:00.',
    ])
    expect(failures(both, '11:00')).toEqual([])
  })

  it('are those of opening hours and blackouts', () => {
    const hours = (start: string, end: string) => ({ weeklyHours: week([1], start, end) })
    const rules = [
      rule('opening_hours', hours('09:00', '12:00'), named('Mornings')),
      rule('opening_hours', hours('10:00', '15:00'), { ...named('Sunlight'), message: 'Only by day.' }),
      rule('blackout', { startDate: MON, endDate: MON, startTime: '10:30', endTime: '11:00' }, named('Paint')),
      rule('blackout', { startDate: TUE, endDate: TUE }, { ...named('Party'), message: 'We dance.' }),
    ]
    expect(failures({ rules }, '09:00')).toEqual(['outside_opening_hours [A,Sunlight,,,,]: Only by day.'])
    expect(failures({ rules }, '10:00')).toEqual(['blackout [A,Paint,,,,]: A is blacked out on Mon 2 Mar 2026: Paint.'])
    expect(failures({ rules }, '10:00–11:30')[0]).toMatch(/^blackout/)
    expect(failures({ rules: [rule('opening_hours', {}, named('Never'))] }, '10:00')).toEqual([
      'outside_opening_hours [A,Never,,,,]: The rule “Never” does not allow this time.',
    ])
    expect(failures({ rules }, '11:00')).toEqual([])
    expect(failures({ rules }, '12:00')).toEqual([
      'outside_opening_hours [A,Mornings,,,,]: The rule “Mornings” does not allow this time.',
    ])
    expect(failures({ rules }, `${TUE} 10:00`)).toEqual([
      'outside_opening_hours [A,Mornings,,,,]: The rule “Mornings” does not allow this time.',
      'outside_opening_hours [A,Sunlight,,,,]: Only by day.',
      'blackout [A,Party,,,,]: We dance.',
    ])
  })

  it('are those of other calendars', () => {
    const busy = (from: string, to: string): [number, number] => [
      Date.parse(at(`${MON} ${from}`)),
      Date.parse(at(`${MON} ${to}`)),
    ]
    const externalBusy = [
      { resourceId: 'B', times: [busy('09:00', '17:00')] },
      { resourceId: 'A', times: [busy('12:30', '13:15'), busy('10:00', '11:00'), busy('10:30', '11:30')] },
    ]
    expect(['09:00', '10:00', '11:00', '12:00', '14:00'].map(time => failures({ externalBusy }, time))).toEqual([
      [],
      [
        'external_busy [A,,,,,]: A is taken from Mon 2 Mar 2026 10:00 to Mon 2 Mar 2026 11:30, says another calendar of it.',
      ],
      [
        'external_busy [A,,,,,]: A is taken from Mon 2 Mar 2026 10:00 to Mon 2 Mar 2026 11:30, says another calendar of it.',
      ],
      [
        'external_busy [A,,,,,]: A is taken from Mon 2 Mar 2026 12:30 to Mon 2 Mar 2026 13:15, says another calendar of it.',
      ],
      [],
    ])
  })

  it('are those of timeslots', () => {
    const slot = (id: string, from: string, to: string, over = {}) => timeslot(MON, from, to, { id, ...over })
    const timeslots = [
      slot('a', '10:00', '10:30', { capacity: 3 }),
      slot('b', '10:30', '11:00', { capacity: 2 }),
      slot('c', '11:00', '11:30', { status: 'closed' }),
      slot('d', '12:00', '13:00', { status: 'cancelled' }),
    ]
    const taken = { ...pool, timeslotId: 'a', quantity: 2 }
    const timed = {
      schedules: [schedule({ mode: 'timeslots' })],
      timeslots,
      resources: [resource('A', { capacity: 9 })],
      variants: [variant({ ...pool, durationType: 'flexible', durationStepMinutes: 15, minDurationMinutes: 15 })],
      allocations: [booking(MON, '10:00', '10:30', taken)],
    }
    const on = (hours: string, quantity = 1) => failures(timed, hours, { quantity })
    expect(on('10:15')).toEqual(['no_timeslot [A,,hours,,,]: No timeslot of “Hours” begins at Mon 2 Mar 2026 10:15.'])
    expect(on('10:00–10:30')).toEqual([])
    expect(on('10:00–11:00', 2)).toEqual([
      'timeslot_full [A,,hours,,a,]: The timeslot at Mon 2 Mar 2026 10:00 has 1 of 2 seats left.',
    ])
    expect(on('10:30–11:00', 3)).toEqual([
      'timeslot_full [A,,hours,,b,]: The timeslot at Mon 2 Mar 2026 10:30 has 2 of 2 seats left.',
    ])
    expect(on('10:00–10:45')).toEqual([
      'duration_mismatch [A,,hours,,a,]: It lasts 45 min, which does not fill whole timeslots.',
    ])
    expect(on('10:30–11:30')).toEqual([
      'timeslot_closed [A,,hours,,c,]: The timeslot at Mon 2 Mar 2026 11:00 is closed.',
    ])
    expect(on('12:00–13:00')).toEqual([
      'timeslot_closed [A,,hours,,d,]: The timeslot at Mon 2 Mar 2026 12:00 is cancelled.',
    ])
  })

  it('are those of both lists of timeslots', () => {
    const slot = (scheduleId: string, from: string, to: string, over = {}) =>
      timeslot(MON, from, to, { id: `${scheduleId} ${from}`, scheduleId, ...over })
    const timed = {
      schedules: [schedule({ mode: 'timeslots' }), schedule({ id: 'offered', name: 'Offered', mode: 'timeslots' })],
      resources: [resource('A', { capacity: 9 })],
      variants: [variant({ ...pool, scheduleId: 'offered' })],
      timeslots: [
        slot('hours', '10:00', '11:00', { capacity: 4 }),
        slot('offered', '10:00', '11:00', { capacity: 2 }),
        slot('hours', '11:00', '12:00', { status: 'closed' }),
        slot('offered', '11:00', '12:00'),
        slot('hours', '12:00', '13:00'),
        slot('offered', '12:00', '12:30'),
        slot('offered', '13:00', '14:00'),
      ],
    }
    const on = (hours: string, quantity = 1) => failures(timed, hours, { quantity })
    expect([on('10:00', 2), on('10:00', 3), on('10:00', 5).length]).toEqual([
      [],
      ['timeslot_full [A,,offered,,offered 10:00,]: The timeslot at Mon 2 Mar 2026 10:00 has 2 of 2 seats left.'],
      2,
    ])
    expect(on('11:00')).toEqual([
      'timeslot_closed [A,,hours,,hours 11:00,]: The timeslot at Mon 2 Mar 2026 11:00 is closed.',
    ])
    expect(on('12:00')).toEqual([
      'duration_mismatch [A,,offered,,offered 12:00,]: It lasts 60 min, which does not fill whole timeslots.',
    ])
    expect(on('13:00')).toEqual([
      'no_timeslot [A,,offered,,,]: No timeslot of “Offered” begins at Mon 2 Mar 2026 13:00.',
    ])
  })

  it('are those of lengths', () => {
    const flexible = { durationType: 'flexible' as const, slotIntervalMinutes: null }
    const daily = variant({ durationType: 'daily', minDays: 2, maxDays: 3, dayStartTime: '10:00', dayEndTime: '12:00' })
    const rules = [
      rule('duration_limit', { minMinutes: 90 }, named('Long')),
      rule('duration_limit', { minMinutes: 30, maxMinutes: 120 }, { ...named('Short'), message: 'Keep it short.' }),
    ]
    expect(failures({}, '10:00–10:30')).toEqual(['duration_out_of_range [A,,,,,]: V60 lasts 60 min, not 30 min.'])
    const hour = snapshotWith({ rules: [rule('duration_limit', { minMinutes: 60, maxMinutes: 60 })] })
    expect(ask(hour).check({ startsAt: at(`${MON} 10:00`) }).available).toBe(true)
    const exactly = [rule('duration_limit', { minMinutes: 30, maxMinutes: 30 }, named('Half'))]
    expect(failures({ rules: exactly }, '10:00–10:30')).toEqual([
      'duration_out_of_range [A,,,,,]: V60 lasts 60 min, not 30 min.',
    ])
    expect(failures({ rules: exactly }, '10:00')).toEqual([
      'duration_out_of_range [A,Half,,,,]: It may last at most 30 min.',
    ])
    const spans = ['10:00–10:59', '10:00–11:00', '09:00–17:00', '09:00–17:30', '10:00–11:15']
    expect(spans.map(hours => failures({ variants: [variant(flexible)] }, hours))).toEqual([
      ['duration_out_of_range [A,,,,,]: V60 lasts 60 min to 8 h in steps of 30 min, not 59 min.'],
      [],
      [],
      [
        'outside_schedule [A,,hours,,,]: It would end at Mon 2 Mar 2026 17:30, after “Hours” closes at Mon 2 Mar 2026 17:00.',
        'duration_out_of_range [A,,,,,]: V60 lasts 60 min to 8 h in steps of 30 min, not 510 min.',
      ],
      ['duration_out_of_range [A,,,,,]: V60 lasts 60 min to 8 h in steps of 30 min, not 75 min.'],
    ])
    expect(
      ['10:00–11:00', '10:00–11:30', '10:00–12:00', '10:00–12:30'].map(hours =>
        failures({ variants: [variant(flexible)], rules }, hours),
      ),
    ).toEqual([
      ['duration_out_of_range [A,Long,,,,]: It has to last at least 90 min.'],
      [],
      [],
      ['duration_out_of_range [A,Short,,,,]: Keep it short.'],
    ])
    const until = (text: string) =>
      failures(
        { variants: [daily], schedules: [schedule({ weeklyHours: week(EVERY_DAY, '08:00', '20:00') })] },
        `10:00–${text}`,
      )
    expect(
      [`${MON} 12:00`, `${TUE} 12:00`, '2026-03-04 12:00', '2026-03-05 12:00', `${TUE} 11:00`, `${MON} 09:00`].map(
        until,
      ),
    ).toEqual([
      ['duration_out_of_range [A,,,,,]: V60 lasts 2 to 3 days, until 12:00, not 2 h.'],
      [],
      [],
      ['duration_out_of_range [A,,,,,]: V60 lasts 2 to 3 days, until 12:00, not 74 h.'],
      ['duration_out_of_range [A,,,,,]: V60 lasts 2 to 3 days, until 12:00, not 25 h.'],
      ['duration_out_of_range [A,,,,,]: V60 lasts 2 to 3 days, until 12:00, not -60 min.'],
    ])
    expect(failures({ variants: [daily] }, '11:00')).toEqual(['start_not_on_grid [A,,,,,]: V60 begins at 10:00.'])
    expect(failures({ variants: [{ ...daily, slotIntervalMinutes: null }] }, '11:00')).toHaveLength(1)
    const byDay = variant({ durationType: 'daily', dayStartTime: '08:00', dayEndTime: '16:00' })
    expect(failures({ variants: [byDay] }, '16:30–16:00')).toEqual([
      'duration_out_of_range [A,,,,,]: V60 lasts 1 to 30 days, until 16:00, not -30 min.',
      'start_not_on_grid [A,,,,,]: V60 begins at 08:00.',
    ])
    const odd = { ...flexible, minDurationMinutes: 50, durationStepMinutes: 30 }
    expect(['10:00–11:20', '10:00–11:10'].map(hours => failures({ variants: [variant(odd)] }, hours).length)).toEqual([
      0, 1,
    ])
    expect(until(`${MON} 10:00`)).toEqual([
      'duration_out_of_range [A,,,,,]: V60 lasts 2 to 3 days, until 12:00, not 0 min.',
    ])
    expect(
      failures(
        {
          variants: [variant({ durationType: 'daily' })],
          schedules: [schedule({ weeklyHours: week(EVERY_DAY, '08:00', '20:00') })],
        },
        '09:00–09:30',
      ),
    ).toEqual([
      'duration_out_of_range [A,,,,,]: V60 lasts 1 to 30 days, until 10:00, not 30 min.',
      'start_not_on_grid [A,,,,,]: V60 begins at 10:00.',
    ])
  })

  it('are those of the grid', () => {
    const clock = (intervalMinutes: number, offsetMinutes?: number) =>
      rule('start_interval', { intervalMinutes, ...(offsetMinutes && { offsetMinutes }) }, named(`${intervalMinutes}`))
    const steps = (slotIntervalMinutes: number | null) => ({ variants: [variant({ slotIntervalMinutes })] })
    expect(failures(steps(45), '10:00')).toEqual([
      'start_not_on_grid [A,,,,,]: Starts are offered every 45 min from opening time.',
    ])
    expect(failures(steps(45), '10:30')).toEqual([])
    expect(failures(steps(45), '17:00')).toEqual([
      'outside_schedule [A,,hours,,,]: “Hours” is closed at Mon 2 Mar 2026 17:00.',
    ])
    expect(failures(steps(null), '10:01')).toEqual([])
    expect(failures(steps(45), '10:00', { ignoresInterval: true })).toEqual([])
    expect(failures({ rules: [clock(60)] }, '10:15')).toEqual([
      'start_not_on_grid [A,60,,,,]: It has to begin on a step of 60 min of the clock.',
    ])
    expect(failures({ rules: [clock(60, 15), clock(30, 15)] }, '10:15')).toEqual([])
    expect(failures({ rules: [clock(60, 15), clock(30, 10)] }, '10:15')).toEqual([
      'start_not_on_grid [A,30,,,,]: It has to begin on a step of 30 min of the clock, 10 min after.',
    ])
    expect(failures({ rules: [clock(60, 600)] }, '09:00')).toEqual([
      'start_not_on_grid [A,60,,,,]: It has to begin on a step of 60 min of the clock, 10 h after.',
    ])
  })

  it('are those of limits', () => {
    const limit = (parameters: object, over = {}) =>
      rule('booking_limit', { max: 3, period: 'day', ...parameters }, over)
    const two = [
      booking(MON, '10:00', '11:00', { quantity: 2, customerId: 'me' }),
      booking(MON, '12:00', '13:30', { customerId: 'me' }),
    ]
    const under = (parameters: object, quantity = 1) =>
      failures(
        {
          rules: [limit(parameters, named('Limit'))],
          allocations: two,
          resources: [resource('A', { capacity: 4 })],
          variants: [variant({ maxQuantity: 4 })],
          customer: { id: 'me' },
        },
        '14:00',
        { quantity },
      )
    expect([2, 3].map(max => under({ max }))).toEqual([
      ['limit_reached [A,Limit,,,,]: A: 2 of 2 bookings of this day are taken.'],
      [],
    ])
    expect([1, 2].map(quantity => under({ max: 4, measure: 'quantity', period: 'week' }, quantity))).toEqual([
      [],
      ['limit_reached [A,Limit,,,,]: A: 3 of 4 units of this week are taken.'],
    ])
    expect([209, 210].map(max => under({ max, measure: 'minutes', period: 'month' }))).toEqual([
      ['limit_reached [A,Limit,,,,]: A: 150 of 209 minutes of this month are taken.'],
      [],
    ])
    const both = [limit({ max: 2 }, named('Tight')), limit({ max: 9 }, named('Loose'))]
    expect(failures({ rules: both, allocations: two }, '14:00')).toEqual([
      'limit_reached [A,Tight,,,,]: A: 2 of 2 bookings of this day are taken.',
    ])
    const own = { rules: [limit({ max: 1, subject: 'customer' }, named('Own'))], allocations: two }
    const whose = (customer: Snapshot['customer']) => failures({ ...own, customer: customer ?? null }, '14:00')
    expect([whose({ id: 'me', name: 'Kim' }), whose({ id: 'you' }), whose(null)]).toEqual([
      ['customer_limit_reached [A,Own,,,,]: Kim: 2 of 1 bookings of this day are taken.'],
      [],
      [],
    ])
    expect([2, 3].map(max => under({ max, subject: 'customer' }))).toEqual([
      ['customer_limit_reached [A,Limit,,,,]: The customer: 2 of 2 bookings of this day are taken.'],
      [],
    ])
  })

  it('are those of bookings', () => {
    const held = { status: 'held' as const, holdExpiresAt: at(`${MON} 09:00`) }
    const allocations = [
      booking(MON, '10:00', '11:00', { bookingId: 'one', bufferBeforeMinutes: 10 }),
      booking(MON, '12:00', '13:00', { bookingId: 'two', ...held }),
      booking(MON, '14:00', '15:00', { bookingId: 'three', ...held, bufferAfterMinutes: 5 }),
    ]
    const on = (hours: string, over = {}) =>
      failures({ allocations, variants: [variant({ slotIntervalMinutes: 5, ...over })] }, hours)
    expect(on('10:55')).toEqual([
      'resource_busy [A,,,one,,A]: A is booked 10:00–11:00, blocked 09:50–11:00 with its buffers.',
    ])
    expect(on('09:00')).toEqual([
      'resource_busy [A,,,one,,A]: A is booked 10:00–11:00, blocked 09:50–11:00 with its buffers.',
    ])
    expect(on('11:30')).toEqual(['resource_busy [A,,,two,,A]: A is held 12:00–13:00.'])
    expect(on('15:00')).toEqual([
      'resource_busy [A,,,three,,A]: A is held 14:00–15:00, blocked 14:00–15:05 with its buffers.',
    ])
    expect(on('15:05')).toEqual([])
    expect(on('13:00', { bufferAfterMinutes: 10 })).toEqual([
      'resource_busy [A,,,three,,A]: A is held 14:00–15:00, blocked 14:00–15:05 with its buffers.',
    ])
    expect(on('13:00', { bufferBeforeMinutes: 10 })).toEqual(['resource_busy [A,,,two,,A]: A is held 12:00–13:00.'])
  })

  it('are those of units', () => {
    const many = { resources: [resource('A', { capacity: 5 })], variants: [variant(pool)] }
    const allocations = [
      booking(MON, '10:00', '11:00', { ...pool, quantity: 4 }),
      booking(MON, '12:00', '13:00', { bookingId: 'whole' }),
      booking(MON, '12:30', '12:45', { ...pool, bookingId: 'shared' }),
    ]
    const few = rule(
      'capacity_override',
      { capacity: 2, startDate: MON, endDate: MON, startTime: '14:00', endTime: '15:00' },
      named('Few'),
    )
    const on = (hours: string, quantity: number) =>
      failures({ ...many, allocations, rules: [few] }, hours, { quantity })
    expect([on('10:00', 1), on('10:00', 2)]).toEqual([
      [],
      ['capacity_exceeded [A,,,,,A]: A has 1 of 5 left 10:00–11:00; 2 wanted.'],
    ])
    expect(on('12:00', 1)).toEqual(['resource_busy [A,,,whole,,A]: A is booked 12:00–13:00.'])
    const alone = failures({ ...many, variants: [variant({ maxQuantity: 5 })], allocations }, '10:00', { quantity: 2 })
    expect(alone.map(one => one.split(' ')[0])).toEqual(['resource_busy'])
    expect([on('14:00', 2), on('14:00', 3)]).toEqual([
      [],
      ['capacity_exceeded [A,Few,,,,A]: A has 2 of 2 left 14:00–15:00; 3 wanted.'],
    ])
    expect(
      failures({ resources: [resource('A', { capacity: 1 })], variants: [variant({ maxQuantity: 3 })] }, '10:00', {
        quantity: 3,
      }),
    ).toEqual(['capacity_exceeded [A,,,,,A]: A has 1 of 1 left 10:00–11:00; 3 wanted.'])
  })

  it('are those of sessions at other times', () => {
    const session = { capacityMode: 'session' as const }
    const other = { bookingId: 'other', quantity: 3 }
    const joins = (from: string, to: string, over: object = {}) =>
      failures(
        {
          resources: [resource('A', { capacity: 4 })],
          variants: [variant({ ...session, slotIntervalMinutes: 30, maxQuantity: 4 })],
          allocations: [booking(MON, from, to, { ...session, ...other, ...over })],
        },
        '10:00',
        { quantity: 2 },
      ).map(one => one.slice(0, 22))
    const [busy, full] = ['resource_busy [A,,,oth', 'capacity_exceeded [A,,']
    expect([joins('10:00', '11:00'), joins('10:00', '11:00', { variantId: 'V' })]).toEqual([[full], [busy]])
    expect([joins('10:00', '11:30'), joins('09:30', '11:00'), joins('10:30', '11:30')]).toEqual([
      [busy],
      [busy],
      [busy],
    ])
    expect(joins('10:00', '11:00', { capacityMode: 'exclusive' })).toEqual([busy])
  })

  it('are those of relatives and gaps', () => {
    const resources = [resource('A', { parentResourceId: 'F' }), resource('F', named('Field'))]
    const allocations = [
      booking(MON, '10:00', '11:00', { bookingId: 'match', resourceId: 'F', bufferAfterMinutes: 30 }),
    ]
    expect(['09:00', '11:00', '12:00'].map(time => failures({ resources, allocations }, time))).toEqual([
      [],
      ['related_resource_busy [A,,,match,,F]: Field, which shares space with A, is booked 10:00–11:00.'],
      [],
    ])
    const early = [booking(MON, '10:00', '10:45', { bookingId: 'match', resourceId: 'F' })]
    const buffered = (over: object) => failures({ resources, allocations: early, variants: [variant(over)] }, '11:00')
    expect([buffered({}), buffered({ bufferBeforeMinutes: 30 }).length]).toEqual([[], 1])
    const late = [booking(MON, '12:15', '13:00', { resourceId: 'F' })]
    const followed = (over: object) =>
      failures({ resources, allocations: late, variants: [variant(over)] }, '11:00').length
    expect([followed({}), followed({ bufferAfterMinutes: 15 }), followed({ bufferAfterMinutes: 16 })]).toEqual([
      0, 0, 1,
    ])
    const gap = {
      rules: [rule('min_gap', { minutes: 30 }, named('Gaps'))],
      variants: [variant({ slotIntervalMinutes: 5 })],
      allocations: [booking(MON, '12:00', '13:00')],
    }
    const times = ['10:30', '10:35', '11:00', '13:00', '13:25', '13:30']
    expect(times.map(time => failures(gap, time))).toEqual([
      [],
      ['gap_too_small [A,Gaps,,,,]: It would leave 25 min free after it; gaps are none or at least 30 min.'],
      [],
      [],
      ['gap_too_small [A,Gaps,,,,]: It would leave 25 min free before it; gaps are none or at least 30 min.'],
      [],
    ])
  })

  it('are, of a daily booking, only blackouts of whole days, of pickup and of return', () => {
    const variants = [variant({ durationType: 'daily' })]
    const schedules = [schedule({ weeklyHours: week(EVERY_DAY, '08:00', '20:00') })]
    const closed = (date: string, startTime?: string, endTime?: string) => {
      const times = { ...(startTime && { startTime }), ...(endTime && { endTime }) }
      const rules = [rule('blackout', { startDate: date, endDate: date, ...times }, named('Closed'))]
      const isFree = ask(snapshotWith({ variants, schedules, rules })).check({ startsAt: at(`${MON} 10:00`) }).available
      expect(isFree).toBe(failures({ variants, schedules, rules }, '10:00').length === 0)
      return isFree
    }
    const found = [
      [closed('2026-03-01'), closed(MON), closed(TUE), closed('2026-03-04')],
      [closed(MON, '09:00', '10:00'), closed(MON, '10:00', '10:01'), closed(MON, '10:01', '23:00')],
      [closed(TUE, '00:00', '09:59'), closed(TUE, '09:59', '10:00'), closed(TUE, '10:00', '23:00')],
    ]
    expect(found).toEqual([
      [true, false, false, true],
      [true, false, true],
      [true, false, true],
    ])
  })

  it('are those of each phase that takes the resource', () => {
    const frees = (...types: string[]) => ({ minutes: 30, frees: types })
    const phased = variant({ durationMinutes: 90, phases: [frees(), frees('type'), frees()], bufferAfterMinutes: 10 })
    const spread = (over: Partial<Snapshot>, hours = '10:00') => failures({ variants: [phased], ...over }, hours)
    const taken = (from: string, to: string) => ({ allocations: [booking(MON, from, to, { bookingId: 'it' })] })
    const busy = (text: string) => [`resource_busy [A,,,it,,A]: A is booked ${text}.`]
    expect(spread(taken('10:30', '11:00'))).toEqual([])
    expect(spread(taken('10:15', '10:45'))).toEqual(busy('10:15–10:45'))
    expect(spread(taken('10:45', '11:10'))).toEqual(busy('10:45–11:10'))
    expect(spread(taken('11:35', '12:00'))).toEqual(busy('11:35–12:00'))
    expect(spread(taken('11:40', '12:00'))).toEqual([])
    const closed = (startTime: string, endTime: string) => ({
      rules: [rule('blackout', { startDate: MON, endDate: MON, startTime, endTime }, named('Closed'))],
    })
    expect([spread(closed('10:30', '11:00')), spread(closed('11:29', '11:31')).length]).toEqual([[], 1])
    const within = booking(MON, '10:30', '11:00', { bookingId: 'within' })
    expect(spread({ allocations: [within, ...taken('11:00', '11:30').allocations] })).toEqual(busy('11:00–11:30'))
    const relatives = [resource('A', { parentResourceId: 'F' }), resource('F')]
    const shared = (from: string, to: string) =>
      spread({ resources: relatives, allocations: [booking(MON, from, to, { resourceId: 'F' })] }).length
    expect([shared('10:30', '11:00'), shared('10:30', '11:01'), shared('10:29', '11:00')]).toEqual([0, 1, 1])
    const open = [...week([1], '10:00', '10:30'), ...week([1], '11:00', '11:30')]
    const elsewhere = (from: string, to: string) => ({
      externalBusy: [{ resourceId: 'A', times: [[Date.parse(at(from)), Date.parse(at(to))] as [number, number]] }],
    })
    expect([
      spread({ rules: [rule('opening_hours', { weeklyHours: open })] }),
      spread({ rules: [rule('opening_hours', { weeklyHours: open.slice(0, 1) })] }).length,
      spread(elsewhere(`${MON} 10:30`, `${MON} 11:00`)),
      spread(elsewhere(`${MON} 10:30`, `${MON} 11:01`)).length,
    ]).toEqual([[], 1, [], 1])
    const none = (startTime: string, endTime: string) =>
      spread({ rules: [rule('capacity_override', { capacity: 0, startDate: MON, endDate: MON, startTime, endTime })] })
    expect([none('10:30', '11:00'), none('11:15', '11:30').length, none('10:15', '10:30').length]).toEqual([[], 1, 1])
    const gaps = (minutes: number, from: string, to: string) =>
      spread({ rules: [rule('min_gap', { minutes }, named('Gaps'))], ...taken(from, to) })
    expect(
      [gaps(30, '10:35', '11:00'), gaps(30, '10:30', '10:55'), gaps(5, '10:35', '10:55')].map(one => one.length),
    ).toEqual([1, 1, 0])
    // The booking's own other phase is nearer.
    expect([gaps(90, '09:30', '10:00'), gaps(90, '11:40', '12:00')]).toEqual([[], []])
    const prepared = { variants: [{ ...phased, bufferBeforeMinutes: 10 }] }
    const early = (from: string, to: string) => spread({ ...prepared, ...taken(from, to) }).length
    expect([early('09:00', '09:50'), early('09:00', '09:55'), early('10:30', '11:00')]).toEqual([0, 1, 0])
    expect(gaps(40, '12:00', '12:30')).toEqual([
      'gap_too_small [A,Gaps,,,,]: It would leave 20 min free after it; gaps are none or at least 40 min.',
    ])
    const phases = phased.phases ?? []
    expect(ask(snapshotWith({ variants: [phased] })).check({ startsAt: at(`${MON} 10:00`) })).toMatchObject({
      phases,
      allocations: [
        {
          spanMinutes: [
            [0, 30],
            [60, 90],
          ],
        },
      ],
    })
  })

  it('are those of gaps around buffers', () => {
    const around = (time: string, over: object) =>
      failures(
        {
          rules: [rule('min_gap', { minutes: 30 }, named('Gaps'))],
          variants: [variant({ slotIntervalMinutes: 5, ...over })],
          allocations: [booking(MON, '12:00', '13:00'), booking(MON, '14:20', '15:00')],
        },
        time,
      )
    const gap = (minutes: number, side: string) => [
      `gap_too_small [A,Gaps,,,,]: It would leave ${minutes} min free ${side} it; gaps are none or at least 30 min.`,
    ]
    expect(around('13:00', {})).toEqual(gap(20, 'after'))
    expect(around('13:00', { bufferAfterMinutes: 20 })).toEqual([])
    expect(around('13:00', { bufferAfterMinutes: 5 })).toEqual(gap(15, 'after'))
    expect(around('13:20', { bufferBeforeMinutes: 5 })).toEqual(gap(15, 'before'))
    expect(around('13:20', { bufferBeforeMinutes: 20 })).toEqual([])
    expect(around('10:35', { bufferAfterMinutes: 10 })).toEqual(gap(15, 'after'))
    expect(around('15:25', { bufferBeforeMinutes: 10 })).toEqual(gap(15, 'before'))
  })

  it('tell which rules more specific ones replace', () => {
    const rules = [
      rule('min_notice', { minutes: 1 }, named('General')),
      rule('min_notice', { minutes: 2 }, { ...onlyFor('A'), ...named('Own') }),
      rule('cancellation_notice', { minutes: 1 }, named('General')),
      rule('cancellation_notice', { minutes: 2 }, { ...onlyFor('A'), ...named('Own') }),
    ]
    const { checks } = ask(snapshotWith({ rules })).explain({ startsAt: at(`${MON} 10:00`) })
    expect(checks.filter(one => one.overriddenBy)).toEqual([
      expect.objectContaining({
        code: 'notice_too_short',
        resourceId: 'A',
        passed: true,
        isOverridable: true,
        text: '“General” does not count here: overridden by “Own”.',
        ruleId: rules[0]?.id,
        ruleName: 'General',
        overriddenBy: { ruleId: rules[1]?.id, ruleName: 'Own' },
      }),
    ])
  })
})
