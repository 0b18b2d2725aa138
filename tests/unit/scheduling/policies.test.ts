import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleTypeNames, ruleTypes } from '../../../src/resources/ruleTypes'
import { parseLocalDate, type RuleInput } from '../../../src/scheduling'
import { decide, refusalsOf } from '../../../src/scheduling/booking/decide'
import { sameLength } from '../../../src/scheduling/booking/sameLength'
import { type PricedBooking, totalOf } from '../../../src/scheduling/booking/totalOf'
import { approvalRules, cancellationNotice } from '../../../src/scheduling/rules/approvalAndCancellation'
import { datePattern } from '../../../src/scheduling/rules/datePattern'
import { RuleIndex } from '../../../src/scheduling/rules/RuleIndex'
import { isValidOn, resolveRules, ruleLevel, strictest } from '../../../src/scheduling/rules/resolveRules'
import { ask, at, booking, onlyFor, resource, rule, snapshotWith, variant } from './fixture'

const [one] = [resource('A')]

describe('the law of combination', () => {
  const anyRule = fc
    .record({
      ruleType: fc.constantFrom('min_notice', 'buffer', 'blackout', 'booking_limit'),
      target: fc.constantFrom(
        { applyToAllResources: true },
        { applyToAllResources: false, resourceTypeIds: ['type'] },
        { applyToAllResources: false, resourceIds: ['A'] },
        { applyToAllResources: true, resourceTypeIds: ['type'], resourceIds: ['A'] },
      ),
      channelIds: fc.constantFrom([], ['web'], undefined),
    })
    .map(({ target, ...rest }) => ({ ...rest, ...target, parameters: {} }) as unknown as RuleInput)

  it('keeps every restriction, and of the others the most specific alone', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (drawn, numbers) => {
        const rules = drawn.map((each, i) => ({ ...each, id: `${numbers.next().value} ${i}` }))
        const { inForce, overridden } = resolveRules(rules, one)
        const place = (each: RuleInput) => [
          each.resourceIds?.length ?? 0,
          each.resourceTypeIds?.length ?? 0,
          each.channelIds?.length ?? 0,
        ]
        for (const type of ruleTypeNames) {
          const all = rules.filter(({ ruleType }) => ruleType === type)
          const beats = (a: RuleInput, b: RuleInput) => {
            const [x, y] = [place(a), place(b)]
            const differing = x.findIndex((count, i) => count !== y[i])
            // A rule by name is above one by type, whatever else it names.
            const at = x[0] === y[0] && x[0] === 1 && differing === 1 ? 2 : differing
            return at >= 0 && (x[at] as number) > (y[at] as number)
          }
          const isBeaten = (each: RuleInput) =>
            ruleTypes[type].class === 'scalar' && all.some(other => beats(other, each))
          const ids = (list: readonly RuleInput[]) => list.map(({ id }) => id).sort()
          expect(inForce[type].map(({ id }) => id)).toEqual(ids(all.filter(each => !isBeaten(each))))
          const lost = overridden.filter(each => each.rule.ruleType === type)
          expect(ids(lost.map(each => each.rule))).toEqual(ids(all.filter(isBeaten)))
          for (const { by } of lost) expect(by).toBe(inForce[type][0])
        }
      }),
    )
  })

  it('asks at which level a rule names a resource', () => {
    const level = (over: Partial<RuleInput>) => ruleLevel(rule('min_gap', { minutes: 1 }, over), one)
    expect(level({})).toBe(0)
    expect(level({ applyToAllResources: false })).toBe(-1)
    expect(level({ resourceTypeIds: ['other', 'type'] })).toBe(1)
    expect(level({ resourceTypeIds: ['other'], applyToAllResources: false })).toBe(-1)
    expect(level({ resourceTypeIds: ['type'], resourceIds: ['B', 'A'] })).toBe(2)
  })

  it('takes the strictest value, the first of equals, and the variant’s own before them', () => {
    const values = [{ n: 3 }, { n: null }, { n: 5 }, { n: 5 }, { n: 1 }]
    const pick = (how: 'max' | 'min', own?: number | null) => strictest(how, values, ({ n }) => n, own)
    expect(pick('max')).toEqual({ value: 5, rule: values[2] })
    expect(pick('max')?.rule).toBe(values[2])
    expect(pick('min')).toEqual({ value: 1, rule: values[4] })
    expect([pick('max', 5), pick('min', 1), pick('max', 6)]).toEqual(
      [5, 1, 6].map(value => ({ value, rule: undefined })),
    )
    expect([pick('max', 4)?.value, pick('min', 2)?.value, pick('min', 0)?.value, pick('max', null)?.value]).toEqual([
      5, 1, 0, 5,
    ])
    expect(strictest('max', [], () => 1)).toBe(undefined)
  })

  it('applies a rule on the dates of its validity, both included', () => {
    const on = (date: string, over: Partial<RuleInput>) =>
      isValidOn(rule('min_gap', { minutes: 1 }, over), parseLocalDate(date))
    const march = { validFrom: '2026-03-02', validUntil: '2026-03-04' }
    const dates = ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05']
    expect(dates.map(date => on(date, march))).toEqual([false, true, true, false])
    expect(dates.map(date => on(date, { validFrom: '2026-03-02' }))).toEqual([false, true, true, true])
    expect(dates.map(date => on(date, { validUntil: '2026-03-04' }))).toEqual([true, true, true, false])
    expect(on('2026-03-01', {})).toBe(true)
  })
})

