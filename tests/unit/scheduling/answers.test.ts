import { describe, expect, it } from 'vitest'
import {
  type BookingRequest,
  createEngine,
  IndexedSnapshot,
  neededSpan,
  openCapacity,
  type ScheduleInput,
  type Snapshot,
  type TimelineQuestion,
} from '../../../src/scheduling'
import { AvailabilityQuery } from '../../../src/scheduling/engine/AvailabilityQuery'
import { requestedMinutes, resolveRequest } from '../../../src/scheduling/engine/resolveRequest'
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
  snapshotWith,
  starts,
  timeslot,
  variant,
  week,
} from './fixture'

const MON = '2026-03-02'
const TUE = '2026-03-03'
const on = (time: string) => at(`${MON} ${time}`)
const span = (from: string, to: string, date = MON) => ({
  startsAt: at(`${date} ${from}`),
  endsAt: at(`${date} ${to}`),
})

describe('a check', () => {
  const resources = [resource('A'), resource('B'), resource('C', { resourceTypeId: 'room', capacity: 2 })]

  it('tells all that a booking would take', () => {
    const rules = [
      rule('buffer', { beforeMinutes: 5, afterMinutes: 20 }, onlyFor('B')),
      rule('approval_required', { minQuantity: 1 }),
      rule('approval_required', { minQuantity: 2 }),
    ]
    const snapshot = snapshotWith({
      rules,
      resources,
      variants: [variant({ resourceSelection: 'one_per_type', bufferAfterMinutes: 10 }, ['A', 'B', 'C'])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    expect(ask(snapshot).check({ startsAt: on('10:00') })).toEqual({
      available: true,
      ...span('10:00', '11:00'),
      allocations: [
        { resourceId: 'B', bufferBeforeMinutes: 5, bufferAfterMinutes: 20 },
        { resourceId: 'C', bufferBeforeMinutes: 0, bufferAfterMinutes: 10 },
      ],
      phases: [],
      timeslotId: null,
      timeZone: 'Europe/Berlin',
      requiresApproval: true,
      approvalRuleIds: [rules[1]?.id],
      headline: null,
      reasons: [],
      overrides: [],
      alternativeResourceIds: [],
    })
  })

  it('takes nothing unless every group is free, and warns of no resource that it does not need', () => {
    const allocations = [booking(MON, '10:00', '11:00')]
    const all = { resources, allocations, variants: [variant({ resourceSelection: 'all' }, ['B', 'A'])] }
    expect(ask(snapshotWith(all)).check({ startsAt: on('10:00') }).allocations).toEqual([])
    const channels = [{ id: 'desk', name: 'Desk', kind: 'back_office' as const }]
    const customer = { id: 'c', isBlocked: true }
    const any = snapshotWith({ resources, allocations, channels, customer, variants: [variant({}, ['A', 'B'])] })
    const found = ask(any, { channelId: 'desk' }).check({ startsAt: on('10:00') })
    expect(found.allocations.map(one => one.resourceId)).toEqual(['B'])
    expect(found.reasons.map(({ code }) => code)).toEqual(['customer_blocked'])
  })

  it('judges each length by itself, whatever was asked before', () => {
    const flexible = variant({ durationType: 'flexible', maxDurationMinutes: 480 })
    const answers = ask(snapshotWith({ variants: [flexible], allocations: [booking(MON, '12:00', '13:00')] }))
    const isFree = (from: string, to: string) => answers.check({ startsAt: on(from), endsAt: on(to) }).available
    const asked = [
      isFree('09:00', '10:00'),
      isFree('10:00', '13:00'),
      isFree('10:00', '11:00'),
      isFree('11:00', '13:00'),
      isFree('11:00', '12:00'),
      isFree('09:00', '12:00'),
      isFree('09:00', '12:30'),
    ]
    expect(asked).toEqual([true, false, true, false, true, true, false])
  })

  it('takes the resource of the lowest number, of the item that is asked for', () => {
    const order = [
      { resourceId: 'A', priority: 2 },
      { resourceId: 'B', priority: 1 },
    ]
    const items = [
      { id: 'other', name: 'Other', status: 'draft' as const },
      { id: 'item', name: 'Item' },
    ]
    const found = ask(snapshotWith({ items, resources, variants: [variant({ resources: order })] }))
    expect(found.check({ startsAt: on('10:00') }).allocations.map(one => one.resourceId)).toEqual(['B'])
  })

  it('asks for approval where variant, channel or a rule does', () => {
    const needs = (over: Partial<Snapshot>) => {
      const found = ask(snapshotWith(over), { channelId: 'web' }).check({ startsAt: on('10:00') })
      return [found.requiresApproval, found.approvalRuleIds.length]
    }
    const web = (autoConfirm?: boolean) => ({
      channels: [{ id: 'web', name: 'Web', ...(autoConfirm !== undefined && { autoConfirm }) }],
    })
    expect([needs({}), needs(web()), needs(web(true)), needs(web(false))]).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 0],
    ])
    expect(needs({ variants: [variant({ requiresApproval: true })] })).toEqual([true, 0])
    expect(needs({ variants: [variant({ requiresApproval: false })] })).toEqual([false, 0])
    expect(needs({ rules: [rule('approval_required', {})] })).toEqual([true, 1])
  })

  it('explains whose turn it is', () => {
    const explain = (over: Partial<Snapshot>) =>
      ask(snapshotWith({ resources, ...over })).explain({ startsAt: on('10:00') }).allocation
    const ab = ['A', 'B']
    expect(explain({})).toBeNull()
    const thisWeek = { from: on('00:00'), to: at('2026-03-09 00:00') }
    const turns = [
      { variantId: 'V60', resourceId: 'A', bookingId: '1', bookedAt: 1000.5 },
      { variantId: 'V60', resourceId: 'A', bookingId: '2', bookedAt: 500 },
      { variantId: 'other', resourceId: 'B', bookingId: '3', bookedAt: 2000 },
    ]
    const rest = { takenMinutes: null, openMinutes: null, weight: 1 }
    expect(explain({ variants: [variant({ allocation: 'rotation' }, ab)], turns })).toEqual({
      rule: 'rotation',
      ...thisWeek,
      order: [
        { resourceId: 'B', ...rest, lastBookedAt: null },
        { resourceId: 'A', ...rest, lastBookedAt: '1970-01-01T00:00:01.000Z' },
      ],
    })
    const allocations = [
      booking(MON, '10:00', '11:30', { bufferAfterMinutes: 10 }),
      booking('2026-02-27', '10:00', '11:00'),
    ]
    const weights = [{ resourceId: 'B', weight: 3 }]
    const share = { openMinutes: 2400, lastBookedAt: null }
    for (const allocation of ['weighted', 'least_booked'] as const)
      expect(explain({ variants: [variant({ allocation, weights }, ab)], allocations })).toEqual({
        rule: allocation,
        ...thisWeek,
        order: [
          { resourceId: 'B', ...share, takenMinutes: 0, weight: allocation === 'weighted' ? 3 : 1 },
          { resourceId: 'A', ...share, takenMinutes: 90, weight: 1 },
        ],
      })
    const never = [schedule(), schedule({ id: 'never', weeklyHours: [] })]
    const closed = [resource('A', { scheduleId: 'never' }), resource('B')]
    const byShare = { variants: [variant({ allocation: 'least_booked' as const }, ab)] }
    const open = [resource('A'), resource('B', { scheduleId: 'never' })]
    const taken = { ...byShare, allocations: [booking(MON, '10:00', '11:00')] }
    expect(explain({ ...taken, schedules: never, resources: open })?.order.map(one => one.resourceId)).toEqual(ab)
    const short = [schedule(), schedule({ id: 'never', weeklyHours: week([1], '09:00', '17:00') })]
    const each = { allocations: ['A', 'B'].map(resourceId => booking(MON, '10:00', '11:00', { resourceId })) }
    expect(
      explain({ ...byShare, ...each, schedules: short, resources: closed })?.order.map(one => one.resourceId),
    ).toEqual(['B', 'A'])
    expect(
      explain({ ...byShare, schedules: never, resources: closed })?.order.map(one => [one.resourceId, one.openMinutes]),
    ).toEqual([
      ['B', 2400],
      ['A', 0],
    ])
    const newcomer = [resource('A'), resource('B', { createdAt: at('2026-03-05 00:00') })]
    expect(explain({ ...byShare, resources: newcomer })?.order.map(one => one.openMinutes)).toEqual([2400, 960])
  })

  it('takes whose turn it is, of those that are free', () => {
    const ids = ['A', 'B', 'C']
    const taken = (minutes: Record<string, number>) =>
      Object.entries(minutes).map(([resourceId, length]) =>
        booking(TUE, '09:00', '10:00', { resourceId, endsAt: Date.parse(at(`${TUE} 09:00`)) + length * 60_000 }),
      )
    const order = (over: Partial<Snapshot['variants'][number]>, more: Partial<Snapshot>) => {
      const snapshot = snapshotWith({
        resources: ids.map(id => resource(id)),
        variants: [variant({ allocation: 'weighted', ...over }, ids)],
        ...more,
      })
      const answers = ask(snapshot)
      const { allocation } = answers.explain({ startsAt: on('10:00') })
      const [slot] = answers.slots(on('10:00'), on('10:01'))
      return [allocation?.order.map(one => one.resourceId).join(''), slot?.resourceIds.join()]
    }
    const weights = [
      { resourceId: 'A', weight: 2 },
      { resourceId: 'B', weight: 3 },
      { resourceId: 'C', weight: 2 },
    ]
    expect(order({}, { allocations: taken({ A: 60, C: 30 }) })).toEqual(['BCA', 'B'])
    expect(order({ weights }, { allocations: taken({ A: 120, B: 150, C: 180 }) })).toEqual(['BAC', 'B'])
    expect(order({ weights }, { allocations: taken({ A: 120, B: 210, C: 60 }) })).toEqual(['CAB', 'C'])
    const busy = booking(MON, '10:00', '11:00', { resourceId: 'B' })
    expect(order({ weights }, { allocations: [...taken({ A: 120, B: 15, C: 100 }), busy] })).toEqual(['BCA', 'C'])
    const short = [schedule(), schedule({ id: 'short', weeklyHours: week([1], '09:00', '17:00') })]
    const resources = [resource('A', { scheduleId: 'short' }), resource('B'), resource('C')]
    expect(order({}, { schedules: short, resources, allocations: taken({ A: 60, B: 120, C: 240 }) })).toEqual([
      'BCA',
      'B',
    ])
    const turns = ['A', 'C', 'B'].map((resourceId, bookedAt) => ({
      variantId: 'V60',
      resourceId,
      bookingId: `${bookedAt}`,
      bookedAt,
    }))
    expect(order({ allocation: 'rotation' }, { turns })).toEqual(['ACB', 'A'])
    expect(order({ allocation: 'rotation' }, { turns: turns.slice(0, 2) })).toEqual(['BAC', 'B'])
  })

  it('refuses with the first reason of each resource and of the request', () => {
    const snapshot = snapshotWith({
      resources,
      variants: [variant({}, ['A', 'B'])],
      allocations: [booking(MON, '16:00', '17:00')],
      customer: { id: 'c', isBlocked: true },
    })
    const found = ask(snapshot).check({ startsAt: on('16:30') })
    expect(found).toMatchObject({ available: false, allocations: [], requiresApproval: false, timeslotId: null })
    expect(found.reasons.map(({ code, resourceId }) => [code, resourceId])).toEqual([
      ['customer_blocked', null],
      ['outside_schedule', 'A'],
      ['outside_schedule', 'B'],
    ])
    expect(found.headline?.code).toBe('outside_schedule')
  })

  it('is explained by the resource that comes furthest, in words and in figures', () => {
    const snapshot = snapshotWith({
      resources,
      variants: [variant({}, ['A', 'B'])],
      rules: [rule('blackout', { startDate: MON, endDate: MON }, onlyFor('A'))],
      allocations: [booking(MON, '10:00', '11:00', { resourceId: 'B' })],
    })
    expect(ask(snapshot).explain({ startsAt: on('10:00') })).toMatchObject({
      available: false,
      headline: { code: 'resource_busy', resourceId: 'B', params: { resource: 'B' } },
    })
    const equal = { ...snapshot, rules: [rule('blackout', { startDate: MON, endDate: MON })], allocations: [] }
    expect(ask(equal).explain({ startsAt: on('10:00'), endsAt: null }).headline).toMatchObject({
      code: 'blackout',
      resourceId: 'A',
    })
  })

  it('tells the zone of what it takes, or of what it would take first', () => {
    const far = schedule({ id: 'far', timeZone: 'Asia/Kathmandu', weeklyHours: week([1], '00:00', '24:00') })
    const snapshot = snapshotWith({
      schedules: [schedule(), far],
      resources: [resource('A'), resource('B', { scheduleId: 'far' })],
      variants: [variant({}, ['A', 'B']), variant({ id: 'far' }, ['B']), variant({ id: 'none' }, [])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const zone = (time: string, variantId = 'V60') =>
      ask(snapshot, { variantId }).check({ startsAt: on(time) }).timeZone
    // In Kathmandu, 10:15 is 15:00.
    expect(['12:00', '10:15', '10:00'].map(time => zone(time))).toEqual([
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Europe/Berlin',
    ])
    expect(['far', 'none'].map(id => zone('10:00', id))).toEqual(['Asia/Kathmandu', 'Europe/Berlin'])
  })

  it('names what is free instead of a pin, in the groups that fail alone', () => {
    const snapshot = snapshotWith({
      resources: [...resources, resource('D', { resourceTypeId: 'room' }), resource('E', { isActive: false })],
      variants: [variant({ resourceSelection: 'one_per_type' }, ['A', 'B', 'C', 'D', 'E'])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const pinned = (...resourceIds: string[]) =>
      ask(snapshot, { resourceIds }).check({ startsAt: on('10:00') }).alternativeResourceIds
    expect([pinned('A', 'C'), pinned('A', 'B'), pinned('A'), pinned('B')]).toEqual([['B'], [], ['B'], []])
    const late = schedule({ id: 'late', weeklyHours: week([1], '09:30', '17:00') })
    const other = { schedules: [schedule(), late], resources: [resource('A'), resource('B', { scheduleId: 'late' })] }
    const offGrid = snapshotWith({
      ...other,
      variants: [variant({}, ['A', 'B'])],
      allocations: [...(snapshot.allocations ?? [])],
    })
    expect(ask(offGrid, { resourceIds: ['A'] }).check({ startsAt: on('10:00') }).alternativeResourceIds).toEqual([])
    const rooms = {
      ...snapshot,
      allocations: ['A', 'C', 'C'].map(resourceId => booking(MON, '10:00', '11:00', { resourceId })),
    }
    const more = { ...rooms, resources: [...snapshot.resources, resource('G')] }
    const { resources: assigned } = variant({}, ['A', 'B', 'C', 'D', 'G'])
    const third = { ...more, variants: more.variants.map(one => ({ ...one, resources: assigned })) }
    // B, which is free, was asked for as well.
    expect(
      ask(third, { resourceIds: ['A', 'B', 'C'] }).check({ startsAt: on('10:00') }).alternativeResourceIds,
    ).toEqual(['D'])
  })

  it('overrides what staff may, of the first resource of which nothing else fails', () => {
    const closed = rule('blackout', { startDate: MON, endDate: MON }, onlyFor('B'))
    const snapshot = snapshotWith({
      resources,
      rules: [closed],
      variants: [variant({ isActive: false }, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const override = (over: Partial<Snapshot>, time: string, request: Partial<BookingRequest> = {}) => {
      const found = ask({ ...snapshot, ...over }, request).check({ startsAt: on(time) }, { override: true })
      return [found.allocations.map(one => one.resourceId), found.overrides.map(({ code, ruleId }) => [code, ruleId])]
    }
    expect(override({}, '10:00')).toEqual([
      ['B'],
      [
        ['variant_inactive', null],
        ['blackout', closed.id],
      ],
    ])
    expect(override({}, '12:00')).toEqual([['A'], [['variant_inactive', null]]])
    expect(override({}, '10:00', { resourceIds: ['A'] })).toEqual([[], []])
    expect(override({}, '10:00', { quantity: 2 })).toEqual([[], []])
    expect(override({ variants: [variant({}, ['A'])], rules: [] }, '12:00')).toEqual([['A'], []])
    const both = rule('blackout', { startDate: MON, endDate: MON }, onlyFor('A'))
    expect(override({ variants: [variant({}, ['A'])], rules: [both] }, '10:00')).toEqual([[], []])
    const selling = { channels: [{ id: 'web', name: 'Web', sellsAllItems: false }], rules: [both] }
    expect(override(selling, '12:00', { channelId: 'web' })).toEqual([[], []])
    const channels = [{ id: 'desk', name: 'Desk', kind: 'back_office' as const }]
    const customer = { id: 'c', isBlocked: true }
    const blocked = { channels, customer, variants: [variant({}, ['B'])] }
    expect(override(blocked, '12:00', { channelId: 'desk' })).toEqual([['B'], [['blackout', closed.id]]])
  })

  it('overrides for one group, and takes what is free of another', () => {
    const shut = rule('blackout', { startDate: MON, endDate: MON }, onlyFor('A', 'C'))
    const snapshot = snapshotWith({
      resources,
      rules: [shut],
      variants: [variant({ resourceSelection: 'one_per_type' }, ['A', 'B', 'C'])],
    })
    const found = ask(snapshot).check({ startsAt: on('10:00') }, { override: true })
    expect(found.allocations.map(one => one.resourceId)).toEqual(['B', 'C'])
    expect(found.overrides).toEqual([{ code: 'blackout', ruleId: shut.id }])
  })

  it('of the least booked overrides in the order of turns', () => {
    const found = ask(
      snapshotWith({
        resources,
        rules: [rule('blackout', { startDate: MON, endDate: MON })],
        variants: [variant({ allocation: 'least_booked' }, ['A', 'B'])],
        allocations: [booking(TUE, '10:00', '11:00')],
      }),
    ).check({ startsAt: on('10:00') }, { override: true })
    expect(found.allocations.map(one => one.resourceId)).toEqual(['B'])
  })
})

describe('slots', () => {
  it('tell which of them are full, and count bookings side by side', () => {
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week([1], '09:00', '13:00') })],
      resources: [resource('A', { capacity: 10 }), resource('B', { capacity: 4 })],
      variants: [variant({ capacityMode: 'pooled', maxQuantity: 6 }, ['A', 'B'])],
      rules: [rule('blackout', { startDate: MON, endDate: MON, startTime: '12:00', endTime: '13:00' })],
      allocations: [
        booking(MON, '10:00', '11:00', { capacityMode: 'pooled', quantity: 10 }),
        booking(MON, '10:00', '11:00', { capacityMode: 'pooled', quantity: 4, resourceId: 'B' }),
        booking(MON, '11:00', '12:00', { capacityMode: 'pooled', quantity: 9 }),
        booking(MON, '11:00', '12:00', { capacityMode: 'pooled', quantity: 3, resourceId: 'B' }),
      ],
    })
    const answers = ask(snapshot)
    const list = (options: object) => answers.slots(on('00:00'), on('23:00'), options)
    const [nine, ten, eleven, twelve] = [
      {
        ...span('09:00', '10:00'),
        status: 'available',
        remaining: 14,
        maxQuantity: 6,
        resourceIds: ['A'],
        timeslotId: null,
        reasons: [],
      },
      {
        ...span('10:00', '11:00'),
        status: 'full',
        remaining: 0,
        maxQuantity: 0,
        resourceIds: [],
        timeslotId: null,
        reasons: [
          { code: 'capacity_exceeded', resourceId: 'A' },
          { code: 'capacity_exceeded', resourceId: 'B' },
        ],
      },
      {
        ...span('11:00', '12:00'),
        status: 'limited',
        remaining: 2,
        maxQuantity: 1,
        resourceIds: ['A'],
        timeslotId: null,
        reasons: [],
      },
      {
        ...span('12:00', '13:00'),
        status: 'unavailable',
        remaining: 0,
        maxQuantity: 0,
        resourceIds: [],
        timeslotId: null,
        reasons: [
          { code: 'blackout', resourceId: 'A' },
          { code: 'blackout', resourceId: 'B' },
        ],
      },
    ]
    expect(list({})).toEqual([nine, eleven])
    expect(list({ includeFull: true })).toEqual([nine, ten, eleven])
    expect(list({ includeUnavailable: true })).toEqual([nine, ten, eleven, twelve])
    expect(list({ countsBookings: true }).map(({ remaining }) => remaining)).toEqual([2, 2])
    expect(answers.starts(on('00:00'), on('23:00'))).toEqual([on('09:00'), on('11:00')].map(Date.parse))
  })

  it('have what is left in the smallest group', () => {
    const left = (first: number, second: number, over: Partial<Snapshot> = {}) => {
      const snapshot = snapshotWith({
        resources: [resource('A', { capacity: first }), resource('B', { capacity: second })],
        variants: [variant({ capacityMode: 'pooled', maxQuantity: 9, resourceSelection: 'all' }, ['A', 'B'])],
        ...over,
      })
      const [slot] = ask(snapshot).slots(on('09:00'), on('10:00'))
      return [slot?.resourceIds.join(), slot?.remaining, slot?.maxQuantity, slot?.status]
    }
    expect([left(2, 8), left(8, 2)]).toEqual([
      ['A,B', 2, 2, 'available'],
      ['A,B', 2, 2, 'available'],
    ])
    const allocations = ['A', 'B'].map(resourceId =>
      booking(MON, '09:00', '10:00', { resourceId, capacityMode: 'pooled', quantity: 1 }),
    )
    expect([left(2, 8, { allocations }), left(8, 2, { allocations })]).toEqual([
      ['A,B', 1, 1, 'available'],
      ['A,B', 1, 1, 'available'],
    ])
    const taking = (resourceId: string) => ({
      allocations: [booking(MON, '09:00', '10:00', { resourceId, capacityMode: 'pooled', quantity: 3 })],
    })
    // Two of five are not few, two of ten would be.
    expect([left(10, 5, taking('B')), left(5, 10, taking('A'))]).toEqual([
      ['A,B', 2, 2, 'available'],
      ['A,B', 2, 2, 'available'],
    ])
    const three = [resource('A'), resource('B'), resource('C', { resourceTypeId: 'room' })]
    const grouped = snapshotWith({
      resources: three,
      variants: [variant({ resourceSelection: 'one_per_type' }, ['A', 'B', 'C'])],
    })
    const counted = ask(grouped).slots(on('09:00'), on('10:00'), { countsBookings: true })
    expect(counted.map(({ remaining }) => remaining)).toEqual([1])
    const room = [{ resourceId: 'C', priority: -1 }, ...variant({}, ['A', 'B']).resources]
    const roomFirst = { ...grouped, variants: grouped.variants.map(one => ({ ...one, resources: room })) }
    expect(ask(roomFirst).slots(on('09:00'), on('10:00'), { countsBookings: true })[0]?.remaining).toBe(1)
  })

  it('have the status of the group that fails first, by the resource that comes furthest', () => {
    const resources = [resource('A'), resource('B'), resource('C', { resourceTypeId: 'room' })]
    const listed = (closed: string[], booked: string[], ids: string[]) => {
      const snapshot = snapshotWith({
        resources,
        rules: [rule('blackout', { startDate: MON, endDate: MON }, onlyFor(...closed))],
        variants: [variant({ resourceSelection: 'one_per_type' }, ids)],
        allocations: booked.map(resourceId => booking(MON, '10:00', '11:00', { resourceId })),
      })
      const [slot] = ask(snapshot).slots(on('10:00'), on('11:00'), { includeUnavailable: true })
      return [slot?.status, slot?.reasons.map(({ code, resourceId }) => `${resourceId} ${code}`).join(', ')]
    }
    expect(listed(['B'], ['A'], ['A', 'B'])).toEqual(['full', 'A resource_busy, B blackout'])
    expect(listed(['A'], ['B'], ['A', 'B'])).toEqual(['full', 'A blackout, B resource_busy'])
    expect(listed(['A'], ['C'], ['A', 'C'])).toEqual(['unavailable', 'A blackout, C resource_busy'])
    expect(listed(['C'], ['A'], ['A', 'C'])).toEqual(['unavailable', 'A resource_busy, C blackout'])
    expect(listed([], ['A', 'C'], ['A', 'B', 'C'])).toEqual(['full', 'C resource_busy'])
  })

  it('are limited by the capacity of those that are open', () => {
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 10 }), resource('B', { capacity: 10 })],
      rules: [rule('blackout', { startDate: MON, endDate: MON }, onlyFor('B'))],
      variants: [variant({ capacityMode: 'pooled' }, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00', { capacityMode: 'pooled', quantity: 7 })],
    })
    expect(ask(snapshot).slots(on('10:00'), on('11:00'))).toMatchObject([{ status: 'available', remaining: 3 }])
  })

  it('are limited by what a limit leaves, and named by the request where that fails', () => {
    const limit = (max: number) => rule('booking_limit', { max, period: 'day', measure: 'quantity' })
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 9 })],
      variants: [variant({ maxQuantity: 8, capacityMode: 'pooled' })],
      rules: [limit(7), limit(5), rule('booking_limit', { max: 2, period: 'day' })],
      allocations: [booking(MON, '10:00', '11:00', { quantity: 2, capacityMode: 'pooled' })],
    })
    const most = ask(snapshot).slots(on('00:00'), on('23:00'))
    expect(most.map(({ maxQuantity, remaining }) => [maxQuantity, remaining]).slice(0, 3)).toEqual([
      [3, 9],
      [3, 7],
      [3, 9],
    ])
    const suspended = { ...snapshot, tenant: { ...snapshot.tenant, isActive: false } }
    const all = { includeUnavailable: true }
    expect(ask(suspended).slots(on('09:00'), on('10:00'), all)).toMatchObject([
      { status: 'unavailable', remaining: 0, maxQuantity: 0, reasons: [{ code: 'tenant_inactive', resourceId: null }] },
    ])
    const refused = ask(snapshot, { quantity: 9 }).slots(on('00:00'), on('10:00'), { includeUnavailable: true })
    expect(refused.map(({ reasons, status }) => [status, reasons])).toEqual([
      ['unavailable', [{ code: 'quantity_out_of_range', resourceId: null }]],
    ])
    expect(ask({ ...snapshot, now: on('12:30') }).starts(on('00:00'), on('15:00'))).toEqual(
      [on('13:00'), on('14:00')].map(Date.parse),
    )
  })
})

