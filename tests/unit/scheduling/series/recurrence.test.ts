import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLocalDate, isoWeekday, parseLocalDate, zoneOf } from '../../../../src/scheduling'
import { occurrenceOn, ruleOccurrences } from '../../../../src/scheduling/series/occurrences'
import {
  formatPattern,
  formatRecurrence,
  maxOccurrences,
  parseRecurrence,
  type Recurrence,
  readStoredRule,
  shiftRecurrence,
  UnsupportedRule,
} from '../../../../src/scheduling/series/recurrence'
import { DAY } from '../../../../src/time/instant'

const berlin = zoneOf('Europe/Berlin')
const bounds = { most: maxOccurrences + 1, horizon: Date.parse('2030-01-01T00:00:00Z') }
const occurrences = (rule: string, date: string, time = '10:00', weekStartsOn = 1) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const startsAt = berlin.at(parseLocalDate(date), hour * 60 + minute)
  return ruleOccurrences(parseRecurrence(rule, weekStartsOn), { zone: berlin, startsAt }, bounds)
}
const starts = (...given: Parameters<typeof occurrences>) =>
  occurrences(...given).map(({ startsAt }) => new Date(startsAt).toISOString().slice(5, 16))
const dates = (...given: Parameters<typeof occurrences>) =>
  occurrences(...given).map(({ day }) => formatLocalDate(day).slice(5))

describe('the dates of a rule', () => {
  it('keeps the time of day when the clocks change', () => {
    expect(starts('FREQ=WEEKLY;COUNT=6', '2026-03-02')).toEqual([
      '03-02T09:00',
      '03-09T09:00',
      '03-16T09:00',
      '03-23T09:00',
      '03-30T08:00',
      '04-06T08:00',
    ])
  })

  it('takes several days of a week', () => {
    expect(dates('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5', '2026-03-02')).toEqual([
      '03-02',
      '03-04',
      '03-09',
      '03-11',
      '03-16',
    ])
  })

  it('counts every second week from the first day of the week', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=4'
    expect(dates(rule, '2026-03-02')).toEqual(['03-02', '03-08', '03-16', '03-22'])
    expect(dates(rule, '2026-03-02', '10:00', 7)).toEqual(['03-02', '03-15', '03-16', '03-29'])
    expect(dates(`${rule};WKST=SU`, '2026-03-02')).toEqual(['03-02', '03-15', '03-16', '03-29'])
  })

  it('leaves out months without the day', () => {
    expect(dates('FREQ=MONTHLY;COUNT=3', '2026-03-31')).toEqual(['03-31', '05-31', '07-31'])
    expect(dates('FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2026-03-27')).toEqual(['03-27', '04-24', '05-29'])
    expect(dates('FREQ=MONTHLY;BYDAY=5MO;COUNT=3', '2026-03-30')).toEqual(['03-30', '06-29', '08-31'])
  })

  it('moves a skipped time forward by the gap, and takes the first of a repeated one', () => {
    const found = (date: string) =>
      occurrences('FREQ=DAILY;COUNT=3', date, '02:30').map(({ startsAt, dst }) => [
        new Date(startsAt).toISOString().slice(8, 16),
        dst,
      ])
    expect(found('2026-03-28')).toEqual([
      ['28T01:30', null],
      ['29T01:30', 'gap'],
      ['30T00:30', null],
    ])
    expect(found('2026-10-24')).toEqual([
      ['24T00:30', null],
      ['25T00:30', 'overlap'],
      ['26T01:30', null],
    ])
  })

  it('ends with UNTIL, which is included', () => {
    expect(dates('FREQ=WEEKLY;UNTIL=20260316', '2026-03-02')).toEqual(['03-02', '03-09', '03-16'])
    expect(dates('FREQ=WEEKLY;UNTIL=20260316T090000Z', '2026-03-02')).toEqual(['03-02', '03-09', '03-16'])
    expect(dates('FREQ=WEEKLY;UNTIL=20260316T085959Z', '2026-03-02')).toEqual(['03-02', '03-09'])
  })

  it('finds none for a rule that ends before it begins', () => {
    expect(dates('FREQ=WEEKLY;UNTIL=20260301', '2026-03-02')).toEqual([])
  })

  it('knows a date that the zone never had', () => {
    const apia = zoneOf('Pacific/Apia')
    const [there, gone] = ['2011-12-29', '2011-12-30'].map(date => occurrenceOn(apia, parseLocalDate(date), 600))
    expect([there?.dst, gone?.dst]).toEqual([null, 'gap'])
  })

  it('has a date at the horizon itself, and none after it', () => {
    const until = (horizon: number) =>
      ruleOccurrences(
        parseRecurrence('FREQ=MONTHLY;COUNT=9', 1),
        { zone: zoneOf('UTC'), startsAt: Date.UTC(2026, 2) },
        { most: 9, horizon },
      ).length
    expect([until(Date.UTC(2026, 4)), until(Date.UTC(2026, 4) - 1)]).toEqual([3, 2])
  })

  it('stops at the horizon', () => {
    expect(occurrences('FREQ=MONTHLY;INTERVAL=12;COUNT=10', '2026-03-02').length).toBe(4)
  })
})

