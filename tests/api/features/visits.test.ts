import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TooManyPlans } from '../../../src/scheduling/visits/VisitParts'
import { VisitPlanner } from '../../../src/scheduling/visits/VisitPlanner'
import { makeKey } from '../http/support/apiKeys'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const on = (time: string, day = '02') => `2026-03-${day}T${time}:00.000Z`

/** docs/domain.md#visits: Anna and Ben are stylists, K is a chair, open Monday to Friday from 08:00Z to 11:00Z. */
describeOnBoth('visits', use => {
  let api: TestApi
  let business: Business
  let now = NOW
  let ids: Record<'anna' | 'ben' | 'chair' | 'colour' | 'cut' | 'customer', string>

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
  afterEach(() => vi.restoreAllMocks())
  beforeEach(async () => {
    now = NOW
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

  interface Part {
    index: number
    bookingId: string
    startsAt: string
    status: string
    resourceIds: string[]
    waitMinutes: number
  }
  const visitOf = (parts: object[], time: string, values: object = {}) =>
    business.send('POST', '/bookings/visits', { parts, startsAt: on(time), customerId: ids.customer, ...values })
  const act = (id: string, action: string, values: object = {}) =>
    business.send('POST', `/bookings/visits/${id}/${action}`, values)
  const cuts = (count: number) => Array.from({ length: count }, () => ({ variantId: ids.cut, resourceIds: [ids.anna] }))
  const statusesOf = (body: { parts: Part[] }) => body.parts.map(({ status }) => status).join(' ')

  test('V1: a visit is booked whole, and each part is a booking like any other', async () => {
    const { status, body } = await visitOf(colourAndCut(), '08:00', { notes: 'First time' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ status: 'confirmed', startsAt: on('08:00'), endsAt: on('10:15'), waitMinutes: 0, isApart: false },
      ...{ partCount: 2, order: 'fixed', paymentStatus: 'unpaid', customerName: 'Lena', timeZone: 'Europe/Berlin' },
      ...{ total: { amount: 9000, currency: 'EUR' }, notes: 'First time' },
    })
    expect(body.title.split(' + ')).toHaveLength(2)
    expect(body.parts).toMatchObject([
      { index: 0, guest: 0, startsAt: on('08:00'), waitMinutes: 0, maxWaitMinutes: 15 },
      { index: 1, guest: 0, startsAt: on('09:45'), resourceIds: [ids.anna] },
    ])
    expect((await business.get(`/bookings/visits/${body.id}`)).body).toEqual(body)
    const { body: parts } = await business.get(`/bookings?visitId=${body.id}&sort=startsAt`)
    expect(parts).toMatchObject([
      { visitId: body.id, visitIndex: 0, visitLength: 2, notes: 'First time' },
      { visitId: body.id, visitIndex: 1, visitLength: 2 },
    ])
    for (const query of [
      ...[`q=${body.reference}`, `q=${parts[1].reference}`, `variantId=${ids.colour}`, `resourceId=${ids.chair}`],
      ...[`status=confirmed`, `from=${on('09:45')}`, `customerId=${ids.customer}`],
    ])
      expect((await business.get(`/bookings/visits?${query}`)).body, query).toMatchObject([
        { id: body.id, parts: null },
      ])
    for (const query of ['status=held', `from=${on('10:00')}`, `to=${on('08:00')}`])
      expect((await business.get(`/bookings/visits?${query}`)).body, query).toEqual([])
    const found = await business.get(`/bookings?q=${body.reference}`)
    expect(found.body).toHaveLength(2)
  })

  test('V3: what is not free is refused as a whole, with the nearest visits; a dry run says the same', async () => {
    await book(ids.cut, '09:45', { resourceIds: [ids.anna] })
    await book(ids.cut, '09:45', { resourceIds: [ids.ben] })
    const { status, body } = await visitOf(colourAndCut(), '08:00')
    expect([status, body.code, body.part, body.reasons[0].code]).toEqual([409, 'slot_unavailable', 1, 'resource_busy'])
    expect(body.alternatives.map((one: { startsAt: string }) => one.startsAt)).toEqual(
      ['08:00', '08:15', '08:30'].map(time => on(time, '03')),
    )
    expect((await business.get('/bookings/visits')).body).toEqual([])
    const dry = await visitOf(colourAndCut(), '08:00', { dryRun: true })
    expect([dry.status, dry.body.part]).toEqual([409, 1])
    const patient = [{ variantId: ids.colour }, { variantId: ids.cut, maxWaitMinutes: 30 }]
    const plan = await visitOf(patient, '08:00', { dryRun: true })
    expect([plan.status, plan.body.id, plan.body.waitMinutes, plan.body.parts[1].startsAt]).toEqual([
      200,
      null,
      30,
      on('10:15'),
    ])
    const forced = await visitOf(colourAndCut(), '08:00', { override: true, reason: 'Please' })
    expect([forced.status, forced.body.part]).toEqual([409, 1])
  })

  test('staff set rules aside part by part, and nobody double-books', async () => {
    const { status, body } = await visitOf(cuts(2), '10:30', { override: true, reason: 'A regular' })
    expect(status).toBe(201)
    const codes = await Promise.all(
      body.parts.map(async ({ bookingId }: Part) => (await business.get(`/bookings/${bookingId}`)).body.overrides),
    )
    expect(codes.map(list => list.map(({ code }: { code: string }) => code))).toEqual([[], ['outside_schedule']])
    expect((await visitOf(cuts(2), '10:30')).status).toBe(409)
  })

  test('V11, V12: a limit counts each part, and one that needs approval makes all wait', async () => {
    const limit = { max: 2, period: 'day', measure: 'bookings', subject: 'customer' }
    await business.addRule('booking_limit', limit)
    const refused = await visitOf(cuts(3), '08:00')
    expect([refused.status, refused.body.part, refused.body.reasons[0].code]).toEqual([
      409,
      2,
      'customer_limit_reached',
    ])
    const path = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    expect((await business.send('PATCH', path, { requiresApproval: true })).status).toBe(200)
    const { body } = await visitOf(colourAndCut(), '08:00')
    expect([body.status, statusesOf(body)]).toEqual(['pending', 'pending pending'])
    const approved = await business.send('POST', `/bookings/${body.parts[1].bookingId}/approve`, {})
    expect(approved.status).toBe(200)
    expect((await business.get(`/bookings/visits/${body.id}`)).body.status).toBe('confirmed')
    expect((await act(body.id, 'approve')).status).toBe(409)
  })

  test('V13: what is held is held to one instant, and confirmed, made longer or deleted together', async () => {
    const hold = () => visitOf(colourAndCut(), '08:00', { customerId: null, hold: true })
    const { status, body } = await hold()
    expect([status, body.status, statusesOf(body)]).toEqual([201, 'held', 'held held'])
    const part = async (index: number) => (await business.get(`/bookings/${body.parts[index].bookingId}`)).body
    expect((await part(0)).holdExpiresAt).toBe((await part(1)).holdExpiresAt)
    const longer = await business.send('POST', `/bookings/${body.parts[0].bookingId}/extend-hold`, {})
    expect(longer.status).toBe(200)
    expect((await part(1)).isHoldExtended).toBe(true)
    const confirm = { customerId: ids.customer }
    const confirmed = await business.send('POST', `/bookings/${body.parts[1].bookingId}/confirm`, confirm)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    expect((await business.get(`/bookings/visits/${body.id}`)).body).toMatchObject({
      ...{ status: 'confirmed', customerId: ids.customer },
    })
    expect((await act(body.id, 'confirm', confirm)).status).toBe(409)
    expect((await act(body.id, 'cancel')).status).toBe(200)
    const other = (await hold()).body
    expect((await business.send('DELETE', `/bookings/${other.parts[0].bookingId}`)).status).toBe(204)
    expect((await business.get(`/bookings/visits/${other.id}`)).status).toBe(404)
    const whole = (await hold()).body
    expect((await business.send('DELETE', `/bookings/visits/${whole.id}`)).status).toBe(204)
    expect((await visitOf(colourAndCut(), '08:00')).status).toBe(201)
  })

  test('a hold of which staff cancelled a part is still held, and given back or confirmed without it', async () => {
    const hold = async () => {
      const { body } = await visitOf(colourAndCut(), '08:00', { customerId: null, hold: true })
      expect((await business.send('POST', `/bookings/${body.parts[0].bookingId}/cancel`, {})).status).toBe(200)
      return body
    }
    const given = await hold()
    expect((await business.send('DELETE', `/bookings/visits/${given.id}`)).status).toBe(204)
    const kept = await hold()
    now += 60_000
    const back = await act(kept.id, 'restore')
    expect(statusesOf(back.body)).toBe('held held')
    const ends = (await business.get(`/bookings?visitId=${kept.id}`)).body
    expect(ends.map((one: { holdExpiresAt: string }) => one.holdExpiresAt)).toEqual([
      ...[kept.holdExpiresAt, kept.holdExpiresAt],
    ])
    await business.send('POST', `/bookings/${kept.parts[0].bookingId}/cancel`, {})
    const confirmed = await act(kept.id, 'confirm', { customerId: ids.customer })
    expect([confirmed.status, statusesOf(confirmed.body)]).toEqual([200, 'cancelled confirmed'])
    expect((await business.send('DELETE', `/bookings/visits/${kept.id}`)).status).toBe(409)
  })

  test('what ran out is confirmed if all places are free, or else names the part whose place is not', async () => {
    const { body } = await visitOf(colourAndCut(), '08:00', { customerId: null, hold: true })
    now = Date.parse(body.holdExpiresAt)
    await book(ids.cut, '09:45', { resourceIds: [ids.anna] })
    const refused = await act(body.id, 'confirm', { customerId: ids.customer })
    expect([refused.status, refused.body.part, refused.body.reasons[0].code]).toEqual([409, 1, 'resource_busy'])
  })

  test('V14: a part that is cancelled leaves the others where people expect them', async () => {
    const { body } = await visitOf(cuts(3), '08:00')
    const cancelled = await act(body.id, 'cancel', { parts: [1] })
    expect([cancelled.status, statusesOf(cancelled.body)]).toEqual([200, 'confirmed cancelled confirmed'])
    expect(cancelled.body).toMatchObject({ isApart: true, waitMinutes: 30, partCount: 2, total: { amount: 6000 } })
    expect((await act(body.id, 'cancel', { parts: [9] })).status).toBe(422)
    expect((await act(body.id, 'restore', { parts: [0, 1] })).status).toBe(409)
    const restored = await act(body.id, 'restore', { parts: [1] })
    expect(restored.body).toMatchObject({ isApart: false, waitMinutes: 0, partCount: 3 })
    const all = await act(body.id, 'cancel', { reason: 'Ill' })
    expect([all.body.status, all.body.partCount]).toEqual(['cancelled', 0])
    expect((await act(body.id, 'cancel')).status).toBe(409)
  })

  test('V14, V15: a visit is planned anew for another start, its own places being free to it', async () => {
    const three = (await visitOf(cuts(3), '08:00')).body
    await act(three.id, 'cancel', { parts: [1] })
    const closed = await act(three.id, 'reschedule', { startsAt: on('08:00') })
    expect([closed.status, closed.body.isApart, closed.body.parts[2].startsAt]).toEqual([200, false, on('08:30')])
    expect((await act(three.id, 'cancel')).status).toBe(200)
    const waiting = (await visitOf(cuts(2), '09:30')).body
    const apart = await business.send('POST', `/bookings/${waiting.parts[1].bookingId}/reschedule`, {
      ...{ startsAt: on('10:15'), resourceIds: [ids.ben] },
    })
    expect(apart.status).toBe(200)
    expect((await business.get(`/bookings/visits/${waiting.id}`)).body.waitMinutes).toBe(15)
    const planned = await act(waiting.id, 'reschedule', { startsAt: on('08:00'), dryRun: true })
    expect([planned.body.waitMinutes, planned.body.parts[1].waitMinutes]).toEqual([0, 0])
    expect((await act(waiting.id, 'cancel')).status).toBe(200)
    const { body } = await visitOf(colourAndCut(), '08:00')
    const dry = await act(body.id, 'reschedule', { startsAt: on('08:30'), dryRun: true })
    expect([dry.status, dry.body.startsAt, dry.body.parts[1].startsAt]).toEqual([200, on('08:30'), on('10:15')])
    expect((await business.get(`/bookings/visits/${body.id}`)).body.startsAt).toBe(on('08:00'))
    const twice = await api.request(`/bookings/visits/${body.id}/reschedule`, {
      ...{ method: 'POST', as: business.owner, tenantId: business.tenantId },
      ...{ body: { startsAt: on('08:30'), dryRun: true }, headers: { 'Idempotency-Key': 'again' } },
    })
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['Idempotency-Key']])
    const moved = await act(body.id, 'reschedule', { startsAt: on('08:30') })
    expect(moved.body).toMatchObject({ startsAt: on('08:30'), endsAt: on('10:45'), waitMinutes: 0 })
    expect(moved.body.parts[1]).toMatchObject({ startsAt: on('10:15'), resourceIds: [ids.anna] })
    const late = await act(body.id, 'reschedule', { startsAt: on('09:30') })
    expect([late.status, late.body.part, late.body.alternatives.length]).toEqual([409, 0, 3])
  })

  test('V16: a part that moves by itself keeps its place in the visit, unless staff say why', async () => {
    const { body } = await visitOf(colourAndCut(), '08:00')
    const move = (time: string, values: object = {}) =>
      business.send('POST', `/bookings/${body.parts[1].bookingId}/reschedule`, { startsAt: on(time), ...values })
    expect((await move('10:00')).status).toBe(200)
    for (const [time, values] of [
      ['10:15', {}],
      ['08:00', { resourceIds: [ids.ben] }],
    ] as const) {
      const refused = await move(time, values)
      expect([refused.status, refused.body.reasons?.[0]?.code]).toEqual([409, 'visit_apart'])
    }
    const forced = await move('10:15', { override: true, reason: 'She asked for it' })
    expect([forced.status, forced.body.overrides]).toMatchObject([200, [{ code: 'visit_apart' }]])
    expect((await business.get(`/bookings/visits/${body.id}`)).body).toMatchObject({ isApart: true, waitMinutes: 30 })
  })

  test('a part that is added follows its guest’s last one, or begins with the visit; the others stay', async () => {
    const { body } = await visitOf(colourAndCut(), '08:00', { notes: 'First time' })
    const add = (values: object = {}) =>
      business.send('POST', `/bookings/visits/${body.id}/parts`, { variantId: ids.cut, ...values })
    const plan = await add({ dryRun: true })
    expect([plan.status, plan.body.parts]).toMatchObject([
      200,
      [{ index: 2, startsAt: on('10:15'), resourceIds: [ids.anna], total: { amount: 3000 } }],
    ])
    expect((await business.get(`/bookings/visits/${body.id}`)).body).toEqual(body)
    const added = await add()
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ partCount: 3, endsAt: on('10:45'), total: { amount: 12_000 }, isApart: false })
    expect(added.body.parts.slice(0, 2)).toEqual(body.parts)
    expect(added.body.parts[2]).toMatchObject({ index: 2, guest: 0, resourceIds: [ids.anna], status: 'confirmed' })
    const { body: part } = await business.get(`/bookings/${added.body.parts[2].bookingId}`)
    expect(part).toMatchObject({ visitId: body.id, visitIndex: 2, visitLength: 3, notes: 'First time' })
    const beside = await add({ guest: 1 })
    expect(beside.body.parts[3]).toMatchObject({ index: 3, startsAt: on('08:00'), resourceIds: [ids.ben] })
    const late = await add()
    expect([late.status, late.body.part, late.body.reasons[0].code, late.body.alternatives]).toEqual([
      ...[409, 4, 'outside_schedule', []],
    ])
    const forced = await add({ override: true, reason: 'A regular' })
    expect([forced.status, forced.body.parts[4].startsAt]).toEqual([201, on('10:45')])
    expect((await add({ guest: 2, maxWaitMinutes: 0 })).body.part).toBe(5)
    expect((await add({ guest: 1 })).status).toBe(201)
    const seventh = await add()
    expect([seventh.status, Object.keys(seventh.body.errors)]).toEqual([422, ['parts']])
    await act(body.id, 'cancel')
    expect((await add()).status).toBe(409)
  })

  test('what is added to a hold is held with it; bad input is refused at its field', async () => {
    const { body } = await visitOf(cuts(1), '08:00', { customerId: null, hold: true })
    const add = (values: object) =>
      business.send('POST', `/bookings/visits/${body.id}/parts`, { variantId: ids.cut, ...values })
    for (const [field, values] of [
      ['quantity', { quantity: 0 }],
      ['guest', { guest: 6 }],
      ['maxWaitMinutes', { minWaitMinutes: 20, maxWaitMinutes: 10 }],
      ['resourceIds', { resourceIds: [ids.chair] }],
      ['reason', { override: true }],
      ['total', { total: { amount: 100, currency: 'USD' } }],
      ['order', { order: 'any' }],
    ] as const) {
      const refused = await add(values)
      expect([refused.status, Object.keys(refused.body.errors ?? {})], field).toEqual([422, [field]])
    }
    expect((await add({ variantId: crypto.randomUUID() })).status).toBe(404)
    const added = await add({ minWaitMinutes: 10 })
    expect([added.body.status, statusesOf(added.body), added.body.parts[1].startsAt]).toEqual([
      ...['held', 'held held', on('08:40')],
    ])
    expect(added.body.holdExpiresAt).toBe(body.holdExpiresAt)
  })

  test('a part comes back unless another part of its guest is there now', async () => {
    const { body } = await visitOf(cuts(2), '08:00')
    const [first, second] = body.parts.map(({ bookingId }: Part) => `/bookings/${bookingId}`)
    await business.send('POST', `${second}/cancel`, {})
    const moved = { startsAt: on('08:30'), resourceIds: [ids.ben] }
    expect((await business.send('POST', `${first}/reschedule`, moved)).status).toBe(200)
    const refused = await business.send('POST', `${second}/restore`, {})
    expect([refused.status, refused.body.reasons[0].code]).toEqual([409, 'visit_apart'])
    expect((await act(body.id, 'restore')).status).toBe(409)
    await business.send('POST', `${first}/reschedule`, { startsAt: on('10:00') })
    // Waits out of bounds are no reason to keep it away.
    expect((await business.send('POST', `${second}/restore`, {})).status).toBe(200)
  })

  test('where a part no longer fits, the nearest time keeps its place; moving many obeys that', async () => {
    const patient = [{ variantId: ids.colour }, { variantId: ids.cut, maxWaitMinutes: 30 }]
    const whole = (await visitOf(patient, '08:00')).body
    const closed = { startDate: '2026-03-02', endDate: '2026-03-02', startTime: '10:45', endTime: '11:15' }
    const rule = await business.addRule('blackout', closed, { resourceIds: [ids.anna, ids.ben] })
    const { body } = await business.get(`/bookings/resource-rules/${rule}/conflicts`)
    const { bookingId, startsAt } = whole.parts[1]
    // 09:15 would be as near.
    expect([startsAt, body.bookings]).toMatchObject([
      on('09:45'),
      [{ bookingId, visitId: whole.id, nearest: { startsAt: on('10:15') }, move: { startsAt: on('10:15') } }],
    ])
    const moved = await business.send('POST', '/bookings/bulk', { ids: [bookingId], action: 'move' })
    expect(moved.body).toEqual([{ id: bookingId, ok: true }])
    expect((await business.get(`/bookings/visits/${whole.id}`)).body).toMatchObject({
      ...{ isApart: false, waitMinutes: 30, endsAt: on('10:45') },
    })
  })

  test('approving several parts of one visit approves it, once', async () => {
    const path = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    await business.send('PATCH', path, { requiresApproval: true })
    const { body } = await visitOf(cuts(2), '08:00')
    const parts = body.parts.map(({ bookingId }: Part) => bookingId)
    const approved = await business.send('POST', `/bookings/approve?ids=${parts}`, {})
    expect(approved.body).toEqual(parts.map((id: string) => ({ id, ok: true })))
    expect((await business.get(`/bookings/visits/${body.id}`)).body.status).toBe('confirmed')
    const again = await business.send('POST', `/bookings/approve?ids=${parts}`, {})
    expect(again.body.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false])
  })

  test('what is wrong with a new visit, or with what is done to it, is said', async () => {
    const wrong: [object, string][] = [
      [{ customer: { name: 'Mia' } }, 'customer'],
      [{ customerId: null }, 'customerId'],
      [{ startsAt: '2030-03-04T09:00:00Z' }, 'startsAt'],
      [{ override: true }, 'reason'],
      [{ hold: true, notify: true }, 'notify'],
      [{ parts: [{ variantId: ids.cut, total: { amount: 1, currency: 'EUR' } }] }, 'reason'],
      [{ parts: [{ variantId: ids.cut, total: { amount: 1, currency: 'USD' } }] }, 'parts.0.total'],
      [{ anything: 1 }, 'anything'],
    ]
    for (const [values, path] of wrong) {
      const { status, body } = await visitOf(cuts(1), '08:00', values)
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(values)).toEqual([422, [path]])
    }
    expect((await visitOf(cuts(1), '08:00', { customerId: crypto.randomUUID() })).status).toBe(404)
    expect((await act(crypto.randomUUID(), 'cancel')).status).toBe(404)
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const body = { parts: cuts(1), startsAt: on('08:00'), customerId: ids.customer }
    expect((await business.send('POST', '/bookings/visits', body, viewer)).status).toBe(403)
    const variant = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    expect((await business.send('PATCH', variant, { allocation: 'random' })).status).toBe(422)
    const { id } = (await visitOf(cuts(2), '08:00')).body
    now = Date.parse(on('08:10'))
    expect((await act(id, 'reschedule', { startsAt: on('10:00') })).status).toBe(409)
    expect((await act(id, 'confirm', { customerId: ids.customer })).status).toBe(409)
  })

  test('what a part is asked is answered when the visit is confirmed', async () => {
    const question = { key: 'hair', label: 'Your hair?', type: 'text', required: true, options: [] }
    const item = `/catalog-items/${business.itemId}`
    expect((await business.send('PATCH', item, { questions: [question] })).status).toBe(200)
    const refused = await visitOf(
      [{ variantId: ids.colour, answers: { hair: 'long' } }, { variantId: ids.cut }],
      '08:00',
    )
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['parts.1.answers.hair']])
    const { body } = await visitOf(colourAndCut(), '08:00', { customerId: null, hold: true })
    const own = { customerId: ids.customer, answers: { hair: 'long' } }
    const open = await business.send('POST', `/bookings/${body.parts[0].bookingId}/confirm`, own)
    expect([open.status, Object.keys(open.body.errors)]).toEqual([422, ['parts.1.answers.hair']])
    const partAnswers = [{ hair: 'long' }, { hair: 'short' }]
    const confirmed = await act(body.id, 'confirm', { customerId: ids.customer, partAnswers })
    expect([confirmed.status, statusesOf(confirmed.body)]).toEqual([200, 'confirmed confirmed'])
    const second = await business.get(`/bookings/${body.parts[1].bookingId}`)
    expect(second.body.answers).toEqual({ hair: 'short' })
  })

  test('a visit arrives, takes place or does not, and each can be taken back', async () => {
    const { id } = (await visitOf(colourAndCut(), '08:00')).body
    now = Date.parse(on('07:55'))
    const here = await act(id, 'check-in')
    expect([here.status, statusesOf(here.body)]).toEqual([200, 'confirmed confirmed'])
    const checkedIn = async () =>
      (await business.get(`/bookings?visitId=${id}`)).body.map((one: { checkedInAt: string | null }) => one.checkedInAt)
    expect(await checkedIn()).toEqual([on('07:55'), on('07:55')])
    expect((await act(id, 'check-in', { undo: true })).status).toBe(200)
    expect(await checkedIn()).toEqual([null, null])
    now = Date.parse(on('09:50'))
    expect((await act(id, 'complete')).body.status).toBe('completed')
    // The first has ended meanwhile.
    expect(statusesOf((await act(id, 'complete', { undo: true })).body)).toBe('completed confirmed')
    const withBen = { variantId: ids.cut, resourceIds: [ids.ben] }
    const other = (await visitOf([withBen, withBen], '10:00')).body
    now = Date.parse(on('10:10'))
    const missed = await act(other.id, 'no-show')
    expect([missed.body.status, statusesOf(missed.body)]).toEqual(['no_show', 'no_show cancelled'])
    const back = await act(other.id, 'no-show', { undo: true })
    expect([back.body.status, statusesOf(back.body)]).toEqual(['confirmed', 'confirmed cancelled'])
  })

  test('a request is declined and a hold kept longer as a whole', async () => {
    const path = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    await business.send('PATCH', path, { requiresApproval: true })
    const asked = (await visitOf(colourAndCut(), '08:00')).body
    const declined = await act(asked.id, 'decline', { reason: 'No' })
    expect([declined.body.status, statusesOf(declined.body)]).toEqual(['declined', 'declined declined'])
    const restored = await act(asked.id, 'restore')
    expect(restored.body.status).toBe('pending')
    await act(asked.id, 'cancel')
    const held = (await visitOf(colourAndCut(), '08:00', { customerId: null, hold: true })).body
    now += 60_000
    const longer = await act(held.id, 'extend-hold')
    expect([longer.status, Date.parse(longer.body.holdExpiresAt) - Date.parse(held.holdExpiresAt)]).toEqual([
      ...[200, 60_000],
    ])
    now = Date.parse(longer.body.holdExpiresAt)
    expect((await business.get(`/bookings/visits/${held.id}`)).body.status).toBe('expired')
  })

  test('after the earliest deadline of its parts the whole needs a reason, each part after its own', async () => {
    const item = `/catalog-items/${business.itemId}/variants`
    await business.send('PATCH', `${item}/${ids.colour}`, { cancellationNoticeMinutes: 120 })
    await business.send('PATCH', `${item}/${ids.cut}`, { cancellationNoticeMinutes: 1440 })
    const { id } = (await visitOf(colourAndCut(), '08:00')).body
    now = Date.parse(on('12:00', '01'))
    for (const [action, values] of [
      ['cancel', {}],
      ['cancel', { parts: [1] }],
      ['reschedule', { startsAt: on('08:30') }],
    ] as const) {
      const late = await act(id, action, values)
      expect([late.status, Object.keys(late.body.errors ?? {})], action).toEqual([422, ['reason']])
    }
    expect((await act(id, 'reschedule', { startsAt: on('08:30'), reason: 'Ill' })).status).toBe(200)
    expect(statusesOf((await act(id, 'cancel', { parts: [0] })).body)).toBe('cancelled confirmed')
    expect((await act(id, 'cancel', { reason: 'Ill' })).body.status).toBe('cancelled')
  })

  test('V22: what a cancelled visit leaves is offered to whoever waits', async () => {
    const path = `/catalog-items/${business.itemId}/variants/${ids.cut}`
    const waitlist = { waitlistEnabled: true, waitlistOffers: 'automatic' }
    expect((await business.send('PATCH', path, waitlist)).status).toBe(200)
    await book(ids.cut, '09:45', { resourceIds: [ids.ben] })
    const { id } = (await visitOf(colourAndCut(), '08:00')).body
    const customerId = await business.add('customers', { name: 'X' })
    const windows = [{ startsAt: on('09:45'), endsAt: on('10:15') }]
    const waits = await business.send('POST', '/bookings/waitlist', { variantId: ids.cut, customerId, windows })
    expect([waits.status, waits.body.status]).toEqual([201, 'waiting'])
    expect((await act(id, 'cancel')).status).toBe(200)
    expect((await business.get(`/bookings/waitlist/${waits.body.id}`)).body.status).toBe('offered')
    const { body: held } = await business.get('/bookings?status=held')
    expect(held).toMatchObject([{ startsAt: on('09:45'), resourceIds: [ids.anna], customerId }])
  })

  test('merging takes visits along; forgetting a customer clears their notes; whoever has one stays', async () => {
    const { id } = (await visitOf(cuts(2), '08:00', { notes: 'Allergic', internalNotes: 'Late' })).body
    expect((await business.send('DELETE', `/customers/${ids.customer}`)).status).toBe(409)
    const intoId = await business.add('customers', { name: 'Lena F.' })
    expect((await business.send('POST', `/customers/${ids.customer}/merge`, { intoId })).status).toBe(200)
    expect((await business.get(`/bookings/visits/${id}`)).body).toMatchObject({ customerId: intoId, notes: 'Allergic' })
    now = Date.parse(on('12:00'))
    expect((await business.send('POST', `/customers/${intoId}/anonymize`)).status).toBe(200)
    expect((await business.get(`/bookings/visits/${id}`)).body).toMatchObject({ notes: null, internalNotes: null })
  })

  test('staff who keep to their own calendar see their part of a visit, and change one that is all theirs', async () => {
    const ben = await api.addPerson()
    await api.addMember(business.tenantId, ben, 'staff', { resourceId: ids.ben })
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
    )
    const shared = (await visitOf([{ variantId: ids.colour }, { variantId: ids.cut, resourceIds: [ids.ben] }], '08:00'))
      .body
    const foreign = (await visitOf([{ variantId: ids.cut, resourceIds: [ids.anna] }], '10:15')).body
    const seen = await business.get('/bookings/visits', ben)
    expect(seen.body.map(({ id }: { id: string }) => id)).toEqual([shared.id])
    const own = await business.get(`/bookings/visits/${shared.id}`, ben)
    expect(own.body.parts).toMatchObject([{ index: 1, resourceIds: [ids.ben] }])
    expect((await business.get(`/bookings/visits/${foreign.id}`, ben)).status).toBe(404)
    const as = (id: string, action: string, values: object = {}) =>
      business.send('POST', `/bookings/visits/${id}/${action}`, values, ben)
    expect((await as(shared.id, 'cancel')).status).toBe(403)
    expect((await as(shared.id, 'parts', { variantId: ids.cut })).status).toBe(403)
    const mine = (await visitOf([{ variantId: ids.cut, resourceIds: [ids.ben] }], '08:00')).body
    expect((await as(mine.id, 'parts', { variantId: ids.cut, resourceIds: [ids.anna] })).status).toBe(403)
    expect((await as(mine.id, 'parts', { variantId: ids.cut, resourceIds: [ids.ben] })).status).toBe(201)
    expect((await as(mine.id, 'cancel')).status).toBe(200)
  })

  test('customer, notes and payment are the visit’s', async () => {
    const { body } = await visitOf(cuts(2), '08:00')
    const other = await business.add('customers', { name: 'Mia' })
    const path = `/bookings/visits/${body.id}`
    const changed = await business.send('PATCH', path, { customerId: other, paymentStatus: 'paid', notes: null })
    expect(changed.body).toMatchObject({ customerId: other, customerName: 'Mia', paymentStatus: 'paid' })
    const first = `/bookings/${body.parts[0].bookingId}`
    expect((await business.get(first)).body).toMatchObject({ customerId: other, paymentStatus: 'paid' })
    expect((await business.send('PATCH', first, { customerId: ids.customer })).status).toBe(422)
    expect((await business.send('PATCH', path, { customerId: null })).status).toBe(422)
    const { body: told } = await business.get(`${path}/history`)
    expect(told.entries.map(({ action }: { action: string }) => action)).toEqual(['updated', 'created'])
    const file = await business.get(`${path}/calendar.ics`)
    expect(String(file.body).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(String(file.body)).toContain(`UID:visit-${body.id}`)
  })

  test('staff who keep to their own calendar see their part of a visit alone, and change what is all theirs', async () => {
    const parts = [
      { variantId: ids.cut, resourceIds: [ids.anna] },
      { variantId: ids.cut, resourceIds: [ids.ben] },
    ]
    const { body } = await visitOf(parts, '08:00', { notes: 'Likes it short' })
    const own = (await visitOf(cuts(2), '09:30')).body
    const { tenantId } = business
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', tenantId).execute(),
    )
    const anna = await api.addPerson()
    await api.addMember(tenantId, anna, 'staff', { resourceId: ids.anna })
    const seen = (await business.get(`/bookings/visits/${body.id}`, anna)).body
    expect(seen.parts.map(({ index }: Part) => index)).toEqual([0])
    expect(seen).toMatchObject({
      ...{ startsAt: on('08:00'), endsAt: on('08:30'), partCount: 1, total: { amount: 3000 } },
      title: body.parts[0].title,
    })
    const chair = await api.addPerson()
    await api.addMember(tenantId, chair, 'staff', { resourceId: ids.chair })
    expect((await business.get(`/bookings/visits/${body.id}`, chair)).status).toBe(404)
    expect((await business.get('/bookings/visits', chair)).body).toEqual([])
    const cancel = (id: string) => business.send('POST', `/bookings/visits/${id}/cancel`, {}, anna)
    expect((await cancel(body.id)).status).toBe(403)
    const ofPart = (index: number) => business.send('POST', `/bookings/${body.parts[index].bookingId}/cancel`, {}, anna)
    expect([(await ofPart(1)).status, (await ofPart(0)).status]).toEqual([404, 200])
    expect((await cancel(own.id)).status).toBe(200)
  })

  test('a key of one channel books and sees visits of that channel', async () => {
    const { id: channelId } = await api.addChannel(business.tenantId, { kind: 'partner' })
    const { body: key } = await makeKey(api, business, ['bookings', 'availability.read', 'customers.read'], {
      channelId,
    })
    const send = (method: string, url: string, given?: object) =>
      api.request(url, { method, token: key.key, ...(given && { body: given }) })
    const theirs = (await visitOf(cuts(2), '08:00')).body
    const booking = { parts: cuts(2), startsAt: on('09:00'), customerId: ids.customer }
    const wrong = await send('POST', '/bookings/visits', { ...booking, channelId: business.channelId })
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['channelId']])
    await business.run(db => db.updateTable('customers').set({ phone: '+4930123456' }).execute())
    const made = await send('POST', '/bookings/visits', booking)
    expect([made.status, made.body.channelId]).toEqual([201, channelId])
    expect((await send('GET', '/bookings/visits')).body.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
    expect((await send('GET', `/bookings/visits/${theirs.id}`)).status).toBe(404)
    expect((await send('POST', `/bookings/visits/${theirs.id}/cancel`, {})).status).toBe(404)
    expect((await send('POST', `/bookings/visits/${made.body.id}/cancel`, {})).status).toBe(200)
  })

  test('a key tells what limits a customer if it may read customers', async () => {
    await business.addRule('booking_limit', { max: 1, period: 'day', subject: 'customer' })
    const asked = { parts: cuts(2), startsAt: on('08:00'), customerId: ids.customer }
    const answerTo = async (scopes: Parameters<typeof makeKey>[2]) => {
      const { body: key } = await makeKey(api, business, scopes)
      return api.request('/availability/visits/explain', { method: 'POST', token: key.key, body: asked })
    }
    const refused = await answerTo(['availability.read'])
    expect([refused.status, refused.body.headline]).toEqual([403, undefined])
    const told = await answerTo(['availability.read', 'bookings', 'customers.read'])
    expect([told.status, told.body.failedPart, told.body.headline.code]).toEqual([200, 1, 'customer_limit_reached'])
  })

  test('V20: of twenty who want the last visit one gets it, whole', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitOf(colourAndCut(), '08:00')))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect((await business.get('/bookings')).body).toHaveLength(2)
  })

  /** The first search is too long for a transaction; `meanwhile` happens during the next, which may be too long for any. */
  const searchLong = (meanwhile: () => Promise<unknown>, { isTooLong = false } = {}) => {
    vi.restoreAllMocks()
    const { decide } = VisitPlanner.prototype
    return vi
      .spyOn(VisitPlanner.prototype, 'decide')
      .mockImplementationOnce(() => {
        throw new TooManyPlans()
      })
      .mockImplementationOnce(function* (this: VisitPlanner, ...asked) {
        let isOver = false
        void meanwhile().finally(() => {
          isOver = true
        })
        while (!isOver) yield
        if (isTooLong) throw new TooManyPlans()
        return yield* decide.apply(this, asked)
      })
  }

  test('a long search locks nothing, and what it found is booked', async () => {
    const searches = searchLong(async () => {
      expect((await book(ids.cut, '10:30', { resourceIds: [ids.ben] })).status).toBe(201)
    })
    expect((await visitOf(cuts(2), '08:00')).status).toBe(201)
    // Somebody was faster, though elsewhere: only one more search can know.
    expect(searches).toHaveBeenCalledTimes(3)
    const { body } = await visitOf(cuts(1), '09:00')
    const again = searchLong(async () => {})
    const moved = await act(body.id, 'reschedule', { startsAt: on('09:30') })
    expect([moved.status, again.mock.calls.length]).toEqual([200, 2])
  })

  test('who books during a long search has the place, and the visit the next best', async () => {
    searchLong(async () => {
      expect((await book(ids.cut, '09:45', { resourceIds: [ids.anna] })).status).toBe(201)
    })
    const { status, body } = await visitOf(colourAndCut(), '08:00')
    expect([status, body.parts[1].resourceIds]).toEqual([201, [ids.ben]])
    searchLong(() => book(ids.cut, '09:00', { resourceIds: [ids.ben] }))
    const refused = await visitOf([{ variantId: ids.cut, resourceIds: [ids.ben] }], '09:00')
    expect([refused.status, refused.body.part]).toEqual([409, 0])
  })

  const visitWithKey = (customer: object) =>
    api.request('/bookings/visits', {
      ...{ method: 'POST', as: business.owner, tenantId: business.tenantId, headers: { 'Idempotency-Key': 'one' } },
      body: { parts: cuts(2), startsAt: on('08:00'), ...customer },
    })

  test('a long search for a new customer makes one, and a retry books nothing more', async () => {
    const searches = searchLong(async () => {})
    const made = await visitWithKey({ customer: { name: 'Mia' } })
    const again = await visitWithKey({ customer: { name: 'Mia' } })
    expect([made.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, made.body, 'true'])
    expect(searches).toHaveBeenCalledTimes(2)
    expect((await business.get('/customers?q=Mia')).body).toHaveLength(1)
  })

  test('a call that fails after a long search leaves what another of the same key booked', async () => {
    const others: Awaited<ReturnType<typeof visitWithKey>>[] = []
    const send = () => visitWithKey({ customerId: ids.customer })
    searchLong(async () => others.push(await send()), { isTooLong: true })
    expect((await send()).status).toBe(422)
    const again = await send()
    expect([others[0]?.status, again.status, again.body]).toEqual([201, 201, others[0]?.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await business.get('/bookings')).body).toHaveLength(2)
  })

  test('V21: a visit of one part is the booking that it would be', async () => {
    const one = await book(ids.cut, '08:00')
    await business.send('POST', `/bookings/${one.body.id}/cancel`, {})
    const { body } = await visitOf([{ variantId: ids.cut }], '08:00')
    const { body: part } = await business.get(`/bookings/${body.parts[0].bookingId}`)
    const own = ['id', 'reference', 'createdAt', 'updatedAt', 'visitId', 'visitIndex', 'visitLength', 'version']
    const compared = (record: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !own.includes(name)))
    expect(compared(part)).toEqual(compared(one.body))
    const refused = [await book(ids.cut, '12:00'), await visitOf([{ variantId: ids.cut }], '12:00')]
    expect(refused[1]?.body.reasons).toEqual(refused[0]?.body.reasons)
  })
})