describe('slots of unlike resources', () => {
  it('have hours or timeslots, each its own', () => {
    const departure = timeslot(MON, '10:00', '11:00', { id: 'departure', scheduleId: 'timed', capacity: 2 })
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week([1], '10:00', '12:00') }), schedule({ id: 'timed', mode: 'timeslots' })],
      timeslots: [departure],
      resources: [resource('A', { capacity: 3 }), resource('B', { capacity: 9, scheduleId: 'timed' })],
      variants: [
        variant({ capacityMode: 'pooled', maxQuantity: 9 }, ['A', 'B']),
        variant({ id: 'other', capacityMode: 'pooled', maxQuantity: 9 }, ['B', 'A']),
      ],
    })
    const list = (variantId: string) =>
      ask(snapshot, { variantId })
        .slots(on('00:00'), on('23:00'))
        .map(one => [clock(one.startsAt), one.remaining, one.maxQuantity, one.status, one.timeslotId])
    for (const variantId of ['V60', 'other'])
      expect(list(variantId)).toEqual([
        ['10:00', 5, 3, 'available', 'departure'],
        ['11:00', 3, 3, 'available', null],
      ])
  })

  it('begin by the timeslots and clocks of each', () => {
    const [one, other] = ['one', 'other'].map(id => schedule({ id, mode: 'timeslots' })) as [
      ScheduleInput,
      ScheduleInput,
    ]
    const unlike = {
      resources: [resource('A', { scheduleId: 'one' }), resource('B', { scheduleId: 'other' })],
      variants: [variant({}, ['A', 'B'])],
    }
    const timed = snapshotWith({
      ...unlike,
      schedules: [one, other],
      timeslots: [
        timeslot(MON, '10:00', '11:00', { scheduleId: 'one' }),
        timeslot(MON, '10:30', '11:30', { scheduleId: 'other' }),
        timeslot(MON, '12:00', '13:00', { scheduleId: 'other' }),
      ],
    })
    expect(starts(timed, MON)).toEqual(['10:00', '10:30', '12:00'])
    const until = (time: string) => ask(timed).starts(on('00:00'), on(time)).length
    expect([until('12:00'), until('12:01'), until('10:00')]).toEqual([2, 3, 0])
    const clocks = snapshotWith({
      schedules: [schedule({ weeklyHours: week([1], '10:00', '13:00') })],
      resources: [resource('A'), resource('B')],
      variants: unlike.variants,
      rules: [
        rule('start_interval', { intervalMinutes: 60 }, onlyFor('A')),
        rule('start_interval', { intervalMinutes: 90 }, onlyFor('B')),
      ],
    })
    expect(starts(clocks, MON)).toEqual(['10:00', '10:30', '11:00', '12:00'])
  })

  it('have no less left because one is overbooked', () => {
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 2 }), resource('B', { capacity: 2 })],
      variants: [variant({ capacityMode: 'pooled', maxQuantity: 2 }, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00', { capacityMode: 'pooled', quantity: 3 })],
    })
    expect(ask(snapshot).slots(on('10:00'), on('11:00'))).toMatchObject([{ remaining: 2, resourceIds: ['B'] }])
  })

  it('tell a blocked customer so before their limit', () => {
    const snapshot = snapshotWith({
      rules: [rule('booking_limit', { max: 0, period: 'day', subject: 'customer' })],
      customer: { id: 'me', isBlocked: true },
    })
    const [slot] = ask(snapshot).slots(on('10:00'), on('11:00'), { includeUnavailable: true })
    expect(slot?.reasons).toEqual([{ code: 'customer_blocked', resourceId: null }])
  })
})

