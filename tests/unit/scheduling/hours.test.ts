import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hoursToIntervals, type Intervals, mergeIntervals } from '../../../src/declare'
import { dateRange, dayBlock, weeklyHours } from '../../../src/hours/DayHours'
import { datedHours } from '../../../src/hours/datedHours'
import { openingDays } from '../../../src/hours/openingDays'
import { formatLocalDate, parseLocalDate, type TimeslotInput, zoneOf } from '../../../src/scheduling'
import { intersectBlocks, LONGEST_BLOCK } from '../../../src/scheduling/intervals/blocks'
import {
  intersectIntervals,
  NO_INTERVALS,
  subtractIntervals,
  unionIntervals,
} from '../../../src/scheduling/intervals/sets'
import { TimeslotTable } from '../../../src/scheduling/schedule/TimeslotTable'
import { HOUR } from '../../../src/time/instant'
import { booking, EVERY_DAY, timeslot, week } from './fixture'

const day = parseLocalDate
const pairs = ({ starts, ends }: Intervals) => starts.map((start, i) => [start, ends[i] as number] as const)
const intervals = (...given: (readonly [number, number])[]): Intervals => ({
  starts: given.map(([start]) => start),
  ends: given.map(([, end]) => end),
})
/** Whether each of the first 30 instants is in it. */
const set = (given: Intervals) =>
  Array.from({ length: 30 }, (_, n) => pairs(given).some(([start, end]) => start <= n && n < end))

/** Any intervals: unsorted, touching, overlapping, empty and backwards. */
const any = fc
  .array(fc.tuple(fc.nat({ max: 29 }), fc.nat({ max: 29 })), { maxLength: 7 })
  .map(list => intervals(...list))
const merged = any.map(mergeIntervals)

const expectMerged = (given: Intervals) => {
  for (const [i, [start, end]] of pairs(given).entries()) {
    expect(end).toBeGreaterThan(start)
    if (i > 0) expect(start).toBeGreaterThan(given.ends[i - 1] as number)
  }
}

describe('sets of time', () => {
  it('are merged without a change of what is in them', () => {
    fc.assert(
      fc.property(any, given => {
        const made = mergeIntervals(given)
        expectMerged(made)
        expect(set(made)).toEqual(set(given))
        expect(mergeIntervals(made)).toBe(made)
      }),
      { numRuns: 500 },
    )
  })

  it('are united, intersected and subtracted as sets are', () => {
    fc.assert(
      fc.property(merged, merged, (a, b) => {
        for (const [made, isIn] of [
          [unionIntervals([a, b]), (x: boolean, y: boolean) => x || y],
          [intersectIntervals(a, b), (x: boolean, y: boolean) => x && y],
          [subtractIntervals(a, b), (x: boolean, y: boolean) => x && !y],
        ] as const) {
          expectMerged(made)
          expect(set(made)).toEqual(set(a).map((x, n) => isIn(x, set(b)[n] as boolean)))
        }
        expect(unionIntervals([a])).toBe(a)
        expect(unionIntervals([])).toEqual(NO_INTERVALS)
      }),
      { numRuns: 500 },
    )
  })
})

describe('blocks', () => {
  const block = fc
    .tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 24 }))
    .map(([start, length]) => [start * HOUR, (start + length) * HOUR] as const)
  const blocks = fc.array(block, { maxLength: 6 }).map(list => intervals(...list.sort((a, b) => a[0] - b[0])))

  it('of two lists overlap pair by pair, by start', () => {
    fc.assert(
      fc.property(blocks, blocks, (a, b) => {
        const expected = pairs(a).flatMap(([start, end]) =>
          pairs(b)
            .map(([from, until]) => [Math.max(start, from), Math.min(end, until)] as const)
            .filter(([from, until]) => from < until),
        )
        const found = intersectBlocks(a, b)
        expect(pairs(found).toSorted()).toEqual(expected.toSorted())
        expect(found.starts).toEqual(found.starts.toSorted((x, y) => x - y))
      }),
      { numRuns: 300 },
    )
    // The longest there is, in a place that once left out a date.
    const long = intervals([0, LONGEST_BLOCK - 1])
    expect(pairs(intersectBlocks(intervals([LONGEST_BLOCK - 2, LONGEST_BLOCK]), long))).toEqual([
      [LONGEST_BLOCK - 2, LONGEST_BLOCK - 1],
    ])
    expect(LONGEST_BLOCK).toBe(48 * HOUR)
  })

  it('end on the next day where they end earlier than they begin', () => {
    expect(dayBlock({ startTime: '22:00', endTime: '02:30' })).toEqual({ start: 1320, end: 1590 })
    expect(dayBlock({ startTime: '09:00', endTime: '24:00' })).toEqual({ start: 540, end: 1440 })
    expect(dayBlock({ startTime: '09:00', endTime: '09:00' })).toEqual({ start: 540, end: 540 })
  })

  it('of a week are on its days, by start', () => {
    const hours = weeklyHours([...week([1], '13:00', '17:00'), ...week([1, 7], '09:00', '12:00')])
    const monday = day('2026-03-02')
    expect(hours.blocksOn(monday).map(({ start }) => start)).toEqual([540, 780])
    expect(hours.blocksOn(monday - 1)).toHaveLength(1)
    expect(hours.blocksOn(monday + 1)).toEqual([])
    expect([hours.firstDay, hours.lastDay]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  })
})

