import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AllocationInput, createEngine, type Snapshot } from '../../../src/scheduling'
import type { VisitPart, VisitPlan, VisitQuestion } from '../../../src/scheduling/visits/question'
import { TooManyPlans } from '../../../src/scheduling/visits/VisitParts'
import { VisitPlanner } from '../../../src/scheduling/visits/VisitPlanner'
import { smallWorld } from './arbitrary'
import { at, booking, EVERY_DAY, onlyFor, resource, rule, schedule, timeslot, variant, week } from './fixture'
import { colour, cut, local, MON, salon, service } from './salon'
import { bestByHand } from './visitsByHand'

/** docs/domain.md#visits: Anna and Ben are stylists, K is a chair. */
const part = (variantId: string, over: Partial<VisitPart> = {}): VisitPart => ({
  ...{ variantId, resourceIds: [], guest: 0, minWaitMinutes: 0, maxWaitMinutes: 15, startsAt: null },
  ...over,
})
const visit = (parts: readonly (string | VisitPart)[], over: Partial<VisitQuestion> = {}): VisitQuestion => ({
  parts: parts.map(one => (typeof one === 'string' ? part(one) : one)),
  ...{ channelId: null, order: 'fixed', sameStaff: false },
  ...over,
})
const COLOUR_CUT = visit(['Colour', 'Cut'])

const finished = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
const plansBetween = (planner: VisitPlanner, from: number, to: number) =>
  finished(planner.plans(planner.starts(from, to)))
const plansOn = (snapshot: Snapshot, question: VisitQuestion, date = MON) =>
  plansBetween(new VisitPlanner(snapshot, question), Date.parse(at(`${date} 00:00`)), Date.parse(at(`${date} 23:59`)))
const startsOn = (snapshot: Snapshot, question: VisitQuestion, date = MON) =>
  plansOn(snapshot, question, date)
    .map(({ startsAt }) => local(startsAt))
    .join(' ')

/** `Anna 09:00` for each part. */
const said = (plan: VisitPlan | null) =>
  plan?.parts.map(({ resourceIds, startsAt }) => `${resourceIds.join('+')} ${local(startsAt)}`).join(', ')
const planAt = (snapshot: Snapshot, question: VisitQuestion, time: string) =>
  finished(new VisitPlanner(snapshot, question).plan(Date.parse(at(`${MON} ${time}`))))

const taken = (resourceId: string, from: string, to: string) => booking(MON, from, to, { resourceId, variantId: 'Cut' })
const salonWith = (...allocations: AllocationInput[]) => salon({ allocations })

