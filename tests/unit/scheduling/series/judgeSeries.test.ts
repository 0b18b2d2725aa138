import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AllocationInput, createEngine, parseLocalDate, type Snapshot, zoneOf } from '../../../../src/scheduling'
import { judgeSeries, type SeriesQuestion, type WantedOccurrence } from '../../../../src/scheduling/series/judgeSeries'
import { ruleOccurrences } from '../../../../src/scheduling/series/occurrences'
import { parseRecurrence } from '../../../../src/scheduling/series/recurrence'
import { DAY, HOUR } from '../../../../src/time/instant'
import { resource, rule, snapshotWith, variant } from '../fixture'

const berlin = zoneOf('Europe/Berlin')
const at = (date: string, hour = 10) => berlin.at(parseLocalDate(date), hour * 60)
const day = (text: string) => text.slice(5, 10)
const local = (text: string) => berlin.minuteOfDay(Date.parse(text)) / 60

const wantedBy = (text: string, over: Partial<WantedOccurrence> = {}): WantedOccurrence[] =>
  ruleOccurrences(
    parseRecurrence(text, 1),
    { zone: berlin, startsAt: at('2026-03-02') },
    { most: 105, horizon: at('2029-01-01') },
  ).map(({ startsAt }, index) => ({
    index,
    startsAt,
    endsAt: null,
    quantity: undefined,
    resourceIds: [],
    customerId: null,
    standing: [],
    ...over,
  }))

const question = (over: Partial<SeriesQuestion> = {}): SeriesQuestion => ({
  variantId: 'V60',
  channelId: null,
  timeZone: 'Europe/Berlin',
  onConflict: 'skip',
  nearestWithinDays: 0,
  keepResources: true,
  override: false,
  ...over,
})

const taken = (date: string, hour = 10, over: Partial<AllocationInput> = {}): AllocationInput => ({
  bookingId: `${date} ${hour}`,
  resourceId: 'A',
  variantId: 'V60',
  startsAt: at(date, hour),
  endsAt: at(date, hour + 1),
  quantity: 1,
  capacityMode: 'exclusive',
  status: 'confirmed',
  ...over,
})

const toEnd = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const judge = (
  snapshot: Partial<Snapshot>,
  text: string,
  over: Partial<SeriesQuestion> = {},
  wanted = wantedBy(text),
) => toEnd(judgeSeries(snapshotWith(snapshot), question(over), wanted))

