import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DateOverrideInput } from '../../../src/hours/hoursInput'
import {
  type AllocationInput,
  type BusyTimesInput,
  createEngine,
  formatLocalDate,
  parseLocalDate,
  type RuleInput,
  type Snapshot,
  toMillis,
} from '../../../src/scheduling'
import { type Place, smallWorld } from './arbitrary'
import { schedule, snapshotWith, variant } from './fixture'

const MINUTE = 60_000
const WEEK = 7 * 86_400_000

type Taken = Pick<AllocationInput, 'startsAt' | 'endsAt' | 'bufferBeforeMinutes' | 'bufferAfterMinutes' | 'spanMinutes'>

const blocked = ({ startsAt, endsAt, bufferBeforeMinutes, bufferAfterMinutes, spanMinutes }: Taken) => {
  const [start, end] = [toMillis(startsAt), toMillis(endsAt)]
  const spans = spanMinutes?.map(([from, until]) => [start + from * MINUTE, start + until * MINUTE] as const)
  return (spans ?? [[start, end] as const]).map(([from, to], i, all) => [
    i === 0 ? from - (bufferBeforeMinutes ?? 0) * MINUTE : from,
    i === all.length - 1 ? to + (bufferAfterMinutes ?? 0) * MINUTE : to,
  ]) as [number, number][]
}