describe('listed starts', () => {
  const times = (over: Partial<Snapshot>) =>
    ask(snapshotWith(over))
      .slots(on('00:00'), on('23:00'))
      .map(({ startsAt }) => clock(startsAt))

  it('obey every rule of the clock, also at timeslots', () => {
    const every = (intervalMinutes: number) => rule('start_interval', { intervalMinutes })
    expect(times({ rules: [every(60), every(90)] })).toEqual(['09:00', '12:00', '15:00'])
    const timed = {
      schedules: [schedule({ mode: 'timeslots' })],
      timeslots: [timeslot(MON, '10:00', '10:30'), timeslot(MON, '10:30', '11:00'), timeslot(MON, '11:00', '11:30')],
      variants: [variant({ durationMinutes: 30 })],
    }
    expect([times(timed), times({ ...timed, rules: [every(60)] })]).toEqual([
      ['10:00', '10:30', '11:00'],
      ['10:00', '11:00'],
    ])
  })

  it('keep the buffers of a shared resource free', () => {
    const over = (buffers: object) => ({
      variants: [variant({ capacityMode: 'pooled', slotIntervalMinutes: 30, ...buffers })],
      allocations: [booking(MON, '12:00', '13:00', { capacityMode: 'pooled' })],
    })
    const free = (buffers: object) => times(over(buffers)).filter(time => time > '10:00' && time < '14:30')
    expect(free({})).toEqual(['10:30', '11:00', '13:00', '13:30', '14:00'])
    expect(free({ bufferBeforeMinutes: 30 })).toEqual(['10:30', '11:00', '13:30', '14:00'])
    expect(free({ bufferAfterMinutes: 45 })).toEqual(['13:00', '13:30', '14:00'])
  })

  it('are those at which a daily booking can be fetched and brought back', () => {
    const daily = { variants: [variant({ durationType: 'daily', dayStartTime: '10:00', dayEndTime: '12:00' })] }
    const open = (until: string) => ({
      ...daily,
      schedules: [schedule({ weeklyHours: week(EVERY_DAY, '10:00', until) })],
    })
    expect([times(open('12:00')), times(open('11:59'))]).toEqual([['10:00'], []])
    const between = (from: string, to: string) => ask(snapshotWith(open('12:00'))).starts(on(from), on(to)).length
    expect([between('10:00', '23:00'), between('10:01', '23:00'), between('00:00', '10:00')]).toEqual([1, 0, 0])
    const closed = ask(snapshotWith({ ...daily, schedules: [schedule({ weeklyHours: week([1], '10:01', '12:00') })] }))
    expect(closed.slots(on('00:00'), on('23:00'), { includeUnavailable: true })).toEqual([])
    // Samoa had no 30 December in 2011.
    const timeZone = 'Pacific/Apia'
    const samoa = [schedule({ timeZone, weeklyHours: week(EVERY_DAY, '10:00', '12:00') })]
    const days = { until: '2012-01-01', timeZone }
    expect(
      starts(snapshotWith({ ...daily, schedules: samoa, now: at('2011-12-01 00:00') }), '2011-12-29', days),
    ).toEqual(['10:00', '10:00', '10:00'])
  })

  it('are those of whole ranges, however long and far they reach', () => {
    const always = { schedules: [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })] }
    const list = (over: Partial<Snapshot>, from: string, to: string) => {
      const found = ask(snapshotWith(over)).starts(Date.parse(at(from)), Date.parse(at(to)))
      return [found.length, ...[found[0], found.at(-1)].map(start => start && new Date(start).toISOString())]
    }
    const month = { ...always, variants: [variant({ durationType: 'daily', minDays: 30 })] }
    expect(list(month, `${MON} 00:00`, `${TUE} 00:00`)).toEqual([1, on('10:00'), on('10:00')])
    const long = { ...always, variants: [variant({ durationMinutes: 12 * 1440, slotIntervalMinutes: 1440 })] }
    expect(list(long, `${MON} 00:00`, '2026-03-22 00:00')).toEqual([20, on('00:00'), at('2026-03-21 00:00')])
    expect(ask(snapshotWith(long)).check({ startsAt: on('00:00') }).available).toBe(true)
    const nights = { schedules: [schedule({ weeklyHours: week(EVERY_DAY, '22:00', '04:00') })] }
    expect(list(nights, `${MON} 00:00`, '2026-03-22 00:00')).toEqual([120, on('00:00'), at('2026-03-21 23:00')])
  })

  it('leave only the first phase time to be open', () => {
    const phases = [0, 1].map(i => ({ minutes: 60, frees: i ? ['type'] : [] }))
    const last = (rules: Snapshot['rules'] = []) => {
      const phased = variant({ durationMinutes: 120, phases, slotIntervalMinutes: 15 })
      const slots = ask(snapshotWith({ variants: [phased], rules })).slots(on('00:00'), on('23:00'))
      return clock(slots.at(-1)?.startsAt ?? '')
    }
    expect([last(), last([rule('start_interval', { intervalMinutes: 15 })])]).toEqual(['16:00', '16:00'])
    const two = variant({ durationMinutes: 120, phases: phases.toReversed(), slotIntervalMinutes: 15 })
    const all = ask(snapshotWith({ variants: [two] })).slots(on('00:00'), on('23:00'), { includeUnavailable: true })
    expect(clock(all.at(-1)?.startsAt ?? '')).toBe('16:00')
  })

  it('of a grid of the clock begin after midnight where no step is left of a day', () => {
    const over = {
      schedules: [schedule({ weeklyHours: week([1], '23:30', '03:00') })],
      rules: [rule('start_interval', { intervalMinutes: 50 })],
    }
    expect(starts(snapshotWith(over), MON, { until: TUE })).toEqual(['00:00', '00:50', '01:40'])
    const hourly = { ...over, rules: [rule('start_interval', { intervalMinutes: 60 })] }
    expect(starts(snapshotWith(hourly), MON, { until: TUE })).toEqual(['00:00', '01:00', '02:00'])
  })

  it('are few where little is left of a timeslot, whatever the resource has', () => {
    const timed = (quantity: number, capacities: number[]) => {
      const resources = capacities.map((capacity, i) => resource('AB'[i] ?? '', { capacity }))
      const ids = resources.map(({ id }) => id)
      const departure = timeslot(MON, '10:00', '11:00', { id: 'departure', capacity: 5 })
      const party = { capacityMode: 'pooled' as const, quantity, timeslotId: 'departure' }
      const snapshot = snapshotWith({
        schedules: [schedule({ mode: 'timeslots' })],
        timeslots: [departure],
        resources,
        variants: [variant({ capacityMode: 'pooled', maxQuantity: 9 }, ids)],
        allocations: [booking(MON, '10:00', '11:00', party)],
      })
      return ask(snapshot)
        .slots(on('00:00'), on('23:00'))
        .map(({ status, remaining, maxQuantity, timeslotId }) => [status, remaining, maxQuantity, timeslotId])
    }
    expect(timed(1, [20])).toEqual([['available', 4, 4, 'departure']])
    expect(timed(4, [20])).toEqual([['limited', 1, 1, 'departure']])
    expect(timed(1, [20, 20])).toEqual([['available', 4, 4, 'departure']])
  })

  it('come once and in order where blocks of hours overlap', () => {
    const overlapping = (from: string) =>
      starts(
        snapshotWith({
          schedules: [schedule({ weeklyHours: [...week([1], '22:00', '04:00'), ...week([2], from, '06:00')] })],
        }),
        TUE,
      )
    expect(overlapping('02:00')).toEqual(range(0, 5))
    expect(overlapping('03:00')).toEqual(range(0, 5))
    expect(overlapping('02:30')).toEqual(['00:00', '01:00', '02:00', '02:30', '03:00', '03:30', '04:30'])
  })

  it('of a daily booking end where they begin', () => {
    const far = schedule({ id: 'far', timeZone: 'Asia/Kathmandu', weeklyHours: week(EVERY_DAY, '09:00', '17:00') })
    const snapshot = snapshotWith({
      schedules: [schedule({ weeklyHours: week(EVERY_DAY, '09:00', '17:00') }), far],
      resources: [resource('A'), resource('B', { scheduleId: 'far' })],
      variants: [variant({ durationType: 'daily' }, ['A', 'B'])],
    })
    const found = ask(snapshot).slots(at('2026-03-28 00:00'), at('2026-03-29 00:00'))
    expect(found.map(({ startsAt, endsAt, resourceIds }) => [startsAt, endsAt, resourceIds.join()])).toEqual([
      ['2026-03-28T04:15:00.000Z', '2026-03-29T04:15:00.000Z', 'B'],
      ['2026-03-28T09:00:00.000Z', '2026-03-29T08:00:00.000Z', 'A'],
    ])
  })

  it('tell a blocked customer first what else is in the way', () => {
    const snapshot = snapshotWith({
      allocations: [booking(MON, '10:00', '11:00')],
      customer: { id: 'c', isBlocked: true },
    })
    const found = ask(snapshot).slots(on('09:00'), on('11:00'), { includeUnavailable: true })
    expect(found.map(({ reasons }) => reasons)).toEqual([
      [{ code: 'customer_blocked', resourceId: null }],
      [{ code: 'resource_busy', resourceId: 'A' }],
    ])
  })

  it('name whose turn it is in each week', () => {
    const snapshot = snapshotWith({
      resources: [resource('A'), resource('B')],
      variants: [variant({ allocation: 'least_booked' }, ['A', 'B'])],
      allocations: [booking('2026-02-26', '10:00', '11:00')],
    })
    const answers = ask(snapshot)
    const chosen = (from: string, to: string) => [
      ...new Set(
        answers.slots(at(from), at(to)).map(slot => `${slot.startsAt.slice(8, 10)} ${slot.resourceIds.join()}`),
      ),
    ]
    expect(chosen('2026-02-27 00:00', `${MON} 23:00`)).toEqual(['27 B', '02 A'])
    expect(chosen('2026-02-27 00:00', '2026-02-28 00:00')).toEqual(['27 B'])
    expect(chosen(`${MON} 00:00`, `${MON} 23:00`)).toEqual(['02 A'])
    const openAt = (startsAt: string) => answers.explain({ startsAt: at(startsAt) }).allocation?.order[0]?.openMinutes
    expect([openAt(`${MON} 10:00`), openAt('2027-09-06 10:00'), openAt(`${MON} 10:00`)]).toEqual([2400, 2400, 2400])
  })
})