describe('judging a series', () => {
  it('skips a date that is taken, and says what is nearest', () => {
    const judged = judge({ allocations: [taken('2026-03-16')] }, 'FREQ=WEEKLY;COUNT=4')
    expect(judged.map(({ booking }) => booking !== null)).toEqual([true, true, false, true])
    expect(judged[2]?.reasons.map(({ code }) => code)).toEqual(['resource_busy'])
    expect(local(judged[2]?.nearest?.startsAt ?? '')).toBe(9)
  })

  it('takes the nearest start, the earlier of two', () => {
    const judged = judge({ allocations: [taken('2026-03-16')] }, 'FREQ=WEEKLY;COUNT=4', { onConflict: 'nearest' })
    expect(judged.map(({ booking }) => local(booking?.startsAt ?? ''))).toEqual([10, 10, 9, 10])
  })

  it('looks for the nearest start as many days around as it may, but not where a later date is', () => {
    const full = [9, 10, 11, 12, 13, 14, 15, 16].map(hour => taken('2026-03-03', hour))
    const late = [9, 11, 12, 13, 14, 15, 16].map(hour => taken('2026-03-04', hour))
    const allocations = [...full, ...late]
    const nearest = (nearestWithinDays: number) =>
      judge({ allocations }, 'FREQ=DAILY;COUNT=3', { onConflict: 'nearest', nearestWithinDays }).map(
        ({ booking }) => booking && `${day(booking.startsAt)} ${local(booking.startsAt)}`,
      )
    expect(nearest(0)).toEqual(['03-02 10', null, '03-04 10'])
    expect(nearest(1)).toEqual(['03-02 10', '03-02 16', '03-04 10'])
  })

  it('counts what it accepts in limits', () => {
    const limit = rule('booking_limit', { max: 2, period: 'week', subject: 'customer' })
    const wanted = wantedBy('FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=6', { customerId: 'mia' })
    const judged = judge({ rules: [limit], customer: { id: 'mia', name: 'Mia' } }, '', {}, wanted)
    expect(judged.map(({ reasons: [first] }) => first?.code ?? 'booked')).toEqual([
      'booked',
      'booked',
      'customer_limit_reached',
      'booked',
      'booked',
      'customer_limit_reached',
    ])
  })

  it('judges how far ahead each date is by itself', () => {
    const judged = judge({ variants: [variant({ maxAdvanceDays: 14 })] }, 'FREQ=WEEKLY;COUNT=4')
    expect(judged.map(({ reasons: [first] }) => first?.code)).toEqual([
      undefined,
      'too_far_ahead',
      'too_far_ahead',
      'too_far_ahead',
    ])
  })

  it('keeps the resource of the first date where it can', () => {
    const two = { resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] }
    const resources = (allocations: AllocationInput[], over: Partial<SeriesQuestion> = {}) =>
      judge({ ...two, allocations }, 'FREQ=WEEKLY;COUNT=4', over).map(
        ({ booking }) => booking?.allocations[0]?.resourceId,
      )
    expect(resources([taken('2026-03-09')])).toEqual(['A', 'B', 'A', 'A'])
    expect(resources([taken('2026-03-02')])).toEqual(['B', 'B', 'B', 'B'])
    expect(resources([taken('2026-03-02')], { keepResources: false })).toEqual(['B', 'A', 'A', 'A'])
  })

  it('overrides rules, but not what is taken', () => {
    const closed = rule('blackout', { startDate: '2026-03-09', endDate: '2026-03-09' })
    const judged = judge({ rules: [closed], allocations: [taken('2026-03-16')] }, 'FREQ=WEEKLY;COUNT=3', {
      override: true,
    })
    expect(judged.map(({ booking }) => booking?.overrides.map(({ code }) => code))).toEqual([
      [],
      ['blackout'],
      undefined,
    ])
  })

  it('leaves a refused one where it is, and gives its place to no other', () => {
    // Two hours a day, both moved an hour later; the place of the second after 12 is taken.
    const own = (index: number, hour: number): WantedOccurrence => ({
      index,
      startsAt: at('2026-03-02', hour + 1),
      endsAt: null,
      quantity: undefined,
      resourceIds: [],
      customerId: null,
      standing: [taken('2026-03-02', hour, { bookingId: `own ${index}` })],
    })
    const judged = judge({ allocations: [taken('2026-03-02', 12)] }, '', {}, [own(0, 10), own(1, 11)])
    expect(judged.map(({ booking }) => booking)).toEqual([null, null])
    const all = judge({ allocations: [taken('2026-03-02', 12)] }, '', { onConflict: 'fail' }, [own(0, 10), own(1, 11)])
    expect(all.map(({ booking }) => booking && local(booking.startsAt))).toEqual([11, null])
    const free = judge({}, '', {}, [own(0, 10), own(1, 11)])
    expect(free.map(({ booking }) => local(booking?.startsAt ?? ''))).toEqual([11, 12])
  })
})

/** Occurrences on 2 March, at hours that may be fractions. */
const wantedAt = (hours: readonly number[], over: Partial<WantedOccurrence> = {}): WantedOccurrence[] =>
  hours.map((hour, index) => ({
    index,
    startsAt: at('2026-03-02', hour),
    endsAt: null,
    quantity: undefined,
    resourceIds: [],
    customerId: null,
    standing: [],
    ...over,
  }))