describe('the plan of a visit', () => {
  it('V1: follows one service by the next with the same person', () => {
    expect(startsOn(salon(), COLOUR_CUT)).toBe('09:00 09:15 09:30 09:45')
    const plan = planAt(salon(), COLOUR_CUT, '09:00')
    expect(said(plan)).toBe('Anna+K 09:00, Anna 10:45')
    expect([plan?.waitMinutes, plan?.staffChanges, local(plan?.endsAt ?? 0)]).toEqual([0, 0, '11:15'])
  })

  it('V2: changes to another person if nothing else is free', () => {
    const snapshot = salonWith(taken('Anna', '10:45', '11:15'))
    expect(startsOn(snapshot, COLOUR_CUT)).toBe('09:00')
    const plan = planAt(snapshot, COLOUR_CUT, '09:00')
    expect([said(plan), plan?.staffChanges]).toEqual(['Anna+K 09:00, Ben 10:45', 1])
  })

  it('V3: names the first part that has no place, and why', () => {
    const snapshot = salonWith(taken('Anna', '10:45', '11:15'), taken('Ben', '10:45', '11:15'))
    expect(startsOn(snapshot, COLOUR_CUT)).toBe('')
    const nine = Date.parse(at(`${MON} 09:00`))
    const planner = new VisitPlanner(snapshot, COLOUR_CUT)
    const { plan, failedPart, parts } = finished(planner.explain(nine))
    expect([plan, failedPart, parts.map(({ startsAt }) => local(startsAt))]).toEqual([null, 1, ['09:00', '10:45']])
    expect(parts[1]?.explanation.headline?.code).toBe('resource_busy')
    expect(finished(planner.refusal(nine))).toMatchObject({
      index: 1,
      reasons: [{ code: 'resource_busy' }, { code: 'resource_busy' }],
    })
    const nearest = finished(planner.nearest(nine, 4 * 86_400_000, 3))
    expect(nearest.map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual(
      ['09:00', '09:15', '09:30'].map(time => at(`2026-03-03 ${time}`)),
    )
    const patient = visit(['Colour', part('Cut', { maxWaitMinutes: 30 })])
    expect(startsOn(snapshot, patient)).toBe('09:00')
    expect(said(planAt(snapshot, patient, '09:00'))).toBe('Anna+K 09:00, Anna 11:15')
  })

  it('V4: waits where that makes the visit possible', () => {
    const snapshot = salonWith(taken('Anna', '10:45', '11:15'), taken('Ben', '10:45', '11:00'))
    const plan = planAt(snapshot, COLOUR_CUT, '09:00')
    expect([said(plan), plan?.waitMinutes]).toEqual(['Anna+K 09:00, Ben 11:00', 15])
  })

  it('V5: puts waiting before a change of person, unless the person has to stay', () => {
    const snapshot = salonWith(taken('Anna', '10:45', '11:00'))
    expect(plansOn(snapshot, COLOUR_CUT).map(said)).toEqual(['Anna+K 09:00, Ben 10:45', 'Anna+K 09:45, Anna 11:30'])
    const same = { ...COLOUR_CUT, sameStaff: true }
    const plans = plansOn(snapshot, same)
    expect(plans.map(said)).toEqual(['Anna+K 09:00, Anna 11:00', 'Anna+K 09:45, Anna 11:30'])
    expect(plans[0]?.waitMinutes).toBe(15)
  })

  it('V6: keeps the least time between two parts', () => {
    const question = visit(['Colour', part('Cut', { minWaitMinutes: 10 })])
    expect(startsOn(salon(), question)).toBe('09:00 09:15 09:30')
    expect(said(planAt(salon(), question, '09:00'))).toBe('Anna+K 09:00, Anna 10:55')
  })

  it('V7: lets buffers hold between parts as between any bookings', () => {
    const snapshot = salon({ variants: [colour({ bufferAfterMinutes: 10 }), cut()] })
    expect(said(planAt(snapshot, COLOUR_CUT, '09:00'))).toBe('Anna+K 09:00, Ben 10:45')
    const pinned = visit(['Colour', part('Cut', { resourceIds: ['Anna'] })])
    expect(said(planAt(snapshot, pinned, '09:00'))).toBe('Anna+K 09:00, Anna 10:55')
  })

  it('V8: finds the best order where any will do', () => {
    const snapshot = salonWith(taken('Anna', '11:00', '12:00'))
    const listed = visit(['Cut', 'Colour'])
    expect(startsOn(snapshot, listed)).toBe('')
    const any = { ...listed, order: 'any' as const }
    expect(startsOn(snapshot, any)).toBe('09:00 09:15')
    expect(said(planAt(snapshot, any, '09:00'))).toBe('Ben 10:45, Anna+K 09:00')
  })

  it('V9: begins with all guests at once', () => {
    const question = visit([part('Cut'), part('Cut', { guest: 1 })])
    expect(startsOn(salon(), question).split(' ')).toHaveLength(11)
    expect(said(planAt(salon(), question, '09:00'))).toBe('Anna 09:00, Ben 09:00')
    const snapshot = salonWith(taken('Ben', '10:00', '11:00'))
    expect(startsOn(snapshot, question)).toBe('09:00 09:15 09:30 11:00 11:15 11:30')
  })

  it('V10: serves one guest beside another', () => {
    const question = visit(['Colour', 'Cut', part('Cut', { guest: 1 })])
    expect(startsOn(salon(), question)).toBe('09:00 09:15 09:30 09:45')
    expect(said(planAt(salon(), question, '09:00'))).toBe('Anna+K 09:00, Anna 10:45, Ben 09:00')
  })

  it('V11: counts each part as a booking of the customer', () => {
    const limit = rule('booking_limit', { max: 2, period: 'day', measure: 'bookings', subject: 'customer' })
    const snapshot = salon({ rules: [limit], customer: { id: 'X' } })
    expect(planAt(snapshot, visit(['Cut', 'Cut']), '09:00')).not.toBeNull()
    const three = new VisitPlanner(snapshot, visit(['Cut', 'Cut', 'Cut']))
    const nine = Date.parse(at(`${MON} 09:00`))
    expect(finished(three.plan(nine))).toBeNull()
    expect(finished(three.refusal(nine))).toMatchObject({ index: 2, reasons: [{ code: 'customer_limit_reached' }, {}] })
  })

  it('counts a limit of the customer for those resources alone that it is about', () => {
    const once = { max: 1, period: 'day', measure: 'bookings', subject: 'customer' } as const
    const limit = rule('booking_limit', once, onlyFor('Anna'))
    const variants = [service('First', 30, {}, ['Anna', 'Ben']), service('Second', 30, {}, ['Anna'])]
    const snapshot = salon({ variants, rules: [limit], customer: { id: 'X' } })
    expect(said(planAt(snapshot, visit(['First', 'Second']), '09:00'))).toBe('Ben 09:00, Anna 09:30')
  })

  it('V17: keeps a person rather than take the one who comes first', () => {
    const snapshot = salon({ variants: [colour(), cut(), service('Dry', 15, {}, ['Ben', 'Anna'])] })
    expect(said(planAt(snapshot, visit(['Colour', 'Cut', 'Dry']), '09:00'))).toBe(
      'Anna+K 09:00, Anna 10:45, Anna 11:15',
    )
  })

  it.each([
    ['2026-03-29', '01:00', ['00:00', '01:00', '02:00']],
    ['2026-10-25', '02:00', ['00:00', '01:00', '02:00']],
  ])('V18: goes by elapsed time on %s, when the clocks change', (date, time, expected) => {
    const hours = schedule({ weeklyHours: week(EVERY_DAY, '00:00', '06:00') })
    const variants = ['One', 'Two'].map(id => service(id, 60, {}))
    const planner = new VisitPlanner(salon({ schedules: [hours], variants }), visit(['One', 'Two']))
    const plan = finished(planner.plan(Date.parse(at(`${date} ${time}`))))
    const instants = [...(plan?.parts.map(({ startsAt }) => startsAt) ?? []), plan?.endsAt ?? 0]
    expect(instants.map(instant => local(instant, 'UTC'))).toEqual(expected)
  })

  it('V19: meets a class in its timeslots', () => {
    const timed = schedule({ id: 'classes', mode: 'timeslots' })
    const room = resource('Room', { scheduleId: 'classes', resourceTypeId: 'Space' })
    const snapshot = salon({
      schedules: [...salon().schedules, timed],
      timeslots: ['10:00', '11:00'].map(from =>
        timeslot(MON, from, from.replace(':00', ':30'), { scheduleId: 'classes' }),
      ),
      resources: [...salon().resources, room],
      variants: [cut(), service('Class', 30, {}, ['Room'])],
    })
    expect(startsOn(snapshot, visit(['Cut', 'Class']))).toBe('09:15 09:30 10:15 10:30')
  })

  it('says who could not stay where one person has to', () => {
    const snapshot = salon({ variants: [colour(), cut({ resources: [{ resourceId: 'Ben', priority: 0 }] })] })
    const planner = new VisitPlanner(snapshot, { ...COLOUR_CUT, sameStaff: true })
    const { failedPart, parts } = finished(planner.explain(Date.parse(at(`${MON} 09:00`))))
    expect([failedPart, parts[1]?.explanation.headline?.code]).toEqual([1, 'no_active_resource'])
  })

  it('lets two guests share a session, and a gap be filled by the visit itself', () => {
    const yoga = service('Yoga', 30, { capacityMode: 'session' }, ['Room'])
    const room = resource('Room', { capacity: 2, resourceTypeId: 'Space' })
    const shared = salon({ resources: [...salon().resources, room], variants: [yoga] })
    const guests = [0, 1, 2].map(guest => part('Yoga', { guest }))
    expect(said(planAt(shared, visit(guests.slice(0, 2)), '09:00'))).toBe('Room 09:00, Room 09:00')
    expect(planAt(shared, visit(guests), '09:00')).toBeNull()
    const gap = rule('min_gap', { minutes: 45 }, onlyFor('Ben'))
    const snapshot = salon({
      rules: [gap],
      variants: [service('Cut', 30, {}, ['Ben'])],
      allocations: [taken('Ben', '10:00', '10:30')],
    })
    expect(planAt(snapshot, visit(['Cut']), '09:00')).toBeNull()
    expect(said(planAt(snapshot, visit(['Cut', 'Cut']), '09:00'))).toBe('Ben 09:00, Ben 09:30')
  })

  it('keeps the gap after the time that a person is taken, not after the end of the service', () => {
    const phases = [
      { minutes: 15, frees: [] },
      { minutes: 45, frees: ['Stylist'] },
    ]
    const snapshot = salon({
      rules: [rule('min_gap', { minutes: 60 })],
      variants: [service('Mask', 60, { phases }, ['Anna', 'Ben'])],
    })
    expect(said(planAt(snapshot, visit(['Mask', part('Mask', { resourceIds: ['Anna'] })]), '09:00'))).toBe(
      'Ben 09:00, Anna 10:00',
    )
  })

  it('V21: one part has the times and resources of a booking', () => {
    fc.assert(
      fc.property(smallWorld, ({ at: place, snapshot, channelId, quantity }) => {
        const answers = createEngine(snapshot).ask({ variantId: 'V', channelId, quantity })
        const slots = answers.slots(place.from, place.to)
        const question = visit([part('V', { quantity })], { channelId })
        const plans = plansBetween(new VisitPlanner(snapshot, question), place.from, place.to)
        expect(plans.map(({ startsAt, parts: [one] }) => [startsAt, one?.resourceIds, one?.timeslotId])).toEqual(
          slots.map(({ startsAt, resourceIds, timeslotId }) => [Date.parse(startsAt), resourceIds, timeslotId]),
        )
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  const asked = fc
    .record({
      parts: fc.array(
        fc.record({
          variantId: fc.constantFrom('V', 'W'),
          guest: fc.constantFrom(0, 0, 1),
          minWaitMinutes: fc.constantFrom(0, 0, 5),
          more: fc.constantFrom(0, 5),
          pin: fc.constantFrom('', '', '', 'B'),
          quantity: fc.constantFrom(1, 1, 2),
        }),
        { minLength: 2, maxLength: 3 },
      ),
      order: fc.constantFrom('fixed' as const, 'any' as const),
      sameStaff: fc.boolean(),
      second: fc.constantFrom(30, 60),
    })
    .map(({ parts, second, ...rest }) => ({
      second,
      question: visit(
        parts.map(({ more, pin, ...one }) =>
          part(one.variantId, {
            ...one,
            maxWaitMinutes: one.minWaitMinutes + more,
            resourceIds: pin ? [pin] : [],
          }),
        ),
        rest,
      ),
    }))

  it('is the best of all that the rules allow, in small worlds', () => {
    let found = 0
    fc.assert(
      fc.property(smallWorld, asked, ({ at: place, snapshot, channelId }, { question, second }) => {
        const variants = snapshot.variants.map(one =>
          one.id === 'W' ? { ...one, phases: [], durationMinutes: second, allocation: 'priority' as const } : one,
        )
        const resources = snapshot.resources.map(one => ({ ...one, isPerson: one.id !== 'C' }))
        const world = { ...snapshot, resources, variants }
        const whole = { ...question, channelId }
        const planner = new VisitPlanner(world, whole)
        const free = createEngine(world).ask({ variantId: 'V', channelId }).starts(place.from, place.to)
        const starts = [free[0], free[Math.floor(free.length / 2)], free.at(-1)].filter(one => one !== undefined)
        for (const start of new Set(starts)) {
          const plan = finished(planner.plan(start))
          if (plan) found++
          expect(plan).toEqual(bestByHand(world, whole, start))
        }
      }),
      { numRuns: 15 },
    )
    expect(found).toBeGreaterThan(0)
  }, 60_000)

  it('refuses a question whose parts can be combined in too many ways, and answers none in part', () => {
    const people = ['P', 'Q', 'R'].map(id => resource(id, { isPerson: true }))
    const trim = service('Trim', 30, { bufferAfterMinutes: 10 }, ['P', 'Q', 'R'])
    const limit = rule('booking_limit', { max: 5, period: 'day' })
    const snapshot = salon({ resources: people, variants: [trim], rules: [limit] })
    const parts = [0, 0, 1, 1].map(guest => part('Trim', { guest }))
    const plans = (more: object) =>
      plansBetween(
        new VisitPlanner(snapshot, visit(parts, { order: 'any' }), more),
        Date.parse(at(`${MON} 00:00`)),
        Date.parse(at('2026-03-04 00:00')),
      )
    expect(plans({}).length).toBeGreaterThan(5)
    expect(() => plans({ mostSteps: 500 })).toThrow(TooManyPlans)
  })

  it('lets others work while it looks at one start, and counts each combination of resources', () => {
    const types = ['A', 'B', 'C']
    const sets = types.flatMap(type =>
      Array.from({ length: 8 }, (_, i) => resource(`${type}${i}`, { resourceTypeId: type })),
    )
    const ids = sets.map(({ id }) => id)
    const snapshot = salon({
      resources: [...sets, resource('X')],
      variants: [service('Set', 30, { resourceSelection: 'one_per_type' }, ids), service('Once', 30, {}, ['X'])],
      rules: [rule('booking_limit', { max: 1, period: 'day' }, onlyFor('X'))],
    })
    const nine = Date.parse(at(`${MON} 09:00`))
    const plan = (more: object) => new VisitPlanner(snapshot, visit(['Set', 'Once', 'Once']), more).plan(nine)
    expect([...plan({})].length).toBeGreaterThan(10)
    expect(() => finished(plan({ mostSteps: 500 }))).toThrow(TooManyPlans)
  })

  it('lets others work while it looks for the least waiting and the fewest changes, and counts that', () => {
    const people = Array.from({ length: 10 }, (_, i) => resource(`P${i}`, { isPerson: true }))
    const trim = service(
      'Trim',
      10,
      {},
      people.map(({ id }) => id),
    )
    const snapshot = salon({ resources: people, variants: [trim] })
    const pauses = (last: string, mostSteps: number) => {
      const pinned = part('Trim', { maxWaitMinutes: 60, startsAt: Date.parse(at(`${MON} ${last}`)) })
      const patient = Array.from({ length: 5 }, () => part('Trim', { maxWaitMinutes: 60 }))
      const planner = new VisitPlanner(snapshot, visit([...patient, pinned]), { mostSteps })
      return [...planner.plan(Date.parse(at(`${MON} 09:00`)))].length
    }
    expect(pauses('11:00', 250_000)).toBeGreaterThan(3)
    expect(() => pauses('11:00', 20)).toThrow(TooManyPlans)
    // Out of reach, so that only the least waiting is looked for.
    expect(() => pauses('17:00', 20)).toThrow(TooManyPlans)
  })

  it('finds the one plan among millions, and says soon that there is none', () => {
    const limit = rule('booking_limit', { max: 5, period: 'day', measure: 'bookings', subject: 'customer' })
    const people = Array.from({ length: 10 }, (_, i) => resource(`P${i}`))
    const variants = [
      variant(
        { id: 'Trim', durationMinutes: 10, slotIntervalMinutes: 15 },
        people.map(({ id }) => id),
      ),
    ]
    const snapshot = salon({ resources: people, variants, rules: [limit], customer: { id: 'X' } })
    const trims = (last: readonly string[] = []) =>
      Array.from({ length: 6 }, (_, i) => part('Trim', { maxWaitMinutes: 60, resourceIds: i === 5 ? last : [] }))
    expect(planAt(snapshot, visit(trims()), '09:00')).toBeNull()
    const busy = people.slice(0, 9).map(({ id }) => taken(id, '10:00', '12:00'))
    const free = { ...snapshot, rules: [], allocations: [...busy, taken('P9', '09:00', '10:55')] }
    expect(said(planAt(free, visit(trims(['P9'])), '09:00'))).toMatch(/P9 10:55$/)
    const same = visit(trims(['P9']), { sameStaff: true })
    expect(planAt({ ...free, resources: people.map(one => ({ ...one, isPerson: true })) }, same, '09:00')).toBeNull()
  }, 120_000)
})
