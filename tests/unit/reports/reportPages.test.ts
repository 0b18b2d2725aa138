import { describe, expect, test } from 'vitest'
import { drillTo } from '../../../src/features/reports/drillTo'
import { periodNames, periodOf } from '../../../src/features/reports/periods'
import { presets } from '../../../src/features/reports/presets'
import { readReportState } from '../../../src/features/reports/reportState'

const [bookings] = presets
const refused = presets.find(({ key }) => key === 'refused') ?? bookings
/** A Wednesday. */
const context = { today: '2026-03-04', weekStartsOn: 1 }
const read = (query: string, preset = bookings) => readReportState(new URLSearchParams(query), preset, context)

test('periods are named by the tenant’s day and first weekday', () => {
  const periods = Object.fromEntries(periodNames.map(name => [name, periodOf(name, '2026-03-04', 1)]))
  expect(periods).toEqual({
    lastWeek: { from: '2026-02-23', to: '2026-03-02' },
    thisWeek: { from: '2026-03-02', to: '2026-03-09' },
    lastMonth: { from: '2026-02-01', to: '2026-03-01' },
    thisMonth: { from: '2026-03-01', to: '2026-04-01' },
    lastTwelveMonths: { from: '2025-03-01', to: '2026-03-01' },
    thisYear: { from: '2026-01-01', to: '2027-01-01' },
  })
  expect(periodOf('lastWeek', '2026-03-04', 7)).toEqual({ from: '2026-02-22', to: '2026-03-01' })
})

describe('the address of a report', () => {
  test('says period, dimension, comparison and filters', () => {
    const state = read('from=2026-01-01&to=2026-02-01&by=resource&compare=last_year&resourceId=a&resourceId=b')
    expect(state).toMatchObject({
      name: null,
      by: 'resource',
      compare: 'last_year',
      filters: { resourceId: ['a', 'b'] },
    })
    expect(state.period).toEqual({ from: '2026-01-01', to: '2026-02-01' })
  })

  test.each([
    ['nothing at all', ''],
    ['what is no date', 'from=2026-02-30&to=2026-03-03'],
    ['an end before the start', 'from=2026-03-03&to=2026-03-03'],
    ['more days than can be asked for', 'from=2020-01-01&to=2026-01-01'],
    ['a period that nobody knows', 'period=whenever&by=moon&compare=mars'],
  ])('shows the last week by day beside the one before for %s', (_, query) => {
    expect(read(query)).toMatchObject({ name: 'lastWeek', by: 'day', compare: 'previous' })
  })

  test('splits long periods as far as can be asked for, and only by what is measured', () => {
    expect(read('from=2024-06-01&to=2026-01-01&by=day').by).toBe('month')
    expect(read('period=lastMonth&by=source').by).toBe('source')
    expect(read('period=lastMonth&by=source', refused).by).toBe('day')
  })
})

test('a figure leads to the list of what is behind it, by dates of the tenant and all values', () => {
  const drill = 'status=pending&status=confirmed&startHour=9&from=2026-03-28T23:00:00Z&to=2026-03-29T22:00:00Z'
  const [path, query] = drillTo('bookings', drill, 'Europe/Berlin').split('?')
  expect(path).toBe('/bookings/')
  expect(JSON.parse(new URLSearchParams(query).get('filter') ?? '')).toEqual({
    status: ['pending', 'confirmed'],
    startHour: '9',
    startsAtFrom: '2026-03-29',
    startsAtTo: '2026-03-30',
  })
})
