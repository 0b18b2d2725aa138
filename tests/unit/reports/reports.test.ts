import { describe, expect, test } from 'vitest'
import {
  addsUp,
  bucketsOf,
  capacityUse,
  changeOf,
  comparedPeriod,
  dimensions,
  measureNames,
  measureOf,
  slicesOf,
} from '../../../src/reports'
import { divide, ratio } from '../../../src/reports/rounding'
import { zoneOf } from '../../../src/scheduling'
import { StepFunction } from '../../../src/scheduling/intervals/StepFunction'

const HOUR = 3_600_000
const berlin = zoneOf('Europe/Berlin')

describe('numbers', () => {
  test.each([
    [1, 7, 4, 0.1429],
    [1, 2, 0, 1],
    [-1, 2, 0, 0],
    [-3, 2, 0, -1],
    [-2, 3, 4, -0.6667],
    [9_007_199_254_740_991, 2, 0, 4_503_599_627_370_496],
    [1, 0, 4, null],
  ])('%d ÷ %d to %d places is %d, half up', (a, b, decimals, expected) => {
    expect(divide(a, b, decimals)).toBe(expected)
  })

  test('a change is a part of what was before', () => {
    expect(changeOf(3, 4)).toBe(-0.25)
    expect(changeOf(0.1429, 0.2)).toBe(-0.2855)
    expect(changeOf(1, 0)).toBeNull()
    expect(changeOf(null, 1)).toBeNull()
    expect(ratio(0, 5)).toBe(0)
  })
})

describe('time', () => {
  test('weeks begin where the tenant begins them, and are cut by the period', () => {
    const buckets = bucketsOf(['week'], { from: '2026-03-25', to: '2026-04-06' }, { zone: berlin, weekStartsOn: 7 })
    expect(buckets.map(({ by, isPartial }) => [by.week, isPartial])).toEqual([
      ['2026-03-22', true],
      ['2026-03-29', false],
      ['2026-04-05', true],
    ])
    expect(((buckets[1]?.to ?? 0) - (buckets[1]?.from ?? 0)) / HOUR).toBe(7 * 24 - 1)
  })

  test('weeks of two months are two buckets', () => {
    const calendar = { zone: berlin, weekStartsOn: 1 }
    const buckets = bucketsOf(['week', 'month'], { from: '2026-03-30', to: '2026-04-06' }, calendar)
    expect(buckets.map(({ by }) => by)).toEqual([
      { week: '2026-03-30', month: '2026-03-01' },
      { week: '2026-03-30', month: '2026-04-01' },
    ])
  })

  test('hours of a change of the clocks', () => {
    const calendar = { zone: berlin, weekStartsOn: 1 }
    const hoursOn = (from: string, to: string) =>
      slicesOf(['hour'], bucketsOf(['day'], { from, to }, calendar), berlin).map(({ by }) => by.hour)
    expect(hoursOn('2026-03-29', '2026-03-30').slice(0, 4)).toEqual([0, 1, 3, 4])
    expect(hoursOn('2026-10-25', '2026-10-26').slice(0, 5)).toEqual([0, 1, 2, 2, 3])
  })

  test.each([
    ['2026-03-10', '2026-03-15', 'previous', '2026-03-05', '2026-03-10'],
    ['2026-03-01', '2026-05-01', 'previous', '2026-01-01', '2026-03-01'],
    ['2026-01-01', '2026-02-01', 'previous', '2025-12-01', '2026-01-01'],
    ['2028-02-29', '2028-03-01', 'last_year', '2027-02-28', '2027-03-01'],
  ] as const)('%s to %s is compared (%s) with %s to %s', (from, to, comparison, before, until) => {
    expect(comparedPeriod({ from, to }, comparison, ['day'])).toEqual({ from: before, to: until })
  })

  test('weekdays meet weekdays of last year', () => {
    const monday = { from: '2026-03-02', to: '2026-03-03' }
    expect(comparedPeriod(monday, 'last_year', ['weekday'])).toEqual({ from: '2025-03-03', to: '2025-03-04' })
  })
})

describe('measures', () => {
  test('are split only by what is declared, and say when rows add up', () => {
    expect(measureNames.every(name => measureOf(name).dimensions.every(one => dimensions.includes(one)))).toBe(true)
    expect(measureOf('utilisation').dimensions).not.toContain('item')
    expect([addsUp('bookings', ['day']), addsUp('bookings', ['resource']), addsUp('newCustomers', ['day'])]).toEqual([
      true,
      false,
      false,
    ])
    expect([addsUp('openMinutes', ['resourceType']), addsUp('openMinutes', ['resource'])]).toEqual([true, false])
  })
})

test('what is above the capacity, or outside open time, is outside', () => {
  const use = capacityUse(
    {
      open: { starts: [0], ends: [4 * HOUR] },
      capacity: new StepFunction(4, [HOUR, 2 * HOUR], [2, 0]),
      units: 4,
      takings: [
        { quantity: 3, starts: [0], ends: [2 * HOUR] },
        { quantity: 'all', starts: [2 * HOUR], ends: [3 * HOUR] },
      ],
    },
    { cuts: [0, HOUR, 4 * HOUR], cellOf: [0, 1], count: 2 },
  )
  expect(use).toEqual([
    { open: 4 * HOUR, used: 3 * HOUR, outside: 0 },
    { open: 2 * HOUR, used: 2 * HOUR, outside: HOUR + 4 * HOUR },
  ])
})