describe('a range of dates', () => {
  const date = fc.integer({ min: day('2027-01-01'), max: day('2028-12-31') }).map(formatLocalDate)

  it('includes its ends, and is open where it has none', () => {
    fc.assert(
      fc.property(fc.option(date), fc.option(date), date, (start, end, asked) => {
        const range = dateRange(start, end)
        expect(range.includes(day(asked))).toBe((start === null || start <= asked) && (end === null || asked <= end))
        expect(range.firstDay).toBe(start ? day(start) : Number.NEGATIVE_INFINITY)
        expect(range.lastDay).toBe(end ? day(end) : Number.POSITIVE_INFINITY)
      }),
    )
  })

  it('that comes again each year may cross the new year', () => {
    const monthDay = (text: string) => text.slice(5)
    fc.assert(
      fc.property(date, date, date, (start, end, asked) => {
        const [from, until, on] = [start, end, asked].map(monthDay) as [string, string, string]
        const expected = from <= until ? from <= on && on <= until : from <= on || on <= until
        const range = dateRange(start, end, true)
        expect(range.includes(day(asked))).toBe(expected)
        for (const edge of [start, end]) expect(range.includes(day(edge))).toBe(true)
        expect([range.firstDay, range.lastDay]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
      }),
      { numRuns: 300 },
    )
    // It needs both ends.
    expect(dateRange('2027-03-02', null, true).includes(day('2028-01-01'))).toBe(true)
    expect(dateRange(null, '2027-03-02', true).includes(day('2028-01-01'))).toBe(false)
  })
})

describe('the hours of a date', () => {
  const hour = (startTime: string, endTime: string) => ({ startTime, endTime })
  const made = () =>
    datedHours({
      validFrom: '2026-03-02',
      validUntil: '2026-12-31',
      weeklyHours: week(EVERY_DAY, '09:00', '17:00'),
      dateOverrides: [
        { startDate: '2026-06-10', endDate: '2026-06-12', hours: [hour('14:00', '15:00'), hour('10:00', '11:00')] },
        { startDate: '2026-04-01', endDate: '2026-04-01', isClosed: true, hours: [hour('10:00', '11:00')] },
        { startDate: '2026-05-01', endDate: '2026-05-02' },
        { startDate: '2020-06-12', endDate: '2020-06-13', repeatsYearly: true, hours: [hour('20:00', '21:00')] },
      ],
    })
  const on = (date: string) =>
    made()
      .blocksOn(day(date))
      .map(({ start }) => start / 60)

  it('are those of the week within its validity', () => {
    expect(['2026-03-01', '2026-03-02', '2026-12-31', '2027-01-01'].map(on)).toEqual([[], [9], [9], []])
    expect([made().firstDay, made().lastDay]).toEqual([day('2026-03-02'), day('2026-12-31')])
  })

  it('are those of the override, the dated before the yearly', () => {
    expect(['2026-06-09', '2026-06-10', '2026-06-12', '2026-06-13', '2026-06-14'].map(on)).toEqual([
      [9],
      [10, 14],
      [10, 14],
      [20],
      [9],
    ])
    expect(['2026-03-31', '2026-04-01', '2026-04-02', '2026-05-01', '2026-05-02', '2026-05-03'].map(on)).toEqual([
      [9],
      [],
      [9],
      [],
      [],
      [9],
    ])
    expect(made().overrideOn(day('2026-06-12'))?.startDate).toBe('2026-06-10')
    expect(made().overrideOn(day('2026-06-13'))?.startDate).toBe('2020-06-12')
    expect(made().overrideOn(day('2026-06-14'))).toBe(undefined)
  })

  it('are found among many overrides', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 15 }), dates => {
        const many = datedHours({
          weeklyHours: week(EVERY_DAY, '09:00', '17:00'),
          dateOverrides: dates.map(n => {
            const date = formatLocalDate(day('2026-03-02') + n)
            return { startDate: date, endDate: date }
          }),
        })
        for (let n = -1; n <= 41; n++)
          expect(many.blocksOn(day('2026-03-02') + n).length).toBe(dates.includes(n) ? 0 : 1)
      }),
    )
  })
})