describe('the nearest start of an occurrence', () => {
  const halves = [variant({ slotIntervalMinutes: 30 })]
  const nearest = (
    busyUntil: number,
    wanted: WantedOccurrence[],
    over: Partial<Snapshot> = {},
    asked: Partial<SeriesQuestion> = {},
  ) => {
    const busy = taken('2026-03-02', 9, { endsAt: at('2026-03-02', busyUntil) })
    const judged = judge(
      { variants: halves, allocations: [busy], ...over },
      '',
      { onConflict: 'nearest', ...asked },
      wanted,
    )
    return judged.map(({ booking, nearest }) => [
      booking && local(booking.startsAt),
      nearest && local(nearest.startsAt),
    ])
  }

  it('is none where its own time is free', () => {
    expect(nearest(9.5, wantedAt([10]))).toEqual([[10, null]])
  })

  it('may overlap the time that was wanted, and end where a later one begins', () => {
    expect(nearest(10.5, wantedAt([10, 11.5]))).toEqual([
      [10.5, 10.5],
      [11.5, null],
    ])
  })

  it('neither begins before the end of a later one, nor ends after its start', () => {
    expect(nearest(11, wantedAt([10, 11.5]))).toEqual([
      [12.5, 12.5],
      [11.5, null],
    ])
    expect(nearest(11, wantedAt([10, 11]))).toEqual([
      [12, 12],
      [11, null],
    ])
  })

  it('lasts as long as was wanted, beside one that lasts as long', () => {
    const variants = [
      variant({ durationType: 'flexible', minDurationMinutes: 30, maxDurationMinutes: 240, slotIntervalMinutes: 30 }),
    ]
    const lasting = (hour: number, hours: number, index: number): WantedOccurrence[] =>
      wantedAt([hour], { index, endsAt: at('2026-03-02', hour + hours) })
    expect(nearest(11, [...lasting(10, 1, 0), ...lasting(11.5, 2, 1)], { variants })).toEqual([
      [13.5, 13.5],
      [11.5, null],
    ])
    const judged = judge(
      { variants, allocations: [taken('2026-03-02', 10)] },
      '',
      { onConflict: 'nearest' },
      lasting(9, 1.5, 0),
    )
    expect(judged.map(({ booking }) => [local(booking?.startsAt ?? ''), local(booking?.endsAt ?? '')])).toEqual([
      [11, 12.5],
    ])
  })

  it('may be on the day after', () => {
    expect(nearest(17, wantedAt([16]), {}, { nearestWithinDays: 1 })).toEqual([[9, 9]])
    expect(nearest(17, wantedAt([16]))).toEqual([[null, null]])
  })
})

describe('an occurrence', () => {
  const two = { resources: [resource('A'), resource('B')], variants: [variant({}, ['A', 'B'])] }
  const chosen = (judged: ReturnType<typeof judge>) =>
    judged.map(({ booking }) => booking?.allocations[0]?.resourceId ?? null)

  it('stays with the resources that it names', () => {
    const [first, second] = wantedBy('FREQ=WEEKLY;COUNT=2') as [WantedOccurrence, WantedOccurrence]
    expect(chosen(judge(two, '', {}, [first, { ...second, resourceIds: ['B'] }]))).toEqual(['A', 'B'])
  })

  it('begins with the resources that the series had', () => {
    expect(chosen(judge(two, 'FREQ=WEEKLY;COUNT=2', { preferredResourceIds: ['B'] }))).toEqual(['B', 'B'])
    const asked = { preferredResourceIds: ['B'], keepResources: false }
    expect(chosen(judge(two, 'FREQ=WEEKLY;COUNT=2', asked))).toEqual(['A', 'A'])
  })

  it('takes another resource rather than override a rule', () => {
    const closed = rule(
      'blackout',
      { startDate: '2026-03-09', endDate: '2026-03-09' },
      { applyToAllResources: false, resourceIds: ['A'] },
    )
    expect(chosen(judge({ ...two, rules: [closed] }, 'FREQ=WEEKLY;COUNT=3', { override: true }))).toEqual([
      'A',
      'B',
      'A',
    ])
  })

  it('takes as many places as it wants, or as its variant wants at least', () => {
    const pooled = variant({ capacityMode: 'pooled', minQuantity: 2, maxQuantity: 4 })
    const records = { resources: [resource('A', { capacity: 4 })], variants: [variant({ id: 'other' }), pooled] }
    const booked = (quantity: number | undefined) =>
      judge(records, '', {}, wantedAt([10, 10, 10], { quantity })).map(({ booking }) => booking !== null)
    expect(booked(undefined)).toEqual([true, true, false])
    expect(booked(2)).toEqual([true, true, false])
    expect(booked(3)).toEqual([true, false, false])
    expect(booked(4)).toEqual([true, false, false])
  })

  it('counts for its own customer', () => {
    const limit = rule('booking_limit', { max: 1, period: 'day', subject: 'customer' })
    const mia = { id: 'mia', name: 'Mia' }
    const booked = (customerId: string | null) =>
      judge(
        { rules: [limit], customer: mia, allocations: [taken('2026-03-02', 9, { customerId: 'mia' })] },
        '',
        {},
        wantedAt([10, 11], { customerId }),
      ).map(({ booking }) => booking !== null)
    expect([booked('mia'), booked('bob'), booked(null)]).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
  })

  it('keeps the phases that it has', () => {
    const phases = [
      { minutes: 30, frees: [] },
      { minutes: 30, frees: ['type'] },
    ]
    const [judged] = judge({}, '', {}, wantedAt([10], { phases }))
    expect(judged?.booking?.allocations[0]?.spanMinutes).toEqual([[0, 30]])
  })
})