describe('reading a rule', () => {
  it.each([
    ['', ''],
    ['every Monday', 'EVERY MONDAY'],
    ['FREQ=YEARLY;COUNT=3', 'FREQ=YEARLY'],
    ['FREQ=HOURLY;COUNT=3', 'FREQ=HOURLY'],
    ['COUNT=3', 'FREQ='],
    ['FREQ=WEEKLY', 'COUNT='],
    ['FREQ=WEEKLY;COUNT=0', 'COUNT=0'],
    ['FREQ=WEEKLY;COUNT=105', 'COUNT=105'],
    ['FREQ=WEEKLY;COUNT=1.5', 'COUNT=1.5'],
    ['FREQ=WEEKLY;COUNT=0003', 'COUNT=0003'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20260401', 'COUNT=3'],
    ['FREQ=WEEKLY;COUNT=3;COUNT=4', 'COUNT=4'],
    ['FREQ=WEEKLY;COUNT=3;', 'FREQ=WEEKLY;COUNT=3;'],
    ['FREQ=WEEKLY\n;COUNT=3', 'FREQ=WEEKLY\n'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;COUNT=3', 'BYMONTHDAY=1'],
    ['FREQ=DAILY;BYHOUR=9;COUNT=3', 'BYHOUR=9'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;COUNT=3', 'BYSETPOS=1'],
    ['FREQ=MONTHLY;BYDAY=6MO;COUNT=3', 'BYDAY=6MO'],
    ['FREQ=MONTHLY;BYDAY=MO;COUNT=3', 'BYDAY=MO'],
    ['FREQ=MONTHLY;BYDAY=-2MO;COUNT=3', 'BYDAY=-2MO'],
    ['FREQ=WEEKLY;BYDAY=1MO;COUNT=3', 'BYDAY=1MO'],
    ['FREQ=WEEKLY;BYDAY=XX;COUNT=3', 'BYDAY=XX'],
    ['FREQ=WEEKLY;BYDAY=MOX;COUNT=3', 'BYDAY=MOX'],
    ['FREQ=WEEKLY;BYDAY=XMO;COUNT=3', 'BYDAY=XMO'],
    ['FREQ=DAILY;BYDAY=MO;COUNT=3', 'BYDAY=MO'],
    ['FREQ=WEEKLY;INTERVAL=0;COUNT=3', 'INTERVAL=0'],
    ['FREQ=WEEKLY;INTERVAL=100;COUNT=3', 'INTERVAL=100'],
    ['FREQ=WEEKLY;UNTIL=20260230', 'UNTIL=20260230'],
    ['FREQ=WEEKLY;UNTIL=120260401', 'UNTIL=120260401'],
    ['FREQ=WEEKLY;UNTIL=202604011', 'UNTIL=202604011'],
    ['FREQ=WEEKLY;UNTIL=20260401T100000', 'UNTIL=20260401T100000'],
    ['FREQ=WEEKLY;UNTIL=20260401T250000Z', 'UNTIL=20260401T250000Z'],
    ['FREQ=WEEKLY;WKST=XX;COUNT=3', 'WKST=XX'],
    ['RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=WEEKLY'],
  ])('refuses %j for %j', (text, part) => {
    expect(() => parseRecurrence(text, 1)).toThrow(new UnsupportedRule(part))
  })

  it.each([
    [' count=3;freq=weekly ', 'FREQ=WEEKLY;COUNT=3;WKST=MO'],
    ['FREQ=DAILY;INTERVAL=99;COUNT=104', 'FREQ=DAILY;INTERVAL=99;COUNT=104;WKST=MO'],
    ['FREQ=MONTHLY;BYDAY=2MO,1TU,1MO;COUNT=3', 'FREQ=MONTHLY;BYDAY=1MO,1TU,2MO;COUNT=3;WKST=MO'],
    ['FREQ=WEEKLY;INTERVAL=1;BYDAY=WE,MO,WE;COUNT=03', 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3;WKST=MO'],
    ['FREQ=MONTHLY;BYDAY=-1FR,+2TU;UNTIL=20261231', 'FREQ=MONTHLY;BYDAY=2TU,-1FR;UNTIL=20261231;WKST=MO'],
    ['FREQ=DAILY;INTERVAL=2;UNTIL=20261231T100000Z;WKST=SU', 'FREQ=DAILY;INTERVAL=2;UNTIL=20261231T100000Z;WKST=SU'],
  ])('stores %j as %j', (text, stored) => {
    expect(formatRecurrence(parseRecurrence(text, 1))).toBe(stored)
  })
})

describe('a stored rule', () => {
  it('may count more dates than a new one', () => {
    expect(readStoredRule('FREQ=WEEKLY;COUNT=250;WKST=SU')).toMatchObject({ count: 250, weekStart: 7 })
    expect(readStoredRule('FREQ=WEEKLY;COUNT=3;WKST=MO')).toMatchObject({ count: 3 })
    expect(readStoredRule('FREQ=WEEKLY;UNTIL=20260401;WKST=MO')).toMatchObject({ count: null })
  })

  it('has a pattern without its end, with the first day of its week', () => {
    const rule = parseRecurrence('FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,2TU;COUNT=3;WKST=SU', 1)
    expect(formatPattern(rule)).toBe('FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,-1FR;WKST=SU')
  })

  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,SU;COUNT=3', 'FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3;WKST=MO'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=3', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=3;WKST=TU'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=3', 'FREQ=DAILY;INTERVAL=2;COUNT=3;WKST=MO'],
    ['FREQ=DAILY;UNTIL=20260331', 'FREQ=DAILY;UNTIL=20260401;WKST=MO'],
    ['FREQ=DAILY;UNTIL=20260331T100000Z', 'FREQ=DAILY;UNTIL=20260331T100000Z;WKST=MO'],
  ])('%j a day later is %j', (text, later) => {
    expect(formatRecurrence(shiftRecurrence(parseRecurrence(text, 1), 1))).toBe(later)
  })
})

const anyRule: fc.Arbitrary<Recurrence> = fc
  .record({
    freq: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
    interval: fc.integer({ min: 1, max: 5 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
    nths: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, -1), { minLength: 1, maxLength: 2 }),
    count: fc.integer({ min: 1, max: 30 }),
    weekStart: fc.integer({ min: 1, max: 7 }),
  })
  .map(({ weekdays, nths, ...rest }) => ({
    ...rest,
    until: null,
    byDay: {
      DAILY: [],
      WEEKLY: weekdays.map(weekday => ({ weekday, nth: null })),
      MONTHLY: weekdays.flatMap(weekday => nths.map(nth => ({ weekday, nth }))),
    }[rest.freq],
  }))
const anyDay = fc.integer({ min: parseLocalDate('2026-01-01'), max: parseLocalDate('2027-12-31') })
/** Zones whose clocks change, on both hemispheres. */
const anyZone = fc
  .constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC')
  .map(zoneOf)

/** Whether a rule names a date, by a literal reading of it. */
const isNamed = ({ freq, interval, byDay, weekStart }: Recurrence, first: number, day: number): boolean => {
  const at = (one: number) => new Date(one * DAY)
  const weekdays = byDay.map(({ weekday }) => weekday)
  if (freq === 'DAILY') return (day - first) % interval === 0
  if (freq === 'WEEKLY') {
    const week = (one: number) => Math.floor((one - ((isoWeekday(one) - weekStart + 7) % 7)) / 7)
    const isDay = weekdays.length > 0 ? weekdays.includes(isoWeekday(day)) : isoWeekday(day) === isoWeekday(first)
    return isDay && (week(day) - week(first)) % interval === 0
  }
  const month = (one: number) => at(one).getUTCFullYear() * 12 + at(one).getUTCMonth()
  if ((month(day) - month(first)) % interval !== 0) return false
  if (byDay.length === 0) return at(day).getUTCDate() === at(first).getUTCDate()
  const place = Math.ceil(at(day).getUTCDate() / 7)
  const isLast = month(day + 7) !== month(day)
  return byDay.some(({ nth, weekday }) => weekday === isoWeekday(day) && (nth === place || (nth === -1 && isLast)))
}

describe('any rule', () => {
  it('has the dates that it names, each at the time of the first', () => {
    fc.assert(
      fc.property(anyRule, anyDay, anyZone, fc.integer({ min: 0, max: 1439 }), (rule, first, zone, minute) => {
        fc.pre(isNamed(rule, first, first))
        const startsAt = zone.at(first, minute)
        fc.pre(zone.dayOf(startsAt) === first && zone.minuteOfDay(startsAt) === minute)
        const horizon = startsAt + 1000 * DAY
        const found = ruleOccurrences(rule, { zone, startsAt }, { most: 105, horizon })
        const named: number[] = []
        for (let day = first; zone.at(day, minute) <= horizon && named.length < (rule.count ?? 0); day++)
          if (isNamed(rule, first, day)) named.push(day)
        expect(found.map(({ day }) => day)).toEqual(named)
        for (const one of found) {
          expect(one.startsAt).toBe(zone.at(one.day, minute))
          if (one.dst !== 'gap') expect(zone.minuteOfDay(one.startsAt)).toBe(minute)
        }
      }),
    )
  })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyRule, rule => {
        const read = parseRecurrence(formatRecurrence(rule), 1)
        expect({ ...read, byDay: new Set(read.byDay) }).toEqual({ ...rule, byDay: new Set(rule.byDay) })
        expect(parseRecurrence(formatRecurrence(read), 1)).toEqual(read)
      }),
    )
  })

  it('has its dates later when it is shifted, unless it counts days of months', () => {
    fc.assert(
      fc.property(anyRule, anyDay, fc.integer({ min: -20, max: 20 }), (rule, first, days) => {
        fc.pre(rule.freq !== 'MONTHLY' && isNamed(rule, first, first))
        const utc = zoneOf('UTC')
        const found = (one: Recurrence, day: number) =>
          ruleOccurrences(one, { zone: utc, startsAt: day * DAY }, { most: 105, horizon: (first + 2000) * DAY })
        expect(found(shiftRecurrence(rule, days), first + days).map(({ day }) => day - days)).toEqual(
          found(rule, first).map(({ day }) => day),
        )
      }),
    )
  })
})
