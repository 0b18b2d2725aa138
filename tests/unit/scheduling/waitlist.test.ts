import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AllocationInput,
  createEngine,
  type Fit,
  FreeTimes,
  matchWaiting,
  type Snapshot,
  toMillis,
  type WaitingInput,
} from '../../../src/scheduling'
import { type Place, smallWorld } from './arbitrary'
import { resource, snapshotWith, variant } from './fixture'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The free times within what somebody wants, read literally: every slot, window by window. */
const literal = (snapshot: Snapshot, at: Place, one: WaitingInput): number[] =>
  createEngine(snapshot)
    .ask({ variantId: one.variantId, channelId: one.channelId, quantity: one.quantity })
    .slots(at.from, at.to)
    .filter(slot => one.windows.some(({ from, to }) => from <= toMillis(slot.startsAt) && toMillis(slot.endsAt) <= to))
    .map(slot => toMillis(slot.startsAt))

/** The snapshot after an offer was made. */
const taken = (snapshot: Snapshot, one: WaitingInput, { startsAt, endsAt, resourceIds }: Fit): Snapshot => ({
  ...snapshot,
  allocations: [
    ...(snapshot.allocations ?? []),
    ...resourceIds.map(
      (resourceId): AllocationInput => ({
        ...{ bookingId: `offer ${one.id}`, resourceId, variantId: one.variantId, channelId: one.channelId },
        ...{ customerId: one.customerId, startsAt, endsAt, quantity: one.quantity, status: 'held' },
        ...{ holdExpiresAt: startsAt, capacityMode: snapshot.variants[0]?.capacityMode ?? 'exclusive' },
        bufferBeforeMinutes: snapshot.variants[0]?.bufferBeforeMinutes ?? 0,
        bufferAfterMinutes: snapshot.variants[0]?.bufferAfterMinutes ?? 0,
      }),
    ),
  ],
})

const waitingIn = (at: Place, channelId: string): fc.Arbitrary<WaitingInput[]> => {
  const steps = Math.floor((at.to - at.from) / (15 * MINUTE))
  const window = fc
    .tuple(fc.nat({ max: steps }), fc.integer({ min: 1, max: 40 }))
    .map(([step, length]) => ({ from: at.from + step * 15 * MINUTE, to: at.from + (step + length) * 15 * MINUTE }))
  return fc
    .array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 2 }),
        windows: fc.array(window, { minLength: 1, maxLength: 2 }),
        passedOverCount: fc.constantFrom(0, 0, 0, 2, 3),
      }),
      { maxLength: 8 },
    )
    .map(all =>
      all.map((one, index) => ({
        ...one,
        ...{ id: `W${index}`, variantId: 'V', channelId, customerId: null, durationMinutes: null },
        ...{ preferredResourceIds: [], onlyPreferred: false, offeredStarts: [] },
      })),
    )
}

const overlaps = ({ windows }: WaitingInput, from: number, to: number): boolean =>
  windows.some(window => window.from < to && from < window.to)

describe('matching', () => {
  it('offers the first in the line its earliest time, and leaves nobody whom something fits', async () => {
    let offers = 0
    await fc.assert(
      fc.asyncProperty(
        smallWorld.chain(world => waitingIn(world.at, world.channelId).map(waiting => ({ ...world, waiting }))),
        async ({ at, snapshot: world, waiting }) => {
          // Rules are judged for everybody alike; those about the gap between bookings can open a time by an offer beside it.
          const snapshot = { ...world, rules: (world.rules ?? []).filter(({ ruleType }) => ruleType !== 'min_gap') }
          let now: Snapshot = snapshot
          const offered = new Map<string, Fit>()
          const passed = await matchWaiting({
            waiting,
            snapshot,
            span: at,
            offer: async (one, fit) => {
              offers++
              expect(offered.has(one.id)).toBe(false)
              expect(literal(now, at, one)[0] ?? fit.startsAt).toBeLessThanOrEqual(fit.startsAt)
              expect(literal(now, at, one)).toContain(fit.startsAt)
              offered.set(one.id, fit)
              now = taken(now, one, fit)
              return now
            },
          })
          const left = waiting.filter(({ id }) => !offered.has(id))
          for (const [index, one] of left.entries()) {
            const first = left.slice(0, index).filter(other => other.passedOverCount + (passed.get(other.id) ?? 0) >= 3)
            const length = (snapshot.variants[0]?.durationMinutes ?? 60) * MINUTE
            const free = literal(now, at, one).filter(
              start => !first.some(other => overlaps(other, start, start + length)),
            )
            expect(free).toEqual([])
          }
        },
      ),
      { numRuns: 200 },
    )
    expect(offers).toBeGreaterThan(50)
  }, 60_000)

  const at = (time: string) => Date.parse(`2026-03-02T${time}:00+01:00`)
  const person = (id: string, over: Partial<WaitingInput> = {}): WaitingInput => ({
    ...{ id, variantId: 'V60', channelId: null, customerId: null, quantity: 1, durationMinutes: null },
    ...{ windows: [{ from: at('10:00'), to: at('11:00') }], preferredResourceIds: [], onlyPreferred: false },
    ...{ passedOverCount: 0, offeredStarts: [] },
    ...over,
  })
  const span = { from: at('00:00'), to: at('23:00') }

  it('takes of each group a resource that is liked, where there is one', () => {
    const resources = [
      resource('Anna', { resourceTypeId: 'person' }),
      resource('Ben', { resourceTypeId: 'person' }),
      resource('Room', { resourceTypeId: 'room' }),
    ]
    const variants = [variant({ resourceSelection: 'one_per_type' }, ['Anna', 'Ben', 'Room'])]
    const free = new FreeTimes(snapshotWith({ resources, variants }), span)
    const first = (over: Partial<WaitingInput>) => free.fits(person('X', over)).next().value?.resourceIds
    expect(first({ preferredResourceIds: ['Ben'] })).toEqual(['Ben', 'Room'])
    expect(first({ preferredResourceIds: ['Ben', 'Room'], onlyPreferred: true })).toEqual(['Ben', 'Room'])
    expect(first({ preferredResourceIds: ['Nobody'], onlyPreferred: true })).toBeUndefined()
    expect(first({ preferredResourceIds: ['Nobody'] })).toEqual(['Anna', 'Room'])
  })

  it('tries the next time where the booking itself is refused', async () => {
    const tried: number[] = []
    await matchWaiting({
      waiting: [person('X', { windows: [{ from: at('09:00'), to: at('12:00') }] })],
      snapshot: snapshotWith(),
      span,
      offer: async (_, { startsAt }) => {
        tried.push(startsAt)
        return null
      },
    })
    expect(tried).toEqual([at('09:00'), at('09:00') + HOUR, at('09:00') + 2 * HOUR])
  })

  it('counts nobody as passed over for a time that they were offered before', async () => {
    const snapshot = snapshotWith()
    const passed = await matchWaiting({
      waiting: [person('X', { offeredStarts: [at('10:00')] }), person('Y')],
      snapshot,
      span,
      offer: async (one, fit) => taken(snapshot, one, fit),
    })
    expect(passed.size).toBe(0)
  })
})
