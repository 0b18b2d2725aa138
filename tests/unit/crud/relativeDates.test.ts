import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolvedFilters } from '../../../server/core/savedViews/relative'
import type { SavedView } from '../../../src/crud/savedViews/context'
import { dateFilters, inWordsOf, saying } from '../../../src/crud/savedViews/relativeDates'
import { resources } from '../../../src/resources'
import { bookings } from '../../../src/resources/bookings'
import { rangeNames } from '../../../src/schema'
import { dayFilters } from '../../../src/schema/tabFilter'
import { formatLocalDate, parseLocalDate } from '../../../src/time/localDate'

// A Saturday, in a week that begins on Monday the 23rd.
const now = { today: parseLocalDate('2026-11-28'), weekStartsOn: 1 }

const choices = (filters: SavedView['filters'], said = filters) =>
  dateFilters(bookings, filters, said, now).flatMap(one => one.choices.map(choice => choice.filters))

describe('the words for the dates of a filter', () => {
  it.each([
    [{ startsAtFrom: '2026-11-28' }, [{ startsAtFrom: 'today' }]],
    [{ startsAtFrom: '2026-12-05' }, [{ startsAtFrom: 'today+7d' }]],
    [{ startsAtFrom: '2026-11-23' }, [{ startsAtFrom: 'today-5d' }, { startsAtFrom: 'week' }]],
    [{ startsAtTo: '2026-11-01' }, [{ startsAtTo: 'today-27d' }, { startsAtTo: 'month' }]],
    [{ startsAtFrom: '2026-11-28', startsAtTo: '2026-11-29' }, [{ startsAt: 'today' }]],
    [
      { startsAtFrom: '2026-11-23', startsAtTo: '2026-11-30' },
      [{ startsAt: 'week' }, { startsAtFrom: 'today-5d', startsAtTo: 'today+2d' }],
    ],
    [
      { startsAtFrom: '2026-11-01', startsAtTo: '2026-12-01' },
      [{ startsAt: 'month' }, { startsAtFrom: 'today-27d', startsAtTo: 'today+3d' }],
    ],
  ] as const)('%j: %j', (filters, words) => expect(choices(filters)).toEqual([filters, ...words]))

  it('are none for other filters, or for an instant', () => {
    expect(choices({ status: ['confirmed'] })).toEqual([])
    expect(choices({ startsAtFrom: '2026-11-28T10:00:00Z' })).toEqual([])
  })

  it('offer those of the open view, too', () => {
    const said = { startsAtFrom: 'week', startsAtTo: 'today+2d' }
    expect(choices({ startsAtFrom: '2026-11-23', startsAtTo: '2026-11-30' }, said)).toContainEqual(said)
  })

  it('of every list mean the same today', () => {
    const filtered = resources.flatMap(resource =>
      Array.from(new Set(Array.from(dayFilters(resource).values(), ({ name }) => name)), name => ({ resource, name })),
    )
    expect(filtered.length).toBeGreaterThan(5)
    const day = fc.integer({ min: -400, max: 400 }).map(days => formatLocalDate(now.today + days))
    fc.assert(
      fc.property(fc.constantFrom(...filtered), day, day, fc.integer({ min: 1, max: 7 }), (of, a, b, weekStartsOn) => {
        const { from, to } = rangeNames(of.name)
        const filters = { q: 'x', [from]: a < b ? a : b, [to]: a < b ? b : a }
        for (const one of dateFilters(of.resource, filters, filters, { ...now, weekStartsOn }))
          for (const choice of one.choices)
            expect(resolvedFilters(of.resource, saying(filters, one, choice), { ...now, weekStartsOn })).toEqual(
              filters,
            )
      }),
    )
  })
})

describe('a view that is saved again', () => {
  const view = {
    filters: { startsAt: 'week', status: ['confirmed'] },
    resolved: { startsAtFrom: '2026-11-23', startsAtTo: '2026-11-30', status: ['confirmed'], sort: 'startsAt' },
  } as unknown as SavedView

  it('keeps its words where nobody changed the dates', () => {
    const filters = { startsAtFrom: '2026-11-23', startsAtTo: '2026-11-30', status: ['pending'] }
    expect(inWordsOf(view, bookings, filters)).toEqual({ startsAt: 'week', status: ['pending'] })
  })

  it('takes the dates where somebody did', () => {
    const filters = { startsAtFrom: '2026-11-24', startsAtTo: '2026-11-30' }
    expect(inWordsOf(view, bookings, filters)).toEqual(filters)
  })
})
