import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, hoursToIntervals, MINUTE, mergeIntervals, parseLocalDate } from '../../../src/declare'
import { type BlockTimes, blackoutsOf, blockProblems, datePattern, zoneOf } from '../../../src/scheduling'

const berlin = zoneOf('Europe/Berlin')
const block = (startsAt: string, endsAt: string, repeats: BlockTimes['repeats'] = null): BlockTimes => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  repeats,
})
const timesOf = (times: BlockTimes, zone = berlin) =>
  blackoutsOf(times, zone).blackouts.map(({ startDate, endDate, startTime, endTime, daysOfWeek }) => [
    ...[startDate, endDate, startTime, endTime],
    ...(daysOfWeek ? [daysOfWeek.join('')] : []),
  ])

describe('the blackouts of a block', () => {
  it('is one inside a local day, and over one midnight', () => {
    expect(timesOf(block('2026-03-02T09:00Z', '2026-03-02T11:00Z'))).toEqual([
      ['2026-03-02', '2026-03-02', '10:00', '12:00'],
    ])
    expect(timesOf(block('2026-07-01T08:00Z', '2026-07-01T09:30Z'))).toEqual([
      ['2026-07-01', '2026-07-01', '10:00', '11:30'],
    ])
    expect(timesOf(block('2026-03-02T17:00Z', '2026-03-02T23:00Z'))).toEqual([
      ['2026-03-02', '2026-03-02', '18:00', '24:00'],
    ])
    expect(timesOf(block('2026-03-02T21:00Z', '2026-03-03T05:00Z'))).toEqual([
      ['2026-03-02', '2026-03-02', '22:00', '06:00'],
    ])
  })

  it('is one without times for whole days', () => {
    expect(timesOf(block('2026-03-01T23:00Z', '2026-03-02T23:00Z'))).toEqual([['2026-03-02', '2026-03-02', null, null]])
    expect(timesOf(block('2026-03-27T23:00Z', '2026-03-30T22:00Z'))).toEqual([['2026-03-28', '2026-03-30', null, null]])
  })

  it('is at most three: the rest of the first day, whole days, the start of the last', () => {
    expect(timesOf(block('2026-03-02T13:00Z', '2026-03-04T10:00Z'))).toEqual([
      ['2026-03-02', '2026-03-02', '14:00', '24:00'],
      ['2026-03-03', '2026-03-03', null, null],
      ['2026-03-04', '2026-03-04', '00:00', '11:00'],
    ])
    expect(timesOf(block('2026-03-01T23:00Z', '2026-03-04T10:00Z'))).toEqual([
      ['2026-03-02', '2026-03-03', null, null],
      ['2026-03-04', '2026-03-04', '00:00', '11:00'],
    ])
    // No rule can begin and end at the same time.
    expect(timesOf(block('2026-03-02T13:00Z', '2026-03-03T13:00Z'))).toEqual([
      ['2026-03-02', '2026-03-02', '14:00', '24:00'],
      ['2026-03-03', '2026-03-03', '00:00', '14:00'],
    ])
  })

  it('repeats on weekdays, also what lasts exactly a day', () => {
    const repeats = { daysOfWeek: [1, 7], untilDate: '2026-03-13' }
    expect(timesOf(block('2026-03-02T11:00Z', '2026-03-02T12:00Z', repeats))).toEqual([
      ['2026-03-02', '2026-03-13', '12:00', '13:00', '17'],
    ])
    expect(timesOf(block('2026-03-02T13:00Z', '2026-03-03T13:00Z', repeats))).toEqual([
      ['2026-03-02', '2026-03-13', '14:00', '24:00', '17'],
      ['2026-03-03', '2026-03-14', '00:00', '14:00', '12'],
    ])
  })

  it('closes more where local time cannot name the second of a repeated hour', () => {
    const second = block('2026-10-25T01:30Z', '2026-10-25T01:45Z')
    expect(blackoutsOf(second, berlin).isWidened).toBe(true)
    expect(timesOf(second)).toEqual([['2026-10-25', '2026-10-25', '02:30', '03:00']])
    const first = block('2026-10-25T00:30Z', '2026-10-25T00:45Z')
    expect(blackoutsOf(first, berlin).isWidened).toBe(false)
    expect(timesOf(first)).toEqual([['2026-10-25', '2026-10-25', '02:30', '02:45']])
  })

  const zones = [
    ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'America/Santiago'],
    ...['Africa/Casablanca', 'Pacific/Chatham', 'Asia/Kathmandu', 'UTC'],
  ]
  const from = Date.UTC(2026, 0, 1) / (15 * MINUTE)
  const starts = fc.oneof(
    fc.integer({ min: from, max: from + 366 * 96 }),
    // The nights on which these zones change their clocks.
    fc
      .constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-09-06')
      .chain(date => fc.integer({ min: -96, max: 192 }).map(quarters => Date.parse(date) / (15 * MINUTE) + quarters)),
  )
  const lengths = fc.oneof(
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: 360 * 96 }),
    fc.constantFrom(95, 96, 97, 192),
  )

  it('closes exactly what was asked, or a little more and says so, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), starts, lengths, (timeZone, start, length) => {
        const zone = zoneOf(timeZone)
        const startsAt = start * 15 * MINUTE
        const endsAt = startsAt + length * 15 * MINUTE
        const { blackouts, isWidened } = blackoutsOf({ startsAt, endsAt, repeats: null }, zone)
        expect(blackouts.length).toBeLessThanOrEqual(3)
        const spans = blackouts.map(one =>
          hoursToIntervals(datePattern(one), zone, parseLocalDate(one.startDate), parseLocalDate(one.endDate)),
        )
        const closed = mergeIntervals({
          starts: spans.flatMap(span => span.starts),
          ends: spans.flatMap(span => span.ends),
        })
        expect(closed.starts).toHaveLength(1)
        const [first = 0] = closed.starts
        const [last = 0] = closed.ends
        expect(isWidened).toBe(first !== startsAt || last !== endsAt)
        expect(first).toBeLessThanOrEqual(startsAt)
        expect(last).toBeGreaterThanOrEqual(endsAt)
        expect(startsAt - first + last - endsAt).toBeLessThanOrEqual(2 * HOUR)
      }),
      { numRuns: 3_000 },
    )
  })

  it('refuses what is too long, and what repeats but does not end within a day', () => {
    const startsAt = '2026-03-02T09:00Z'
    const until = (untilDate: string) => ({ daysOfWeek: [1], untilDate })
    const longest = new Date(Date.parse(startsAt) + 366 * DAY).toISOString()
    expect(blockProblems(block(startsAt, longest), berlin)).toEqual({})
    expect(blockProblems(block(startsAt, startsAt), berlin)).toEqual({ endsAt: 'validation.endsBeforeStart' })
    expect(blockProblems(block('2026-03-02T08:59:30Z', startsAt), berlin)).toEqual({
      startsAt: 'validation.wholeMinutes',
    })
    expect(blockProblems(block('0001-03-02T09:00:00Z', '0001-03-02T10:00:00Z'), berlin)).toEqual({
      startsAt: 'validation.wholeMinutes',
    })
    expect(blockProblems(block(startsAt, '2027-03-03T09:01Z'), berlin)).toEqual({ endsAt: 'validation.tooManyDays' })
    expect(blockProblems(block(startsAt, '2026-03-03T09:00Z', until('2027-03-02')), berlin)).toEqual({})
    expect(blockProblems(block(startsAt, '2026-03-03T09:01Z', until('2026-03-31')), berlin)).toEqual({
      repeats: 'validation.repeatsWithinDay',
    })
    const short = (untilDate: string) => blockProblems(block(startsAt, '2026-03-02T10:00Z', until(untilDate)), berlin)
    expect(short('2026-03-01')).toEqual({ 'repeats.untilDate': 'validation.endsBeforeStart' })
    expect(short('2027-03-03')).toEqual({ 'repeats.untilDate': 'validation.tooManyDays' })
  })
})
