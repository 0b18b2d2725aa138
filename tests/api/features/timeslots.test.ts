import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'
import { countStatements } from './support/countStatements'

const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
const range = { from: '2026-03-02', to: '2026-03-06' }

describeOnDatabase('timeslots over HTTP', use => {
  let api: TestApi
  let business: Business
  let statements: () => number
  let scheduleId: string

  beforeAll(async () => {
    const { database, count } = countStatements(use().database)
    statements = count
    api = await openApi({ on: use(), users: null, now: () => NOW, database })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    scheduleId = await business.addSchedule({ mode: 'timeslots', slotCapacity: 12 })
  })

  const generate = (body: object, as = business.owner) =>
    business.send('POST', `/schedules/${scheduleId}/generate`, body, as)
  const add = (startsAt: string, endsAt: string, body: object = {}) =>
    business.send('POST', `/schedules/${scheduleId}/timeslots`, { startsAt, endsAt, ...body })
  const list = async (query = '') =>
    (await business.get(`/schedules/${scheduleId}/timeslots?perPage=100${query}`)).body as {
      id: string
      startsAt: string
      endsAt: string
      capacity: number | null
      isEdited: boolean
      origin: string
    }[]

  test.each(['open_hours', 'timeslots'])(
    'a schedule with %s starts with a length where none is given, and keeps one',
    async mode => {
      const timeZone = 'Europe/Berlin'
      const draft = { name: `In ${mode}`, timeZone, mode }
      const empty = { status: 422, body: { errors: { slotDurationMinutes: 'Required' } } }
      expect(await business.send('POST', '/schedules', { ...draft, slotDurationMinutes: null })).toMatchObject(empty)
      const made = await business.send('POST', '/schedules', draft)
      expect(made).toMatchObject({ status: 201, body: { mode, slotDurationMinutes: 60 } })
      const emptied = await business.send('PATCH', `/schedules/${made.body.id}`, { slotDurationMinutes: null })
      expect(emptied).toMatchObject(empty)
    },
  )

  test('case 35: generating is a plan first, then what it said, then nothing; what is booked stays', async () => {
    const dry = await generate({ ...range, dryRun: true })
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true, created: 40, kept: 0, deleted: 0, conflicts: 0 } })
    expect(await list()).toEqual([])
    expect((await generate(range)).body).toMatchObject({ dryRun: false, created: 40 })
    expect((await generate(range)).body).toMatchObject({ created: 0, kept: 40 })
    const { body: entries } = await business.get(
      `/audit-log?entityType=schedules&entityId=${scheduleId}&action=generated`,
    )
    expect(entries).toMatchObject([{ action: 'generated', changes: { created: { from: null, to: 40 } } }])

    const slots = await list()
    expect(slots).toHaveLength(40)
    expect(slots[0]).toMatchObject({
      startsAt: '2026-03-02T08:00:00.000Z',
      endsAt: '2026-03-02T09:00:00.000Z',
      capacity: 12,
      remaining: 12,
      origin: 'generated',
      isEdited: false,
    })
    // Ids come in the order of the starts.
    expect(slots.map(({ id }) => id)).toEqual(slots.map(({ id }) => id).toSorted())
    const schedule = (await business.get(`/schedules/${scheduleId}`)).body
    expect(schedule).toMatchObject({ timeslotCount: 40, version: 1, lastGeneratedAt: new Date(NOW).toISOString() })

    const guide = await business.addResource({ scheduleId, capacity: 12 })
    const variantId = await business.addVariant([guide], { capacityMode: 'session' })
    const booked = slots.find(({ startsAt }) => startsAt === '2026-03-02T09:00:00.000Z')?.id
    await business.addBooking([guide], variantId, ten, { capacityMode: 'session', quantity: 3, timeslotId: booked })
    const change = { ...range, slotDurationMinutes: 90, onExisting: 'replace_unbooked' }
    const { body } = await generate(change)
    // Five a day, but for the two that the booked one is in the way of.
    expect(body).toMatchObject({ created: 23, deleted: 39, conflicts: 1, kept: 0 })
    expect(body.timeslots.find((one: { action: string }) => one.action === 'conflict')).toMatchObject({
      timeslotId: booked,
      reason: expect.stringContaining('booked'),
    })
    const replaced = await list()
    expect(replaced).toHaveLength(24)
    const lengthOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
      (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000
    expect(replaced.filter(slot => lengthOf(slot) === 90)).toHaveLength(23)
    // Another of the same start is the same record.
    const before = new Map(slots.map(({ id, startsAt }) => [startsAt, id]))
    const same = replaced.filter(({ startsAt }) => before.has(startsAt))
    expect(same.length).toBeGreaterThan(8)
    expect(same.map(({ id }) => id)).toEqual(same.map(({ startsAt }) => before.get(startsAt)))
    const places = { ...change, capacity: 7 }
    expect((await generate(places)).body).toMatchObject({ created: 23, deleted: 23 })
    expect((await list()).filter(({ capacity }) => capacity === 7)).toHaveLength(23)
    expect((await generate(change)).body).toMatchObject({ created: 23, deleted: 23 })
    expect((await generate(change)).body).toMatchObject({ created: 0, deleted: 0 })
    expect((await business.get(`/schedules/${scheduleId}`)).body).toMatchObject({ timeslotCount: 24, version: 1 })
  })

  test('a timeslot by hand has the schedule’s places, is not overlapped, and marks later edits', async () => {
    const { status, body } = await add(...ten, { label: 'Sunset tour' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ capacity: 12, origin: 'manual', status: 'open', isEdited: false, remaining: 12 })
    expect((await add('2026-03-02T09:30:00.000Z', '2026-03-02T10:30:00.000Z')).body.errors).toHaveProperty('startsAt')
    expect((await add('2026-03-02T10:00:00.000Z', '2026-03-02T10:00:00.000Z')).body.errors).toHaveProperty('endsAt')
    expect((await add('2026-03-02T10:00:00.000Z', '2026-05-02T10:00:00.000Z')).body.errors).toHaveProperty('endsAt')
    expect((await add('2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z')).status).toBe(201)

    const url = `/schedules/${scheduleId}/timeslots/${body.id}`
    const moved = await business.send('PATCH', url, { startsAt: '2026-03-02T08:30:00.000Z', capacity: null })
    expect(moved.body).toMatchObject({ isEdited: true, capacity: null, remaining: null, version: 2 })
    expect((await business.send('PATCH', url, { endsAt: '2026-03-02T10:30:00.000Z' })).status).toBe(422)
  })

  test('what is booked is neither moved, nor shrunk below its bookings, nor deleted', async () => {
    const { body: slot } = await add(...ten)
    const guide = await business.addResource({ scheduleId, capacity: 12 })
    const bus = await business.addResource({ scheduleId, capacity: 20 })
    const variantId = await business.addVariant([guide, bus], { capacityMode: 'session', resourceSelection: 'all' })
    const booking = { capacityMode: 'session', quantity: 5, timeslotId: slot.id, sharing: slot.id }
    await business.addBooking([guide, bus], variantId, ten, booking)
    await business.addBooking([guide, bus], variantId, ten, { ...booking, quantity: 1 })

    const url = `/schedules/${scheduleId}/timeslots/${slot.id}`
    expect((await business.get(url)).body).toMatchObject({ bookedQuantity: 6, remaining: 6 })
    expect((await business.send('PATCH', url, { startsAt: '2026-03-02T08:30:00.000Z' })).body.errors).toHaveProperty(
      'startsAt',
    )
    expect((await business.send('PATCH', url, { capacity: 5 })).body.errors).toHaveProperty('capacity')
    expect((await business.send('PATCH', url, { capacity: 6, status: 'closed' })).status).toBe(200)
    expect(await business.send('DELETE', url)).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect((await business.send('DELETE', `/schedules/${scheduleId}`)).status).toBe(409)
    const other = await business.send('PATCH', `/schedules/${scheduleId}`, { mode: 'open_hours' })
    expect(other.body.errors).toHaveProperty('mode')
    const ranged = await business.get(`/schedules/${scheduleId}/timeslots?from=2026-03-02&to=2026-03-02T09:00:00.000Z`)
    expect(ranged.body).toEqual([])
    const day = await business.get(`/schedules/${scheduleId}/timeslots?from=2026-03-02&to=2026-03-03`)
    expect(day.body).toMatchObject([{ id: slot.id }])
  })

  test('many are changed at once, and each is answered for itself', async () => {
    await generate({ from: '2026-03-02', to: '2026-03-02' })
    const ids = (await list()).map(({ id }) => id)
    const bulk = (body: object) => business.send('POST', `/schedules/${scheduleId}/timeslots/bulk`, body)
    const closed = await bulk({ ids: [...ids.slice(0, 2), business.itemId], action: 'close' })
    expect(closed.body).toEqual([
      { id: ids[0], ok: true },
      { id: ids[1], ok: true },
      { id: business.itemId, ok: false, code: 'not_found', detail: expect.any(String) },
    ])
    expect((await bulk({ ids: ids.slice(2, 4), action: 'set_capacity', capacity: 3 })).status).toBe(200)
    expect((await bulk({ ids: ids.slice(6), action: 'delete' })).status).toBe(200)
    expect(await list()).toMatchObject([
      { status: 'closed', isEdited: true },
      { status: 'closed' },
      { capacity: 3, status: 'open' },
      { capacity: 3 },
      { capacity: 12, isEdited: false },
      { capacity: 12 },
    ])
    expect((await bulk({ ids: [], action: 'explode' })).body.errors).toMatchObject({
      ids: expect.any(String),
      action: expect.any(String),
    })
    // Generating again makes what was deleted, and respects what was edited.
    const again = await generate({ from: '2026-03-02', to: '2026-03-02', onExisting: 'replace_unbooked' })
    expect(again.body).toMatchObject({ created: 2, deleted: 0 })
  })

  test('generates 50,000 in a few statements, and refuses more', async () => {
    await business.send('PATCH', `/schedules/${scheduleId}`, {
      weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00'),
    })
    const year = { from: '2026-03-01', to: '2027-03-01' }
    const refused = await generate({ ...year, slotDurationMinutes: 10, dryRun: true })
    expect(refused).toMatchObject({ status: 422, body: { errors: { to: expect.stringContaining('50000') } } })
    const past = await generate({ from: '2026-01-01', to: '2026-01-31' })
    expect(past.body.errors).toHaveProperty('to')
    expect((await generate({ from: '2026-03-01', to: '2027-03-02' })).body.errors).toHaveProperty('to')
    expect((await generate({ from: '2026-03-02', to: '2026-03-01', gapMinutes: 1000 })).body.errors).toMatchObject({
      gapMinutes: expect.any(String),
    })

    const before = statements()
    const { body } = await generate({ ...year, slotDurationMinutes: 15 })
    const cost = statements() - before
    expect(body.created).toBe(366 * 96)
    const other = await business.addSchedule({ mode: 'timeslots' })
    const beforeFew = statements()
    await business.send('POST', `/schedules/${other}/generate`, { from: '2026-03-02', to: '2026-03-02' })
    expect(statements() - beforeFew).toBe(cost)
  })

  test('of those who generate at once one does, and the others are told to wait', async () => {
    const answers = await Promise.all([generate(range), generate(range), generate(range)])
    const [done = [], refused = []] = [200, 429].map(status => answers.filter(answer => answer.status === status))
    expect(done.length + refused.length).toBe(3)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(done.reduce((sum, { body }) => sum + body.created, 0)).toBe(40)
    expect(await list()).toHaveLength(40)
    expect((await generate(range)).body).toMatchObject({ created: 0, kept: 40 })
  })

  test('what is booked while its timeslots are being replaced keeps its timeslot', async () => {
    await generate(range)
    const guide = await business.addResource({ scheduleId, capacity: 12 })
    const variantId = await business.addVariant([guide], { capacityMode: 'session' })
    const places = (await list()).filter((_, index) => index % 4 === 1)
    const replace = () => generate({ ...range, slotDurationMinutes: 90, onExisting: 'replace_unbooked' })
    const book = ({ startsAt }: { startsAt: string }) =>
      business.send('POST', '/bookings', { variantId, startsAt, customer: { name: 'Ann', email: 'ann@example.com' } })
    const [early, late] = [places.slice(0, 5).map(book), places.slice(5)]
    // One is booked for sure, and others are on their way.
    await Promise.race(early)
    const [replaced, ...answers] = await Promise.all([replace(), ...early, ...late.map(book)])
    expect([200, 409]).toContain(replaced.status)
    expect(answers.map(({ status }) => status).filter(status => status !== 201 && status !== 409)).toEqual([])
    const booked = answers.flatMap(({ status, body }) => (status === 201 ? [String(body.timeslotId)] : []))
    expect(booked.length).toBeGreaterThan(0)
    const left = new Set((await list()).map(({ id }) => id))
    expect(booked.filter(id => !left.has(id))).toEqual([])
  })

  test('what is booked is cancelled only once somebody said what becomes of the bookings', async () => {
    await add(...ten)
    const { body: later } = await add('2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z')
    const guide = await business.addResource({ scheduleId, capacity: 12 })
    const variantId = await business.addVariant([guide], { capacityMode: 'session', maxQuantity: 12 })
    const book = async (startsAt: string, quantity: number) => {
      const made = await business.send('POST', '/bookings', {
        variantId,
        startsAt,
        quantity,
        customer: { name: `Ann ${quantity}`, email: `ann${quantity}@example.com` },
      })
      expect(made.status).toBe(201)
      return made.body as { id: string; reference: string }
    }
    const [first, second, third] = [await book(ten[0], 2), await book(ten[0], 3), await book(later.startsAt, 1)]
    const [slot] = await list()
    const url = `/schedules/${scheduleId}/timeslots/${slot?.id}`
    const statusOf = async ({ id }: { id: string }) => (await business.get(`/bookings/${id}`)).body.status

    const asked = await business.send('PATCH', url, { status: 'cancelled' })
    expect(asked).toMatchObject({
      status: 409,
      body: { code: 'timeslot_booked', usedBy: [{ resource: 'bookings', count: 2 }] },
    })
    expect(asked.body.usedBy[0].records).toEqual(
      [first, second].map(({ id, reference }, index) => ({ id, name: `${reference} · Ann ${index + 2}`, params: {} })),
    )
    expect((await business.get(url)).body).toMatchObject({ status: 'open', bookedQuantity: 5 })
    const many = await business.send('PATCH', `/schedules/${scheduleId}/timeslots?ids=${slot?.id}`, {
      status: 'cancelled',
    })
    expect(many.body).toMatchObject([{ ok: false, code: 'timeslot_booked' }])

    expect((await business.send('PATCH', url, { status: 'cancelled', bookings: 'keep' })).body).toMatchObject({
      status: 'cancelled',
      bookedQuantity: 5,
    })
    expect(await statusOf(first)).toBe('confirmed')
    expect((await business.send('PATCH', url, { status: 'open' })).status).toBe(200)

    const bulk = (body: object) =>
      business.send('POST', `/schedules/${scheduleId}/timeslots/bulk`, {
        ids: [slot?.id, later.id],
        action: 'cancel',
        ...body,
      })
    expect((await bulk({})).body).toMatchObject({ code: 'timeslot_booked', usedBy: [{ count: 3 }] })
    expect((await bulk({ bookings: 'forget' })).body.errors).toHaveProperty('bookings')
    expect((await bulk({ action: 'close', bookings: 'cancel' })).body.errors).toHaveProperty('bookings')
    const unasked = await business.send('PATCH', url, { status: 'closed', bookings: 'cancel' })
    expect(unasked).toMatchObject({ status: 422, body: { errors: { bookings: expect.any(String) } } })
    const told: string[] = []
    const stop = await api.services.live.subscribe(
      business.tenantId,
      ({ ids }) => told.push(...ids),
      () => {},
    )
    expect((await bulk({ bookings: 'cancel', reason: 'Storm' })).body).toMatchObject([{ ok: true }, { ok: true }])
    await expect.poll(() => told.toSorted()).toEqual([first.id, second.id, third.id].toSorted())
    stop()
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect((await business.get(`/bookings/${third.id}`)).body).toMatchObject({
      cancelledBy: 'staff',
      cancellationReason: 'Storm',
    })
    expect((await business.get(url)).body).toMatchObject({ status: 'cancelled', bookedQuantity: 0 })
    const history = async (entityType: string, entityId: string | undefined) =>
      (await business.get(`/audit-log?entityType=${entityType}&entityId=${entityId}`)).body[0]
    expect(await history('timeslots', slot?.id)).toMatchObject({
      reason: 'Storm',
      changes: { status: { to: 'cancelled' } },
    })
    expect(await history('bookings', first.id)).toMatchObject({
      reason: 'Storm',
      changes: { status: { to: 'cancelled' } },
    })
  })

  test('the tour operator: departures at the weekend, with a guide and a bus', async () => {
    const { add, addRule } = business
    const hours = [...week([6, 7], '10:00', '12:00'), ...week([6, 7], '14:00', '16:00')]
    const departures = await business.addSchedule({
      mode: 'timeslots',
      slotCapacity: 12,
      slotDurationMinutes: 120,
      weeklyHours: hours,
    })
    const made = await business.send('POST', `/schedules/${departures}/generate`, {
      from: '2026-03-02',
      to: '2026-03-08',
    })
    expect(made.body.timeslots.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
      '2026-03-07T09:00:00.000Z',
      '2026-03-07T13:00:00.000Z',
      '2026-03-08T09:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
    ])

    const busType = await add('resourceTypes', { name: 'Bus', kind: 'vehicle' })
    const guide = await business.addResource({ name: 'Guide', scheduleId: departures, capacity: 12 })
    const bus = await business.addResource({
      name: 'Bus',
      scheduleId: departures,
      capacity: 20,
      resourceTypeId: busType,
    })
    const variantId = await business.addVariant([guide, bus], {
      capacityMode: 'session',
      resourceSelection: 'one_per_type',
      durationMinutes: 120,
      maxQuantity: 8,
      pricingUnit: 'per_unit',
    })
    const partnerId = (await api.addChannel(business.tenantId, { kind: 'partner' })).id
    await addRule('min_notice', { minutes: 60 }, { channelIds: [business.channelId] })
    await addRule('min_notice', { minutes: 720 }, { channelIds: [partnerId] })
    const departure = '2026-03-07T09:00:00.000Z'
    const book = (quantity: number, values: object = {}) =>
      business.send('POST', '/bookings', {
        variantId,
        startsAt: departure,
        quantity,
        customer: { name: 'Ann', email: 'ann@example.com' },
        ...values,
      })
    const codes = ({ body }: { body: { reasons?: { code: string }[] } }) => body.reasons?.map(({ code }) => code)

    const first = await book(8)
    expect(first).toMatchObject({ status: 201, body: { quantity: 8, endsAt: '2026-03-07T11:00:00.000Z' } })
    expect(first.body.resourceIds.toSorted()).toEqual([guide, bus].toSorted())
    expect(first.body.total.amount).toBe(8 * 5000)
    expect(codes(await book(9))).toContain('quantity_out_of_range')
    expect(codes(await book(5))).toContain('timeslot_full')
    expect((await book(4, { channelId: partnerId })).status).toBe(201)
    expect(codes(await book(1))).toContain('timeslot_full')
    expect(codes(await book(1, { startsAt: '2026-03-07T10:00:00.000Z' }))).toContain('no_timeslot')
    expect((await book(8, { startsAt: '2026-03-07T13:00:00.000Z' })).status).toBe(201)
    const listed = (await business.get(`/schedules/${departures}/timeslots`)).body
    expect(listed.map((slot: { remaining: number }) => slot.remaining)).toEqual([0, 4, 12, 12])

    // Eight hours ahead is early enough for a walk-in, and too late for a partner.
    const today = { startsAt: '2026-02-20T20:00:00.000Z', endsAt: '2026-02-20T22:00:00.000Z' }
    expect((await business.send('POST', `/schedules/${departures}/timeslots`, today)).status).toBe(201)
    expect(codes(await book(1, { startsAt: today.startsAt, channelId: partnerId }))).toContain('notice_too_short')
    expect((await book(1, { startsAt: today.startsAt })).status).toBe(201)
  })

  test('a copy of a schedule has its hours and no timeslots; set-up is for administrators', async () => {
    await generate(range)
    const copy = await business.send('POST', `/schedules/${scheduleId}/duplicate`, { name: 'Winter' })
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({ name: 'Winter', mode: 'timeslots', slotCapacity: 12, timeslotCount: 0 })
    const again = await business.send('POST', `/schedules/${scheduleId}/duplicate`, { name: 'Winter' })
    expect(again.body.errors).toHaveProperty('name')

    const staff = await api.addPersonIn(business.tenantId, 'staff')
    expect((await generate(range, staff)).status).toBe(403)
    expect((await business.get(`/schedules/${scheduleId}/timeslots`, staff)).status).toBe(200)
    const other = await openBusiness(api)
    expect((await other.send('POST', `/schedules/${scheduleId}/generate`, range)).status).toBe(404)
    expect((await other.send('POST', `/schedules/${scheduleId}/duplicate`, { name: 'Theirs' })).status).toBe(404)
    const ids = (await list()).map(({ id }) => id)
    const theirs = `/schedules/${other.scheduleId}/timeslots/bulk`
    expect(
      (await other.send('POST', `/schedules/${scheduleId}/timeslots/bulk`, { ids, action: 'delete' })).status,
    ).toBe(404)
    const { body } = await other.send('POST', theirs, { ids, action: 'delete' })
    expect(body.every((one: { code: string }) => one.code === 'not_found')).toBe(true)
    expect(await list()).toHaveLength(40)
  })
})