describe('any series', () => {
  const world = fc.record({
    busy: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 27 }), fc.integer({ min: 9, max: 16 })), {
      maxLength: 40,
      selector: ([date, hour]) => `${date} ${hour}`,
    }),
    capacity: fc.integer({ min: 1, max: 2 }),
    rule: fc.constantFrom('FREQ=DAILY;COUNT=14', 'FREQ=WEEKLY;BYDAY=MO,TU,FR;COUNT=9', 'FREQ=DAILY;INTERVAL=3;COUNT=8'),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
    onConflict: fc.constantFrom('skip' as const, 'nearest' as const),
    nearestWithinDays: fc.integer({ min: 0, max: 2 }),
  })

  it('is judged as if its dates were booked one after another', () => {
    fc.assert(
      fc.property(world, ({ busy, capacity, rule: text, limit, ...over }) => {
        const mode = { capacityMode: 'pooled' as const }
        const records = snapshotWith({
          resources: [resource('A', { capacity })],
          variants: [variant(mode)],
          rules: limit ? [rule('booking_limit', { max: limit, period: 'week' })] : [],
          allocations: busy.map(([date, hour]) => {
            const startsAt = at('2026-03-02', hour) + date * DAY
            return taken('2026-03-02', hour, {
              ...mode,
              bookingId: `${date} ${hour}`,
              startsAt,
              endsAt: startsAt + HOUR,
            })
          }),
        })
        const judged = toEnd(judgeSeries(records, question(over), wantedBy(text)))
        const allocations = [...(records.allocations ?? [])]
        for (const { wanted, booking, reasons } of judged) {
          const ask = createEngine({ ...records, allocations }).ask({ variantId: 'V60' })
          const own = ask.check({ startsAt: wanted.startsAt })
          expect(reasons.length === 0).toBe(own.available)
          if (own.available) expect(booking?.startsAt).toBe(own.startsAt)
          if (!booking) continue
          expect(ask.check({ startsAt: booking.startsAt }).available).toBe(true)
          const startsAt = Date.parse(booking.startsAt)
          const days = Math.abs(berlin.dayOf(startsAt) - berlin.dayOf(wanted.startsAt))
          expect(days).toBeLessThanOrEqual(own.available ? 0 : over.nearestWithinDays)
          allocations.push(
            taken('2026-03-02', 10, {
              ...mode,
              bookingId: `own ${wanted.index}`,
              startsAt,
              endsAt: Date.parse(booking.endsAt),
            }),
          )
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})