describe('the next free times', () => {
  const text = (over: Partial<Snapshot>, request: Partial<BookingRequest> = {}, until?: string) => {
    const { slots, reason } = ask(snapshotWith(over), request).next(until ? { until: at(until) } : {})
    expect(slots).toEqual([])
    return [reason?.code, reason?.count, reason?.resourceIds.join(), reason?.text]
  }

  it('say why there are none', () => {
    const one = { schedules: [schedule({ weeklyHours: week([1], '09:00', '10:00') })], now: at('2026-03-01 12:00') }
    const closed = rule('blackout', { startDate: MON, endDate: '2026-03-09' })
    const two = { resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] }
    expect(text({ ...one, rules: [closed] }, {}, '2026-03-03 00:00')).toEqual([
      'blackout',
      1,
      'A',
      'A: blacked out, for the one start until Mon 2 Mar 2026.',
    ])
    expect(text({ ...one, ...two, rules: [closed] }, {}, '2026-03-10 00:00')).toEqual([
      'blackout',
      2,
      'A,B',
      'A, B: blacked out, for 2 starts until Mon 9 Mar 2026.',
    ])
    expect(text({ ...one, schedules: [schedule({ weeklyHours: [] })] })).toEqual([
      'outside_schedule',
      0,
      'A',
      'No open hours long enough are ahead.',
    ])
    expect(text({ ...one, schedules: [schedule({ mode: 'timeslots' })] })).toEqual([
      'no_timeslot',
      0,
      'A',
      'No timeslots are ahead.',
    ])
    expect(text({ ...one, variants: [variant({ isActive: false })] }, {}, '2026-03-03 00:00')).toEqual([
      'variant_inactive',
      1,
      '',
      'variant not active, for the one start until Mon 2 Mar 2026.',
    ])
    const draft = { items: [{ id: 'item', name: 'Item', status: 'draft' as const }] }
    expect(text({ ...one, ...draft }, {}, '2026-03-03 00:00').slice(0, 3)).toEqual(['item_inactive', 1, ''])
    expect(text({ variants: [variant({ isActive: false })], schedules: [schedule({ weeklyHours: [] })] })).toEqual([
      'variant_inactive',
      0,
      '',
      'V60 is inactive.',
    ])
    const blocked = { schedules: [schedule({ weeklyHours: [] })], customer: { id: 'c', name: 'Kim', isBlocked: true } }
    const channels = [{ id: 'desk', name: 'Desk', kind: 'phone' as const }]
    expect(text(blocked)).toEqual(['customer_blocked', 0, 'A', 'Kim is blocked.'])
    expect(text({ ...blocked, channels }, { channelId: 'desk' })[0]).toBe('outside_schedule')
  })

  it('name the most frequent reason', () => {
    const night = schedule({ weeklyHours: week([1], '09:00', '13:00') })
    const rules = [rule('blackout', { startDate: MON, endDate: MON, startTime: '09:00', endTime: '10:00' })]
    const allocations = [booking(MON, '10:00', '13:00')]
    expect(text({ schedules: [night], rules, allocations, now: on('00:00') }, {}, `${TUE} 00:00`)[3]).toBe(
      'A: already booked, for 3 starts until Mon 2 Mar 2026.',
    )
  })

  it('begin now or later, within a year, in order', () => {
    const snapshot = snapshotWith({ schedules: [schedule({ weeklyHours: week([1], '09:00', '11:00') })] })
    const next = (options: Parameters<ReturnType<typeof ask>['next']>[0]) =>
      ask(snapshot)
        .next(options)
        .slots.map(({ startsAt }) => startsAt)
    expect(next({ count: 3 })).toEqual(['2026-02-23 09:00', '2026-02-23 10:00', '2026-03-02 09:00'].map(one => at(one)))
    expect(next({ after: at('2026-01-01 00:00') })).toEqual([at('2026-02-23 09:00')])
    expect(next({ after: on('09:30'), count: 2 })).toEqual([on('10:00'), at('2026-03-09 09:00')])
    expect(next({ after: on('09:30'), until: on('10:00') })).toEqual([])
    expect(next({ count: 1000 })).toHaveLength(104)
    expect(next({ after: at('2027-02-15 00:00'), count: 9 })).toHaveLength(2)
    expect(next({ after: at('2027-03-15 00:00'), count: 9 })).toEqual([])
    expect(ask(snapshot).next().reason).toBeNull()
    expect(ask(snapshot).next().slots[0]).toMatchObject({
      ...span('09:00', '10:00', '2026-02-23'),
      status: 'available',
      resourceIds: ['A'],
    })
  })

  it('are the nearest on both sides, as far as two weeks', () => {
    const snapshot = snapshotWith({ allocations: [booking(MON, '09:00', '17:00')], now: at('2026-02-27 14:30') })
    const near = (wanted: string, count: number) =>
      ask(snapshot)
        .nearest(at(wanted), count)
        .map(({ startsAt }) => `${startsAt.slice(8, 10)} ${clock(startsAt)}`)
    expect(near(`${MON} 12:00`, 2)).toEqual(['03 09:00', '03 10:00'])
    expect(near('2026-03-01 12:00', 3)).toEqual(['27 16:00', '27 15:00', '03 09:00'])
    expect(near('2026-02-27 10:00', 3)).toEqual(['27 15:00', '27 16:00', '03 09:00'])
    expect(near('2026-02-01 10:00', 1)).toEqual(['27 15:00'])
    expect(near('2026-03-04 12:00', 3)).toEqual(['04 12:00', '04 11:00', '04 13:00'])
    const never = snapshotWith({
      rules: [rule('blackout', { startDate: MON, endDate: '2026-03-15' })],
      now: on('00:00'),
    })
    const beyond = (wanted: string) =>
      ask(never)
        .nearest(at(wanted), 1)
        .map(({ startsAt }) => startsAt)
    expect(beyond(`${TUE} 12:00`)).toEqual([at('2026-03-16 09:00')])
    expect(beyond(`${MON} 08:00`)).toEqual([])
    expect(ask(never).nearest(on('12:00'), 500)).toHaveLength(3)
    expect(ask(snapshot).nearest(on('12:00'), 500).length).toBeGreaterThan(50)
  })
})