describe('hours as instants', () => {
  const berlin = zoneOf('Europe/Berlin')
  const always = (...blocks: [string, string][]) =>
    weeklyHours(
      EVERY_DAY.flatMap(dayOfWeek => blocks.map(([startTime, endTime]) => ({ dayOfWeek, startTime, endTime }))),
    )
  const at = (text: string) => Date.parse(`${text}:00Z`)

  it('are the blocks that begin on the dates, in order, without what a change of clocks empties', () => {
    const spring = hoursToIntervals(
      always(['02:00', '03:00'], ['01:00', '02:30'], ['22:00', '01:00']),
      berlin,
      day('2026-03-28'),
      day('2026-03-29'),
    )
    expect(pairs(spring)).toEqual(
      [
        ['2026-03-28T00:00', '2026-03-28T01:30'],
        ['2026-03-28T01:00', '2026-03-28T02:00'],
        ['2026-03-28T21:00', '2026-03-29T00:00'],
        ['2026-03-29T00:00', '2026-03-29T01:30'],
        ['2026-03-29T20:00', '2026-03-29T23:00'],
      ].map(pair => pair.map(at)),
    )
  })

  it('are by start where a skipped hour moves one past another', () => {
    const found = hoursToIntervals(
      always(['02:30', '05:00'], ['03:00', '04:00']),
      berlin,
      day('2026-03-29'),
      day('2026-03-29'),
    )
    expect(pairs(found)).toEqual([
      [at('2026-03-29T01:00'), at('2026-03-29T02:00')],
      [at('2026-03-29T01:30'), at('2026-03-29T03:00')],
    ])
  })

  it('are none on a date that the zone never had, nor outside the validity', () => {
    const apia = zoneOf('Pacific/Apia')
    const found = hoursToIntervals(always(['09:00', '17:00']), apia, day('2011-12-29'), day('2011-12-31'))
    expect(found.starts.map(start => formatLocalDate(apia.dayOf(start)))).toEqual(['2011-12-29', '2011-12-31'])
    const valid = datedHours({
      validFrom: '2026-03-03',
      validUntil: '2026-03-04',
      weeklyHours: week(EVERY_DAY, '09:00', '17:00'),
    })
    const days = hoursToIntervals(valid, berlin, day('2026-03-01'), day('2026-03-09')).starts.map(start =>
      formatLocalDate(berlin.dayOf(start)),
    )
    expect(days).toEqual(['2026-03-03', '2026-03-04'])
  })

  it('are told by date, with the length of its day and its override', () => {
    const given = {
      timeZone: 'Europe/Berlin',
      weeklyHours: [
        ...week(EVERY_DAY, '09:00', '12:00'),
        ...week(EVERY_DAY, '11:00', '13:00'),
        ...week(EVERY_DAY, '23:00', '01:00'),
      ],
      dateOverrides: [
        { id: 'x', startDate: '2026-03-30', endDate: '2026-03-30', isClosed: true, label: 'Holiday' },
        { startDate: '2026-03-31', endDate: '2026-03-31', hours: [hourOf('10:00', '11:00')] },
      ],
    }
    expect(openingDays(given, '2026-03-28', '2026-03-31')).toEqual([
      {
        date: '2026-03-28',
        dayLengthMinutes: 1440,
        clockChange: 'none',
        windows: [
          { startsAt: '2026-03-28T08:00:00.000Z', endsAt: '2026-03-28T12:00:00.000Z', minutes: 240 },
          { startsAt: '2026-03-28T22:00:00.000Z', endsAt: '2026-03-29T00:00:00.000Z', minutes: 120 },
        ],
        override: null,
      },
      {
        date: '2026-03-29',
        dayLengthMinutes: 1380,
        clockChange: 'skipped',
        windows: [
          { startsAt: '2026-03-29T07:00:00.000Z', endsAt: '2026-03-29T11:00:00.000Z', minutes: 240 },
          { startsAt: '2026-03-29T21:00:00.000Z', endsAt: '2026-03-29T23:00:00.000Z', minutes: 120 },
        ],
        override: null,
      },
      {
        date: '2026-03-30',
        dayLengthMinutes: 1440,
        clockChange: 'none',
        windows: [],
        override: { id: 'x', label: 'Holiday', isClosed: true },
      },
      {
        date: '2026-03-31',
        dayLengthMinutes: 1440,
        clockChange: 'none',
        windows: [{ startsAt: '2026-03-31T08:00:00.000Z', endsAt: '2026-03-31T09:00:00.000Z', minutes: 60 }],
        override: { id: null, label: null, isClosed: false },
      },
    ])
    expect(openingDays(given, '2026-10-25', '2026-10-25')).toMatchObject([
      { dayLengthMinutes: 1500, clockChange: 'repeated' },
    ])
    expect(openingDays(given, '2026-10-26', '2026-10-25')).toEqual([])
  })
})

