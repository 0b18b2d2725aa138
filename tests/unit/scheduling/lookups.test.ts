import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodEnd, periodStart } from '../../../src/declare'
import { type AllocationInput, zoneOf } from '../../../src/scheduling'
import { IntervalCursor, SortedCursor } from '../../../src/scheduling/intervals/cursors'
import { lengthWithin } from '../../../src/scheduling/intervals/lengthWithin'
import { StepFunction } from '../../../src/scheduling/intervals/StepFunction'
import { capacityOverTime, unitsLeft } from '../../../src/scheduling/load/capacity'
import { Load, takenTimes } from '../../../src/scheduling/load/Load'
import { lengthOfPhases, spanMinutesOf } from '../../../src/scheduling/load/spans'
import { limitUnits, Periods, usageByPeriod } from '../../../src/scheduling/load/usageByPeriod'
import { rule } from './fixture'

const MINUTE = 60_000
const LAST = 60
const { POSITIVE_INFINITY: FOREVER, NEGATIVE_INFINITY: NEVER } = Number
const instants = Array.from({ length: LAST + 20 }, (_, i) => i - 10)

const sorted = fc
  .uniqueArray(fc.integer({ min: 0, max: LAST }), { maxLength: 30 })
  .map(list => list.toSorted((a, b) => a - b))
/** Apart from each other, as merged ones are. */
const intervals = sorted.map(list => ({
  starts: list.filter((_, i) => i % 2 === 0 && i + 1 < list.length),
  ends: list.filter((_, i) => i % 2 === 1),
}))
const questions = fc.array(fc.tuple(fc.integer({ min: -5, max: LAST + 5 }), fc.integer({ min: 1, max: 12 })), {
  minLength: 30,
  maxLength: 30,
})
/** The first instant after `start` of which `isSo`. */
const firstAfter = (start: number, isSo: (instant: number) => boolean) => {
  for (let instant = start + 1; instant <= LAST + 10; instant++) if (isSo(instant)) return instant
  return FOREVER
}

