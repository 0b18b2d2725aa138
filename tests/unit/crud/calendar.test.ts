import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endedBy, movedBy, startingOn } from '../../../src/crud/otherViews/calendarMoves'
import { barsOf, lanesShown } from '../../../src/crud/otherViews/calendarWeek'
import { dateRange, defineResource, instant, localDate } from '../../../src/schema'
import { calendarDays } from '../../../src/schema/calendarDays'
import { parseLocalDate } from '../../../src/time/localDate'

const timeZone = 'Europe/Berlin'

const stays = defineResource({
  name: 'stays',
  label: ['Stay', 'Stays'],
  icon: 'event',
  scope: 'tenant',
  api: '/stays',
  screens: { base: '/stays', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: {
    startsAt: instant({ required: true }),
    endsAt: instant(),
    arrivesOn: localDate(),
    leavesOn: localDate(),
    dates: dateRange(),
  },
  represent: 'startsAt',
  list: { columns: ['startsAt'], sort: 'startsAt' },
  form: ['startsAt'],
})

const times = { from: 'startsAt', until: 'endsAt' }
const nights = { from: 'arrivesOn', until: 'leavesOn' }
const lastDay = { from: 'arrivesOn', through: 'leavesOn' }
const range = { from: 'dates' }

describe('a record in a calendar', () => {
  it('keeps its time of day when it is moved over a change of the clocks', () => {
    const record = { startsAt: '2026-03-28T08:00:00.000Z', endsAt: '2026-03-28T09:30:00.000Z' }
    expect(movedBy(times, record, 1, timeZone)).toEqual({
      startsAt: '2026-03-29T07:00:00.000Z',
      endsAt: '2026-03-29T08:30:00.000Z',
    })
    expect(endedBy(stays, times, record, 1, timeZone)).toEqual({ endsAt: '2026-03-29T08:30:00.000Z' })
  })

  it('moves by dates, and leaves an open end open', () => {
    expect(movedBy(nights, { arrivesOn: '2026-02-27', leavesOn: '2026-03-01' }, 2, timeZone)).toEqual({
      arrivesOn: '2026-03-01',
      leavesOn: '2026-03-03',
    })
    expect(movedBy(times, { startsAt: '2026-03-02T08:00:00.000Z', endsAt: null }, -1, timeZone)).toEqual({
      startsAt: '2026-03-01T08:00:00.000Z',
    })
    const dates = { start: '2026-03-02', end: '2026-03-04' }
    expect(movedBy(range, { dates }, 1, timeZone)).toEqual({ dates: { start: '2026-03-03', end: '2026-03-05' } })
    expect(endedBy(stays, range, { dates }, 1, timeZone)).toEqual({ dates: { start: '2026-03-02', end: '2026-03-05' } })
  })

  it('begins in the day for which it is made, and lies in that day alone', () => {
    const day = parseLocalDate('2026-03-29')
    for (const calendar of [times, nights, lastDay, range]) {
      const now = Date.parse('2026-03-29T10:20:00Z')
      const values = startingOn(stays, calendar, day, { timeZone, now })
      expect(calendarDays(calendar, values, timeZone)).toEqual({ first: day, last: day })
    }
    expect(startingOn(stays, times, day, { timeZone, now: Date.parse('2026-03-29T10:20:00Z') }).startsAt).toBe(
      '2026-03-29T11:00:00.000Z',
    )
  })

  it('lies as many days later as it is moved', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -400, max: 400 }),
        (start, length, days) => {
          const at = (minutes: number) => new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString()
          const record = { startsAt: at(start), endsAt: at(start + length) }
          const [before, after] = [record, movedBy(times, record, days, timeZone)].map(each =>
            calendarDays(times, each, timeZone),
          )
          expect(after?.first).toBe((before?.first ?? 0) + days)
        },
      ),
    )
  })
})

describe('a week of a calendar', () => {
  const entry = (id: number, first: number, last: number) => ({ record: { id }, first, last })

  it('has no two entries of a day in one lane, and each in all of its days', () => {
    const span = fc.tuple(fc.integer({ min: -10, max: 12 }), fc.oneof(fc.nat(9), fc.constant(Infinity)))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), spans => {
        const entries = spans.map(([first, length], id) => entry(id, first, first + length))
        const bars = barsOf(0, entries)
        const taken = bars.flatMap(({ column, days, lane }) =>
          Array.from({ length: days }, (_, index) => `${lane}/${column + index}`),
        )
        expect(new Set(taken).size).toBe(taken.length)
        const covered = entries.reduce(
          (sum, { first, last }) => sum + Math.max(0, Math.min(last, 6) - Math.max(first, 0) + 1),
          0,
        )
        expect(taken.length).toBe(covered)
      }),
    )
  })

  it('says how many more there are only where they do not fit', () => {
    const bars = (count: number) =>
      barsOf(
        0,
        Array.from({ length: count }, (_, id) => entry(id, 2, 2)),
      )
    expect([bars(0), bars(4), bars(5)].map(each => lanesShown(each, 4))).toEqual([0, 4, 3])
  })
})