describe('properties of the engine', () => {
  it('no offered slot overlaps what is booked, buffers included', () => {
    fc.assert(
      fc.property(smallWorld, ({ at, snapshot, channelId }) => {
        const exclusive = snapshot.variants.map(one => ({ ...one, capacityMode: 'exclusive' as const }))
        const input = { ...snapshot, variants: exclusive }
        const answers = createEngine(input).ask({ variantId: 'V', channelId })
        for (const slot of answers.slots(at.from, at.to)) {
          const taken = answers.check(slot).allocations.map(one => ({ ...slot, ...one }))
          const overlapping = (input.allocations ?? []).filter(one => {
            if (one.status === 'cancelled' || one.status === 'declined') return false
            if (one.status === 'held' && toMillis(one.holdExpiresAt ?? 0) <= toMillis(input.now)) return false
            const own = taken.filter(({ resourceId }) => resourceId === one.resourceId)
            return own.flatMap(blocked).some(([from, to]) => blocked(one).some(([a, b]) => from < b && a < to))
          })
          expect(overlapping).toEqual([])
        }
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  it('explain agrees with availability on 10,000 random candidates', () => {
    let candidates = 0
    let refused = 0
    fc.assert(
      fc.property(
        smallWorld,
        fc.array(fc.nat({ max: 1000 }), { minLength: 50, maxLength: 50 }),
        ({ at, snapshot, channelId, quantity }, picks) => {
          const answers = createEngine(snapshot).ask({ variantId: 'V', channelId, quantity })
          for (const pick of picks) {
            const startsAt = at.from + ((pick * 5 * MINUTE) % (at.to - at.from))
            const check = answers.check({ startsAt })
            const explanation = answers.explain({ startsAt })
            candidates++
            if (!check.available) refused++
            expect([explanation.available, explanation.headline]).toEqual([check.available, check.headline])
            expect(explanation.headline?.text ?? 'fine').not.toContain('undefined')
          }
        },
      ),
      { numRuns: 200 },
    )
    expect(candidates).toBe(10_000)
    expect(refused).toBeLessThan(candidates)
  }, 120_000)

  it('time alone changes no answer before the instant that it names', () => {
    let steady = 0
    let worlds = 0
    fc.assert(
      fc.property(
        smallWorld,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ at, snapshot, channelId, quantity }, part) => {
          // Holds end by themselves: whoever loads a snapshot leaves out those that have.
          const allocations = (snapshot.allocations ?? []).filter(({ status }) => status !== 'held')
          const asOf = (now: number) =>
            createEngine({ ...snapshot, allocations, now }).ask({ variantId: 'V', channelId, quantity })
          const now = toMillis(snapshot.now)
          const answers = asOf(now)
          const until = Math.min(answers.steadyUntil(at.from, at.to), now + WEEK)
          expect(until).toBeGreaterThanOrEqual(now)
          worlds++
          if (until > now) steady++
          const all = { includeUnavailable: true }
          for (const later of [until, Math.floor(now + part * (until - now))])
            expect(asOf(later).slots(at.from, at.to, all)).toEqual(answers.slots(at.from, at.to, all))
        },
      ),
      { numRuns: 300 },
    )
    expect(steady).toBeGreaterThan(worlds * 0.8)
  }, 120_000)

  it('every listed slot, free or not, is judged as a booking of it would be', () => {
    fc.assert(
      fc.property(smallWorld, ({ at, snapshot, channelId, quantity }) => {
        const engine = createEngine(snapshot)
        const listed = engine
          .ask({ variantId: 'V', channelId, quantity })
          .slots(at.from, at.to, { includeUnavailable: true })
        const other = engine.ask({ variantId: 'V', channelId, quantity })
        for (const slot of listed) {
          const check = other.check(slot)
          expect([
            slot.startsAt,
            check.available,
            check.allocations.map(one => one.resourceId),
            check.timeslotId,
          ]).toEqual([slot.startsAt, slot.reasons.length === 0, slot.resourceIds, slot.timeslotId])
          if (check.headline) expect(slot.reasons.map(reason => reason.code)).toContain(check.headline.code)
        }
        expect(other.starts(at.from, at.to)).toEqual(
          listed.filter(slot => slot.reasons.length === 0).map(slot => toMillis(slot.startsAt)),
        )
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  it('bookings of which only the times are known take the same', () => {
    let packed = 0
    fc.assert(
      fc.property(smallWorld, ({ at, snapshot: { customer: _, ...snapshot }, channelId, quantity }) => {
        const { allocations = [] } = snapshot
        const isPlain = (one: AllocationInput) => one.status === 'confirmed' && !one.timeslotId
        const busyTimes = allocations.filter(isPlain).map((one): BusyTimesInput => {
          const { startsAt, endsAt, bookingId: _, ...shared } = one
          const { bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = one
          return {
            allocation: { ...shared, bookingId: '' },
            blockedStarts: [toMillis(startsAt) - bufferBeforeMinutes * MINUTE],
            blockedEnds: [toMillis(endsAt) + bufferAfterMinutes * MINUTE],
          }
        })
        packed += busyTimes.length
        const others = allocations.filter(one => !isPlain(one))
        const list = (input: Snapshot) =>
          createEngine(input)
            .ask({ variantId: 'V', channelId, quantity })
            .slots(at.from, at.to, { includeUnavailable: true })
        expect(list({ ...snapshot, allocations: others, busyTimes })).toEqual(list(snapshot))
      }),
      { numRuns: 300 },
    )
    expect(packed).toBeGreaterThan(50)
  }, 120_000)

  it('the order in which rules and bookings were made never matters', () => {
    const shuffled = smallWorld.chain(one => {
      const { rules = [], allocations = [] } = one.snapshot
      return fc
        .tuple(
          fc.shuffledSubarray([...rules], { minLength: rules.length }),
          fc.shuffledSubarray([...allocations], { minLength: allocations.length }),
        )
        .map(([rules, allocations]) => ({ ...one, other: { ...one.snapshot, rules, allocations } }))
    })
    fc.assert(
      fc.property(shuffled, ({ at, snapshot, other, channelId, quantity }) => {
        const list = (input: Snapshot) => {
          return createEngine(input)
            .ask({ variantId: 'V', channelId, quantity })
            .slots(at.from, at.to, { includeUnavailable: true })
        }
        expect(list(other)).toEqual(list(snapshot))
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  it('a snapshot moved by whole weeks has its slots moved by as much, where the clocks do not change', () => {
    fc.assert(
      fc.property(smallWorld, fc.integer({ min: 1, max: 3 }), ({ at, snapshot, channelId, quantity }, weeks) => {
        fc.pre(['UTC', 'Asia/Kathmandu'].includes(at.timeZone))
        // The calendar months of limits and yearly dates do not move by weeks.
        const rules = snapshot.rules
          ?.filter(rule => rule.ruleType !== 'booking_limit' || rule.parameters.period !== 'month')
          .map(rule => {
            return rule.ruleType === 'blackout'
              ? { ...rule, parameters: { ...rule.parameters, repeatsYearly: false } }
              : rule
          })
        const schedules = snapshot.schedules.map(one => {
          return { ...one, dateOverrides: one.dateOverrides?.map(override => ({ ...override, repeatsYearly: false })) }
        })
        const list = (input: Snapshot, place: Place) => {
          return createEngine(input).ask({ variantId: 'V', channelId, quantity }).starts(place.from, place.to)
        }
        const before = { ...snapshot, rules, schedules } as Snapshot
        const moved = list(shift(before, weeks), { ...at, from: at.from + weeks * WEEK, to: at.to + weeks * WEEK })
        expect(moved).toEqual(list(before, at).map(start => start + weeks * WEEK))
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('next finds the first slots that listing finds', () => {
    fc.assert(
      fc.property(smallWorld, fc.integer({ min: 1, max: 3 }), ({ at, snapshot, channelId, quantity }, count) => {
        const answers = createEngine(snapshot).ask({ variantId: 'V', channelId, quantity })
        const listed = answers.slots(at.from, at.to).slice(0, count)
        const { slots, reason } = answers.next({ after: at.from, count })
        expect(slots.slice(0, listed.length)).toEqual(listed)
        expect(reason === null).toBe(slots.length > 0)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('answers the same when asked in any order, near and far', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 5, maxLength: 20 }), hours => {
        const snapshot = snapshotWith({ schedules: [schedule()], variants: [variant()] })
        const answers = createEngine(snapshot).ask({ variantId: 'V60' })
        const start = Date.parse('2026-03-01T00:00:00.000Z')
        const codes = hours.map(hour => answers.check({ startsAt: start + hour * 3_600_000 }).headline?.code)
        const fresh = hours.map(
          hour =>
            createEngine(snapshot)
              .ask({ variantId: 'V60' })
              .check({ startsAt: start + hour * 3_600_000 }).headline?.code,
        )
        expect(codes).toEqual(fresh)
      }),
      { numRuns: 40 },
    )
  })
})

/** The same snapshot some weeks later. */
function shift(snapshot: Snapshot, weeks: number): Snapshot {
  const instant = (value: unknown) => toMillis(value as number) + weeks * WEEK
  const date = (value: string) => formatLocalDate(parseLocalDate(value) + weeks * 7)
  const dates = <T extends object>(record: T): T => {
    const moved = Object.entries(record).map(([key, value]) => {
      return [key, typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? date(value) : value]
    })
    return Object.fromEntries(moved) as T
  }
  return {
    ...snapshot,
    now: instant(snapshot.now),
    schedules: snapshot.schedules.map(one => ({
      ...dates(one),
      dateOverrides: one.dateOverrides?.map((override): DateOverrideInput => dates(override)) ?? [],
    })),
    timeslots:
      snapshot.timeslots?.map(one => ({ ...one, startsAt: instant(one.startsAt), endsAt: instant(one.endsAt) })) ?? [],
    rules: snapshot.rules?.map(rule => ({ ...dates(rule), parameters: dates(rule.parameters) }) as RuleInput) ?? [],
    allocations:
      snapshot.allocations?.map(one => ({
        ...one,
        startsAt: instant(one.startsAt),
        endsAt: instant(one.endsAt),
        holdExpiresAt: instant(one.holdExpiresAt),
      })) ?? [],
  }
}
