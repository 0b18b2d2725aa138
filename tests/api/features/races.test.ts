import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseOn } from '../../../server/db/database'
import { openServer } from '../../../server/db/server'
import { placeOf, type TestDatabase } from '../../../testing/testDatabase'
import { random as seeded } from '../../bench/support/random'
import type { Answered, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'
const open = week([1, 2, 3, 4, 5], '09:00', '17:00')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const tally = (answers: readonly Answered[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

interface Taken {
  bookingId: string
  resourceId: string
  from: number
  until: number
  mode: string
  quantity: number
  session: string
}

/** Looks at what is booked without the engine and without the constraint: every pair, and every instant of every pool. */
const requireNoDoubleBooking = async ({ owner }: TestDatabase, tenantId: string, now: number): Promise<void> => {
  const { rows: resources } = await owner.query<{ id: string; capacity: number; parent: string | null }>(
    'select id, capacity, parent_resource_id as parent from resources where tenant_id = $1',
    [tenantId],
  )
  const { rows } = await owner.query(
    `select booking_id, resource_id, extract(epoch from blocked_from) as f, extract(epoch from blocked_until) as u, capacity_mode,
       extract(epoch from starts_at) as s, extract(epoch from ends_at) as e, spans::text, quantity, variant_id || starts_at::text || ends_at::text as session
     from allocations where tenant_id = $1 and active and (status <> 'held' or hold_expires_at > $2)`,
    [tenantId, new Date(now).toISOString()],
  )
  const taken: Taken[] = rows.flatMap(row => {
    const spans = [...row.spans.matchAll(/(\d+),(\d+)/g)].map(
      ([, from, until]) => [Number(from), Number(until)] as const,
    )
    const [from, start, end, until] = [row.f, row.s, row.e, row.u].map(Number) as [number, number, number, number]
    const common = {
      bookingId: row.booking_id,
      resourceId: row.resource_id,
      mode: row.capacity_mode,
      quantity: row.quantity,
      session: row.session,
    }
    if (spans.length === 0) return [{ ...common, from, until }]
    return spans.map(([a, b], index) => ({
      ...common,
      from: index === 0 ? from : start + a * 60,
      until: start + b * 60 + (index === spans.length - 1 ? until - end : 0),
    }))
  })
  const parents = new Map(resources.map(({ id, parent }) => [id, parent]))
  const overlaps = (a: Taken, b: Taken) => a.from < b.until && b.from < a.until
  const doubled = taken.filter((a, index) =>
    taken.slice(index + 1).some(b => {
      if (a.bookingId === b.bookingId || !overlaps(a, b)) return false
      if (parents.get(a.resourceId) === b.resourceId || parents.get(b.resourceId) === a.resourceId) return true
      if (a.resourceId !== b.resourceId) return false
      if (a.mode === 'pooled' && b.mode === 'pooled') return false
      return !(a.mode === 'session' && b.mode === 'session' && a.session === b.session)
    }),
  )
  expect(doubled).toEqual([])
  for (const { id, capacity } of resources) {
    const own = taken.filter(({ resourceId, mode }) => resourceId === id && mode !== 'exclusive')
    for (const { from } of own) {
      const sum = own.reduce((all, one) => all + (one.from <= from && from < one.until ? one.quantity : 0), 0)
      expect(sum).toBeLessThanOrEqual(capacity)
    }
  }
  // What is booked is what the bookings say.
  const { rows: adrift } = await owner.query(
    `select bookings.id from bookings join allocations
       on allocations.tenant_id = bookings.tenant_id and allocations.booking_id = bookings.id
     where bookings.tenant_id = $1 and (bookings.status <> allocations.status or bookings.starts_at <> allocations.starts_at
       or bookings.ends_at <> allocations.ends_at or bookings.quantity <> allocations.quantity
       or allocations.active and bookings.status in ('cancelled', 'declined'))
     union all
     select id from bookings where tenant_id = $1 and not exists (
       select from allocations where tenant_id = $1 and booking_id = bookings.id)`,
    [tenantId],
  )
  expect(adrift).toEqual([])
}

describeOnBoth('bookings that race', use => {
  let apis: TestApi[]
  let closeOther: () => Promise<void>
  let business: Business
  let customerId: string
  let now = NOW

  beforeAll(async () => {
    const { url, owner } = use()
    const first = await openApi({ on: use(), users: null, now: () => now })
    apis = [first]
    closeOther = async () => {}
    // A second process has connections of its own, and shares nothing but the server.
    if (url) {
      const database = databaseOn(await openServer(placeOf(url)))
      const close = () => database.close()
      apis.push(await openApi({ on: { database, owner, url, close }, users: null, now: () => now }))
      closeOther = close
    }
  })
  afterAll(async () => {
    for (const api of apis) await api.close()
    await closeOther()
  })
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(apis[0] as TestApi)
    customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
  })

  let turn = 0
  const send = (url: string, body: object, headers: Record<string, string> = {}): Promise<Answered> => {
    const api = apis[turn++ % apis.length] as TestApi
    return api.request(url, { method: 'POST', as: business.owner, tenantId: business.tenantId, body, headers })
  }
  const book = (variantId: string, values: object = {}, headers = {}) =>
    send('/bookings', { variantId, customerId, startsAt: ten, ...values }, headers)
  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const check = () => requireNoDoubleBooking(use(), business.tenantId, now)

  test('case 32: of 50 who want one slot, one gets it and 49 are told when else', async () => {
    const variantId = await business.addVariant([await business.addResource()])
    for (const startsAt of [ten, eleven, '2026-03-03T09:00:00.000Z']) {
      const answers = await times(50, () => book(variantId, { startsAt }))
      expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
      const loser = answers.find(({ status }) => status === 409)
      expect(loser?.body).toMatchObject({ code: 'slot_unavailable', reasons: [{ code: 'resource_busy' }] })
      expect(loser?.body.alternatives).toHaveLength(3)
    }
    await check()
  })

  test('of 20 who want the last visit one gets it, whole, whatever the order of its parts', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    const [first, second] = [await business.addVariant([a, b]), await business.addVariant([b, a])]
    // The other of the two is taken while the visit would be.
    for (const startsAt of [ten, eleven]) expect((await book(first, { startsAt, resourceIds: [b] })).status).toBe(201)
    const parts = [{ variantId: first }, { variantId: second }]
    const visit = (index: number) =>
      send('/bookings/visits', { parts: index % 2 ? parts : parts.toReversed(), customerId, startsAt: ten })
    const answers = await times(20, visit)
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
    expect((await business.get('/bookings')).body).toHaveLength(4)
    await check()
    const [made] = (await business.get('/bookings/visits')).body
    // Adding to it, moving it and walking in for what follows.
    const twelve = '2026-03-02T11:00:00.000Z'
    const mixed = await times(12, index =>
      index % 3 === 0
        ? send(`/bookings/visits/${made.id}/parts`, { variantId: first, resourceIds: [a] })
        : index % 3 === 1
          ? book(first, { startsAt: twelve, resourceIds: [a] })
          : send(`/bookings/visits/${made.id}/reschedule`, { startsAt: eleven }),
    )
    expect(mixed.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
    await check()
  })

  test('calls about a visit and about its parts do not wait for each other', async ({ skip }) => {
    const { url, owner } = use()
    if (!url) return skip('The embedded database has one connection.')
    const people = [await business.addResource(), await business.addResource()]
    const variantId = await business.addVariant(people)
    const parts = [{ variantId }, { variantId }, { variantId, guest: 1 }]
    const deadlocks = async () => {
      const { rows } = await owner.query(`select pg_stat_clear_snapshot(),
        (select deadlocks from pg_stat_database where datname = current_database())::int as count`)
      return rows[0].count as number
    }
    const before = await deadlocks()
    const { body: visit } = await send('/bookings/visits', { parts, customerId, startsAt: ten })
    now = Date.parse(ten) - 600_000
    const answers = await times(40, index => {
      const { bookingId } = visit.parts[index % 3]
      const of = index % 4 < 2 ? `/bookings/visits/${visit.id}` : `/bookings/${bookingId}`
      if (index % 2) return send(`${of}/check-in`, { undo: index % 8 > 3 })
      const change = { method: 'PATCH', as: business.owner, tenantId: business.tenantId, body: { notes: `${index}` } }
      return (apis[index % apis.length] as TestApi).request(of, change)
    })
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await deadlocks()).toBe(before)
  })

  const automatic = async (values: object = {}) =>
    business.addVariant([await business.addResource()], {
      ...{ waitlistEnabled: true, waitlistOffers: 'automatic', ...values },
    })
  const wait = async (variantId: string, name: string) => {
    const own = await business.add('customers', { name })
    const windows = [{ startsAt: ten, endsAt: eleven }]
    const answer = await send('/bookings/waitlist', { variantId, customerId: own, windows })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const entry = async (id: string) => (await business.get(`/bookings/waitlist/${id}`)).body

  test('a cancelled place goes to who waits for it, whoever walks in at that moment', async () => {
    const variantId = await automatic()
    const { body: booking } = await book(variantId)
    const { id } = await wait(variantId, 'X')
    const [cancelled, ...walkIns] = await Promise.all([
      send(`/bookings/${booking.id}/cancel`, {}),
      ...Array.from({ length: 20 }, () => book(variantId)),
    ])
    expect(cancelled.status).toBe(200)
    expect(tally(walkIns)).toEqual({ 409: 20 })
    expect(await entry(id)).toMatchObject({ status: 'offered' })
    await check()
  })

  test('who waits is locked with the places, in the order of all bookings: nobody waits for them while holding a place', async ({
    skip,
  }) => {
    if (!use().url) return skip('The embedded database has one connection.')
    await business.addRule('booking_limit', { max: 100, period: 'day', subject: 'customer' })
    const [first] = apis as [TestApi]
    const keyOf = (id: string) => `hashtextextended('booking ${id}', 0)`
    const comesFirst = async (one: string, other: string) =>
      (await first.owner.query(`select ${keyOf(one)} < ${keyOf(other)} as yes`)).rows[0].yes as boolean
    let variantId = ''
    let id = ''
    let [place, waiting] = ['', '']
    // The order of locks is that of their keys: the customer's has to come before the place's.
    for (let tries = 0; tries < 50 && (place === '' || !(await comesFirst(waiting, place))); tries++) {
      variantId = await automatic()
      const body = (await book(variantId)).body
      place = body.resourceIds[0]
      const entered = await wait(variantId, 'X')
      waiting = entered.customerId
      id = body.id
      expect(await entry(entered.id)).toMatchObject({ status: 'waiting' })
    }
    const other = await first.owner.connect()
    try {
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(${keyOf(waiting)})`)
      const cancelling = send(`/bookings/${id}/cancel`, {})
      const blocked = `select 1 from pg_locks where locktype = 'advisory' and not granted`
      await expect.poll(async () => (await other.query(blocked)).rowCount).toBeGreaterThan(0)
      const { rows } = await other.query(`select pg_try_advisory_xact_lock(${keyOf(place)}) as yes`)
      expect(rows).toEqual([{ yes: true }])
      await other.query('commit')
      expect((await cancelling).status).toBe(200)
    } finally {
      other.release(true)
    }
    await check()
  })

  test('an offer is accepted once, and after its end by one: who accepts late, or walks in', async () => {
    const variantId = await automatic()
    const { id } = await wait(variantId, 'X')
    const accepts = await times(20, () => send(`/bookings/waitlist/${id}/accept`, {}))
    expect(tally(accepts)).toEqual({ 200: 1, 409: 19 })
    await check()

    const other = await automatic()
    const late = await wait(other, 'Y')
    now = Date.parse((await entry(late.id)).offerExpiresAt)
    const answers = await times(20, index =>
      index % 2 ? book(other) : send(`/bookings/waitlist/${late.id}/accept`, {}),
    )
    const { 200: accepted = 0, 201: walked = 0, 409: lost = 0 } = tally(answers)
    expect([accepted + walked, lost]).toEqual([1, 19])
    await check()
  })

  test('places that are given back at the same moment go to as many who wait, each to one', async () => {
    const pool = await business.addResource({ capacity: 8 })
    const variantId = await business.addVariant([pool], {
      ...{ capacityMode: 'pooled', maxQuantity: 8, waitlistEnabled: true, waitlistOffers: 'automatic' },
    })
    const taken = await times(8, () => book(variantId))
    const waiting: string[] = []
    for (let count = 0; count < 12; count++) waiting.push((await wait(variantId, `W${count}`)).id)
    const answers = await Promise.all(taken.map(({ body }) => send(`/bookings/${body.id}/cancel`, {})))
    expect(tally(answers)).toEqual({ 200: 8 })
    const states = (await Promise.all(waiting.map(entry))).map(({ status }) => status)
    expect(states).toEqual([...Array(8).fill('offered'), ...Array(4).fill('waiting')])
    await check()
  })

  test('what a booking leaves free between its phases goes to one, and the rest of it to nobody else', async () => {
    const chair = await business.add('resourceTypes', { name: 'Space' })
    const anna = await business.addResource()
    const chairs = [
      await business.addResource({ resourceTypeId: chair }),
      await business.addResource({ resourceTypeId: chair }),
    ]
    const phases = [
      { minutes: 45, frees: [] },
      { minutes: 30, frees: [business.typeId] },
      { minutes: 30, frees: [] },
    ]
    const colour = await business.addVariant([anna, ...chairs], {
      ...{ durationMinutes: 105, slotIntervalMinutes: 15, resourceSelection: 'one_per_type' },
      phases: JSON.stringify(phases),
    })
    const cut = await business.addVariant([anna], { durationMinutes: 30, slotIntervalMinutes: 15 })
    const after = (minutes: number) => new Date(Date.parse(ten) + minutes * MINUTE).toISOString()
    const answers = await Promise.all([
      times(20, () => book(colour)),
      times(20, index => book(cut, { startsAt: after(45 + 15 * (index % 2)) })),
      times(10, () => book(colour, { startsAt: after(75) })),
    ])
    expect(answers.flat().every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(tally(answers.flat())[201]).toBeGreaterThan(0)
    await check()
    const within = await book(cut, { startsAt: after(45) })
    expect([201, 409]).toContain(within.status)
    await check()
  })

  test('case 32: a pool of 10 takes exactly 10 of 50', async () => {
    const pool = await business.addResource({ capacity: 10 })
    const variantId = await business.addVariant([pool], { capacityMode: 'pooled', maxQuantity: 10 })
    expect(tally(await times(50, () => book(variantId)))).toEqual({ 201: 10, 409: 40 })
    await check()
  })

  test('a session takes as many as its hall holds, and no other session', async () => {
    const hall = await business.addResource({ capacity: 12 })
    const session = { capacityMode: 'session', slotIntervalMinutes: 30 }
    const [yoga, pilates] = [await business.addVariant([hall], session), await business.addVariant([hall], session)]
    const answers = await times(50, index =>
      index % 2 ? book(yoga) : book(pilates, { startsAt: '2026-03-02T09:30:00.000Z' }),
    )
    expect(tally(answers)).toEqual({ 201: 12, 409: 38 })
    await check()
  })

  test('timeslots take as many as they have places, over several resources', async () => {
    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    await business.add('timeslots', { scheduleId, startsAt: ten, endsAt: eleven, capacity: 15 })
    const buses = [
      await business.addResource({ scheduleId, capacity: 10 }),
      await business.addResource({ scheduleId, capacity: 10 }),
    ]
    const variantId = await business.addVariant(buses, { capacityMode: 'session' })
    expect(tally(await times(40, () => book(variantId)))).toEqual({ 201: 15, 409: 25 })
    await check()
  })

  test('a court and its halves are never booked over each other', async () => {
    const court = await business.addResource()
    const [left, right] = [
      await business.addResource({ parentResourceId: court }),
      await business.addResource({ parentResourceId: court }),
    ]
    const [whole, half] = [await business.addVariant([court]), await business.addVariant([left, right])]
    for (const startsAt of [ten, eleven]) {
      const answers = await times(30, index => book(index % 3 ? half : whole, { startsAt }))
      const { 201: won = 0, 409: lost = 0 } = tally(answers)
      expect(won + lost).toBe(30)
      expect([1, 2]).toContain(won)
    }
    await check()
  })

  test('a customer’s limit holds over resources', async () => {
    await business.addRule('booking_limit', { max: 2, period: 'day', subject: 'customer' })
    const variants: string[] = []
    for (let count = 0; count < 4; count++) variants.push(await business.addVariant([await business.addResource()]))
    const answers = await times(20, index => book(variants[index % 4] ?? ''))
    expect(tally(answers)).toEqual({ 201: 2, 409: 18 })
    await check()
  })

  test('what a hold leaves behind goes to one: whoever confirms it late, or books anew', async () => {
    const variantId = await business.addVariant([await business.addResource()])
    const holds = (await times(20, () => book(variantId, { hold: true }))).filter(({ status }) => status === 201)
    expect(holds).toHaveLength(1)
    const { id } = holds[0]?.body ?? {}
    now += 11 * MINUTE
    const answers = await times(30, index => (index % 3 ? book(variantId) : send(`/bookings/${id}/confirm`, {})))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await check()
  })

  test('bookings that change places with each other never share one', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    const variantId = await business.addVariant([a, b])
    const first = (await book(variantId, { resourceIds: [a] })).body
    const second = (await book(variantId, { resourceIds: [b], startsAt: eleven })).body
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        send(`/bookings/${first.id}/reschedule`, { startsAt: eleven, resourceIds: [round % 2 ? a : b] }),
        send(`/bookings/${second.id}/reschedule`, { startsAt: ten, resourceIds: [round % 2 ? b : a] }),
        send(`/bookings/${first.id}/reassign`, { resourceIds: [b] }),
        send(`/bookings/${second.id}/reassign`, { resourceIds: [a] }),
      ])
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      await check()
    }
  })

  test('a retry that comes while the first is under way is answered as the first', async () => {
    const variantId = await business.addVariant([await business.addResource({ capacity: 1 })])
    const answers = await times(20, () => book(variantId, {}, { 'Idempotency-Key': 'one' }))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { rows } = await use().owner.query('select id from bookings where tenant_id = $1', [business.tenantId])
    expect(rows).toHaveLength(1)
  })

  test('what anybody sets up counts for the very next booking, at every process', async () => {
    const { tenantId, scheduleId } = business
    const resourceId = await business.addResource()
    const variantId = await business.addVariant([resourceId])
    const ruleId = await business.addRule('min_notice', { minutes: 60 * 24 * 300 }, { isActive: false })
    let day = Date.parse(ten)
    const bookNext = async () => {
      // Each process in its turn, on a working day of its own.
      day += (new Date(day).getUTCDay() === 5 ? 3 : 1) * 24 * HOUR
      const { status, body } = await book(variantId, { startsAt: new Date(day).toISOString() })
      return status === 201 ? 'booked' : body.reasons?.[0]?.code
    }
    // Past the API: as whoever else writes to the database, where this process can notice nothing.
    const write = (table: string, set: string, id: string) =>
      use().owner.query(`update ${table} set ${set} where tenant_id = $1 and id = $2`, [tenantId, id])
    const changes = [
      ['resources', 'is_active = false', 'is_active = true', resourceId, 'no_active_resource'],
      ['schedules', `weekly_hours = '[]'`, `weekly_hours = '${JSON.stringify(open)}'`, scheduleId, 'outside_schedule'],
      ['resource_rules', 'is_active = true', 'is_active = false', ruleId, 'notice_too_short'],
      ['catalog_items', `status = 'archived'`, `status = 'active'`, business.itemId, 'item_inactive'],
    ] as const
    for (const [table, set, reset, id, code] of changes) {
      for (let round = 0; round < apis.length; round++) {
        expect(await bookNext()).toBe('booked')
        await write(table, set, id)
        expect([table, await bookNext()]).toEqual([table, code])
        await write(table, reset, id)
        expect(await bookNext()).toBe('booked')
      }
    }
    // Prices too, which the engine does not look at.
    await write('variants', 'price_amount = 7700', variantId)
    const { body } = await book(variantId, { startsAt: '2026-06-01T08:00:00.000Z' })
    expect(body).toMatchObject({ total: { amount: 7700 } })
    await check()
  })

  test('whatever people do at once, nothing is booked twice and nothing breaks', async () => {
    const random = seeded(7)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    const court = await business.addResource({ capacity: 4 })
    const half = await business.addResource({ capacity: 4, parentResourceId: court })
    const room = await business.addResource({ capacity: 3 })
    const variants = [
      await business.addVariant([court, room], { slotIntervalMinutes: 30, bufferAfterMinutes: 15 }),
      await business.addVariant([half], { slotIntervalMinutes: 30 }),
      await business.addVariant([room], { slotIntervalMinutes: 30, capacityMode: 'pooled', maxQuantity: 3 }),
      await business.addVariant([room, half], {
        resourceSelection: 'all',
        slotIntervalMinutes: 30,
        capacityMode: 'session',
      }),
    ]
    const ids: string[] = []
    const time = () => new Date(Date.parse(ten) + Math.floor(random() * 10) * 30 * MINUTE).toISOString()
    const one = async (): Promise<Answered> => {
      const id = pick(ids)
      if (!id || random() < 0.4) {
        const hold = random() < 0.3
        const answer = await book(pick(variants), { startsAt: time(), hold, quantity: 1 })
        if (answer.status === 201) ids.push(answer.body.id)
        return answer
      }
      const action = pick(['confirm', 'cancel', 'reschedule', 'reschedule', 'restore', 'complete', 'extend-hold'])
      const body = action === 'reschedule' ? { startsAt: time(), anyResource: random() < 0.5 } : {}
      return send(`/bookings/${id}/${action}`, body)
    }
    for (let round = 0; round < 6; round++) {
      const answers = await times(40, one)
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
      now += round % 2 ? HOUR : 0
      await check()
    }
    expect(ids.length).toBeGreaterThan(10)
  })

  test('a series of 52 against 52 walk-ins for its times: each time is taken once', async () => {
    const chair = await business.addResource()
    const variantId = await business.addVariant([chair])
    const dates = Array.from({ length: 52 }, (_, week) => Date.parse(ten) + week * 7 * 24 * HOUR)
    // At ten in Berlin, in summer time too.
    const summer = (at: number) => at >= Date.parse('2026-03-29T01:00:00Z') && at < Date.parse('2026-10-25T01:00:00Z')
    const starts = dates.map(at => new Date(summer(at) ? at - HOUR : at).toISOString())
    const series = () =>
      send('/bookings/series', {
        variantId,
        customerId,
        startsAt: ten,
        rrule: 'FREQ=WEEKLY;COUNT=52',
        onConflict: 'skip',
      })
    const work = starts.map(startsAt => () => book(variantId, { startsAt }))
    work.splice(26, 0, series)
    const answers = await Promise.all(work.map(one => one()))
    const [made] = answers.splice(26, 1)
    expect(made?.status === 201 || made?.body.code === 'slot_unavailable').toBe(true)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const walkIns = answers.filter(({ status }) => status === 201).length
    expect(walkIns + (made?.body.bookedCount ?? 0)).toBe(52)
    await check()
  })

  test('series that wait for a place leave the connections to others', async ({ skip }) => {
    const [first] = apis as [TestApi]
    if (!use().url) return skip('The embedded database has one connection.')
    const other = await openBusiness(first)
    const chair = await business.addResource()
    const variantId = await business.addVariant([chair])
    const body = { variantId, customerId, startsAt: ten, rrule: 'FREQ=WEEKLY;COUNT=10' }
    const holding = await first.owner.connect()
    try {
      await holding.query('begin')
      await holding.query(`select pg_advisory_xact_lock(hashtextextended('booking ${chair}', 0))`)
      const series = times(12, () => business.send('POST', '/bookings/series', body))
      const blocked = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`
      await expect.poll(async () => (await holding.query(blocked)).rowCount).toBe(1)
      expect((await other.get('/customers')).status).toBe(200)
      expect((await holding.query(blocked)).rowCount).toBe(1)
      await holding.query('commit')
      expect(tally(await series)).toEqual({ 201: 1, 409: 11 })
    } finally {
      holding.release(true)
    }
  })

  test('of 20 series for the same times, one gets all of them', async () => {
    const variantId = await business.addVariant([await business.addResource()])
    const body = { variantId, customerId, startsAt: ten, rrule: 'FREQ=WEEKLY;COUNT=10' }
    const answers = await times(20, () => send('/bookings/series', body))
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
    const { body: found } = await business.get('/bookings?perPage=100')
    expect(found).toHaveLength(10)
    await check()
  })

  test('series that are moved, cancelled and booked around at once leave nothing double', async () => {
    const chairs = [await business.addResource(), await business.addResource()]
    const variantId = await business.addVariant(chairs)
    const made = await times(4, index =>
      send('/bookings/series', {
        ...{ variantId, customerId, rrule: 'FREQ=WEEKLY;COUNT=8', onConflict: 'skip' },
        startsAt: new Date(Date.parse(ten) + (index % 2) * HOUR).toISOString(),
      }),
    )
    const ids = made.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
    expect(ids.length).toBe(4)
    const answers = await Promise.all(
      ids.flatMap((id, index) => [
        send(`/bookings/series/${id}/reschedule`, {
          ...{ scope: 'following', occurrence: 2, onConflict: 'skip' },
          startsAt: new Date(Date.parse('2026-03-16T12:00:00.000Z') + (index % 2) * HOUR).toISOString(),
        }),
        send(`/bookings/series/${id}/cancel`, { scope: 'this', occurrence: index }),
        send(`/bookings/series/${id}/extend`, { count: 2, onConflict: 'skip' }),
        book(variantId, { startsAt: '2026-03-23T12:00:00.000Z' }),
      ]),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await check()
  })
  test('two blocks handed over at once, and bookings meanwhile, leave nothing double and lose nobody', async () => {
    const [first, second, spare, other] = [
      await business.addResource(),
      await business.addResource(),
      await business.addResource(),
      await business.addResource(),
    ]
    const variantId = await business.addVariant([first, second, spare, other])
    const hours = [0, 1, 2, 3].map(hour => new Date(Date.parse(ten) + hour * HOUR).toISOString())
    for (const startsAt of hours)
      for (const resourceId of [first, second])
        expect((await book(variantId, { startsAt, resourceIds: [resourceId] })).status).toBe(201)
    const end = new Date(Date.parse(ten) + 4 * HOUR).toISOString()
    const closed = await Promise.all(
      [first, second].map(async id => (await send('/blocks', { resourceIds: [id], startsAt: ten, endsAt: end })).body),
    )
    const answers = await Promise.all([
      ...closed.flatMap(({ id }) => [send(`/blocks/${id}/reassign`, {}), send(`/blocks/${id}/reassign`, {})]),
      ...hours.map(startsAt => book(variantId, { startsAt })),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(tally(answers.slice(0, 4))).toEqual({ 200: 4 })
    const walkIns = answers.slice(4).filter(({ status }) => status === 201).length
    // Two who could take over, four hours each.
    const moved = answers.slice(0, 4).reduce((sum, { body }) => sum + body.moved, 0)
    expect(moved + walkIns).toBe(8)
    expect((await business.get('/bookings?perPage=100')).body).toHaveLength(8 + walkIns)
    await check()
  })

  test('of two who delete the last two rules of a block, none leaves an empty block', async () => {
    const chair = await business.addResource()
    for (let round = 0; round < 5; round++) {
      const { body: block } = await send('/blocks', {
        ...{ resourceIds: [chair], startsAt: '2026-03-02T13:00:00Z', endsAt: '2026-03-03T14:00:00Z' },
      })
      expect(block.ruleIds).toHaveLength(2)
      const answers = await Promise.all(
        block.ruleIds.map((id: string) => business.send('DELETE', `/bookings/resource-rules/${id}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([204, 204])
      expect((await business.get(`/blocks/${block.id}`)).status).toBe(404)
    }
  })

  test('blocks with one reason are made at once', async () => {
    const chair = await business.addResource()
    const answers = await times(10, () =>
      send('/blocks', { resourceIds: [chair], startsAt: ten, endsAt: eleven, reason: 'Repair' }),
    )
    expect(tally(answers)).toEqual({ 201: 10 })
  })
})
