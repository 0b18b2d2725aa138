import { describe, expect, it } from 'vitest'
import {
  axisFor,
  columnOf,
  instantAt,
  positionOf,
  rowsOf,
  stepFor,
} from '../../../src/features/availability/timeline/axis'
import { lanesOf } from '../../../src/features/availability/timeline/lanes'
import { zoneOf } from '../../../src/scheduling'
import { addMonths, startOfWeek, weeksOf } from '../../../src/ui/format/dates'

const zone = zoneOf('Europe/Berlin')
const axisOf = (...dates: string[]) =>
  axisFor(
    zone,
    dates.map(date => columnOf('r', date, zone)),
    new Map(),
    { step: 60, isWholeDay: true },
  )

describe('the axis of a day', () => {
  it('has the hours that the day has, each once', () => {
    for (const [date, hours] of [
      ['2026-03-28', 24],
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const axis = axisOf(date)
      const column = columnOf('r', date, zone)
      const instants = rowsOf(axis)
        .map(position => instantAt(axis, column, position))
        .filter(instant => instant !== undefined)
      expect(instants).toHaveLength(hours)
      expect(instants[0]).toBe(column.start)
      expect((instants.at(-1) as number) + 3_600_000).toBe(column.end)
      expect(instants.map(instant => positionOf(axis, column, instant))).toEqual(rowsOf(axis))
    }
  })

  it('puts the same time of several days at the same height, and nothing where the clock skips', () => {
    const axis = axisOf('2026-03-28', '2026-03-29')
    const [before, change] = ['2026-03-28', '2026-03-29'].map(date => columnOf('r', date, zone))
    expect(positionOf(axis, before!, Date.parse('2026-03-28T08:00Z'))).toBe(9 * 60)
    expect(positionOf(axis, change!, Date.parse('2026-03-29T07:00Z'))).toBe(9 * 60)
    expect(instantAt(axis, change!, 2 * 60)).toBeUndefined()
    expect(instantAt(axis, before!, 2 * 60)).toBe(Date.parse('2026-03-28T01:00Z'))
  })

  it('shows no empty hours around what is there, and a booking outside the hours all the same', () => {
    const span = (startsAt: string, endsAt: string) => ({ startsAt, endsAt })
    const line = {
      windows: [span('2026-03-02T08:00:00.000Z', '2026-03-02T16:00:00.000Z')],
      timeslots: [],
      bookings: [{ blockedFrom: '2026-03-02T16:00:00.000Z', blockedUntil: '2026-03-02T18:40:00.000Z' }],
    }
    const axis = axisFor(zone, [columnOf('r', '2026-03-02', zone)], new Map([['r', line as never]]), {
      step: 30,
      isWholeDay: false,
    })
    expect([axis.from / 60, axis.to / 60]).toEqual([9, 20])
  })

  it('opens where the day begins, not where the night before ends', () => {
    const line = (...windows: [string, string][]) => ({
      windows: windows.map(([startsAt, endsAt]) => ({ startsAt, endsAt })),
      timeslots: [],
      bookings: [],
    })
    const night: [string, string] = ['2026-03-01T21:00:00.000Z', '2026-03-02T00:00:00.000Z']
    const lines = new Map([
      ['bar', line(night, ['2026-03-02T17:00:00.000Z', '2026-03-02T22:00:00.000Z'])],
      ['always', line(['2026-03-01T12:00:00.000Z', '2026-03-03T12:00:00.000Z'])],
      ['desk', line(['2026-03-02T08:30:00.000Z', '2026-03-02T16:00:00.000Z'])],
    ]) as never
    const opening = (...ids: string[]) => {
      const columns = ids.map(id => columnOf(id, '2026-03-02', zone))
      const { from, opensAt } = axisFor(zone, columns, lines, { step: 30, isWholeDay: false })
      return [from, opensAt]
    }
    expect(opening('bar', 'desk')).toEqual([0, 9.5 * 60])
    expect(opening('desk')).toEqual([9 * 60, 9.5 * 60])
    expect(opening('nobody')).toEqual([8 * 60, 8 * 60])
    expect(opening('bar', 'always')).toEqual([0, 0])
  })
})

it('steps so that an offered time has a cell of its own', () => {
  expect([5, 15, 20, 25, 30, 45, 60, 240, null].map(stepFor)).toEqual([15, 15, 20, 20, 30, 30, 60, 60, 30])
})

it('puts what overlaps side by side, and gives the whole width to what does not', () => {
  const at = (top: number, bottom: number) => ({ top, bottom })
  expect(lanesOf([at(0, 60), at(30, 90), at(60, 120), at(120, 150)])).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 2 },
    { lane: 0, lanes: 1 },
  ])
})

it('knows weeks that begin on any day, and months of any length', () => {
  expect(startOfWeek('2026-03-01', 1)).toBe('2026-02-23')
  expect(startOfWeek('2026-03-01', 7)).toBe('2026-03-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-31')
  expect(weeksOf('2026-02', 7)).toHaveLength(4)
  expect(weeksOf('2026-03', 1).map(([first]) => first)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
    '2026-03-23',
    '2026-03-30',
  ])
})