describe('days and deadlines', () => {
  it('have the best status of their slots', () => {
    const snapshot = snapshotWith({
      now: at('2026-02-01 00:00'),
      schedules: [schedule({ weeklyHours: week([1, 2, 3, 4], '09:00', '11:00') })],
      resources: [resource('A', { capacity: 5 })],
      variants: [variant({ capacityMode: 'pooled' })],
      rules: [rule('blackout', { startDate: '2026-02-04', endDate: '2026-02-04' })],
      allocations: [
        booking('2026-02-02', '09:00', '11:00', { capacityMode: 'pooled', quantity: 5 }),
        booking('2026-02-03', '09:00', '10:00', { capacityMode: 'pooled', quantity: 5 }),
        booking('2026-02-03', '10:00', '11:00', { capacityMode: 'pooled', quantity: 4 }),
        booking('2026-02-05', '10:00', '11:00', { capacityMode: 'pooled', quantity: 5 }),
      ],
    })
    const days = ask(snapshot).days('2026-02')
    expect(days).toHaveLength(28)
    expect(days.slice(0, 5)).toEqual([
      { date: '2026-02-01', status: 'unavailable', slotCount: 0, firstStartsAt: null },
      { date: '2026-02-02', status: 'full', slotCount: 0, firstStartsAt: null },
      { date: '2026-02-03', status: 'limited', slotCount: 1, firstStartsAt: at('2026-02-03 10:00') },
      { date: '2026-02-04', status: 'unavailable', slotCount: 0, firstStartsAt: null },
      { date: '2026-02-05', status: 'available', slotCount: 1, firstStartsAt: at('2026-02-05 09:00') },
    ])
    const suspended = ask({ ...snapshot, tenant: { ...snapshot.tenant, isActive: false } }).days('2026-02')
    expect(suspended.filter(({ status, slotCount }) => status !== 'unavailable' || slotCount > 0)).toEqual([])
  })

  it('end with the longest notice of the resources', () => {
    const rules = [
      rule('cancellation_notice', { minutes: 60 }, { ...onlyFor('A'), name: 'Short' }),
      rule('cancellation_notice', { minutes: 120 }, { ...onlyFor('B'), name: 'Long' }),
    ]
    const deadline = (now: string, over: Partial<Snapshot> = { rules }) =>
      ask(
        snapshotWith({
          now: on(now),
          resources: [resource('A'), resource('B')],
          variants: [variant({}, ['A', 'B'])],
          ...over,
        }),
      ).cancellationDeadline(on('12:00'), 'cancel')
    const long = { minutes: 120, latestAt: on('10:00'), ruleId: rules[1]?.id, ruleName: 'Long' }
    expect([deadline('10:00'), deadline('10:01')]).toEqual([
      { ...long, isPassed: false },
      { ...long, isPassed: true },
    ])
    expect(deadline('10:00', {})).toBeNull()
    expect(deadline('10:00', { variants: [variant({ cancellationNoticeMinutes: 30 })] })).toEqual({
      minutes: 30,
      latestAt: on('11:30'),
      isPassed: false,
      ruleId: null,
      ruleName: null,
    })
  })
})

