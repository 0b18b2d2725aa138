import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AllocationInput, createEngine, type Snapshot, type TurnInput } from '../../../src/scheduling'
import { smallWorld } from './arbitrary'
import { at, EVERY_DAY, resource, schedule, snapshotWith, variant, week } from './fixture'

/** docs/domain.md#fair-choice: V60 takes any of A and B, or C, open Monday to Friday from 09:00 to 17:00. */
const [MON, TUE, NEXT_MON] = ['2026-03-02', '2026-03-03', '2026-03-09']
type Rule = NonNullable<Snapshot['variants'][number]['allocation']>

const business = (allocation: Rule, ids = ['A', 'B'], over: Partial<Snapshot> = {}): Snapshot =>
  snapshotWith({ resources: ids.map(id => resource(id)), variants: [variant({ allocation }, ids)], ...over })

/** A diary in which bookings are made one after the other, as the server keeps it. */
const diary = (snapshot: Snapshot) => {
  const allocations: AllocationInput[] = []
  const turns: TurnInput[] = []
  const book = (local: string, resourceIds: string[] = []) => {
    const result = createEngine({ ...snapshot, allocations, turns })
      .ask({ variantId: 'V60', resourceIds })
      .check({ startsAt: at(local) })
    const bookingId = `booking ${turns.length}`
    for (const one of result.allocations) {
      const { resourceId } = one
      const { startsAt, endsAt } = result
      const rest = { quantity: 1, capacityMode: 'exclusive', status: 'confirmed' } as const
      allocations.push({ ...one, ...rest, bookingId, variantId: 'V60', startsAt, endsAt })
      turns.push({ variantId: 'V60', resourceId, bookingId, bookedAt: turns.length })
    }
    return result.allocations.map(({ resourceId }) => resourceId).join()
  }
  const cancelLast = () => {
    allocations.pop()
    turns.pop()
  }
  return { book, cancelLast }
}

const bookAll = (snapshot: Snapshot, times: readonly string[]) => {
  const { book } = diary(snapshot)
  return times.map(time => book(time)).join(' ')
}

