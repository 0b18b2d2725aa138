import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answered, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'
import { countStatements } from './support/countStatements'

const monday = 'from=2026-03-02&to=2026-03-03'

const starts = ({ body }: Answered): string[] => body.map((slot: { startsAt: string }) => slot.startsAt.slice(11, 16))

describeOnDatabase('availability over HTTP', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let statements: () => number

  beforeAll(async () => {
    const { database, count } = countStatements(use().database)
    statements = count
    api = await openApi({ on: use(), users: null, now: () => now, database })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
  })

  test('case 1: a plain day has eight starts, and a bare date is one of the tenant’s zone', async () => {
    const variantId = await business.addVariant([await business.addResource()])
    const answer = await business.get(`/availability?variantId=${variantId}&${monday}`)
    expect(starts(answer)).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'])
    expect(answer.body[0]).toMatchObject({ endsAt: '2026-03-02T09:00:00.000Z', status: 'available', remaining: 1 })
    const zone = `variantId=${variantId}&${monday}&timeZone=Asia/Tokyo`
    expect(starts(await business.get(`/availability?${zone}`))).toHaveLength(7)
  })

  test('case 9: what is busy on the first resource goes to the second', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    const variantId = await business.addVariant([a, b])
    const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
    await business.addBooking([a], variantId, ten)
    const url = `/availability?variantId=${variantId}&${monday}&includeUnavailable=true`
    const taker = (answer: Answered) => answer.body[1].resourceIds
    expect(taker(await business.get(url))).toEqual([b])
    expect((await business.get(`${url}&resourceId=${a}`)).body[1]).toMatchObject({
      status: 'full',
      reasons: [{ code: 'resource_busy', resourceId: a }],
    })
    const explained = await business.get(
      `/availability/explain?variantId=${variantId}&startsAt=${ten[0]}&resourceId=${a}`,
    )
    expect(explained.body).toMatchObject({ available: false, headline: { code: 'resource_busy', resourceId: a } })
    expect(explained.body.resources).toContainEqual({ resourceId: a, name: expect.any(String) })
  })

  test('utilization counts what is booked of what is open, by day, of active resources', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    const variantId = await business.addVariant([a, b])
    await business.addBooking([a], variantId, ['2026-03-02T09:00:00.000Z', '2026-03-02T11:00:00.000Z'])
    const days = async () => (await business.get('/availability/utilization?from=2026-03-02&to=2026-03-04')).body
    const both = await days()
    expect(both).toMatchObject([
      { date: '2026-03-02', openMinutes: 960, bookedMinutes: 120 },
      { date: '2026-03-03', bookedMinutes: 0 },
    ])
  })

  test('case 21: the hour that spring takes away is not offered', async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week([7], '00:00', '06:00') })
    const variantId = await business.addVariant([await business.addResource({ scheduleId })])
    const answer = await business.get(`/availability?variantId=${variantId}&from=2026-03-29&to=2026-03-30`)
    expect(answer.body.map((slot: { startsAt: string }) => slot.startsAt)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
    ])
    const windows = await business.get(`/schedules/${scheduleId}/windows?from=2026-03-28&to=2026-03-30`)
    expect(windows.body).toMatchObject([
      { date: '2026-03-28', dayLengthMinutes: 1440, windows: [] },
      { date: '2026-03-29', dayLengthMinutes: 1380, clockChange: 'skipped', windows: [{ minutes: 300 }] },
    ])
  })

  test('case 29: only open timeslots of the right length, up to their own capacity', async () => {
    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    const bus = await business.addResource({ scheduleId, capacity: 20 })
    const slot = (startsAt: string, endsAt: string, values: object = {}) =>
      business.add('timeslots', { scheduleId, startsAt, endsAt, ...values })
    await slot('2026-03-02T09:00:00.000Z', '2026-03-02T09:30:00.000Z')
    await slot('2026-03-02T09:30:00.000Z', '2026-03-02T10:00:00.000Z')
    await slot('2026-03-02T10:00:00.000Z', '2026-03-02T10:30:00.000Z', { status: 'closed' })
    const departure = await slot('2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z', { capacity: 12 })
    const session = { capacityMode: 'session', maxQuantity: 8 }
    const hour = await business.addVariant([bus], session)
    await business.addBooking([bus], hour, ['2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z'], {
      capacityMode: 'session',
      quantity: 10,
      timeslotId: departure,
    })
    const odd = await business.addVariant([bus], { ...session, durationMinutes: 45 })
    const codes = async (variantId: string, quantity = 1) => {
      const url = `/availability?variantId=${variantId}&${monday}&includeUnavailable=true&quantity=${quantity}`
      const { body } = await business.get(url)
      return body.map((one: { reasons: { code: string }[] }) => one.reasons[0]?.code ?? 'available')
    }
    expect(await codes(hour)).toEqual(['available', 'timeslot_closed', 'timeslot_closed', 'available'])
    expect(await codes(hour, 3)).toEqual(['available', 'timeslot_closed', 'timeslot_closed', 'timeslot_full'])
    expect((await codes(odd))[0]).toBe('duration_mismatch')
    const listed = await business.get(`/schedules/${scheduleId}/timeslots?sort=startsAt&order=desc`)
    expect(listed.body[0]).toMatchObject({ id: departure, bookedQuantity: 10, remaining: 2 })
  })

  test('case 37: no hours anywhere is outside of the schedule', async () => {
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ defaultScheduleId: null }).where('id', '=', business.tenantId).execute(),
    )
    const variantId = await business.addVariant([await business.addResource()])
    expect((await business.get(`/availability?variantId=${variantId}&${monday}`)).body).toEqual([])
    const explained = await business.get(
      `/availability/explain?variantId=${variantId}&startsAt=2026-03-02T09:00:00.000Z`,
    )
    expect(explained.body.headline.code).toBe('outside_schedule')
    const next = await business.get(`/availability/next?variantId=${variantId}`)
    expect(next.body).toMatchObject({ slots: [], reason: { code: 'outside_schedule' } })
  })

  test('a hold blocks until the clock passes its end, with no job in between', async () => {
    const chair = await business.addResource()
    const variantId = await business.addVariant([chair])
    const hold = { status: 'held', holdExpiresAt: '2026-03-02T07:05:00.000Z' }
    await business.addBooking([chair], variantId, ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'], hold)
    const ten = async (clock: string) => {
      now = Date.parse(clock)
      return starts(await business.get(`/availability?variantId=${variantId}&${monday}`)).includes('09:00')
    }
    expect(await ten('2026-03-02T07:04:59.000Z')).toBe(false)
    expect(await ten('2026-03-02T07:05:00.000Z')).toBe(true)
  })

  test('a family blocks its members, and a limit counts what lies outside of the range', async () => {
    const court = await business.addResource()
    const [left, right] = [
      await business.addResource({ parentResourceId: court }),
      await business.addResource({ parentResourceId: court }),
    ]
    const variantId = await business.addVariant([court])
    await business.addBooking([left], variantId, ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'])
    const reason = async (id: string) => {
      const other = await business.addVariant([id])
      const { body } = await business.get(`/availability/explain?variantId=${other}&startsAt=2026-03-02T09:00:00.000Z`)
      return body.headline?.code ?? 'available'
    }
    expect(await reason(court)).toBe('related_resource_busy')
    expect(await reason(right)).toBe('available')

    const ruleId = await business.addRule('booking_limit', { max: 1, period: 'month' }, { resourceIds: [left] })
    const { body } = await business.get(
      `/availability/explain?variantId=${await business.addVariant([left])}&startsAt=2026-03-31T09:00:00.000Z`,
    )
    expect(body.headline).toMatchObject({ code: 'limit_reached', ruleId })
  })

  test('cases 6 and 7: units of a pool and places in a session are what is left of them', async () => {
    const slots = async (variantId: string, from: string, to: string, quantity = 1) => {
      const url = `/availability?variantId=${variantId}&from=${from}&to=${to}&includeUnavailable=true&quantity=${quantity}`
      return (await business.get(url)).body.map((slot: { remaining: number; status: string }) => ({
        remaining: slot.remaining,
        status: slot.status,
      }))
    }
    const pool = await business.addResource({ capacity: 10 })
    const kayak = await business.addVariant([pool], { capacityMode: 'pooled', maxQuantity: 6, slotIntervalMinutes: 30 })
    const pooled = { capacityMode: 'pooled', bufferBeforeMinutes: 0 }
    const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
    const halfPast = ['2026-03-02T09:30:00.000Z', '2026-03-02T10:30:00.000Z'] as const
    await business.addBooking([pool], kayak, ten, { ...pooled, quantity: 4, units: '{[0,4)}' })
    await business.addBooking([pool], kayak, halfPast, { ...pooled, quantity: 5, units: '{[4,9)}' })
    const left = await slots(kayak, '2026-03-02T08:30:00.000Z', '2026-03-02T10:31:00.000Z')
    expect(left.map((slot: { remaining: number }) => slot.remaining)).toEqual([6, 1, 1, 5, 10])

    const hall = await business.addResource({
      capacity: 12,
      scheduleId: await business.addSchedule({ weeklyHours: week([1], '09:00', '21:00') }),
    })
    const session = { capacityMode: 'session', maxQuantity: 8, slotIntervalMinutes: 30 }
    const [yoga, pilates] = [await business.addVariant([hall], session), await business.addVariant([hall], session)]
    const six = ['2026-03-02T17:00:00.000Z', '2026-03-02T18:00:00.000Z'] as const
    await business.addBooking([hall], yoga, six, { capacityMode: 'session', quantity: 11 })
    const evening = ['2026-03-02T17:00:00.000Z', '2026-03-02T18:01:00.000Z'] as const
    expect(await slots(yoga, ...evening)).toMatchObject([{ remaining: 1 }, { status: 'full' }, { remaining: 12 }])
    expect((await slots(yoga, ...evening, 2))[0]).toMatchObject({ status: 'full' })
    expect(await slots(pilates, ...evening)).toMatchObject([{ status: 'full' }, { status: 'full' }, { remaining: 12 }])
  })

  test('a channel that sells only some items offers no others', async () => {
    const variantId = await business.addVariant([await business.addResource()])
    const { id } = await api.addChannel(business.tenantId, { sellsAllItems: false })
    const url = `/availability?variantId=${variantId}&${monday}&channelId=${id}`
    expect((await business.get(url)).body).toEqual([])
    const refused = await business.get(`${url}&includeUnavailable=true`)
    expect(refused.body[0].reasons).toEqual([{ code: 'channel_not_selling', resourceId: null }])
    await business.send('PATCH', `/channels/${id}`, { catalogItemIds: [business.itemId] })
    expect((await business.get(url)).body).toHaveLength(8)
  })

  test('a limit for one channel counts only what came through it', async () => {
    const chair = await business.addResource()
    const variantId = await business.addVariant([chair])
    const online = (await api.addChannel(business.tenantId)).id
    await business.addRule('booking_limit', { max: 1, period: 'day' }, { channelIds: [online] })
    const count = async (channelId: string) =>
      starts(await business.get(`/availability?variantId=${variantId}&${monday}&channelId=${channelId}`)).length
    await business.addBooking([chair], variantId, ['2026-03-02T08:00:00.000Z', '2026-03-02T09:00:00.000Z'])
    expect(await count(online)).toBe(7)
    const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
    await business.addBooking([chair], variantId, ten, { channelId: online })
    expect(await count(online)).toBe(0)
    expect(await count(business.channelId)).toBe(6)
  })

  test('a month, the next slots, a search and a timeline answer from the same bookings', async () => {
    const chair = await business.addResource({ name: 'Chair 1' })
    const variantId = await business.addVariant([chair], { name: 'Short' })
    const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
    const bookingId = await business.addBooking([chair], variantId, ten, {
      bufferAfterMinutes: 15,
      blockedUntil: '2026-03-02T10:15:00.000Z',
    })
    const blackout = await business.addRule('blackout', { startDate: '2026-03-03', endDate: '2026-03-03' })

    const days = (await business.get(`/availability/days?variantId=${variantId}&month=2026-03`)).body
    expect(days).toHaveLength(31)
    expect(days[1]).toMatchObject({ date: '2026-03-02', status: 'available', slotCount: 6 })
    expect(days[2]).toMatchObject({ date: '2026-03-03', status: 'unavailable', slotCount: 0, firstStartsAt: null })

    const next = await business.get(`/availability/next?variantId=${variantId}&after=2026-03-02T09:00:00Z&count=2`)
    expect(starts({ ...next, body: next.body.slots })).toEqual(['11:00', '12:00'])

    const search = (at: readonly string[]) => business.get(`/availability/search?from=${at[0]}&to=${at[1]}`)
    expect((await search(ten)).body).toEqual({ resources: [], variants: [] })
    expect((await search(['2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z'])).body).toMatchObject({
      resources: [{ resourceId: chair, name: 'Chair 1', remaining: 1 }],
      variants: [{ variantId, name: 'Short', catalogItemName: 'Haircut', resourceIds: [chair] }],
    })

    const timeline = await business.get('/availability/timeline?from=2026-03-02&to=2026-03-04')
    expect(timeline.body).toMatchObject([
      {
        resourceId: chair,
        windows: [{ startsAt: '2026-03-02T08:00:00.000Z' }, { startsAt: '2026-03-03T08:00:00.000Z' }],
        open: [{ endsAt: '2026-03-02T16:00:00.000Z' }],
        blackouts: [{ ruleId: blackout }],
        bookings: [
          { bookingId, blockedUntil: '2026-03-02T10:15:00.000Z', reference: expect.stringMatching(/^\w{8}$/) },
        ],
      },
    ])
    const impact = await business.get(`/resources/${chair}/impact`)
    expect(impact.body).toMatchObject({
      bookingCount: 1,
      bookings: [{ bookingId, startsAt: '2026-03-02T09:00:00.000Z' }],
    })
    const usage = await business.get(`/schedules/${business.scheduleId}/usage`)
    expect(usage.body).toMatchObject({
      resources: [{ id: chair, isByDefault: true }],
      variants: [],
      futureBookingCount: 1,
    })
  })

  test('too long a range, too many slots and senseless parameters are refused by name', async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00') })
    const variantId = await business.addVariant([await business.addResource({ scheduleId })], {
      slotIntervalMinutes: 5,
    })
    const errors = async (query: string) => {
      const { status, body } = await business.get(`/availability?variantId=${variantId}&${query}`)
      expect(status).toBe(422)
      return body.errors
    }
    expect(await errors('from=2026-03-01&to=2026-05-03')).toHaveProperty('to', 'At most 62 days at once')
    expect(await errors('from=2026-03-01&to=2026-05-02')).toHaveProperty('to', expect.stringContaining('at most 5000'))
    expect(await errors('from=2026-03-02&to=2026-03-01')).toHaveProperty('to')
    expect((await business.get(`/availability?variantId=${variantId}&from=2026-03-02&to=2026-03-02`)).body).toEqual([])
    expect(await errors('from=soon&to=2026-03-02&quantity=0&timeZone=Mars/Base')).toMatchObject({
      from: expect.any(String),
      quantity: expect.any(String),
      timeZone: expect.any(String),
    })
    expect(await errors('from=9999-03-02&to=2026-03-02')).toHaveProperty('from')
  })

  test('asks the database as often for many resources, rules and bookings as for few', async () => {
    const chair = await business.addResource()
    const few = await business.addVariant([chair])
    const chairs = await Promise.all(
      Array.from({ length: 30 }, () => business.addResource({ parentResourceId: chair })),
    )
    const many = await business.addVariant(chairs)
    for (const [index, id] of chairs.entries()) {
      await business.addRule('booking_limit', { max: 5, period: 'week' }, { resourceIds: [id] })
      const hour = String(8 + (index % 8)).padStart(2, '0')
      await business.addBooking([id], many, [`2026-03-02T${hour}:00:00Z`, `2026-03-02T${hour}:30:00Z`])
    }
    const costOf = async (url: string) => {
      const before = statements()
      expect((await business.get(url)).status).toBe(200)
      return statements() - before
    }
    const questions = (variantId: string) => [
      `/availability?variantId=${variantId}&${monday}`,
      `/availability/days?variantId=${variantId}&month=2026-03`,
      `/availability/next?variantId=${variantId}`,
      `/availability/explain?variantId=${variantId}&startsAt=2026-03-02T09:00:00.000Z`,
      `/availability/timeline?${monday}&resourceIds=${variantId === few ? chair : chairs.join(',')}`,
    ]
    const costs = async (variantId: string) => {
      const found: number[] = []
      for (const url of questions(variantId)) found.push(await costOf(url))
      return found
    }
    // Who is calling is asked with the first; the first and the last read a setup, which the others find kept.
    expect(await costs(few)).toEqual([3, 2, 2, 2, 4])
    expect(await costs(many)).toEqual([3, 2, 2, 2, 4])
    expect(await costs(many)).toEqual([2, 2, 2, 2, 3])
  })

  test('every role may look, nobody into another tenant', async () => {
    const other = await openBusiness(api)
    const foreignResource = await other.addResource()
    const foreign = await other.addVariant([foreignResource])
    const variantId = await business.addVariant([await business.addResource()])
    const asked: Record<string, string> = {
      '': monday,
      '/days': 'month=2026-03',
      '/next': '',
      '/explain': 'startsAt=2026-03-02T09:00:00.000Z',
    }
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await business.get(`/availability?variantId=${variantId}&${monday}`, viewer)).status).toBe(200)
    const questions = [
      `/availability?variantId=${foreign}&${monday}`,
      `/availability?variantId=${variantId}&${monday}&channelId=${other.channelId}`,
      ...['', '/days', '/next', '/explain'].map(
        path => `/availability${path}?variantId=${variantId}&${asked[path]}&resourceId=${foreignResource}`,
      ),
      `/availability/days?variantId=${foreign}&month=2026-03`,
      `/availability/next?variantId=${foreign}`,
      `/availability/explain?variantId=${foreign}&startsAt=2026-03-02T09:00:00.000Z`,
      `/schedules/${other.scheduleId}/windows?from=2026-03-02&to=2026-03-03`,
      `/schedules/${other.scheduleId}/usage`,
    ]
    for (const url of questions) expect(await business.get(url), url).toMatchObject({ status: 404 })
    const notOfVariant = `variantId=${variantId}&${monday}&resourceId=${await business.addResource()}`
    expect(await business.get(`/availability?${notOfVariant}`)).toMatchObject({
      status: 422,
      body: { errors: { resourceId: 'This resource is not one of the variant’s' } },
    })
    const foreignType = await business.get(`/availability/timeline?${monday}&resourceTypeId=${other.typeId}`)
    expect(foreignType.body).toEqual([])
    const everything = await business.get(`/availability/search?from=2026-03-02T09:00:00Z&to=2026-03-02T10:00:00.000Z`)
    expect(everything.body.variants.map((one: { variantId: string }) => one.variantId)).toEqual([variantId])
    const stranger = await business.get(`/availability?variantId=${variantId}&${monday}`, other.owner)
    expect(stranger.status).toBe(404)
  })
})