describe('the rules of a resource', () => {
  const gap = (over: Partial<RuleInput> = {}) => rule('min_gap', { minutes: 1 }, over)
  const channels = [null, 'web', 'desk']

  it('are the active ones that name it, its type or all, and its channel or none', () => {
    const target = fc.record({
      applyToAllResources: fc.boolean(),
      resourceIds: fc.constantFrom(undefined, [], ['A'], ['B', 'A']),
      resourceTypeIds: fc.constantFrom(undefined, [], ['type'], ['other']),
      channelIds: fc.constantFrom(undefined, [], ['web'], ['web', 'desk']),
      isActive: fc.constantFrom(true, true, false, undefined),
    })
    const resources = [resource('A'), resource('B'), resource('C', { resourceTypeId: 'other' })]
    fc.assert(
      fc.property(fc.array(target, { maxLength: 6 }), targets => {
        const rules = targets.map(({ isActive, ...each }) =>
          gap({ ...each, ...(isActive !== undefined && { isActive }) } as Partial<RuleInput>),
        )
        const index = new RuleIndex(rules)
        // Twice: the second answers are kept ones.
        for (const each of [...resources, ...resources])
          for (const channelId of channels) {
            const expected = rules.filter(
              ({ isActive = true, applyToAllResources, resourceIds, resourceTypeIds, channelIds }) =>
                isActive &&
                (applyToAllResources ||
                  resourceIds?.includes(each.id) ||
                  resourceTypeIds?.includes(each.resourceTypeId)) &&
                (!channelIds?.length || channelIds.includes(channelId ?? 'none')),
            )
            expect(new Set(index.eligible(each, channelId).rules)).toEqual(new Set(expected))
          }
      }),
    )
  })

  it('are shared by resources for which the same rules hold, and by no other', () => {
    const index = new RuleIndex([gap(), gap(onlyFor('A'))])
    const of = (id: string, channelId: string | null = null, resourceTypeId = 'type') =>
      index.eligible(resource(id, { resourceTypeId }), channelId)
    expect(of('B')).toBe(of('C'))
    for (const other of [of('A'), of('B', 'web'), of('B', null, 'other')]) expect(other).not.toBe(of('B'))
  })

  it('change where a validity begins and ends', () => {
    const march = gap({ validFrom: '2026-03-02', validUntil: '2026-03-04' })
    const until = gap({ validUntil: '2026-03-03' })
    const set = new RuleIndex([march, until]).eligible(one, null)
    const seen = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map(date => {
      const day = parseLocalDate(date)
      const { first, next, rules } = set.season(set.seasonOf(day))
      expect((first ?? day) <= day && day < (next ?? Number.POSITIVE_INFINITY)).toBe(true)
      return rules.inForce.min_gap.map(each => (each === march ? 'march' : 'until')).sort()
    })
    expect(seen).toEqual([['until'], ['march', 'until'], ['march', 'until'], ['march'], []])
    expect(set.season(0)).toBe(set.season(0))
    const always = new RuleIndex([gap()]).eligible(one, null)
    expect(always.season(0)).toMatchObject({ first: undefined, next: undefined })
    expect(always.season(0).rules.inForce.min_gap).toHaveLength(1)
  })
})

