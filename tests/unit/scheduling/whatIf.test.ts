import { describe, expect, it } from 'vitest'
import { type SimulateQuestion, type Snapshot, simulate } from '../../../src/scheduling'
import { at, booking, clock, range, resource, rule, schedule, snapshotWith, timeslot, variant, week } from './fixture'
import { type DraftChange, saved, touchedBy } from './saved'

const MON = '2026-03-02'

/** Simulates from the start of one local date to the start of another. */
const what = (
  snapshot: Snapshot,
  changes: DraftChange[],
  { from = MON, to = '2026-03-03', ...question }: Partial<SimulateQuestion> & { from?: string; to?: string } = {},
) => {
  const touched = touchedBy(snapshot, changes)
  return simulate(snapshot, changes.reduce(saved, snapshot), {
    from: at(`${from} 00:00`),
    to: at(`${to} 00:00`),
    touched,
    ...question,
  })
}

const times = (slots: readonly { startsAt: string }[]) => slots.map(({ startsAt }) => clock(startsAt))

const newHours = (startTime: string, endTime: string, days = [1, 2, 3, 4, 5]): DraftChange => ({
  action: 'update',
  entityType: 'schedules',
  id: 'hours',
  data: { weeklyHours: week(days, startTime, endTime) },
})

const newRule = (...given: Parameters<typeof rule>): DraftChange => {
  const { id, ...data } = rule(...given)
  return { action: 'create', entityType: 'resourceRules', id, data } as DraftChange
}

const blackout = (startTime: string, endTime: string): DraftChange =>
  newRule('blackout', { startDate: MON, endDate: MON, startTime, endTime })

describe('hours that change', () => {
  it('closing earlier removes the times after', () => {
    const { variants, days } = what(snapshotWith(), [newHours('09:00', '12:00')])
    const [only] = variants
    expect(times(only?.removed ?? [])).toEqual(range(12, 16))
    expect([only?.addedCount, only?.slotCountBefore, only?.slotCountAfter]).toEqual([0, 8, 3])
    expect([days[0]?.openMinutesBefore, days[0]?.openMinutesAfter]).toEqual([480, 180])
    expect([days[0]?.slotCountBefore, days[0]?.slotCountAfter]).toEqual([8, 3])
  })

  it('an hour later all day', () => {
    const { variants, days } = what(snapshotWith(), [newHours('10:00', '18:00')])
    expect([times(variants[0]?.removed ?? []), times(variants[0]?.added ?? [])]).toEqual([['09:00'], ['17:00']])
    expect([days[0]?.openMinutesBefore, days[0]?.openMinutesAfter]).toEqual([480, 480])
  })

  it('half an hour later moves the grid', () => {
    const [only] = what(snapshotWith(), [newHours('09:30', '17:30')]).variants
    expect(only?.removedCount).toBe(8)
    expect(times(only?.added ?? [])).toEqual(range(9.5, 16.5))
  })

  it.each([
    ['2026-03-29', '2026-03-30', ['00:00', '01:00', '03:00', '04:00', '05:00'], 1380, 300],
    ['2026-10-25', '2026-10-26', ['00:00', '01:00', '02:00', '02:00', '03:00', '04:00', '05:00'], 1500, 420],
  ])('a night on which the clocks change, %s', (from, to, added, length, open) => {
    const hours = [...schedule().weeklyHours, ...week([7], '00:00', '06:00')]
    const change: DraftChange = { action: 'update', entityType: 'schedules', id: 'hours', data: { weeklyHours: hours } }
    const { variants, days } = what(snapshotWith(), [change], { from, to })
    expect(times(variants[0]?.added ?? [])).toEqual(added)
    expect(days).toMatchObject([{ date: from, dayLengthMinutes: length, openMinutesBefore: 0, openMinutesAfter: open }])
  })
})