describe('a cursor', () => {
  it('finds the last position at or before an instant, from wherever it stood', () => {
    fc.assert(
      fc.property(sorted, questions, (list, asked) => {
        const cursor = new SortedCursor(list)
        for (const [instant] of asked)
          expect(cursor.lastAtOrBefore(instant)).toBe(list.findLastIndex(one => one <= instant))
      }),
      { numRuns: 40 },
    )
  })

  it('of intervals knows what lies in them, and until when nothing meets them', () => {
    fc.assert(
      fc.property(intervals, questions, ({ starts, ends }, asked) => {
        const cursor = new IntervalCursor({ starts, ends })
        const isIn = (from: number, to: number) => starts.some((start, i) => start <= from && to <= (ends[i] as number))
        const meets = (from: number, to: number) => starts.some((start, i) => start < to && from < (ends[i] as number))
        for (const [start, length] of asked) {
          const end = start + length
          expect(cursor.seek(start)).toBe(ends.filter(one => one <= start).length)
          expect(cursor.endsAfter(start)).toBe(ends.find(one => one > start) ?? FOREVER)
          expect(cursor.contains(start, end)).toBe(isIn(start, end))
          expect(cursor.overlaps(start, end)).toBe(meets(start, end))
          const met = meets(start, end) ? NEVER : firstAfter(start, from => meets(from, from + length))
          expect(cursor.freeUntil(start, end)).toBe(met)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('a step function', () => {
  it('has its value, its least, and the instants until which both stay', () => {
    const values = fc.array(fc.integer({ min: -2, max: 5 }), { minLength: 31, maxLength: 31 })
    fc.assert(
      fc.property(sorted, values, questions, (at, [initial = 0, ...rest], asked) => {
        const steps = new StepFunction(initial, at, rest.slice(0, at.length))
        const valueAt = (instant: number) => {
          const i = at.findLastIndex(one => one <= instant)
          return i < 0 ? initial : (rest[i] as number)
        }
        for (const [start, length] of asked) {
          const changesUntil = (instant: number) => at.filter(one => one <= instant).length
          expect(steps.valueAt(start)).toBe(valueAt(start))
          expect(steps.changesAfter(start)).toBe(at.find(one => one > start) ?? FOREVER)
          const least = Math.min(...Array.from({ length }, (_, i) => valueAt(start + i)))
          expect(steps.minOver(start, start + length)).toBe(least)
          const isOther = (from: number) =>
            changesUntil(from) !== changesUntil(start) ||
            changesUntil(from + length - 1) !== changesUntil(start + length - 1)
          expect(steps.sameUntil(start, start + length)).toBe(firstAfter(start, isOther))
        }
      }),
      { numRuns: 40 },
    )
  })
})

it('the length of intervals within a range is that of their shared instants', () => {
  fc.assert(
    fc.property(intervals, questions, ({ starts, ends }, asked) => {
      for (const [from, length] of asked) {
        const isIn = (instant: number) => starts.some((start, i) => start <= instant && instant < (ends[i] as number))
        const shared = Array.from({ length }, (_, i) => from + i).filter(isIn)
        expect(lengthWithin({ starts, ends }, from, from + length)).toBe(shared.length)
      }
    }),
    { numRuns: 40 },
  )
})

const allocation = fc
  .record({
    bookingId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    start: fc.integer({ min: 0, max: LAST }),
    length: fc.integer({ min: 3, max: 20 }),
    before: fc.constantFrom(undefined, 0, 2, 30),
    after: fc.constantFrom(undefined, 0, 3),
    quantity: fc.integer({ min: 1, max: 3 }),
    capacityMode: fc.constantFrom('exclusive' as const, 'pooled' as const, 'session' as const),
    isSpread: fc.boolean(),
    customerId: fc.constantFrom('me', 'you'),
    channelId: fc.constantFrom(undefined, 'web'),
  })
  .map(({ start, length, before, after, isSpread, channelId, ...rest }): AllocationInput => {
    const spanMinutes: [number, number][] = [
      [0, 1],
      [length - 1, length],
    ]
    return {
      ...rest,
      resourceId: 'A',
      variantId: 'V',
      status: 'confirmed',
      startsAt: start * MINUTE,
      endsAt: (start + length) * MINUTE,
      ...(before !== undefined && { bufferBeforeMinutes: before }),
      ...(after !== undefined && { bufferAfterMinutes: after }),
      ...(isSpread && { spanMinutes }),
      ...(channelId && { channelId }),
    }
  })
const allocations = fc.array(allocation, { maxLength: 12 })

/** What an allocation takes, with and without its buffers, in minutes. */
const takenBy = (one: AllocationInput) => {
  const [start, end] = [Number(one.startsAt) / MINUTE, Number(one.endsAt) / MINUTE]
  const spans = one.spanMinutes?.map(([from, to]) => [start + from, start + to] as const) ?? [[start, end] as const]
  return spans.map(([from, to], i) => ({
    one,
    from,
    to,
    part: one.spanMinutes ? [from - start, end - start].join() : '',
    blockedFrom: from - (i === 0 ? (one.bufferBeforeMinutes ?? 0) : 0),
    blockedTo: to + (i === spans.length - 1 ? (one.bufferAfterMinutes ?? 0) : 0),
  }))
}
/** The minutes in a set of intervals. */
const minutesIn = ({ starts, ends }: { starts: readonly number[]; ends: readonly number[] }) => {
  for (let i = 1; i < starts.length; i++) expect(starts[i]).toBeGreaterThan(ends[i - 1] as number)
  return instants.filter(minute =>
    starts.some((start, i) => start <= minute * MINUTE && minute * MINUTE < (ends[i] as number)),
  )
}
const anyOf = (spans: readonly (readonly [number, number])[]) =>
  instants.filter(minute => spans.some(([from, to]) => from <= minute && minute < to))
/** The same bookings, of which only the times are known. */
const asBusyTimes = (list: readonly AllocationInput[]) =>
  list.map(({ startsAt, endsAt, ...shared }) => ({
    allocation: shared,
    blockedStarts: [Number(startsAt) - (shared.bufferBeforeMinutes ?? 0) * MINUTE],
    blockedEnds: [Number(endsAt) + (shared.bufferAfterMinutes ?? 0) * MINUTE],
  }))

describe('a load', () => {
  it('is what its bookings take, however it came together', () => {
    fc.assert(
      fc.property(allocations, allocations, allocations, questions, (first, timed, more, asked) => {
        const load = Load.of(first, asBusyTimes(timed)).with(more)
        const all = [...first, ...timed, ...more]
        const check = (found: Load, list: readonly AllocationInput[]) => {
          const taken = list.flatMap(takenBy)
          expect(found.isEmpty).toBe(taken.length === 0)
          expect(minutesIn(found.taken)).toEqual(anyOf(taken.map(({ from, to }) => [from, to])))
          const blocked = (kept: typeof taken) =>
            anyOf(kept.map(({ blockedFrom, blockedTo }) => [blockedFrom, blockedTo]))
          expect(minutesIn(found.blocked)).toEqual(blocked(taken))
          expect(minutesIn(found.unshareable)).toEqual(
            blocked(taken.filter(({ one }) => one.capacityMode !== 'pooled')),
          )
          const described = (
            start: number,
            end: number,
            from: number,
            to: number,
            { bookingId }: { bookingId: string },
            part = '',
          ) => [start, end, from, to, bookingId, part].join()
          for (const [start, length] of asked) {
            const meeting = taken.filter(one => one.blockedFrom < start + length && start < one.blockedTo)
            const overlapping = found.overlapping(start * MINUTE, (start + length) * MINUTE)
            expect(
              overlapping
                .map(({ start, end, blockedStart, blockedEnd, allocation, part }) => {
                  const [a = 0, b = 0, c = 0, d = 0] = [start, end, blockedStart, blockedEnd].map(one => one / MINUTE)
                  const spread = part && [part.from / MINUTE, part.length / MINUTE].join()
                  return described(a, b, c, d, allocation, spread)
                })
                .sort(),
            ).toEqual(
              meeting
                .map(({ from, to, blockedFrom, blockedTo, one, part }) =>
                  described(from, to, blockedFrom, blockedTo, one, part),
                )
                .sort(),
            )
          }
        }
        check(load, all)
        check(
          load.without('b'),
          all.filter(({ bookingId }) => bookingId !== 'b'),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('tells the times of bookings of which only these are known', () => {
    fc.assert(
      fc.property(allocation, one => {
        const [times] = asBusyTimes([one])
        const { starts, ends } = takenTimes(times as NonNullable<typeof times>)
        expect(starts.map((start, i) => [start / MINUTE, (ends[i] as number) / MINUTE])).toEqual(
          takenBy(one).map(({ from, to }) => [from, to]),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('of a pool leaves what its capacity of the time exceeds it by', () => {
    const override = fc.record({ capacity: fc.integer({ min: 0, max: 4 }), intervals })
    fc.assert(
      fc.property(allocations, fc.array(override, { maxLength: 3 }), (list, overrides) => {
        const inMillis = (values: readonly number[]) => values.map(value => value * MINUTE)
        const capacity = capacityOverTime(
          3,
          overrides.map(({ capacity, intervals: { starts, ends } }) => ({
            capacity,
            intervals: { starts: inMillis(starts), ends: inMillis(ends) },
          })),
        )
        const left = unitsLeft(capacity, Load.of(list, []))
        const pooled = list.filter(one => one.capacityMode === 'pooled').flatMap(takenBy)
        for (const minute of instants) {
          const isIn = ({ intervals: { starts, ends } }: (typeof overrides)[number]) =>
            starts.some((start, i) => start <= minute && minute < (ends[i] as number))
          const active = overrides.filter(isIn).map(one => one.capacity)
          const most = active.length > 0 ? Math.min(...active) : 3
          const here = pooled.filter(({ blockedFrom, blockedTo }) => blockedFrom <= minute && minute < blockedTo)
          expect(capacity.valueAt(minute * MINUTE)).toBe(most)
          expect(left.valueAt(minute * MINUTE)).toBe(here.reduce((sum, { one }) => sum - one.quantity, most))
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('periods', () => {
  const zone = zoneOf('Europe/Berlin')
  const DAY = 86_400_000
  const start = Date.parse('2026-03-20T12:00:00Z')
  const period = fc.constantFrom('day' as const, 'week' as const, 'month' as const)

  it('follow each other around any instants, also when asked for more', () => {
    const ranges = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 40 })), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(period, fc.constantFrom(1, 7), ranges, (of, weekStartsOn, asked) => {
        const periods = new Periods(of, zone, weekStartsOn)
        for (const [from, length] of asked) {
          const [first, last] = [start + from * DAY, start + (from + length) * DAY]
          const bounds = periods.around(first, last)
          expect(bounds[0]).toBeLessThanOrEqual(first)
          expect(bounds.at(-1)).toBeGreaterThan(last)
          for (const [i, bound] of bounds.entries()) {
            const day = zone.dayOf(bound)
            expect(bound).toBe(zone.startOfDay(periodStart(day, of, weekStartsOn)))
            if (i + 1 < bounds.length) expect(bounds[i + 1]).toBe(zone.startOfDay(periodEnd(day, of)))
          }
          expect(periods.around(first, last)).toBe(bounds)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('count what begins in them and what the limit is about', () => {
    const measure = fc.constantFrom(undefined, 'bookings' as const, 'minutes' as const, 'quantity' as const)
    const days = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 8 })
    const only = fc.constantFrom({}, { channelIds: ['web'] }, { validFrom: '2026-03-18' }, { validUntil: '2026-03-22' })
    fc.assert(
      fc.property(period, measure, days, allocations, only, (of, measured, offsets, list, over) => {
        const bookings = list.slice(0, offsets.length).map((one, i): AllocationInput => {
          const moved = start + (offsets[i] ?? 0) * DAY
          return {
            ...one,
            bookingId: `${i}`,
            startsAt: Number(one.startsAt) + moved,
            endsAt: Number(one.endsAt) + moved,
          }
        })
        const limit = rule('booking_limit', { max: 1, period: of, ...(measured && { measure: measured }) }, over)
        if (limit.ruleType !== 'booking_limit') throw new Error('Not a limit')
        const used = usageByPeriod(limit, Load.of(bookings, []), zone, new Periods(of, zone, 1))
        const startOf = (instant: number) => periodStart(zone.dayOf(instant), of, 1)
        for (let day = -45; day <= 45; day++) {
          const instant = start + day * DAY
          const counted = bookings.filter(({ startsAt, channelId }) => {
            const date = new Date(Number(startsAt)).toISOString().slice(0, 10)
            if (limit.channelIds && channelId !== 'web') return false
            if (date < (limit.validFrom ?? '') || date > (limit.validUntil ?? '9')) return false
            return startOf(Number(startsAt)) === startOf(instant)
          })
          const units = counted.map(one => {
            if (measured === 'minutes') return (Number(one.endsAt) - Number(one.startsAt)) / MINUTE
            return measured === 'quantity' ? one.quantity : 1
          })
          expect(used.valueAt(instant)).toBe(units.reduce((sum, one) => sum + one, 0))
        }
      }),
      { numRuns: 40 },
    )
    const limit = rule('booking_limit', { max: 1, period: 'day', measure: 'minutes' })
    expect(limitUnits(limit as never, 0, 90 * MINUTE, 5)).toBe(90)
  })
})

it('phases leave the spans in which a type is taken', () => {
  const phase = fc.record({
    minutes: fc.integer({ min: 1, max: 4 }),
    frees: fc.constantFrom<string[]>([], ['a'], ['b'], ['a', 'b']),
  })
  fc.assert(
    fc.property(fc.array(phase, { maxLength: 6 }), phases => {
      const isTaken = phases.flatMap(({ minutes, frees }) =>
        Array.from({ length: minutes }, () => !frees.includes('a')),
      )
      const spans = spanMinutesOf(phases, 'a')
      expect(lengthOfPhases(phases)).toBe(isTaken.length)
      expect(spans === undefined).toBe(isTaken.every(Boolean))
      for (const [i, [from, until]] of (spans ?? []).entries()) {
        expect(until).toBeGreaterThan(from)
        if (i > 0) expect(from).toBeGreaterThan(spans?.[i - 1]?.[1] as number)
      }
      if (spans)
        expect(isTaken).toEqual(
          isTaken.map((_, minute) => spans.some(([from, until]) => from <= minute && minute < until)),
        )
    }),
    { numRuns: 40 },
  )
})