describe('a pattern of dates', () => {
  const pattern = (over: Partial<Parameters<typeof datePattern>[0]> = {}) =>
    datePattern({ startDate: '2026-03-02', endDate: '2026-03-06', ...over } as Parameters<typeof datePattern>[0])
  const on = (date: string, over?: Parameters<typeof pattern>[0]) => pattern(over).blocksOn(parseLocalDate(date))
  const whole = [{ start: 0, end: 1440 }]

  it('is of whole days unless it has both times', () => {
    for (const over of [{}, { startTime: '10:00' }, { endTime: '10:00' }, { startTime: '00:00', endTime: '24:00' }])
      expect([pattern(over).isWholeDay, on('2026-03-02', over)]).toEqual([true, whole])
    expect(on('2026-03-02', { startTime: '10:00', endTime: '12:00' })).toEqual([{ start: 600, end: 720 }])
    for (const over of [
      { startTime: '00:00', endTime: '12:00' },
      { startTime: '10:00', endTime: '24:00' },
    ])
      expect(pattern(over).isWholeDay).toBe(false)
  })

  it('is on its dates and weekdays alone', () => {
    const dates = ['2026-03-01', '2026-03-02', '2026-03-06', '2026-03-07']
    expect(dates.map(date => on(date).length)).toEqual([0, 1, 1, 0])
    expect(dates.map(date => on(date, { daysOfWeek: [5, 7] }).length)).toEqual([0, 0, 1, 0])
    expect(dates.map(date => on(date, { daysOfWeek: [] }).length)).toEqual([0, 1, 1, 0])
    expect(pattern()).toMatchObject({ firstDay: parseLocalDate('2026-03-02'), lastDay: parseLocalDate('2026-03-06') })
    expect([on('2027-03-02'), on('2027-03-02', { repeatsYearly: true })]).toEqual([[], whole])
  })
})

describe('approval', () => {
  const needed = (parameters: object, asked: object = {}, minutes = 60) =>
    approvalRules(
      [rule('approval_required', parameters) as RuleInput<'approval_required'>],
      { quantity: 2, ...asked } as never,
      0,
      minutes * 60_000,
    ).length === 1

  it('is needed where every condition holds', () => {
    expect(needed({})).toBe(true)
    expect([needed({ minDurationMinutes: 60 }), needed({ minDurationMinutes: 61 })]).toEqual([true, false])
    expect([needed({ minQuantity: 2 }), needed({ minQuantity: 3 })]).toEqual([true, false])
    const newcomers = { newCustomersOnly: true }
    expect(
      [undefined, {}, { bookingCount: 0 }, { bookingCount: 1 }].map(customer => needed(newcomers, { customer })),
    ).toEqual([true, true, true, false])
    expect(needed({}, { customer: { bookingCount: 1 } })).toBe(true)
    expect(needed({ minQuantity: 2, minDurationMinutes: 61 })).toBe(false)
  })
})

describe('cancelling', () => {
  const notice = (
    action: 'cancel' | 'reschedule',
    ...given: [minutes: number, appliesTo?: 'cancel' | 'reschedule' | 'both'][]
  ) => {
    const rules = given.map(([minutes, appliesTo]) =>
      rule('cancellation_notice', { minutes, ...(appliesTo && { appliesTo }) }),
    )
    return cancellationNotice(resolveRules(rules, one), { cancellationNoticeMinutes: 30 }, action)?.value
  }

  it('is bound by the longest notice that is for it', () => {
    expect(notice('cancel')).toBe(30)
    expect(notice('cancel', [60], [20])).toBe(60)
    expect([notice('cancel', [60, 'both']), notice('reschedule', [60, 'both'])]).toEqual([60, 60])
    expect([notice('cancel', [60, 'cancel']), notice('reschedule', [60, 'cancel'])]).toEqual([60, 30])
    expect([notice('cancel', [60, 'reschedule']), notice('reschedule', [60, 'reschedule'])]).toEqual([30, 60])
  })
})