describe('rules that change', () => {
  it('a blackout removes its times and strands nothing that is elsewhere', () => {
    const { variants, days, bookings } = what(snapshotWith(), [blackout('12:00', '13:00')])
    expect(times(variants[0]?.removed ?? [])).toEqual(['12:00'])
    expect(days[0]).toMatchObject({ openMinutesBefore: 480, openMinutesAfter: 420 })
    expect(bookings).toMatchObject({ strandedCount: 0, irregularCount: 0, items: [] })
  })

  it('a blackout over a booking strands it, with the name of the draft and a time near by', () => {
    const snapshot = snapshotWith({ allocations: [booking(MON, '10:00', '11:00')] })
    const draft = blackout('10:30', '12:00')
    const { variants, bookings } = what(snapshot, [draft])
    expect(times(variants[0]?.removed ?? [])).toEqual(['11:00'])
    const [affected] = bookings.items
    expect(affected).toMatchObject({ severity: 'stranded', isNew: true, title: 'Item · V60', resourceIds: ['A'] })
    expect(affected?.reasons).toMatchObject([
      { code: 'blackout', ruleId: draft.id, ruleName: (draft as { data: { name: string } }).data.name },
    ])
    expect(clock(affected?.nearest?.startsAt ?? '')).toBe('09:00')
  })

  it('a blackout that begins as a booking ends leaves it alone', () => {
    const { bookings } = what(snapshotWith({ allocations: [booking(MON, '10:00', '11:00')] }), [
      blackout('11:00', '12:00'),
    ])
    expect(bookings).toMatchObject({ judgedCount: 1, strandedCount: 0, items: [] })
  })

  it('notice hides times and judges no booking', () => {
    const snapshot = snapshotWith({ allocations: [booking('2026-03-03', '10:00', '11:00')] })
    const { variants, bookings } = what(snapshotWith(), [newRule('min_notice', { minutes: 20_160 })], {
      to: '2026-03-07',
    })
    expect([variants[0]?.slotCountBefore, variants[0]?.slotCountAfter]).toEqual([40, 4])
    expect(variants[0]?.removed.map(({ startsAt }) => startsAt)).not.toContain('2026-03-06T12:00:00.000Z')
    expect(bookings.items).toEqual([])
    const judged = what(snapshot, [newRule('min_notice', { minutes: 20_160 })], { to: '2026-03-07' }).bookings
    expect([judged.judgedCount, judged.items]).toEqual([1, []])
  })

  it('a rule for all makes no difference where a more specific one counts', () => {
    const own = rule('min_notice', { minutes: 120 }, { applyToAllResources: false, resourceIds: ['A'] })
    const result = what(snapshotWith({ rules: [own] }), [newRule('min_notice', { minutes: 20_160 })])
    expect([result.variants, result.unchangedVariantCount]).toEqual([[], 1])
  })

  it('a limit counts the booking that is there, which it does not judge alone', () => {
    const limit = newRule('booking_limit', { max: 1, period: 'day' })
    const alone = what(snapshotWith({ allocations: [booking(MON, '10:00', '11:00')] }), [limit])
    expect([alone.variants[0]?.removedCount, alone.bookings.items]).toEqual([7, []])
    const two = snapshotWith({ allocations: [booking(MON, '10:00', '11:00'), booking(MON, '12:00', '13:00')] })
    const { bookings } = what(two, [limit])
    expect(bookings).toMatchObject({ strandedCount: 0, irregularCount: 2 })
    expect(bookings.items.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      ['limit_reached'],
      ['limit_reached'],
    ])
  })

  it('deleting a blackout opens its times', () => {
    const one = rule('blackout', { startDate: MON, endDate: MON, startTime: '12:00', endTime: '13:00' })
    const changes: DraftChange[] = [{ action: 'delete', entityType: 'resourceRules', id: one.id }]
    expect(times(what(snapshotWith({ rules: [one] }), changes).variants[0]?.added ?? [])).toEqual(['12:00'])
  })

  it('creating and deleting the same makes no difference', () => {
    const draft = blackout('09:00', '17:00')
    const result = what(snapshotWith(), [draft, { action: 'delete', entityType: 'resourceRules', id: draft.id }])
    expect([result.variants, result.bookings.items]).toEqual([[], []])
  })

  it('an override that staff gave does not count again', () => {
    const one = booking(MON, '10:00', '11:00')
    const overrides = new Map([[one.bookingId, ['blackout']]])
    const { bookings } = what(snapshotWith({ allocations: [one] }), [blackout('10:00', '11:00')], { overrides })
    expect(bookings).toMatchObject({ judgedCount: 1, strandedCount: 0, alreadyOutsideCount: 0 })
  })

  it('what was outside before is counted and not listed', () => {
    const one = rule('blackout', { startDate: MON, endDate: MON, startTime: '10:00', endTime: '11:00' })
    const snapshot = snapshotWith({ rules: [one], allocations: [booking(MON, '10:00', '11:00')] })
    const { bookings } = what(snapshot, [blackout('10:00', '12:00')])
    expect(bookings).toMatchObject({ alreadyOutsideCount: 1, items: [] })
  })
})