describe('answers stay', () => {
  it('until a start passes, comes too close or comes within reach', () => {
    const steady = (over: Partial<Snapshot>, to = `${TUE} 00:00`) =>
      new Date(ask(snapshotWith({ now: on('10:30'), ...over })).steadyUntil(on('00:00'), at(to))).toISOString()
    expect(steady({})).toBe(on('11:00'))
    expect(steady({ now: on('11:00') })).toBe(on('11:00'))
    expect(steady({ rules: [rule('min_notice', { minutes: 75 })] })).toBe(on('10:45'))
    expect(steady({ rules: [rule('min_notice', { minutes: 15 })] })).toBe(on('10:45'))
    const reach = Date.parse(at(`${TUE} 00:00`)) - 1
    const none = { now: on('17:30'), rules: [rule('max_advance', { days: 5 })] }
    expect(Date.parse(steady(none))).toBe(reach)
    expect(ask(snapshotWith({ now: on('17:30') })).steadyUntil(on('00:00'), at(`${TUE} 00:00`))).toBe(
      Number.POSITIVE_INFINITY,
    )
    const later = rule('min_notice', { minutes: 90 }, { validFrom: TUE })
    expect(steady({ now: on('16:10'), rules: [later] }, `${TUE} 23:00`)).toBe(at(`${TUE} 07:30`))
    const tomorrow = rule('min_notice', { minutes: 75 }, { validFrom: TUE })
    expect(steady({ rules: [tomorrow] })).toBe(on('11:00'))
    const daily = variant({ durationType: 'daily', dayStartTime: '12:00' })
    expect(steady({ variants: [daily] })).toBe(on('12:00'))
  })
})

describe('what is free for an exact time', () => {
  it('is told of resources of a type, for a channel and by variants', () => {
    const snapshot = snapshotWith({
      tenant: { timeZone: 'Europe/Berlin', defaultScheduleId: 'hours', defaultChannelId: 'web' },
      channels: [
        { id: 'web', name: 'Web' },
        { id: 'desk', name: 'Desk' },
      ],
      resources: [resource('A'), resource('B', { resourceTypeId: 'room', capacity: 3 })],
      variants: [variant({ capacityMode: 'pooled', maxQuantity: 3 }, ['B'])],
      rules: [rule('blackout', { startDate: MON, endDate: MON }, { channelIds: ['web'], ...onlyFor('B') })],
    })
    const free = (over: object) => createEngine(snapshot).freeResources({ from: on('10:00'), to: on('11:00'), ...over })
    expect(free({})).toEqual({ resources: [{ resourceId: 'A', remaining: 1 }], variants: [] })
    expect(free({ channelId: 'desk', quantity: 2 })).toEqual({
      resources: [{ resourceId: 'B', remaining: 3 }],
      variants: [{ variantId: 'V60', catalogItemId: 'item', resourceIds: ['B'] }],
    })
    expect(free({ channelId: 'desk', quantity: 4 })).toEqual({ resources: [], variants: [] })
    expect(free({ channelId: 'desk', resourceTypeId: 'type' }).resources).toEqual([{ resourceId: 'A', remaining: 1 }])
    const blocked = { ...snapshot, customer: { id: 'c', isBlocked: true } }
    expect(
      createEngine(blocked).freeResources({ from: on('10:00'), to: on('11:00'), channelId: 'desk' }).variants,
    ).toEqual([])
    const limited = { ...snapshot, rules: [rule('booking_limit', { max: 0, period: 'day', subject: 'customer' })] }
    const listed = (customer: Snapshot['customer']) =>
      createEngine({ ...limited, customer: customer ?? null }).freeResources({ from: on('10:00'), to: on('11:00') })
        .resources.length
    expect([listed({ id: 'c' }), listed(null)]).toEqual([0, 2])
  })
})

describe('a timeline', () => {
  it('draws each resource once, with all that fills its time', () => {
    const paint = rule('blackout', { startDate: MON, endDate: MON, startTime: '08:00', endTime: '10:00' })
    const seasonal = rule('blackout', { startDate: MON, endDate: TUE }, { validFrom: TUE })
    const desk = rule('blackout', { startDate: MON, endDate: MON }, { channelIds: ['desk'] })
    const mornings = rule('opening_hours', { weeklyHours: week(EVERY_DAY, '00:00', '16:00') }, { validUntil: MON })
    const snapshot = snapshotWith({
      resources: [resource('A'), resource('B', { resourceTypeId: 'room' })],
      rules: [paint, seasonal, desk, mornings],
      externalBusy: [{ resourceId: 'A', times: [[Date.parse(on('11:00')), Date.parse(on('12:00'))]] }],
      allocations: [
        booking(MON, '12:00', '14:00', {
          bookingId: 'spread',
          bufferBeforeMinutes: 5,
          bufferAfterMinutes: 10,
          customerId: 'c',
          quantity: 2,
          spanMinutes: [
            [0, 30],
            [60, 90],
          ],
        }),
        booking(MON, '14:00', '15:00', {
          bookingId: 'held',
          status: 'held',
          holdExpiresAt: '2026-02-20T12:00:01.000Z',
          bufferAfterMinutes: 5,
        }),
        booking(TUE, '10:00', '11:00', { bookingId: 'brief', spanMinutes: [[0, 30]], bufferAfterMinutes: 5 }),
      ],
    })
    const draw = (over: Partial<TimelineQuestion> = {}) =>
      createEngine(snapshot).timeline({ from: on('09:30'), to: at(`${TUE} 00:00`), ...over })
    expect(draw({ resourceIds: ['A'] })).toEqual([
      {
        resourceId: 'A',
        timeZone: 'Europe/Berlin',
        windows: [span('09:30', '17:00')],
        open: [span('10:00', '11:00'), span('12:00', '16:00')],
        blackouts: [{ ...span('09:30', '10:00'), rule: paint }],
        externalBusy: [span('11:00', '12:00')],
        bookings: [
          {
            bookingId: 'spread',
            variantId: 'V60',
            customerId: 'c',
            status: 'confirmed',
            holdExpiresAt: null,
            quantity: 2,
            ...span('12:00', '14:00'),
            blockedStartsAt: on('11:55'),
            blockedEndsAt: on('13:40'),
            spans: [span('12:00', '12:30'), span('13:00', '13:30')],
          },
          {
            bookingId: 'held',
            variantId: 'V60',
            customerId: null,
            status: 'held',
            holdExpiresAt: '2026-02-20T12:00:01.000Z',
            quantity: 1,
            ...span('14:00', '15:00'),
            blockedStartsAt: on('14:00'),
            blockedEndsAt: on('15:05'),
            spans: [span('14:00', '15:00')],
          },
        ],
        timeslots: [],
      },
    ])
    const ids = (over: Partial<TimelineQuestion>) => draw(over).map(one => one.resourceId)
    expect([ids({}), ids({ resourceTypeId: 'room' }), ids({ resourceTypeId: 'room', resourceIds: ['A'] })]).toEqual([
      ['A', 'B'],
      ['B'],
      [],
    ])
    expect(draw({ from: on('12:45'), to: on('13:15') })[0]?.bookings).toMatchObject([
      { ...span('12:00', '14:00'), blockedStartsAt: on('11:55'), blockedEndsAt: on('13:40') },
    ])
    expect(draw({ channelId: 'desk' })[1]?.open).toEqual([])
    expect(draw({ from: at(`${TUE} 09:00`), to: at(`${TUE} 12:00`) })[1]).toMatchObject({
      windows: [span('09:00', '12:00', TUE)],
      open: [],
      blackouts: [{ ...span('09:00', '12:00', TUE), rule: seasonal }],
    })
    expect(draw({ from: at(`${TUE} 09:00`), to: at(`${TUE} 12:00`), resourceIds: ['A'] })[0]?.bookings).toMatchObject([
      { ...span('10:00', '11:00', TUE), blockedEndsAt: at(`${TUE} 10:35`), spans: [span('10:00', '10:30', TUE)] },
    ])
    const far = schedule({ timeZone: 'Asia/Kathmandu', weeklyHours: week(EVERY_DAY, '00:00', '24:00') })
    const [there] = createEngine(snapshotWith({ schedules: [far], rules: [paint] })).timeline({
      from: on('00:00'),
      to: on('23:00'),
    })
    const [from, to] = ['08:00', '10:00'].map(time => at(`${MON} ${time}`, 'Asia/Kathmandu'))
    expect(there?.blackouts).toMatchObject([{ startsAt: from, endsAt: to }])
  })

  it('draws the timeslots in its range, and no hours where there is no schedule', () => {
    const timed = snapshotWith({
      schedules: [schedule({ mode: 'timeslots', timeZone: 'Asia/Kathmandu' })],
      timeslots: [
        timeslot(MON, '08:00', '09:00', { id: 'before' }),
        timeslot(MON, '09:00', '10:00', { id: 'first', capacity: 3, label: 'Early' }),
        { id: 'second', scheduleId: 'hours', ...span('10:00', '11:00') },
        timeslot(MON, '11:00', '12:00', { id: 'after', status: 'cancelled' }),
      ],
      allocations: [booking(MON, '09:00', '10:00', { timeslotId: 'first', quantity: 2 })],
    })
    const draw = (snapshot: Snapshot, to: string) =>
      createEngine(snapshot).timeline({ from: on('09:00'), to: on(to) })[0]
    const early = { timeslotId: 'first', ...span('09:00', '10:00'), capacity: 3, bookedQuantity: 2, label: 'Early' }
    const plain = { timeslotId: 'second', ...span('10:00', '11:00'), capacity: null, bookedQuantity: 0, label: null }
    expect(draw(timed, '11:00')).toMatchObject({
      timeZone: 'Asia/Kathmandu',
      windows: [],
      open: [],
      timeslots: [
        { ...early, status: 'open' },
        { ...plain, status: 'open' },
      ],
    })
    expect(draw(timed, '11:01')?.timeslots.map(one => [one.timeslotId, one.status])).toEqual([
      ['first', 'open'],
      ['second', 'open'],
      ['after', 'cancelled'],
    ])
    expect(draw(snapshotWith({ tenant: { timeZone: 'Asia/Kathmandu' } }), '11:00')).toMatchObject({
      timeZone: 'Asia/Kathmandu',
      windows: [],
      timeslots: [],
    })
  })
})

