import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { formatInstant, formatLocalDate, isoWeekday, parseLocalDate, zoneOf } from '../../../src/scheduling'
import { describeClock, describeSpan } from '../../../src/scheduling/messages/describeTime'
import { parseLocalTime } from '../../../src/time/localTime'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Antarctica/Troll',
]
const zones = fc.constantFrom(...ZONES)
const minutes = fc
  .integer({ min: Date.UTC(2005, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 })
  .map(n => n * 60_000)

/** A minute near a change of the clocks, where all that is hard happens. */
const nearChange = fc.tuple(zones, minutes, fc.integer({ min: -180, max: 180 })).map(([timeZone, from, off]) => {
  const change = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
  return { timeZone, instant: (change?.epochMilliseconds ?? from) + off * 60_000 }
})

describe('Zone', () => {
  it('knows the offset and the local day of any instant as Temporal does', () => {
    fc.assert(
      fc.property(nearChange, ({ timeZone, instant }) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
        const zone = zoneOf(timeZone)
        expect(zone.offsetAt(instant)).toBe(expected.offsetNanoseconds / 1e6)
        expect(formatLocalDate(zone.dayOf(instant))).toBe(expected.toPlainDate().toString())
        expect(zone.minuteOfDay(instant)).toBe(expected.hour * 60 + expected.minute)
      }),
      { numRuns: 400 },
    )
  })

  it('turns any local time into the instant that Temporal calls compatible', () => {
    fc.assert(
      fc.property(nearChange, ({ timeZone, instant }) => {
        const local = Temporal.Instant.fromEpochMilliseconds(instant + zoneOf(timeZone).offsetAt(instant))
        const plain = local.toZonedDateTimeISO('UTC').toPlainDateTime()
        const expected = plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
        expect(zoneOf(timeZone).localToInstant(local.epochMilliseconds)).toBe(expected)
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Dublin', '2026-03-29', 23],
    ['Europe/Dublin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Pacific/Chatham', '2026-04-05', 25],
    ['Asia/Kathmandu', '2026-03-29', 24],
    ['America/Santiago', '2026-09-06', 23],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('%s has on %s a day of %d hours', (timeZone, date, hours) => {
    const zone = zoneOf(timeZone)
    const day = parseLocalDate(date)
    expect((zone.startOfDay(day + 1) - zone.startOfDay(day)) / 3_600_000).toBe(hours)
    expect(zone.skips(day)).toBe(hours === 0)
  })

  it('moves a skipped time forward and takes the first of a repeated one', () => {
    const berlin = zoneOf('Europe/Berlin')
    expect(formatInstant(berlin.localToInstant(Date.UTC(2026, 2, 29, 2, 30)))).toBe('2026-03-29T01:30:00.000Z')
    expect(formatInstant(berlin.localToInstant(Date.UTC(2026, 9, 25, 2, 30)))).toBe('2026-10-25T00:30:00.000Z')
  })

  it('tells the two times of a repeated hour apart by their offset, and no others', () => {
    const berlin = zoneOf('Europe/Berlin')
    const clock = (instant: string) => describeClock(berlin, Date.parse(instant))
    expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map(clock)).toEqual([
      '02:30 (+02:00)',
      '02:30 (+01:00)',
    ])
    expect(['2026-10-24T23:30:00.000Z', '2026-10-25T02:00:00.000Z', '2026-03-29T01:30:00.000Z'].map(clock)).toEqual([
      '01:30',
      '03:00',
      '03:30',
    ])
    expect(describeSpan(berlin, Date.parse('2026-03-02T22:00:00.000Z'), Date.parse('2026-03-03T01:00:00.000Z'))).toBe(
      '23:00–Tue 3 Mar 2026 02:00',
    )
  })

  it('refuses a zone that does not exist', () => {
    expect(() => zoneOf('Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('local dates and times', () => {
  it('count days and weekdays over leap years and centuries', () => {
    expect(
      ['2026-03-02', '2028-02-29', '2000-02-29', '1969-12-31'].map(date => isoWeekday(parseLocalDate(date))),
    ).toEqual([1, 2, 2, 3])
    expect(['2028-02-28', '2026-02-28', '2026-12-31'].map(date => formatLocalDate(parseLocalDate(date) + 1))).toEqual([
      '2028-02-29',
      '2026-03-01',
      '2027-01-01',
    ])
  })

  it('take 24:00 and refuse what is no time', () => {
    expect([parseLocalTime('00:00'), parseLocalTime('24:00'), parseLocalTime('09:30')]).toEqual([0, 1440, 570])
    for (const time of ['24:01', '9:30', '12:60', '']) expect(() => parseLocalTime(time)).toThrow(RangeError)
  })

  it('are written as instants in UTC, always with milliseconds', () => {
    fc.assert(
      fc.property(minutes, instant => {
        expect(formatInstant(instant)).toBe(new Date(instant).toISOString())
      }),
    )
    expect(formatInstant(Date.parse('2026-03-02T09:04:59.000Z'))).toBe('2026-03-02T09:04:59.000Z')
  })
})