const hourOf = (startTime: string, endTime: string) => ({ startTime, endTime })

describe('a table of timeslots', () => {
  const slots = [
    timeslot('2026-03-02', '11:00', '12:00', { id: 'c', capacity: 4 }),
    timeslot('2026-03-02', '09:00', '10:00', { id: 'a', capacity: 5 }),
    timeslot('2026-03-02', '10:00', '11:00', { id: 'b', capacity: null, status: 'closed' }),
    timeslot('2026-03-02', '13:00', '14:00', { id: 'd', capacity: 0 }),
  ]
  const seats = (timeslotId: string | null, from: string, to: string, quantity: number, bookingId: string) =>
    booking('2026-03-02', from, to, { timeslotId, quantity, bookingId })
  const made = () =>
    new TimeslotTable(slots, [
      seats('c', '11:00', '12:00', 3, 'y'),
      seats('a', '09:00', '12:00', 2, 'x'),
      // Of another resource of the same booking.
      seats('a', '09:00', '12:00', 2, 'x'),
      seats(null, '11:00', '12:00', 3, 'z'),
      seats('gone', '11:00', '12:00', 3, 'w'),
    ])
  const at = (hour: number, minute = 0) => Date.UTC(2026, 2, 2, hour - 1, minute)

  it('has them by start, and finds the first from an instant', () => {
    expect(made().slots.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect([at(8), at(9), at(9, 1), at(13), at(13, 1)].map(instant => made().firstFrom(instant))).toEqual([
      0, 0, 1, 3, 4,
    ])
    expect([at(8), at(9), at(9, 30), at(13), at(15)].map(instant => made().indexAt(instant))).toEqual([
      -1, 0, -1, 3, -1,
    ])
  })

  it('counts a booking once on each slot that it reaches', () => {
    expect([0, 1, 2, 3, 4].map(index => made().bookedAt(index))).toEqual([2, 2, 5, 0, 0])
  })

  it('counts a booking neither after its end, nor at a slot that is gone', () => {
    const two = slots.slice(1, 3)
    const of = (...given: Parameters<typeof seats>[]) =>
      new TimeslotTable(
        two,
        given.map(each => seats(...each)),
      )
    expect([0, 1].map(index => of(['a', '09:00', '10:00', 2, 'x']).bookedAt(index))).toEqual([2, 0])
    expect(of(['gone', '09:00', '10:00', 2, 'x'], ['a', '09:00', '10:00', 2, 'x']).bookedAt(0)).toBe(2)
  })

  it('joins slots that touch into a run', () => {
    expect(made().run(at(9), at(10))).toEqual({ first: 0, last: 0, endsWith: true })
    expect(made().run(at(9), at(12))).toEqual({ first: 0, last: 2, endsWith: true })
    expect(made().run(at(9), at(11, 30))).toEqual({ first: 0, last: 2, endsWith: false })
    expect(made().run(at(10), at(14))).toEqual({ first: 1, last: 2, endsWith: false })
    expect(made().run(at(9, 30), at(12))).toBe(undefined)
  })

  it('has the seats of the fullest, and names the first that is closed', () => {
    const run = (from: number, to: number) => made().run(at(from), at(to)) ?? { first: 9, last: 9, endsWith: false }
    expect([run(9, 10), run(9, 12), run(10, 11), run(11, 12), run(13, 14)].map(each => made().seatsLeft(each))).toEqual(
      [3, -1, Number.POSITIVE_INFINITY, -1, 0],
    )
    expect([run(9, 10), run(9, 12), run(10, 11), run(13, 14)].map(each => made().capacityOf(each))).toEqual([
      5,
      4,
      Number.POSITIVE_INFINITY,
      0,
    ])
    expect([run(9, 10), run(9, 12), run(10, 11), run(11, 12)].map(each => made().firstClosed(each)?.id)).toEqual([
      undefined,
      'b',
      'b',
      undefined,
    ])
    const { status: _, ...open } = slots[0] as TimeslotInput
    const plain = new TimeslotTable([open], [])
    expect(plain.firstClosed({ first: 0, last: 0, endsWith: true })).toBe(undefined)
  })
})
