import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEngine, type Slot, type Snapshot, simulate } from '../../../src/scheduling'
import { IndexedSnapshot } from '../../../src/scheduling/engine/IndexedSnapshot'
import { failingChecks, standingBookings } from '../../../src/scheduling/whatIf/judgeBookings'
import { type Place, ruleAt, scheduleAt, smallWorld } from './arbitrary'
import { at, booking, EVERY_DAY, resource, rule, snapshotWith, variant, week } from './fixture'
import { type DraftChange, saved, touchedBy } from './saved'

const YEAR = 365 * 86_400_000

/** A draft, and what saving it does to the records. */
interface Edit {
  change: DraftChange
  save(records: Snapshot): Snapshot
}

const edit = (change: DraftChange): Edit => ({ change, save: records => saved(records, change) })

const update = (entityType: DraftChange['entityType'], id: string, data: object): Edit =>
  edit({ action: 'update', entityType, id, data })

const edits = (at: Place, { rules = [], timeslots = [] }: Snapshot): fc.Arbitrary<Edit> => {
  const ruleIds = rules.map(({ id }) => id)
  const some = <T>(values: readonly T[], make: (value: T) => Edit): fc.Arbitrary<Edit>[] =>
    values.length > 0 ? [fc.constantFrom(...values).map(make)] : []
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('hours', 'offered'), scheduleAt(at, 'drafted'))
      .map(([id, { weeklyHours, dateOverrides }]) => update('schedules', id, { weeklyHours, dateOverrides })),
    fc.tuple(ruleAt(at), fc.nat()).map(([data, n]): Edit => {
      const id = `draft-${n}`
      return edit({ action: 'create', entityType: 'resourceRules', id, data })
    }),
    ...some(ruleIds, id => update('resourceRules', id, { isActive: false })),
    ...some(ruleIds, id => update('resourceRules', id, { applyToAllResources: false, resourceIds: ['B'] })),
    ...some(ruleIds, id => edit({ action: 'delete', entityType: 'resourceRules', id })),
    ...some(ruleIds, id => ({
      change: { action: 'update', entityType: 'resources', id: 'A', data: { ruleIds: [id] } },
      save: saved => ({
        ...saved,
        rules: (saved.rules ?? []).map(rule => {
          const others = new Set(rule.resourceIds)
          others.delete('A')
          if (rule.id === id) others.add('A')
          return { ...rule, resourceIds: [...others] }
        }),
      }),
    })),
    fc
      .constantFrom('A', 'B', 'C')
      .chain(id =>
        fc.constantFrom(
          update('resources', id, { isActive: false }),
          update('resources', id, { isActive: true, capacity: 2 }),
          update('resources', id, { scheduleId: 'offered' }),
          update('resources', id, { parentResourceId: 'P' }),
          update('resources', id, { parentResourceId: null }),
          update('resources', id, { resourceTypeId: 'other' }),
        ),
      ),
    fc.constant(edit({ action: 'delete', entityType: 'resources', id: 'C' })),
    fc
      .constantFrom<object>(
        { durationMinutes: 90 },
        { bufferAfterMinutes: 15 },
        { capacityMode: 'pooled' },
        { maxQuantity: 1 },
        { isActive: false },
        { scheduleId: 'offered' },
        { resourceSelection: 'any' },
        { maxAdvanceDays: 1 },
        { resources: [{ resourceId: 'B', priority: 0 }] },
      )
      .map(data => update('variants', 'V', data)),
    fc.constantFrom<object>({ isActive: false }, { sellsAllItems: false }).map(data => update('channels', 'web', data)),
    fc.constant(update('catalogItems', 'item', { status: 'draft' })),
    fc
      .constantFrom<object>({ weekStartsOn: 7 }, { defaultScheduleId: 'offered' })
      .map(data => update('tenants', 'tenant', data)),
    ...some(timeslots, ({ id }) => update('timeslots', id, { status: 'closed' })),
    ...some(timeslots, ({ id }) => edit({ action: 'delete', entityType: 'timeslots', id })),
  )
}

const edited = smallWorld.chain(one =>
  fc.array(edits(one.at, one.snapshot), { minLength: 1, maxLength: 3 }).map(list => ({ ...one, list })),
)