describe('the span of bookings that a search needs', () => {
  const needs = (over: Partial<Snapshot>, durationMinutes?: number) => {
    const { from, to } = neededSpan(snapshotWith(over), {
      from: Date.parse(on('12:00')),
      to: Date.parse(on('13:00')),
      durationMinutes,
    })
    return [new Date(from).toISOString(), new Date(to).toISOString()]
  }

  it('covers lengths, buffers and gaps', () => {
    expect(needs({ variants: [] })).toEqual([on('12:00'), on('13:00')])
    expect(needs({ variants: [variant(), variant({ durationMinutes: 30 })] })).toEqual([on('12:00'), on('14:00')])
    const { durationMinutes: _, ...unsaid } = variant()
    expect(needs({ variants: [unsaid] })).toEqual([on('12:00'), on('14:00')])
    const buffered = variant({ bufferBeforeMinutes: 5, bufferAfterMinutes: 10 })
    expect(needs({ variants: [buffered] })).toEqual([on('11:55'), on('14:10')])
    const rules = [
      rule('buffer', { beforeMinutes: 15, afterMinutes: 2 }),
      rule('buffer', { afterMinutes: 20 }),
      rule('min_gap', { minutes: 30 }),
      rule('min_gap', { minutes: 10 }),
    ]
    expect(needs({ variants: [buffered], rules })).toEqual([on('11:15'), on('14:50')])
    const flexible = variant({ durationType: 'flexible', minDurationMinutes: 30 })
    expect([needs({ variants: [flexible] }), needs({ variants: [flexible] }, 120)]).toEqual([
      [on('12:00'), on('13:30')],
      [on('12:00'), on('15:00')],
    ])
    expect(needs({ variants: [variant({ durationType: 'flexible' })] })).toEqual([on('12:00'), on('14:00')])
    expect(needs({ variants: [variant()] }, 90)).toEqual([on('12:00'), on('14:30')])
    const daily = (minDays?: number) => variant({ durationType: 'daily', ...(minDays && { minDays }) })
    expect(needs({ variants: [daily()] })[1]).toBe(at('2026-03-05 13:00'))
    expect(needs({ variants: [daily(3)] })[1]).toBe(at('2026-03-07 13:00'))
    expect(needs({ variants: [daily(3)] }, 1440)[1]).toBe(at('2026-03-05 13:00'))
  })

  it('covers whole periods of limits and of fair choice, in every zone', () => {
    const limit = (period: 'day' | 'week' | 'month') => rule('booking_limit', { max: 1, period })
    const short = { variants: [variant({ durationMinutes: 10 })] }
    expect(needs({ ...short, rules: [limit('day')] })).toEqual([on('00:00'), at(`${TUE} 00:00`)])
    expect(needs({ ...short, rules: [limit('day'), limit('month')] })).toEqual([
      at('2026-03-01 00:00'),
      at('2026-04-01 00:00'),
    ])
    const sundays = { ...snapshotWith().tenant, weekStartsOn: 7 }
    expect(needs({ ...short, rules: [limit('week')] })).toEqual([on('00:00'), at('2026-03-09 00:00')])
    expect(needs({ ...short, tenant: sundays, rules: [limit('week')] })).toEqual([
      at('2026-03-01 00:00'),
      at('2026-03-08 00:00'),
    ])
    const schedules = [schedule(), schedule({ id: 'far', timeZone: 'Asia/Kathmandu' })]
    expect(needs({ ...short, schedules, rules: [limit('day')] })).toEqual([
      at(`${MON} 00:00`, 'Asia/Kathmandu'),
      at(`${TUE} 00:00`),
    ])
    for (const allocation of ['least_booked', 'weighted'] as const)
      expect(needs({ schedules, variants: [variant({ allocation })] })).toEqual([on('00:00'), at('2026-03-09 00:00')])
    expect(needs({ variants: [variant({ allocation: 'rotation' })] })).toEqual([on('12:00'), on('14:00')])
  })
})

describe('open time and capacity', () => {
  const local = (instant: number) => clock(new Date(instant).toISOString())
  const open = (over: Partial<Snapshot>, from = on('00:00'), to = at(`${TUE} 00:00`)) => {
    const snapshot = new IndexedSnapshot(snapshotWith(over))
    const one = snapshot.resources.get('A') ?? resource('A')
    const { open, capacity } = openCapacity(snapshot, one, Date.parse(from), Date.parse(to))
    return {
      open: open.starts.map((start, i) => `${local(start)}–${local(open.ends[i] as number)}`),
      capacityAt: (time: string) => capacity.valueAt(Date.parse(time.includes(' ') ? at(time) : on(time))),
      changes: capacity.at.map(local),
    }
  }

  it('are of the hours, by the rules for everybody', () => {
    const rules = [
      rule('blackout', { startDate: MON, endDate: MON, startTime: '10:00', endTime: '11:00' }),
      rule('blackout', { startDate: MON, endDate: MON }, { channelIds: ['web'] }),
      rule('opening_hours', { weeklyHours: week([1], '00:00', '15:00') }),
      rule('capacity_override', { capacity: 1, startDate: MON, endDate: MON, startTime: '12:00', endTime: '13:00' }),
      rule('capacity_override', { capacity: 0, startDate: MON, endDate: MON }, { channelIds: ['web'] }),
    ]
    const found = open({ rules, resources: [resource('A', { capacity: 4 })] })
    expect(found.open).toEqual(['09:00–10:00', '11:00–15:00'])
    expect(['09:00', '12:00', '12:59', '13:00'].map(found.capacityAt)).toEqual([4, 1, 1, 4])
    expect(found.changes).toEqual(['00:00', '12:00', '13:00'])
  })

  it('change with the season of a rule', () => {
    const few = (capacity: number, over: object) =>
      rule('capacity_override', { capacity, startDate: '2026-03-01', endDate: '2026-03-05' }, over)
    const rules = [
      few(1, { validUntil: '2026-03-01' }),
      few(2, { validFrom: MON, validUntil: MON }),
      few(3, { validFrom: TUE }),
    ]
    const found = open(
      { rules, resources: [resource('A', { capacity: 4 })] },
      at('2026-03-01 12:00'),
      at(`${TUE} 12:00`),
    )
    const dates = ['2026-03-01 12:00', '2026-03-01 23:59', `${MON} 00:00`, `${MON} 23:59`, `${TUE} 00:00`]
    expect(dates.map(found.capacityAt)).toEqual([1, 1, 2, 2, 3])
    expect(found.changes).toEqual(['12:00', '00:00', '00:00'])
    const day = rule('capacity_override', { capacity: 1, startDate: MON, endDate: MON }, { validUntil: MON })
    expect(open({ rules: [day] }, on('00:00'), at(`${TUE} 12:00`)).changes).toEqual(['00:00', '00:00'])
  })

  it('are of open timeslots, by the smaller capacity', () => {
    const timeslots = [
      timeslot(MON, '08:00', '09:00', { capacity: 9 }),
      timeslot(MON, '09:00', '10:00', { capacity: 2 }),
      timeslot(MON, '10:00', '11:00', { status: 'closed', capacity: 1 }),
      timeslot(MON, '12:00', '13:00'),
      timeslot(MON, '13:00', '14:00', { capacity: 3 }),
    ]
    const timed = {
      timeslots,
      schedules: [schedule({ mode: 'timeslots' })],
      resources: [resource('A', { capacity: 4 })],
    }
    const found = open(timed, on('08:30'))
    expect(found.open).toEqual(['08:30–10:00', '12:00–14:00'])
    const times = ['08:00', '08:30', '09:00', '09:59', '10:00', '12:00', '13:00', '14:00']
    expect(times.map(found.capacityAt)).toEqual([4, 4, 2, 2, 4, 4, 3, 4])
    const few = { capacity: 1, startDate: MON, endDate: MON, startTime: '09:30', endTime: '09:45' }
    const both = open({ ...timed, rules: [rule('capacity_override', few)] })
    expect(['09:29', '09:30', '09:44', '09:45', '10:00'].map(both.capacityAt)).toEqual([2, 1, 1, 2, 4])
    expect(open({ ...timed, schedules: [schedule({ mode: 'timeslots', isActive: false })] }).open).toEqual([])
    expect(open({ tenant: { timeZone: 'Europe/Berlin' } }).open).toEqual([])
  })
})

