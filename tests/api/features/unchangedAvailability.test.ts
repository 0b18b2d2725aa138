import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anyTable } from '../../../server/db/sql'
import { Engine } from '../../../src/scheduling/engine/createEngine'
import { randomOf } from '../../../testing/random'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

/** `WORLDS=200 npx vitest run …` tries more, `SEED=17` begins with another one. */
const [worlds, firstSeed] = [Number(process.env.WORLDS ?? 3), Number(process.env.SEED ?? 1)]
const changesEach = 14

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Local midnight of a Monday. */
const monday = Date.UTC(2026, 2, 1, 23)
const iso = (instant: number): string => new Date(instant).toISOString()

describeOnDatabase('availability that somebody has already', use => {
  let api: TestApi
  let now = NOW
  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
  afterEach(() => vi.restoreAllMocks())

  const asked = ({ tenantId, owner }: Business, url: string, tag?: string) =>
    api.request(url, { as: owner, tenantId, ...(tag && { headers: { 'If-None-Match': tag } }) })

  test('is not made anew as long as nothing changes', async () => {
    now = NOW
    const business = await openBusiness(api)
    const chair = await business.addResource()
    const variantId = await business.addVariant([chair])
    await business.addRule('min_notice', { minutes: 120 })
    const url = `/availability?variantId=${variantId}&from=2026-03-02&to=2026-04-01`
    const tag = (await asked(business, url)).headers.get('etag') ?? ''
    const ask = vi.spyOn(Engine.prototype, 'ask')
    const again = async () => {
      ask.mockClear()
      const { status, body, headers } = await asked(business, url, tag)
      if (status === 304) expect([body, headers.get('etag')]).toEqual([null, tag])
      return [status, ask.mock.calls.length]
    }
    // The first time, the answer is made to learn what it was made of.
    expect(await again()).toEqual([304, 1])
    expect(await again()).toEqual([304, 0])
    // Until the first start is too soon.
    now = monday + 9 * HOUR - 2 * HOUR
    expect(await again()).toEqual([304, 0])
    now++
    expect(await again()).toEqual([200, 1])
    now = NOW
    expect((await again())[0]).toBe(304)
    await business.addBooking([chair], variantId, [iso(monday + 10 * HOUR), iso(monday + 11 * HOUR)])
    expect((await again())[0]).toBe(200)
  })

  test('is refused at once to somebody who may no longer ask', async () => {
    now = NOW
    const business = await openBusiness(api)
    const variantId = await business.addVariant([await business.addResource()])
    const url = `/availability?variantId=${variantId}&from=2026-03-02&to=2026-04-01`
    const tag = (await asked(business, url)).headers.get('etag') ?? ''
    const ask = vi.spyOn(Engine.prototype, 'ask')
    for (let time = 0; time < 4; time++) expect((await asked(business, url, tag)).status).toBe(304)
    expect(ask).toHaveBeenCalledTimes(1)
    await api.owner.query('update users set is_active = false where id = $1', [business.owner.id])
    expect((await asked(business, url, tag)).status).toBe(403)
  })

  test('is never said to be unchanged when it is not, whatever changes', async () => {
    const seen = { unchanged: 0, withoutEngine: 0, changed: 0 }
    for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
      const random = randomOf(seed)
      now = NOW + random.below(10 * DAY)
      const business = await openBusiness(api)
      const { tenantId, channelId, run } = business
      const timed = await business.addSchedule({ mode: 'timeslots' })
      const chairs = [await business.addResource(), await business.addResource({ capacity: 3 })]
      const bus = await business.addResource({ scheduleId: timed, capacity: 4 })
      const allocation = random.of(['priority', 'rotation', 'least_booked', 'weighted'])
      const weights = () => JSON.stringify(chairs.map(resourceId => ({ resourceId, weight: 1 + random.below(3) })))
      const phases = [30, 60, 30].map((minutes, index) => ({ minutes, frees: index === 1 ? [business.typeId] : [] }))
      const variants = [
        await business.addVariant(chairs, { allocation, weights: weights(), maxAdvanceDays: random.of([null, 20]) }),
        await business.addVariant([chairs[1] ?? ''], { capacityMode: 'pooled', maxQuantity: 3 }),
        await business.addVariant([bus], { capacityMode: 'session', maxQuantity: 2 }),
        await business.addVariant(
          chairs,
          seed % 2 === 0 ? { durationType: 'daily' } : { durationMinutes: 120, phases: JSON.stringify(phases) },
        ),
      ]
      const busyCalendarId = await business.add('busyCalendars', {
        ...{ resourceId: chairs[0], name: 'Private', url: 'https://calendar.test' },
      })
      for (let slot = 0; slot < 4; slot++)
        await business.add('timeslots', {
          scheduleId: timed,
          startsAt: iso(monday + (9 + slot) * HOUR),
          endsAt: iso(monday + (10 + slot) * HOUR),
        })
      const rules = [
        await business.addRule('min_notice', { minutes: random.of([0, 60, 300]) }),
        await business.addRule('max_advance', { days: random.of([5, 12, 30]) }),
        await business.addRule(
          'booking_limit',
          { max: 2, period: 'week' },
          random.of([{}, { channelIds: [channelId] }]),
        ),
      ]
      const bookings: string[] = []
      const set = (table: string, id: string, values: object) =>
        run(db =>
          db
            .updateTable(table as 'resources')
            .set(values)
            .where('id', '=', id)
            .execute(),
        )
      const changes: (() => Promise<unknown>)[] = [
        async () => {
          const start = monday + random.below(12) * DAY + (9 + random.below(8)) * HOUR
          const hold = { status: 'held', holdExpiresAt: iso(now + (1 + random.below(300)) * MINUTE) }
          const added = business.addBooking(
            [random.of(chairs)],
            variants[0] ?? '',
            [iso(start), iso(start + HOUR)],
            random.of([{}, {}, hold]),
          )
          // Two may not take the same place.
          bookings.push(...(await added.then(id => [id]).catch(() => [])))
        },
        async () => {
          const id = bookings.pop()
          if (id)
            await run(db =>
              db
                .updateTable('allocations')
                .set({ status: 'cancelled', active: false })
                .where('bookingId', '=', id)
                .execute(),
            )
        },
        async () => {
          now += random.of([1000, 7 * MINUTE, HOUR, 9 * HOUR, DAY])
        },
        () => set('resourceRules', random.of(rules), { isActive: random.of([true, false]) }),
        () => set('variants', random.of(variants), { minNoticeMinutes: random.of([0, 30, 600]) }),
        () => set('resources', random.of(chairs), { capacity: 1 + random.below(3) }),
        () =>
          set('schedules', business.scheduleId, {
            weeklyHours: JSON.stringify(week([1, 2, 3], `0${8 + random.below(2)}:00`, '17:00')),
          }),
        () =>
          run(db =>
            db
              .updateTable('timeslots')
              .set({ status: random.of(['open', 'closed']) })
              .where('tenantId', '=', tenantId)
              .execute(),
          ),
        () => set('variants', variants[0] ?? '', { weights: weights() }),
        () => set('channels', channelId, { isActive: random.of([true, false]) }),
        () => set('busyCalendars', busyCalendarId, { isActive: random.of([true, false]) }),
        () => {
          const start = monday + random.below(12) * DAY + random.below(16 * 60) * MINUTE
          return run(db =>
            anyTable(db)
              .insertInto('busyTimes')
              .values({ tenantId, busyCalendarId, startsAt: iso(start), endsAt: iso(start + 3 * HOUR) })
              .execute(),
          )
        },
        () => run(db => anyTable(db).deleteFrom('busyTimes').where('busyCalendarId', '=', busyCalendarId).execute()),
        () => {
          const link = { ownerId: random.of(variants), targetId: random.of(chairs) }
          return run(async db => {
            const { numDeletedRows } = await anyTable(db)
              .deleteFrom('variantResources')
              .where('ownerId', '=', link.ownerId)
              .where('targetId', '=', link.targetId)
              .executeTakeFirst()
            if (numDeletedRows === 0n)
              await anyTable(db)
                .insertInto('variantResources')
                .values({ tenantId, ...link, priority: 9 })
                .execute()
          })
        },
        () =>
          api.database.run({ as: 'platform' }, db =>
            db
              .updateTable('tenants')
              .set({ weekStartsOn: random.of([1, 3, 7]) })
              .where('id', '=', tenantId)
              .execute(),
          ),
        () => business.add('customers', { name: 'Nobody asked' }),
      ]
      const questions = variants.flatMap(id => [
        `/availability?variantId=${id}&from=2026-03-02&to=2026-03-14&includeUnavailable=${random.of([true, false])}`,
        `/availability/days?variantId=${id}&month=2026-03`,
      ])
      const tags = new Map<string, string>()
      const engine = vi.spyOn(Engine.prototype, 'ask')
      for (let step = 0; step < changesEach; step++) {
        for (const url of questions) {
          const tag = tags.get(url)
          engine.mockClear()
          const told = tag ? await asked(business, url, tag) : null
          const asks = engine.mock.calls.length
          const whole = await asked(business, url)
          expect(whole.status).toBe(200)
          const current = whole.headers.get('etag') ?? ''
          if (told) expect([url, seed, step, told.status]).toEqual([url, seed, step, current === tag ? 304 : 200])
          if (told?.status === 304) seen.unchanged++
          if (told?.status === 304 && asks === 0) seen.withoutEngine++
          if (told?.status === 200) seen.changed++
          tags.set(url, current)
        }
        await random.of(changes)()
      }
    }
    expect(Math.min(seen.withoutEngine, seen.changed)).toBeGreaterThan(worlds * 5)
    expect(seen.unchanged).toBeGreaterThan(seen.withoutEngine)
  })
})
