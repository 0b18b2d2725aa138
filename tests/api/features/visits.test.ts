import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const on = (time: string, day = '02') => `2026-03-${day}T${time}:00.000Z`

/** docs/domain.md#visits: Anna and Ben are stylists, K is a chair, open Monday to Friday from 08:00Z to 11:00Z. */
describeOnBoth('visits', use => {
  let api: TestApi
  let business: Business
  let ids: Record<'anna' | 'ben' | 'chair' | 'colour' | 'cut' | 'customer', string>

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    const person = await business.add('resourceTypes', { name: 'Stylist', kind: 'person' })
    const scheduleId = await business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5], '09:00', '12:00') })
    const stylist = { scheduleId, resourceTypeId: person }
    const [anna, ben] = [await business.addResource(stylist), await business.addResource(stylist)]
    const chair = await business.addResource({ scheduleId })
    const phases = [45, 30, 30].map((minutes, index) => ({ minutes, frees: index === 1 ? [person] : [] }))
    const colour = await business.addVariant([anna, chair], {
      ...{ durationMinutes: 105, slotIntervalMinutes: 15, resourceSelection: 'one_per_type', priceAmount: 6000 },
      phases: JSON.stringify(phases),
    })
    const cut = await business.addVariant([anna, ben], {
      ...{ durationMinutes: 30, slotIntervalMinutes: 15, priceAmount: 3000 },
    })
    const customer = await business.add('customers', { name: 'Lena' })
    ids = { anna, ben, chair, colour, cut, customer }
  })

  const colourAndCut = () => [{ variantId: ids.colour }, { variantId: ids.cut }]
  const monday = { from: '2026-03-02', to: '2026-03-03' }
  const times = (body: object) => business.send('POST', '/availability/visits', { ...monday, ...body })
  const explain = (body: object) => business.send('POST', '/availability/visits/explain', body)
  const book = (variantId: string, time: string, values: object = {}) =>
    business.send('POST', '/bookings', { variantId, customerId: ids.customer, startsAt: on(time), ...values })

  test('V1: the times of two services say who does what, when and for how much', async () => {
    const { status, body } = await times({ parts: colourAndCut() })
    expect(status).toBe(200)
    expect(body.slots.map((one: { startsAt: string }) => one.startsAt)).toEqual(
      ['08:00', '08:15', '08:30', '08:45'].map(time => on(time)),
    )
    const price = (amount: number) => ({ amount, currency: 'EUR' })
    const rest = { guest: 0, waitMinutes: 0, timeslotId: null }
    expect(body.slots[0]).toEqual({
      ...{ startsAt: on('08:00'), endsAt: on('10:15'), waitMinutes: 0, staffChanges: 0, total: price(9000) },
      parts: [
        {
          ...{ ...rest, index: 0, startsAt: on('08:00'), endsAt: on('09:45') },
          ...{ resourceIds: expect.arrayContaining([ids.anna, ids.chair]), total: price(6000) },
        },
        {
          ...{ ...rest, index: 1, startsAt: on('09:45'), endsAt: on('10:15') },
          ...{ resourceIds: [ids.anna], total: price(3000) },
        },
      ],
    })
  })

  test('V3: an explanation names the part that has no place, and why', async () => {
    await book(ids.cut, '09:45', { resourceIds: [ids.anna] })
    await book(ids.cut, '09:45', { resourceIds: [ids.ben] })
    const { body } = await explain({ parts: colourAndCut(), startsAt: on('08:00') })
    expect(body).toMatchObject({ available: false, plan: null, failedPart: 1, headline: { code: 'resource_busy' } })
    expect(body.parts).toMatchObject([
      { index: 0, startsAt: on('08:00'), available: true },
      { index: 1, startsAt: on('09:45'), available: false },
    ])
    const patient = [{ variantId: ids.colour }, { variantId: ids.cut, maxWaitMinutes: 30 }]
    const explained = await explain({ parts: patient, startsAt: on('08:00') })
    expect(explained.body).toMatchObject({ available: true, failedPart: null, headline: null })
    expect(explained.body.plan.parts[1]).toMatchObject({ startsAt: on('10:15'), waitMinutes: 30 })
  })

  test('how long a customer waits is the business’s to say', async () => {
    await book(ids.cut, '09:45', { resourceIds: [ids.anna] })
    const starts = async () => (await times({ parts: colourAndCut(), sameStaff: true })).body.slots.length
    expect(await starts()).toBe(0)
    const { body } = await business.get(`/tenants/${business.tenantId}`)
    expect(body.visitWaitMinutes).toBe(15)
    expect((await business.send('PATCH', `/tenants/${business.tenantId}`, { visitWaitMinutes: 61 })).status).toBe(422)
    expect((await business.send('PATCH', `/tenants/${business.tenantId}`, { visitWaitMinutes: 30 })).status).toBe(200)
    expect(await starts()).toBe(1)
  })

  test('bad input is refused where it stands', async () => {
    const cut = { variantId: ids.cut }
    const flexible = await business.addVariant([ids.anna], {
      ...{ durationType: 'flexible', minDurationMinutes: 30, maxDurationMinutes: 480 },
    })
    const daily = await business.addVariant([ids.anna], { durationType: 'daily' })
    const long = await business.addVariant([ids.anna], { durationMinutes: 800 })
    const wrong: [object, string][] = [
      [{}, 'parts'],
      [{ parts: [] }, 'parts'],
      [{ parts: Array.from({ length: 7 }, () => cut) }, 'parts'],
      [{ parts: Array.from({ length: 5 }, () => cut), order: 'any' }, 'parts'],
      [{ parts: [cut, { variantId: daily }] }, 'parts.1.variantId'],
      [{ parts: [cut, { variantId: flexible }] }, 'parts.1.durationMinutes'],
      [{ parts: [{ ...cut, quantity: 0 }] }, 'parts.0.quantity'],
      [{ parts: [{ ...cut, guest: 6 }] }, 'parts.0.guest'],
      [{ parts: [{ ...cut, maxWaitMinutes: 61 }] }, 'parts.0.maxWaitMinutes'],
      [{ parts: [{ ...cut, minWaitMinutes: 20, maxWaitMinutes: 10 }] }, 'parts.0.maxWaitMinutes'],
      [{ parts: [cut, { ...cut, resourceIds: [ids.chair] }] }, 'parts.1.resourceIds'],
      [{ parts: [cut, { ...cut, anything: 1 }] }, 'parts.1.anything'],
      [{ parts: [{ variantId: long }, { variantId: long }] }, 'parts'],
      [{ parts: [cut], to: '2026-04-03' }, 'to'],
      [{ parts: [cut], to: '2026-03-01' }, 'to'],
    ]
    for (const [body, path] of wrong) {
      const answer = await times(body)
      expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body)).toEqual([422, [path]])
    }
    expect((await times({ parts: [{ variantId: crypto.randomUUID() }] })).status).toBe(404)
    const far = await explain({ parts: [cut], startsAt: '2030-03-04T09:00:00Z' })
    expect([far.status, Object.keys(far.body.errors)]).toEqual([422, ['startsAt']])
  })
})