/** Later edits may concern what an earlier one deleted: saving would refuse them. */
const isPossible = (list: readonly Edit[]): boolean => {
  const gone = new Set<string>()
  return list.every(({ change }) => {
    if (change.entityType !== 'tenants' && gone.has(change.id)) return false
    if (
      change.entityType === 'resources' &&
      change.action === 'update' &&
      (change.data as { ruleIds?: string[] }).ruleIds?.some(id => gone.has(id))
    )
      return false
    if (change.action === 'delete') gone.add(change.id)
    return true
  })
}

const afterAll = (snapshot: Snapshot, list: readonly Edit[]) => ({
  later: list.reduce((records, { save }) => save(records), snapshot),
  touched: touchedBy(
    snapshot,
    list.map(({ change }) => change),
  ),
})

const slotsOf = (snapshot: Snapshot, at: Place, request: { variantId: string; channelId: string; quantity: number }) =>
  createEngine(snapshot).ask(request).slots(at.from, at.to)

const without = (slots: readonly Slot[], others: readonly Slot[]): Slot[] => {
  const known = new Set(others.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`))
  return slots.filter(({ startsAt, endsAt }) => !known.has(`${startsAt} ${endsAt}`))
}

/** The timeslot is left out: another one at the same time, on the same resources, is no change to who books. */
const comparedIn = ({ startsAt, endsAt, status, remaining, maxQuantity, resourceIds }: Slot) => {
  return { startsAt, endsAt, status, remaining, maxQuantity, resourceIds }
}

it('what simulate says is exactly what changes when it is saved', () => {
  let differences = 0
  fc.assert(
    fc.property(edited, ({ at, snapshot, channelId, quantity, list }) => {
      fc.pre(isPossible(list))
      const { later, touched } = afterAll(snapshot, list)
      const result = simulate(snapshot, later, { from: at.from, to: at.to, touched, channelId, quantity })
      for (const variantId of ['V', 'W']) {
        const request = { variantId, channelId, quantity }
        const before = slotsOf(snapshot, at, request)
        const after = slotsOf(later, at, request)
        const answered = result.variants.find(one => one.variantId === variantId)
        if (!answered) {
          expect(after.map(comparedIn)).toEqual(before.map(comparedIn))
          continue
        }
        differences++
        expect(answered.added).toEqual(without(after, before))
        expect(answered.removed).toEqual(without(before, after))
        expect([answered.slotCountBefore, answered.slotCountAfter]).toEqual([before.length, after.length])
        const others = answered.changed.map(({ startsAt }) => startsAt)
        for (const slot of before) {
          const now = after.find(({ startsAt, endsAt }) => startsAt === slot.startsAt && endsAt === slot.endsAt)
          if (!now) continue
          const [was, is] = [slot, now].map(one => JSON.stringify(comparedIn(one)))
          expect(others.includes(slot.startsAt)).toBe(was !== is)
        }
      }
    }),
    { numRuns: 150 },
  )
  expect(differences).toBeGreaterThan(20)
}, 60_000)

it('every booking that fails a check only after the changes is listed, and no other', () => {
  let affected = 0
  fc.assert(
    fc.property(edited, ({ at, snapshot, list }) => {
      fc.pre(isPossible(list))
      const { later, touched } = afterAll(snapshot, list)
      const { bookings } = simulate(snapshot, later, { from: at.from, to: at.to, touched, bookingsTo: at.to + YEAR })
      const codesIn = (records: Snapshot) => {
        const indexed = new IndexedSnapshot(records)
        return new Map(
          standingBookings(indexed).map(booking => {
            return [booking.first.bookingId, failingChecks(indexed, booking).map(({ code }) => code)]
          }),
        )
      }
      const before = codesIn(snapshot)
      const expected = [...codesIn(later)]
        .filter(([id, codes]) => codes.some(code => !before.get(id)?.includes(code)))
        .map(([id]) => id)
      expect(bookings.items.map(({ bookingId }) => bookingId).sort()).toEqual(expected.sort())
      affected += expected.length
    }),
    { numRuns: 150 },
  )
  expect(affected).toBeGreaterThan(10)
}, 60_000)

it('a place named as the nearest, or as free at the same time, can be booked', () => {
  fc.assert(
    fc.property(edited, ({ at, snapshot, list }) => {
      fc.pre(isPossible(list))
      const { later, touched } = afterAll(snapshot, list)
      const { bookings } = simulate(snapshot, later, { from: at.from, to: at.to, touched })
      for (const { bookingId, variantId, quantity, customerId, nearest } of bookings.items) {
        if (!nearest) continue
        const channelId = later.allocations?.find(one => one.bookingId === bookingId)?.channelId ?? null
        const customer = customerId ? { id: customerId } : null
        const answers = createEngine({ ...later, customer }).ask({
          variantId,
          quantity,
          channelId,
          excludeBookingId: bookingId,
        })
        expect(answers.check(nearest)).toMatchObject({ available: true })
      }
    }),
    { numRuns: 100 },
  )
}, 60_000)

/** Two days of bookings on three resources, and a change by which many of them no longer fit. */
const crowded = fc
  .record({
    mode: fc.constantFrom('exclusive' as const, 'pooled' as const),
    taken: fc.uniqueArray(fc.record({ day: fc.nat(1), hour: fc.integer({ min: 9, max: 16 }), resource: fc.nat(2) }), {
      minLength: 4,
      maxLength: 24,
      selector: ({ day, hour, resource }) => `${day} ${hour} ${resource}`,
    }),
    rules: fc.subarray([
      rule('buffer', { beforeMinutes: 0, afterMinutes: 15 }),
      rule('booking_limit', { max: 3, period: 'day', subject: 'customer' }),
    ]),
    change: fc.constantFrom(
      update('resources', 'A', { isActive: false }),
      update('schedules', 'hours', { weeklyHours: week(EVERY_DAY, '12:00', '17:00') }),
      update('resources', 'B', { parentResourceId: 'A' }),
    ),
  })
  .map(({ mode, taken, rules, change }) => ({
    change,
    snapshot: snapshotWith({
      resources: ['A', 'B', 'C'].map(id => resource(id, { capacity: 2 })),
      variants: [variant({ capacityMode: mode, maxQuantity: 2, slotIntervalMinutes: 30 }, ['A', 'B', 'C'])],
      rules,
      allocations: taken.map(({ day, hour, resource }) => ({
        ...booking(`2026-03-0${day + 2}`, `${String(hour).padStart(2, '0')}:00`, `${hour + 1}:00`),
        resourceId: ['A', 'B', 'C'][resource] as string,
        customerId: `customer-${resource}`,
        capacityMode: mode,
      })),
    }),
  }))

it('all that the plan names can be moved as it says, one after the other, and so can any of them', () => {
  let moved = 0
  fc.assert(
    fc.property(crowded, fc.infiniteStream(fc.boolean()), ({ snapshot, change }, coins) => {
      const { later, touched } = afterAll(snapshot, [change])
      const [from, to] = [at('2026-03-02 00:00'), at('2026-03-04 00:00')]
      const { bookings } = simulate(snapshot, later, { from, to, touched })
      const isEach = coins.next().value
      let allocations = [...(later.allocations ?? [])]
      for (const { bookingId, variantId, quantity, customerId, move } of bookings.items) {
        if (!move || !(isEach || coins.next().value)) continue
        const own = allocations.find(one => one.bookingId === bookingId)
        const customer = customerId ? { id: customerId } : null
        const question = { variantId, quantity, resourceIds: move.resourceIds, excludeBookingId: bookingId }
        const booked = createEngine({ ...later, allocations, customer })
          .ask(question)
          .check(move)
        expect(booked).toMatchObject({ available: true, endsAt: move.endsAt })
        const { startsAt, endsAt } = move
        allocations = [
          ...allocations.filter(one => one.bookingId !== bookingId),
          ...booked.allocations.map(one => ({ ...(own as NonNullable<typeof own>), ...one, startsAt, endsAt })),
        ]
        moved++
      }
    }),
    { numRuns: 60 },
  )
  expect(moved).toBeGreaterThan(50)
}, 60_000)