describe('a snapshot', () => {
  const pool = { capacityMode: 'pooled' as const, timeslotId: 'slot', customerId: 'me' }
  const records = snapshotWith({
    schedules: [schedule({ mode: 'timeslots' })],
    timeslots: [timeslot(MON, '10:00', '11:00', { id: 'slot', capacity: 9 })],
    resources: [resource('A', { capacity: 9 }), resource('B', { capacity: 9 })],
    allocations: [booking(MON, '10:00', '11:00', { ...pool, bookingId: 'first' })],
    turns: [{ variantId: 'V60', resourceId: 'A', bookingId: 'first', bookedAt: 5 }],
    customer: { id: 'me' },
  })
  const limit = rule('booking_limit', { max: 9, period: 'day', subject: 'customer' })
  const state = (snapshot: IndexedSnapshot) => {
    if (limit.ruleType !== 'booking_limit') throw new Error('Not a limit')
    const request = { customer: { id: 'me' }, excludeBookingId: undefined }
    return [
      ['A', 'B'].map(id => snapshot.load(id).takings.length),
      snapshot.timeslots('hours').bookedAt(0),
      snapshot.usageOfCustomer(limit, snapshot.zone, request).valueAt(Date.parse(on('10:00'))),
      snapshot.load('A', 'second').takings.length,
      snapshot.timeslots('hours', 'second').bookedAt(0),
      snapshot.timeslots('hours', 'first').bookedAt(0),
    ]
  }
  const second = booking(MON, '10:00', '11:00', { ...pool, bookingId: 'second', quantity: 2 })
  const third = booking(MON, '10:00', '11:00', { ...pool, bookingId: 'third', resourceId: 'B', quantity: 3 })

  it('takes further bookings, and a copy of it those that it alone has', () => {
    const snapshot = new IndexedSnapshot(records)
    expect(state(snapshot)).toEqual([[1, 0], 1, 1, 1, 1, 0])
    const copy = snapshot.with([[second], [third]])
    expect(state(copy)).toEqual([[2, 1], 6, 3, 1, 4, 5])
    expect(state(snapshot)).toEqual([[1, 0], 1, 1, 1, 1, 0])
    const latest = Date.parse(String(records.now))
    const lastBooked = (one: IndexedSnapshot) => [
      one.lastBooked('V60', 'A'),
      one.lastBooked('V60', 'A', 'second'),
      one.lastBooked('V60', 'B'),
      one.lastBooked('other', 'A'),
    ]
    expect(lastBooked(copy)).toEqual([latest + 1, 5, latest + 2, null])
    expect(lastBooked(snapshot)).toEqual([5, 5, null, null])
    const unasked = new IndexedSnapshot(records).with([[second], [third]])
    expect(['A', 'B'].map(id => unasked.load(id).takings.length)).toEqual([2, 1])
    snapshot.take([second, { ...third, status: 'cancelled' }])
    expect(state(snapshot)).toEqual([[2, 0], 3, 2, 1, 1, 2])
    expect(lastBooked(snapshot).slice(0, 2)).toEqual([latest + 1, 5])
  })

  it('counts a customer’s bookings on what a limit targets, but for one that moves', () => {
    const snapshot = new IndexedSnapshot({ ...records, allocations: [...(records.allocations ?? []), third] })
    const used = (over: object, excludeBookingId?: string) => {
      const some = rule('booking_limit', { max: 9, period: 'day', subject: 'customer' }, over)
      if (some.ruleType !== 'booking_limit') throw new Error('Not a limit')
      const counted = (excluded?: string) =>
        snapshot
          .usageOfCustomer(some, snapshot.zone, { customer: { id: 'me' }, excludeBookingId: excluded })
          .valueAt(Date.parse(on('10:00')))
      return [counted(excludeBookingId), counted()]
    }
    expect([used({}, 'first'), used({}, 'third'), used(onlyFor('A'), 'third'), used(onlyFor('C'))]).toEqual([
      [1, 2],
      [1, 2],
      [1, 1],
      [0, 0],
    ])
  })

  it('knows families, whoever is asked first', () => {
    const parents = { F: null, H1: 'F', H2: 'F', Q: 'H1', X: 'Y', Y: 'X', other: null }
    const resources = Object.entries(parents).map(([id, parentResourceId]) => resource(id, { parentResourceId }))
    const snapshot = new IndexedSnapshot(snapshotWith({ resources, variants: [] }))
    const families = ['F', 'H1', 'H2', 'Q', 'X', 'other'].map(id => [...new Set(snapshot.family(id))].sort().join())
    expect(families).toEqual(['H1,H2,Q', 'F,Q', 'F', 'F,H1', 'Y', ''])
  })

  it('applies rules of a season to that alone, whatever was asked before', () => {
    const season = rule(
      'blackout',
      { startDate: MON, endDate: '2026-03-05' },
      { validFrom: TUE, validUntil: '2026-03-04' },
    )
    const answers = ask(snapshotWith({ rules: [season] }))
    const isFree = (date: string) => answers.check({ startsAt: at(`${date} 10:00`) }).available
    const dates = [TUE, MON, '2026-03-04', '2026-03-05', '2026-03-04', MON]
    expect(dates.map(isFree)).toEqual([false, true, false, true, false, true])
  })
})

describe('requests', () => {
  it('are refused for what holds at any time', () => {
    const isRefused = (over: Partial<Snapshot>, channelId = 'web') =>
      new AvailabilityQuery(resolveRequest(new IndexedSnapshot(snapshotWith(over)), { variantId: 'V60', channelId }))
        .isRefused
    const customer = { id: 'c', isBlocked: true }
    const channels = [{ id: 'desk', name: 'Desk', kind: 'phone' as const }]
    const tenant = { ...snapshotWith().tenant, isActive: false }
    expect([isRefused({}), isRefused({ now: at('2027-01-01 00:00') }), isRefused({ tenant })]).toEqual([
      false,
      false,
      true,
    ])
    expect(isRefused({ variants: [variant({ isActive: false })] })).toBe(true)
    expect([isRefused({ customer }), isRefused({ customer, channels }, 'desk')]).toEqual([true, false])
  })

  it('of days are as long as the dates between pickup and return', () => {
    const minutes = (over: object, from: string, to: string) => {
      const other = variant({ id: 'other', durationType: 'daily', dayEndTime: '24:00' })
      const snapshot = new IndexedSnapshot(snapshotWith({ variants: [other, variant(over)] }))
      return requestedMinutes(snapshot, 'V60', Date.parse(at(from)), Date.parse(at(to)))
    }
    const daily = (dayStartTime?: string, dayEndTime?: string) => ({
      durationType: 'daily',
      ...(dayStartTime && { dayStartTime }),
      ...(dayEndTime && { dayEndTime }),
    })
    expect(minutes({}, `${MON} 10:00`, `${MON} 11:30`)).toBe(90)
    expect(minutes(daily(), '2026-03-28 10:00', '2026-03-30 10:00')).toBe(2 * 1440)
    expect(minutes(daily('08:00', '18:00'), `${MON} 08:00`, `${MON} 18:00`)).toBe(1440)
    expect(minutes(daily('08:00', '24:00'), `${MON} 08:00`, '2026-03-04 00:00')).toBe(2 * 1440)
  })

  it('of days end on the same date where the return is later in the day', () => {
    const ends = (over: object, request: Partial<BookingRequest> = {}) => {
      const schedules = [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })]
      const snapshot = snapshotWith({ schedules, variants: [variant({ durationType: 'daily', ...over })] })
      return ask(snapshot, request)
        .slots(on('00:00'), on('23:00'))
        .map(({ startsAt, endsAt }) => [startsAt, endsAt])
    }
    expect(ends({})).toEqual([[on('10:00'), at(`${TUE} 10:00`)]])
    expect(ends({ minDays: 2 })).toEqual([[on('10:00'), at('2026-03-04 10:00')]])
    expect(ends({}, { durationMinutes: 3 * 1440 - 5 })).toEqual([[on('10:00'), at('2026-03-05 10:00')]])
    expect(ends({}, { durationMinutes: 5 })).toEqual([[on('10:00'), at(`${TUE} 10:00`)]])
    expect(ends({ dayStartTime: '08:00', dayEndTime: '18:00' })).toEqual([[on('08:00'), on('18:00')]])
    expect(ends({ dayStartTime: '08:00', dayEndTime: '24:00', minDays: 2 })).toEqual([
      [on('08:00'), at('2026-03-04 00:00')],
    ])
  })

  it('of bookings keep their buffers, whatever rules say now', () => {
    const snapshot = snapshotWith({
      rules: [rule('buffer', { beforeMinutes: 60, afterMinutes: 60 })],
      variants: [variant({ bufferAfterMinutes: 60, slotIntervalMinutes: 15 })],
    })
    const resolved = resolveRequest(new IndexedSnapshot(snapshot), { variantId: 'V60' })
    const query = new AvailabilityQuery({ ...resolved, buffers: { beforeMinutes: 5, afterMinutes: 15 } })
    const start = Date.parse(on('10:00'))
    const constraints = query.resourceQueries[0]?.constraintsAt(start, query.snapshot.horizon(start, start))
    expect([constraints?.beforeBuffer.value, constraints?.afterBuffer.value]).toEqual([5, 15])
  })

  it('have the defaults of tenant and variant', () => {
    const { durationMinutes: _, slotIntervalMinutes: __, ...bare } = variant()
    const few = { schedules: [schedule({ weeklyHours: week([1], '09:00', '10:30') })] }
    const times = (over: object, request: Partial<BookingRequest> = {}) =>
      ask(snapshotWith({ ...few, ...over }), request)
        .slots(on('00:00'), on('23:00'))
        .map(({ startsAt, endsAt }) => `${clock(startsAt)}–${clock(endsAt)}`)
    expect(times({ variants: [bare] })).toEqual(['09:00–10:00', '09:15–10:15', '09:30–10:30'])
    const off = ask(snapshotWith({ ...few, variants: [bare] })).check({ startsAt: on('09:07') })
    expect(off.headline?.code).toBe('start_not_on_grid')
    expect(times({ variants: [{ ...bare, slotIntervalMinutes: 30 }] })).toEqual(['09:00–10:00', '09:30–10:30'])
    expect(times({ variants: [{ ...bare, slotIntervalMinutes: 30 }] }, { ignoresInterval: true })).toHaveLength(3)
    const flexible = { ...bare, durationType: 'flexible' as const, slotIntervalMinutes: 30 }
    expect(times({ variants: [flexible] })).toEqual(['09:00–10:00', '09:30–10:30'])
    expect(times({ variants: [{ ...flexible, minDurationMinutes: 90 }] })).toEqual(['09:00–10:30'])
    expect(times({ variants: [{ ...flexible, minDurationMinutes: 30 }] }, { durationMinutes: 90 })).toEqual([
      '09:00–10:30',
    ])
    expect(times({ variants: [bare] }, { durationMinutes: 90 })).toHaveLength(3)
    const pair = { variants: [{ ...bare, minQuantity: 2, maxQuantity: 2 }], resources: [resource('A')] }
    expect(times(pair)).toEqual([])
    const tenant = { ...snapshotWith().tenant, defaultChannelId: 'web' }
    const channels = [{ id: 'web', name: 'Web', isActive: false }]
    expect(times({ tenant, channels, variants: [bare] })).toEqual([])
    expect(times({ tenant, channels, variants: [bare] }, { channelId: 'desk' })).toHaveLength(3)
  })

  it('are for records that are there', () => {
    expect(() => ask(snapshotWith(), { variantId: 'gone' })).toThrow('Variant gone is not in the snapshot')
    expect(() => ask(snapshotWith({ items: [] }))).toThrow('Variant V60 is not in the snapshot')
    expect(() => ask(snapshotWith({ resources: [] }))).toThrow('Resource A is not in the snapshot')
    expect(() => ask(snapshotWith({ schedules: [] }))).toThrow('Schedule hours is not in the snapshot')
  })
})