describe('deciding on a booking', () => {
  const closed = rule('blackout', { startDate: '2026-03-09', endDate: '2026-03-09' })
  const taken = booking('2026-03-16', '10:00', '11:00')
  const two = snapshotWith({ resources: [resource('A'), resource('B')], rules: [closed], allocations: [taken] })
  const answers = ask(two)
  const on = (date: string, options: Partial<Parameters<typeof decide>[2]> = {}) =>
    decide(answers, { startsAt: at(`${date} 10:00`) }, { override: false, ...options })
  const codes = ({ reasons }: ReturnType<typeof decide>) => reasons.map(({ code }) => code)

  it('accepts what is free, and staff’s override of rules', () => {
    expect(on('2026-03-02')).toMatchObject({
      booking: { available: true, overrides: [] },
      reasons: [],
      alternativeResourceIds: [],
    })
    expect(on('2026-03-09')).toMatchObject({ booking: null })
    expect(codes(on('2026-03-09'))).toContain('blackout')
    expect(on('2026-03-09', { override: true })).toMatchObject({
      booking: { overrides: [{ code: 'blackout' }] },
      reasons: [],
    })
  })

  it('does not bind a booking by rules that are newer', () => {
    expect(on('2026-03-09', { ignore: new Set(['blackout']) })).toMatchObject({ booking: { overrides: [] } })
    expect(on('2026-03-09', { ignore: new Set(['min_notice' as never]) })).toMatchObject({ booking: null })
  })

  it('overrides nothing that is taken, and says that alone', () => {
    expect(codes(on('2026-03-16'))).toEqual(['resource_busy'])
    expect(codes(on('2026-03-16', { override: true }))).toEqual(['resource_busy'])
    const late = decide(answers, { startsAt: at('2026-03-16 10:30') }, { override: true })
    expect(codes(late)).toEqual(['resource_busy'])
    expect(late.booking).toBe(null)
  })

  it('names the resources that are free instead', () => {
    const either = ask({ ...two, variants: [variant({}, ['A', 'B'])] }, { resourceIds: ['A'] })
    const pinned = (override: boolean) => decide(either, { startsAt: at('2026-03-16 10:00') }, { override })
    expect([pinned(false).alternativeResourceIds, pinned(true).alternativeResourceIds]).toEqual([['B'], ['B']])
  })

  it('asks for the end that was wanted', () => {
    const flexible = variant({ durationType: 'flexible', minDurationMinutes: 60, maxDurationMinutes: 240 })
    const longer = ask({ ...two, variants: [flexible] }, { durationMinutes: 120 })
    const decided = decide(
      longer,
      { startsAt: at('2026-03-02 10:00'), endsAt: at('2026-03-02 12:00') },
      { override: false },
    )
    expect(decided.booking?.endsAt).toBe(at('2026-03-02 12:00'))
  })

  it('refuses with the headline first, and each error once', () => {
    const entry = (code: string, resourceId: string | null, severity = 'error') =>
      ({ code, resourceId, severity }) as never
    const headline = entry('busy', 'A')
    const reasons = [entry('busy', 'A'), entry('busy', 'B'), entry('closed', 'A'), entry('approval', null, 'warning')]
    expect(refusalsOf({ headline, reasons } as never)).toEqual([headline, reasons[1], reasons[2]])
    expect(refusalsOf({ headline: null, reasons } as never)).toEqual(reasons.slice(0, 3))
  })
})

describe('a price', () => {
  const priced = (over: Partial<PricedBooking>): number =>
    totalOf({
      amount: 1000,
      pricingUnit: 'per_booking',
      capacityMode: 'pooled',
      quantity: 3,
      startsAt: at('2026-03-02 10:00'),
      endsAt: at('2026-03-02 11:30'),
      timeZone: 'Europe/Berlin',
      ...over,
    })

  it('is for a booking, a unit, an hour or a day', () => {
    expect(priced({})).toBe(1000)
    expect(priced({ pricingUnit: 'per_unit' })).toBe(3000)
    expect(priced({ pricingUnit: 'per_hour' })).toBe(4500)
    expect(priced({ pricingUnit: 'per_hour', capacityMode: 'exclusive' })).toBe(1500)
    expect(priced({ pricingUnit: 'per_day', endsAt: at('2026-03-04 10:00') })).toBe(6000)
    expect(priced({ pricingUnit: 'per_day', endsAt: at('2026-03-04 10:01') })).toBe(9000)
    expect(priced({ pricingUnit: 'per_day', endsAt: at('2026-03-04 09:59') })).toBe(6000)
    expect(priced({ pricingUnit: 'per_day', capacityMode: 'exclusive', endsAt: at('2026-04-02 10:00') })).toBe(31_000)
  })

  it('is rounded half up, to the minor unit', () => {
    const minutes = (n: number, amount: number) =>
      priced({ amount, pricingUnit: 'per_hour', quantity: 1, startsAt: 0, endsAt: n * 60_000 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1440 }), fc.integer({ min: 0, max: 1_000_000 }), (n, amount) => {
        const exact = BigInt(n) * BigInt(amount)
        expect(BigInt(minutes(n, amount))).toBe((2n * exact + 60n) / 120n)
      }),
    )
    expect([minutes(30, 1), minutes(29, 1), minutes(20, 100), minutes(40, 100)]).toEqual([1, 0, 33, 67])
  })
})

describe('a booking that is moved', () => {
  const booked = { startsAt: at('2026-03-28 10:00'), endsAt: at('2026-03-30 08:30'), timeZone: 'Europe/Berlin' }
  const to = Date.parse(at('2026-04-04 12:00'))

  it('lasts as long as before, in hours or in days', () => {
    expect(sameLength(booked, 'fixed', to)).toBe(null)
    expect(sameLength(booked, 'flexible', to)).toBe(to + Date.parse(booked.endsAt) - Date.parse(booked.startsAt))
    expect(sameLength(booked, 'daily', to)).toBe(Date.parse(at('2026-04-06 08:30')))
    expect(sameLength(booked, undefined, to)).toBe(Date.parse(at('2026-04-06 08:30')))
  })
})
