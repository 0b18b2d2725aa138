import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const on = (time: string) => `2026-03-02T${time}:00.000Z`
const span = (from: string, until: string) => ({ startsAt: on(from), endsAt: on(until) })

describeOnBoth('bookings with phases', use => {
  let api: TestApi
  let business: Business
  let ids: Record<'anna' | 'ben' | 'chair' | 'colour' | 'cut' | 'customer', string>

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    const space = await business.add('resourceTypes', { name: 'Space' })
    const scheduleId = await business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5], '09:00', '12:00') })
    const stylist = { scheduleId, createdAt: '2026-01-01T00:00:00Z' }
    const [anna, ben] = [await business.addResource(stylist), await business.addResource(stylist)]
    const chair = await business.addResource({ scheduleId, resourceTypeId: space })
    const colour = await business.addVariant([anna, chair], {
      ...{ durationMinutes: 105, slotIntervalMinutes: 15, resourceSelection: 'one_per_type' },
      phases: JSON.stringify(phases()),
    })
    const cut = await business.addVariant([anna, ben], { durationMinutes: 30, slotIntervalMinutes: 15 })
    const customer = await business.add('customers', { name: 'Lena' })
    ids = { anna, ben, chair, colour, cut, customer }
  })

  const phases = (minutes = [45, 30, 30]) =>
    minutes.map((each, index) => ({ minutes: each, frees: index === 1 ? [business.typeId] : [] }))
  const book = (variantId: string, time: string, values: object = {}) =>
    business.send('POST', '/bookings', { variantId, customerId: ids.customer, startsAt: on(time), ...values })
  const spansOf = async (id: string) => {
    const { body } = await business.get(`/bookings/${id}`)
    return (body.resources as { resourceId: string; spans: object[] }[]).find(one => one.resourceId === ids.anna)?.spans
  }

  test('P1: it takes its spans, says so everywhere, and what lies between goes to others', async () => {
    const { status, body } = await book(ids.colour, '08:00')
    expect(status).toBe(201)
    expect(body.phases).toEqual(phases())
    const whole = await business.get(`/bookings/${body.id}`)
    expect(whole.body).toEqual(body)
    const spans = [span('08:00', '08:45'), span('09:15', '09:45')]
    expect(await spansOf(body.id)).toEqual(spans)
    const range = 'from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z'
    const timeline = await business.get(`/availability/timeline?${range}`)
    const line = timeline.body.find((one: { resourceId: string }) => one.resourceId === ids.anna)
    expect(line.bookings).toMatchObject([{ startsAt: on('08:00'), endsAt: on('09:45'), spans }])
    const slots = await business.get(`/availability?variantId=${ids.cut}&resourceId=${ids.anna}&${range}`)
    const starts = slots.body.map((one: { startsAt: string }) => one.startsAt)
    expect(starts).toEqual(['08:45', '09:45', '10:00', '10:15', '10:30'].map(on))
    expect((await book(ids.cut, '08:30', { resourceIds: [ids.anna] })).status).toBe(409)
    expect((await book(ids.cut, '08:45', { resourceIds: [ids.anna] })).status).toBe(201)
    expect((await book(ids.colour, '08:30')).status).toBe(409)
    // The wall of the database knows the spans, too.
    const past = (from: string, until: string) =>
      business.addBooking([ids.anna], ids.cut, [on(from), on(until)], { startsAt: on(from), endsAt: on(until) })
    await expect(past('09:30', '10:00')).rejects.toThrow('allocations_no_double_booking')
    await expect(past('10:00', '10:30')).resolves.toBeTruthy()
  })

  test('P8: moving takes the phases of the variant, restoring and handing over keep its own', async () => {
    const { body } = await book(ids.colour, '08:00')
    const path = `/catalog-items/${business.itemId}/variants/${ids.colour}`
    expect((await business.send('PATCH', path, { phases: phases([15, 75, 15]) })).status).toBe(200)
    expect(await spansOf(body.id)).toEqual([span('08:00', '08:45'), span('09:15', '09:45')])
    const act = (action: string, values: object = {}) => business.send('POST', `/bookings/${body.id}/${action}`, values)
    expect((await act('cancel')).status).toBe(200)
    expect((await act('restore')).body.phases).toEqual(phases())
    expect((await act('reassign', { resourceIds: [ids.anna, ids.chair] })).body.phases).toEqual(phases())
    expect(await spansOf(body.id)).toEqual([span('08:00', '08:45'), span('09:15', '09:45')])
    const moved = await act('reschedule', { startsAt: on('08:15') })
    expect(moved.body.phases).toEqual(phases([15, 75, 15]))
    expect(await spansOf(body.id)).toEqual([span('08:15', '08:30'), span('09:45', '10:00')])
    const own = await act('reschedule', { startsAt: on('08:00'), endsAt: on('10:30'), override: true, reason: 'Long' })
    expect(own.body).toMatchObject({ endsAt: on('10:30'), phases: [] })
    expect(await spansOf(body.id)).toEqual([span('08:00', '10:30')])
  })

  const fair = (allocation: string) => {
    const path = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    return business.send('PATCH', path, { allocation })
  }
  const explained = async () => {
    const { body } = await business.get(`/availability/explain?variantId=${ids.cut}&startsAt=${on('10:30')}`)
    return body.allocation
  }
  const takenBy = (answer: { body: { resourceIds: string[] } }) =>
    answer.body.resourceIds[0] === ids.anna ? 'Anna' : 'Ben'

  test('F6: whoever is booked least is taken, and the explanation says why', async () => {
    expect((await fair('least_booked')).status).toBe(200)
    await book(ids.colour, '08:00')
    const order = [
      { resourceId: ids.ben, takenMinutes: 0, openMinutes: 900, weight: 1, lastBookedAt: null },
      { resourceId: ids.anna, takenMinutes: 75, openMinutes: 900, weight: 1, lastBookedAt: null },
    ]
    const week = { from: '2026-03-01T23:00:00.000Z', to: '2026-03-08T23:00:00.000Z' }
    expect(await explained()).toEqual({ rule: 'least_booked', ...week, order })
    expect(takenBy(await book(ids.cut, '10:00'))).toBe('Ben')
    expect((await fair('priority')).status).toBe(200)
    expect(await explained()).toBeNull()
    expect(takenBy(await book(ids.cut, '09:45'))).toBe('Anna')
  })

  test('turns are taken in the order of the locks, a move keeps its own, a cancellation gives it back', async () => {
    expect((await fair('rotation')).status).toBe(200)
    const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30']
    const answers = await Promise.all(times.map(time => book(ids.cut, time)))
    expect(answers.map(({ status }) => status)).toEqual(times.map(() => 201))
    expect(answers.filter(one => takenBy(one) === 'Anna')).toHaveLength(3)
    const [next, after] = (await explained()).order
    expect(next.lastBookedAt <= after.lastBookedAt).toBe(true)
    // The turn is neither when the booking began nor now.
    await business.run(db => sql`update allocations set booked_at = booked_at - interval '1 day'`.execute(db))
    const one = answers.find(({ body }) => body.resourceIds[0] === next.resourceId)
    const act = (action: string, values: object) => business.send('POST', `/bookings/${one?.body.id}/${action}`, values)
    const tuesday = (time: string) => `2026-03-03T${time}:00.000Z`
    expect((await act('reschedule', { startsAt: tuesday('08:00') })).status).toBe(200)
    expect((await explained()).order[0].resourceId).toBe(next.resourceId)
  })

  test.each<[string, (known: object[]) => object, string, number]>([
    ['one', known => ({ phases: known.slice(0, 1) }), 'phases', 422],
    ['nine', known => ({ phases: Array(9).fill(known[0]) }), 'phases', 422],
    ['a sum that is not the length', known => ({ phases: known.slice(0, 2) }), 'phases', 422],
    [
      'a first that frees',
      known => ({ phases: [known[1], known[0], known[2]].map((one, i) => ({ ...one, minutes: [45, 30, 30][i] })) }),
      'phases.0.frees',
      422,
    ],
    ['a flexible length', () => ({ durationType: 'flexible' }), 'phases', 422],
    ['a pool', () => ({ capacityMode: 'pooled' }), 'phases', 422],
    ['four minutes', known => ({ phases: [known[0], { minutes: 4, frees: [] }] }), 'phases.1.minutes', 422],
    [
      'an unknown type',
      known => ({ phases: [known[0], { minutes: 30, frees: ['0190a000-0000-7000-8000-000000000000'] }, known[2]] }),
      'phases.1.frees',
      404,
    ],
    ['no weight', () => ({ weights: [{ resourceId: ids.anna, weight: 0 }] }), 'weights.0.weight', 422],
    ['a weight of 101', () => ({ weights: [{ resourceId: ids.anna, weight: 101 }] }), 'weights.0.weight', 422],
    [
      'two weights of one',
      () => ({ allocation: 'weighted', weights: [1, 2].map(weight => ({ resourceId: ids.anna, weight })) }),
      'weights.1.resourceId',
      422,
    ],
    [
      'a weight of nobody',
      () => ({ allocation: 'weighted', weights: [{ resourceId: '0190a000-0000-7000-8000-000000000000', weight: 2 }] }),
      'weights.0.resourceId',
      404,
    ],
  ])('%s is refused', async (_, change, field, status) => {
    const path = `/catalog-items/${business.itemId}/variants/${ids.colour}`
    const answer = await business.send('PATCH', path, change(phases()))
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]])
  })
})
