import { describe, expect, it } from 'vitest'
import { type AllocationInput, createEngine, type Snapshot } from '../../../src/scheduling'
import { at, EVERY_DAY, rule, schedule, week } from './fixture'
import { colour, cut, frees, local, MON, salon, service } from './salon'

const starts = (snapshot: Snapshot, variantId: string, resourceIds: string[] = [], date = MON) =>
  createEngine(snapshot)
    .ask({ variantId, resourceIds })
    .starts(at(`${date} 00:00`), at(`${date} 23:59`))
    .map(start => local(start))
    .join(' ')

/** What the engine says that a booking would take. */
const booked = (snapshot: Snapshot, variantId: string, startsAt: string): AllocationInput[] => {
  const result = createEngine(snapshot).ask({ variantId }).check({ startsAt })
  return result.allocations.map(one => ({
    ...one,
    bookingId: `${variantId} ${startsAt}`,
    variantId,
    startsAt: result.startsAt,
    endsAt: result.endsAt,
    quantity: 1,
    capacityMode: 'exclusive',
    status: 'confirmed',
  }))
}

const afterColour = (over: Partial<Snapshot> = {}, startsAt = at(`${MON} 09:00`)) => {
  const snapshot = salon(over)
  return { ...snapshot, allocations: booked(snapshot, 'Colour', startsAt) }
}

const spansOf = (snapshot: Snapshot, resourceId: string) => {
  const [from, to] = [snapshot.now, at('2026-12-31 00:00')]
  const line = createEngine(snapshot)
    .timeline({ from, to })
    .find(one => one.resourceId === resourceId)
  return line?.bookings.flatMap(({ spans }) => spans.map(({ startsAt, endsAt }) => [startsAt, endsAt]))
}