describe('resources and variants that change', () => {
  it('a smaller pool strands bookings that no longer fit together', () => {
    const pooled = { capacityMode: 'pooled' as const, maxQuantity: 10 }
    const snapshot = snapshotWith({
      resources: [resource('A', { capacity: 10 })],
      variants: [variant(pooled)],
      allocations: [2, 1].map(quantity => booking(MON, '10:00', '11:00', { quantity, capacityMode: 'pooled' })),
    })
    const change: DraftChange = { action: 'update', entityType: 'resources', id: 'A', data: { capacity: 2 } }
    const { variants, bookings } = what(snapshot, [change])
    expect(times(variants[0]?.removed ?? [])).toEqual(['10:00'])
    expect(variants[0]?.changed).toHaveLength(7)
    expect(variants[0]?.changed[0]).toMatchObject({ before: { remaining: 10 }, after: { remaining: 2 } })
    expect(bookings.items.map(({ severity, reasons }) => [severity, reasons.map(({ code }) => code)])).toEqual([
      ['stranded', ['capacity_exceeded']],
      ['stranded', ['capacity_exceeded']],
    ])
  })

  it('an inactive resource strands its booking, which another can take', () => {
    const snapshot = snapshotWith({
      resources: [resource('A'), resource('B')],
      variants: [variant({}, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const change: DraftChange = { action: 'update', entityType: 'resources', id: 'A', data: { isActive: false } }
    const { variants, bookings, resources } = what(snapshot, [change])
    expect(variants[0]).toMatchObject({ addedCount: 0, removedCount: 0, changedCount: 7 })
    expect(variants[0]?.resources).toMatchObject([{ resourceId: 'A', addedCount: 0, removedCount: 7 }])
    expect(resources).toMatchObject([{ resourceId: 'A', days: [{ openMinutesBefore: 480, openMinutesAfter: 0 }] }])
    expect(bookings.items).toMatchObject([{ severity: 'stranded', sameTimeResourceIds: ['B'] }])
    expect(bookings.items[0]?.reasons.map(({ code }) => code)).toEqual(['no_active_resource'])
  })

  it('a booking of a deleted resource, or of one that is no longer assigned, has no resource', () => {
    const snapshot = snapshotWith({
      resources: [resource('A'), resource('B')],
      variants: [variant({}, ['A', 'B'])],
      allocations: [booking(MON, '10:00', '11:00')],
    })
    const gone: DraftChange = { action: 'delete', entityType: 'resources', id: 'A' }
    const onlyB = [{ resourceId: 'B', priority: 0 }]
    const unassigned: DraftChange = { action: 'update', entityType: 'variants', id: 'V60', data: { resources: onlyB } }
    const none: DraftChange = { action: 'update', entityType: 'variants', id: 'V60', data: { resources: [] } }
    for (const change of [gone, unassigned, none]) {
      const [affected] = what(snapshot, [change]).bookings.items
      expect(affected?.reasons.map(({ code }) => code)).toEqual(['no_active_resource'])
    }
  })

  it('another order of resources changes who is taken and nothing else', () => {
    const snapshot = snapshotWith({ resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] })
    const resources = ['B', 'A'].map((resourceId, priority) => ({ resourceId, priority }))
    const change: DraftChange = { action: 'update', entityType: 'variants', id: 'V60', data: { resources } }
    const [only] = what(snapshot, [change]).variants
    expect(only).toMatchObject({ addedCount: 0, removedCount: 0, changedCount: 8, resources: [] })
    expect(only?.changed[0]).toMatchObject({ before: { resourceIds: ['A'] }, after: { resourceIds: ['B'] } })
  })

  it('fewer days ahead remove what is farther', () => {
    const change: DraftChange = { action: 'update', entityType: 'variants', id: 'V60', data: { maxAdvanceDays: 10 } }
    const [only] = what(snapshotWith(), [change], { to: '2026-03-07' }).variants
    expect([only?.removedCount, only?.slotCountAfter]).toEqual([32, 8])
  })

  it('a created variant had no times, and a deleted one has none', () => {
    const { id: _, ...data } = variant({ name: 'New' })
    const made = what(snapshotWith(), [{ action: 'create', entityType: 'variants', id: 'new', data }]).variants
    expect(made).toMatchObject([{ variantId: 'new', name: 'New', slotCountBefore: 0, addedCount: 8 }])
    const gone = what(snapshotWith(), [{ action: 'delete', entityType: 'variants', id: 'V60' }]).variants
    expect(gone).toMatchObject([{ variantId: 'V60', slotCountAfter: 0, removedCount: 8 }])
  })

  it('a booking keeps the buffers that it was made with', () => {
    const snapshot = snapshotWith({ allocations: [booking(MON, '10:00', '11:00'), booking(MON, '11:00', '12:00')] })
    const change: DraftChange = {
      action: 'update',
      entityType: 'variants',
      id: 'V60',
      data: { bufferAfterMinutes: 30 },
    }
    expect(what(snapshot, [change]).bookings).toMatchObject({ judgedCount: 2, strandedCount: 0, irregularCount: 0 })
  })

  it('asked about named variants and resources, it answers exactly these', () => {
    const snapshot = snapshotWith({
      variants: [variant(), variant({ id: 'V2' })],
      resources: [resource('A'), resource('B')],
    })
    const result = what(snapshot, [], { variantIds: ['V2'], resourceIds: ['B'] })
    expect(result.variants).toMatchObject([{ variantId: 'V2', addedCount: 0, removedCount: 0, changedCount: 0 }])
    expect(result.resources).toMatchObject([{ resourceId: 'B' }])
  })

  it('a channel that stops selling closes the variants asked about through it, and its bookings are irregular', () => {
    const snapshot = snapshotWith({
      channels: [{ id: 'web', name: 'Website', kind: 'online' }],
      allocations: [booking(MON, '10:00', '11:00', { channelId: 'web' })],
    })
    const change: DraftChange = { action: 'update', entityType: 'channels', id: 'web', data: { isActive: false } }
    expect(what(snapshot, [change], { channelId: 'web' }).variants).toMatchObject([{ removedCount: 7 }])
    const { variants, bookings } = what(snapshot, [change])
    expect(variants).toEqual([])
    expect(bookings).toMatchObject({ irregularCount: 1 })
  })
})

describe('what follows from elsewhere', () => {
  it('resources that follow the default of the tenant are concerned by another default', () => {
    const night = schedule({ id: 'night', weeklyHours: week([1], '18:00', '20:00') })
    const snapshot = snapshotWith({ schedules: [schedule(), night] })
    const change: DraftChange = {
      action: 'update',
      entityType: 'tenants',
      id: 't',
      data: { defaultScheduleId: 'night' },
    }
    const { variants, resources } = what(snapshot, [change])
    expect(times(variants[0]?.added ?? [])).toEqual(['18:00', '19:00'])
    expect(resources).toMatchObject([{ resourceId: 'A', days: [{ openMinutesBefore: 480, openMinutesAfter: 120 }] }])
  })

  it('a resource made part of another is blocked by its bookings', () => {
    const snapshot = snapshotWith({
      resources: [resource('hall'), resource('A')],
      variants: [variant()],
      allocations: [booking(MON, '10:00', '11:00', { resourceId: 'hall' })],
    })
    const change: DraftChange = {
      action: 'update',
      entityType: 'resources',
      id: 'A',
      data: { parentResourceId: 'hall' },
    }
    expect(times(what(snapshot, [change]).variants[0]?.removed ?? [])).toEqual(['10:00'])
  })

  it('an item that is archived sells nothing', () => {
    const change: DraftChange = {
      action: 'update',
      entityType: 'catalogItems',
      id: 'item',
      data: { status: 'archived' },
    }
    expect(what(snapshotWith(), [change]).variants).toMatchObject([{ removedCount: 8 }])
  })

  it('bookings are judged until they are asked for', () => {
    const late = booking('2026-03-16', '10:00', '11:00')
    const change = newHours('12:00', '17:00')
    const until = (bookingsTo?: string) =>
      what(snapshotWith({ allocations: [late] }), [change], bookingsTo ? { bookingsTo } : {}).bookings
    expect(until()).toMatchObject({ judgedCount: 0, strandedCount: 0 })
    expect(until(at('2026-03-17 00:00'))).toMatchObject({ judgedCount: 1, strandedCount: 1 })
  })

  it('lists are cut to 5,000 entries and counts are not', () => {
    const every5 = variant({ slotIntervalMinutes: 5, durationMinutes: 5 })
    const many = ['a', 'b', 'c'].map(id => ({ ...every5, id }))
    const snapshot = snapshotWith({ variants: many })
    const closed = newHours('09:00', '09:05')
    const result = what(snapshot, [closed], { to: '2026-04-20' })
    const counted = result.variants.reduce((sum, { removedCount }) => sum + removedCount, 0)
    const listed = result.variants.flatMap(({ removed, resources }) => [removed, ...resources.map(one => one.removed)])
    expect(result.isTruncated).toBe(true)
    expect(counted).toBe(3 * 95 * 35)
    expect(listed.reduce((sum, { length }) => sum + length, 0)).toBe(5000)
  })
})

describe('timeslots', () => {
  const timed = (over: Partial<Snapshot> = {}) =>
    snapshotWith({
      schedules: [schedule({ mode: 'timeslots', weeklyHours: week([1], '10:00', '12:00'), slotDurationMinutes: 60 })],
      timeslots: [timeslot(MON, '10:00', '11:00'), timeslot(MON, '11:00', '12:00')],
      ...over,
    })

  it('hours alone change none of them', () => {
    const result = what(timed(), [newHours('10:00', '13:00', [1])])
    expect([result.variants, result.unchangedVariantCount]).toEqual([[], 1])
  })

  it('a new one has no id yet', () => {
    const { id, ...data } = timeslot(MON, '12:00', '13:00')
    const change: DraftChange = { action: 'create', entityType: 'timeslots', id, data }
    const [only] = what(timed(), [change]).variants
    expect(only?.added).toMatchObject([{ timeslotId: null }])
  })

  it('a closed timeslot takes its bookings with it', () => {
    const snapshot = timed()
    const [first] = snapshot.timeslots ?? []
    const booked = { ...snapshot, allocations: [booking(MON, '10:00', '11:00', { timeslotId: first?.id ?? '' })] }
    const change: DraftChange = {
      action: 'update',
      entityType: 'timeslots',
      id: first?.id ?? '',
      data: { status: 'closed' },
    }
    const { items } = what(booked, [change]).bookings
    expect(items.map(({ reasons }) => reasons[0]?.code)).toEqual(['timeslot_closed'])
  })
})