describe('fair choice', () => {
  it('F1: takes whoever is booked least this week', () => {
    const times = [`${MON} 09:00`, `${MON} 10:00`, `${MON} 11:00`, `${TUE} 09:00`, `${NEXT_MON} 09:00`]
    expect(bookAll(business('least_booked'), times)).toBe('A B A B A')
  })

  it('F2: counts bookings against the time that each is open', () => {
    const monday = schedule({ id: 'monday', weeklyHours: week([1], '09:00', '17:00') })
    const resources = [resource('A'), resource('B', { scheduleId: 'monday' })]
    const snapshot = business('least_booked', ['A', 'B'], { resources, schedules: [schedule(), monday] })
    const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
    expect(bookAll(snapshot, [...hours.map(hour => `${MON} ${hour}:00`)])).toBe('A B A A A A A B')
  })

  it('F3: counts who was asked for by name, until that is cancelled', () => {
    for (const [isCancelled, expected] of [
      [false, 'B'],
      [true, 'A'],
    ] as const) {
      const { book, cancelLast } = diary(business('least_booked'))
      expect(book(`${TUE} 09:00`, ['A'])).toBe('A')
      if (isCancelled) cancelLast()
      expect(book(`${MON} 10:00`)).toBe(expected)
    }
  })

  it('F4: gives each a share by weight, and says so', () => {
    const weights = [
      { resourceId: 'A', weight: 2 },
      { resourceId: 'gone', weight: 9 },
    ]
    const snapshot = business('weighted', ['A', 'B'], {
      variants: [variant({ allocation: 'weighted', weights }, ['A', 'B'])],
    })
    const times = [MON, TUE].flatMap(day =>
      [9, 10, 11, 12, 13].map(hour => `${day} ${String(hour).padStart(2, '0')}:00`),
    )
    expect(bookAll(snapshot, times.slice(0, 9))).toBe('A B A A B A A B A')
    const { allocation } = createEngine(snapshot)
      .ask({ variantId: 'V60' })
      .explain({ startsAt: at(`${MON} 09:00`) })
    expect(allocation?.order.map(({ resourceId, weight }) => [resourceId, weight])).toEqual([
      ['A', 2],
      ['B', 1],
    ])
  })

  it('F5: takes turns, which a cancellation gives back and a booking by name uses up', () => {
    const { book, cancelLast } = diary(business('rotation', ['A', 'B', 'C']))
    const next = [9, 10, 11, 12].map(hour => book(`${MON} ${String(hour).padStart(2, '0')}:00`))
    expect(next.join(' ')).toBe('A B C A')
    cancelLast()
    expect(book(`${MON} 12:00`)).toBe('A')
    cancelLast()
    expect(book(`${MON} 13:00`, ['B'])).toBe('B')
    expect([book(`${MON} 14:00`), book(`${MON} 15:00`), book(`${MON} 16:00`)].join(' ')).toBe('A C B')
  })

  it.each([
    ['2026-03-23', 10_020],
    ['2026-03-16', 10_080],
  ])('F7: an open week from %s has %s minutes', (date, openMinutes) => {
    const always = schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') })
    const snapshot = business('least_booked', ['A', 'B'], { schedules: [always] })
    const { allocation } = createEngine(snapshot)
      .ask({ variantId: 'V60' })
      .explain({ startsAt: at(`${date} 12:00`) })
    expect(allocation?.order).toEqual(
      ['A', 'B'].map(resourceId => ({ resourceId, takenMinutes: 0, openMinutes, weight: 1, lastBookedAt: null })),
    )
  })

  it('counts the open time of a newcomer from the day they came', () => {
    const resources = [resource('A'), resource('B', { createdAt: at('2026-03-05 00:00') })]
    const { allocation } = createEngine(business('least_booked', ['A', 'B'], { resources }))
      .ask({ variantId: 'V60' })
      .explain({ startsAt: at('2026-03-05 12:00') })
    expect(allocation?.order.map(({ openMinutes }) => openMinutes)).toEqual([2400, 960])
    expect([allocation?.from, allocation?.to]).toEqual([at(`${MON} 00:00`), at(`${NEXT_MON} 00:00`)])
  })

  it('F8: changes who is taken, never what is offered', () => {
    fc.assert(
      fc.property(smallWorld, ({ at: place, snapshot, channelId, quantity }) => {
        const offered = (allocation: Rule) => {
          const weights = snapshot.resources.map(({ id }, i) => ({ resourceId: id, weight: 1 + i }))
          const variants = snapshot.variants.map(one => ({ ...one, allocation, weights }))
          const answers = createEngine({ ...snapshot, variants }).ask({ variantId: 'V', channelId, quantity })
          return answers.slots(place.from, place.to, { includeUnavailable: true }).map(slot => {
            return [slot.startsAt, slot.status, slot.remaining, slot.maxQuantity, slot.reasons]
          })
        }
        const expected = offered('priority')
        for (const rule of ['least_booked', 'weighted', 'rotation'] as const) expect(offered(rule)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it.each([
    ['least_booked', [1, 1, 1]],
    ['rotation', [1, 1, 1]],
    ['weighted', [1, 2, 5]],
    ['weighted', [3, 2, 4]],
  ] as const)(
    '%s: equal work is spread by one at most of the smallest weight of %s',
    (rule, shares) => {
      const weights = ['A', 'B', 'C'].map((resourceId, i) => ({ resourceId, weight: shares[i] ?? 1 }))
      const variants = [variant({ allocation: rule, weights }, ['A', 'B', 'C'])]
      const hours = fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { minLength: 3, maxLength: 39 })
      fc.assert(
        fc.property(hours, picks => {
          const { book } = diary(business(rule, ['A', 'B', 'C'], { variants }))
          const taken = picks.map(n => {
            const hour = String(9 + (n % 8)).padStart(2, '0')
            return book(`2026-03-0${2 + Math.floor(n / 8)} ${hour}:00`)
          })
          const counts = weights.map(
            ({ resourceId, weight }) => taken.filter(one => one === resourceId).length / weight,
          )
          const most = 1 / Math.min(...shares)
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(most + Number.EPSILON * 8)
        }),
        { numRuns: 40 },
      )
    },
    120_000,
  )
})