describe('phases of a variant', () => {
  it('P1: every start finds its spans free, and what lies between them is free for others', () => {
    expect(starts(salon(), 'Colour')).toBe('09:00 09:15 09:30 09:45 10:00 10:15')
    const snapshot = afterColour()
    const [day, on] = [`${MON}T0`, (minutes: string) => `${MON}T${minutes}:00.000Z`]
    expect(spansOf(snapshot, 'Anna')).toEqual([
      [`${day}8:00:00.000Z`, `${day}8:45:00.000Z`],
      [on('09:15'), on('09:45')],
    ])
    expect(spansOf(snapshot, 'K')).toEqual([[on('08:00'), on('09:45')]])
    expect(starts(snapshot, 'Cut', ['Anna'])).toBe('09:45 10:45 11:00 11:15 11:30')
    expect(starts(snapshot, 'Colour')).toBe('')
  })

  it('P2: two bookings with phases interleave', () => {
    const toner = service('Toner', 60, { phases: [frees(15), frees(30, 'Stylist'), frees(15)] }, ['Anna'])
    expect(starts(afterColour({ variants: [colour(), toner] }), 'Toner')).toBe('10:00 10:45 11:00')
  })

  it('P3: only the spans have to be open', () => {
    const hers = schedule({
      id: 'hers',
      weeklyHours: [...week([1], '09:00', '09:45'), ...week([1], '10:15', '12:00')],
    })
    const snapshot = salon()
    const resources = snapshot.resources.map(one => (one.id === 'Anna' ? { ...one, scheduleId: 'hers' } : one))
    expect(starts({ ...snapshot, schedules: [...snapshot.schedules, hers], resources }, 'Colour')).toBe('09:00 10:15')
  })

  it.each([
    ['09:45', '10:15', '09:00 10:15'],
    ['09:30', '10:00', '10:00 10:15'],
  ])('P4: a blackout from %s to %s leaves %s', (startTime, endTime, expected) => {
    const only = { applyToAllResources: false, resourceIds: ['Anna'] }
    const blackout = rule('blackout', { startDate: MON, endDate: MON, startTime, endTime }, only)
    expect(starts(salon({ rules: [blackout] }), 'Colour')).toBe(expected)
  })

  it('P5: buffers lie around the whole, none within', () => {
    const tidy = { bufferAfterMinutes: 10 }
    expect(starts(afterColour({ variants: [colour(tidy), cut()] }), 'Cut', ['Anna'])).toBe('09:45 11:00 11:15 11:30')
    expect(starts(afterColour({ variants: [colour(), cut(tidy)] }), 'Cut', ['Anna'])).toBe('10:45 11:00 11:15 11:30')
  })

  it('P6: what lies between the spans of a booking is no gap, a neighbor within makes one', () => {
    const gap = (minutes: number) => [
      rule('min_gap', { minutes }, { applyToAllResources: false, resourceIds: ['Anna'] }),
    ]
    const trim = service('Trim', 15, { slotIntervalMinutes: 5 }, ['Anna'])
    const snapshot = afterColour({ variants: [colour(), cut(), trim], rules: gap(20) })
    expect(starts(snapshot, 'Trim')).not.toMatch(/09:[45]|10:0/)
    expect(starts(snapshot, 'Cut', ['Anna'])).toMatch(/^09:45 /)
    expect(starts(salon({ rules: gap(45) }), 'Colour')).toBe('09:00 09:15 09:30 09:45 10:00 10:15')
  })

  it.each([
    ['2026-03-29', '2026-03-29T00:00:00.000Z', '00:00 00:45 01:15 01:45', '03:45'],
    ['2026-10-25', '2026-10-24T23:30:00.000Z', '23:30 00:15 00:45 01:15', '02:15'],
  ])('P7: minutes are elapsed time on %s', (_, startsAt, expected, ends) => {
    const schedules = [schedule({ weeklyHours: week(EVERY_DAY, '00:00', '06:00') })]
    const snapshot = { ...salon({ schedules }), allocations: booked(salon({ schedules }), 'Colour', startsAt) }
    expect(
      spansOf(snapshot, 'Anna')
        ?.flat()
        .map(one => local(one, 'UTC'))
        .join(' '),
    ).toBe(expected)
    expect(local(snapshot.allocations[0]?.endsAt as string)).toBe(ends)
  })

  it('P8: a booking keeps its spans when the phases of the variant change', () => {
    const snapshot = afterColour()
    const changed = { ...snapshot, variants: [colour({ phases: [frees(15), frees(75, 'Stylist'), frees(15)] }), cut()] }
    expect(starts(changed, 'Cut', ['Anna'])).toBe('09:45 10:45 11:00 11:15 11:30')
    const own = createEngine(changed).ask({
      variantId: 'Colour',
      excludeBookingId: `Colour ${at(`${MON} 09:00`)}`,
      phases: colour().phases ?? [],
    })
    expect(own.check({ startsAt: at(`${MON} 09:00`) }).allocations[0]?.spanMinutes).toEqual([
      [0, 45],
      [75, 105],
    ])
  })

  it('takes everything throughout with an end of its own', () => {
    const result = createEngine(salon())
      .ask({ variantId: 'Colour' })
      .check({ startsAt: at(`${MON} 09:00`), endsAt: at(`${MON} 11:00`) }, { override: true })
    expect(result.available).toBe(true)
    expect(result.phases).toEqual([])
    expect(result.allocations.some(one => one.spanMinutes)).toBe(false)
  })

  it('counts the whole length against limits, once', () => {
    const limit = rule('booking_limit', { max: 120, period: 'day', measure: 'minutes', subject: 'resource' })
    expect(starts(afterColour({ rules: [limit] }), 'Cut', ['Anna'])).toBe('')
    const two = rule('booking_limit', { max: 2, period: 'day', measure: 'bookings', subject: 'resource' })
    expect(starts(afterColour({ rules: [two] }), 'Cut', ['Anna'])).toMatch(/^09:45/)
  })
})
