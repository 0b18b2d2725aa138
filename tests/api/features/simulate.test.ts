import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SimulateInput } from '../../../src/calls/simulateBody'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

type Change = SimulateInput['changes'][number]
interface Time {
  startsAt: string
  endsAt: string
}

const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
const hours = (times: readonly Time[]) => times.map(({ startsAt }) => startsAt.slice(11, 16))
const keyOf = ({ startsAt, endsAt }: Time) => `${startsAt} ${endsAt}`

describeOnDatabase('what changes would do', use => {
  let api: TestApi
  let business: Business
  let a: string
  let v60: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    a = await business.addResource({ name: 'A' })
    v60 = await business.addVariant([a], { name: 'V60' })
  })

  const ask = (changes: readonly Change[], question: object = {}) =>
    business.send('POST', '/availability/simulate', { from: '2026-03-02', to: '2026-03-03', changes, ...question })

  const paths: Record<string, (change: Change) => string> = {
    schedules: () => '/schedules',
    resourceRules: () => '/bookings/resource-rules',
    resources: () => '/resources',
    channels: () => '/channels',
    catalogItems: () => '/catalog-items',
    variants: () => `/catalog-items/${business.itemId}/variants`,
    timeslots: () => `/schedules/${business.scheduleId}/timeslots`,
    tenants: () => '/tenants',
  }
  const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const

  /** Sends a change without the sets that have a call of their own. */
  const send = ({ action, entityType, id, data: { resources: _, ...data } = {}, ...rest }: Change) => {
    const path = paths[entityType]?.({ action, entityType, ...rest })
    const address = action === 'create' ? `${path}` : `${path}/${id}`
    return business.send(methods[action], address, action === 'delete' ? undefined : data)
  }

  /** Really saves a change. */
  const save = async (change: Change) => {
    const { entityType, id, data: { resources, ...fields } = {} } = change
    if (change.action === 'delete' || Object.keys(fields).length > 0)
      expect((await send(change)).status).toBeLessThan(300)
    const path = `${paths[entityType]?.(change)}/${id}/resources`
    if (resources) expect((await business.send('PUT', path, { resources })).status).toBe(200)
  }

  const timesOf = async (variantId: string, { from, to }: { from: string; to: string }): Promise<Time[]> => {
    const answer = await business.get(`/availability?variantId=${variantId}&from=${from}&to=${to}`)
    return answer.status === 404 ? [] : answer.body
  }

  /** Asks, saves, and requires that what was said is what then differs. @returns what was said */
  const lawful = async (changes: readonly Change[], question: object = {}) => {
    const range = { from: '2026-03-02', to: '2026-03-03', ...question }
    const said = await ask(changes, { ...question, variantIds: [v60] })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    const before = await timesOf(v60, range)
    for (const change of changes) await save(change)
    const after = await timesOf(v60, range)
    const [known, now] = [before, after].map(times => new Set(times.map(keyOf)))
    const [only] = said.body.variants
    expect(only.added.map(keyOf)).toEqual(after.filter(one => !known?.has(keyOf(one))).map(keyOf))
    expect(only.removed.map(keyOf)).toEqual(before.filter(one => !now?.has(keyOf(one))).map(keyOf))
    expect(only.slotCountAfter).toBe(after.length)
    return said.body
  }

  const newHours = (startTime: string, endTime: string): Change => ({
    action: 'update',
    entityType: 'schedules',
    id: business.scheduleId,
    data: { weeklyHours: week([1, 2, 3, 4, 5], startTime, endTime) },
  })
  const newRule = (ruleType: string, parameters: object, values: object = {}): Change => ({
    action: 'create',
    entityType: 'resourceRules',
    data: { name: 'Draft', ruleType, parameters, applyToAllResources: true, ...values },
  })
  const blackout = (startTime: string, endTime: string) =>
    newRule('blackout', { startDate: '2026-03-02', endDate: '2026-03-02', startTime, endTime })

  test('cases 1 to 3: hours that change, with the minutes that are open', async () => {
    const shorter = await lawful([newHours('09:00', '12:00')])
    expect(hours(shorter.variants[0].removed)).toEqual(['11:00', '12:00', '13:00', '14:00', '15:00'])
    expect(shorter.days).toMatchObject([{ openMinutesBefore: 480, openMinutesAfter: 180, slotCountAfter: 3 }])
    const later = await lawful([newHours('10:00', '18:00')])
    expect(later.variants[0]).toMatchObject({ slotCountBefore: 3, slotCountAfter: 8 })
    expect((await lawful([newHours('09:30', '17:30')])).variants[0]).toMatchObject({ removedCount: 8, addedCount: 8 })
  })

  test('cases 4 to 6: a blackout, and the booking that it strands with its name and the nearest time', async () => {
    const bookingId = await business.addBooking([a], v60, ten)
    const draft = { ...blackout('10:30', '12:00'), id: randomUUID() }
    const { variants, bookings } = await lawful([draft])
    expect(hours(variants[0].removed)).toEqual(['10:00'])
    expect(bookings).toMatchObject({ judgedCount: 1, strandedCount: 1, irregularCount: 0, laterCount: 0 })
    expect(bookings.items).toMatchObject([
      {
        bookingId,
        reference: expect.stringMatching(/^T\d{7}$/),
        severity: 'stranded',
        isNew: true,
        reasons: [{ code: 'blackout', ruleId: draft.id, ruleName: 'Draft' }],
        nearest: { startsAt: '2026-03-02T08:00:00.000Z' },
      },
    ])
  })

  test('case 6: a blackout that begins as a booking ends strands nothing', async () => {
    await business.addBooking([a], v60, ten)
    const { bookings } = await lawful([blackout('11:00', '12:00')])
    expect(bookings).toMatchObject({ judgedCount: 1, strandedCount: 0, irregularCount: 0, items: [] })
  })

  test('cases 7 and 8: notice hides times and judges nobody, and makes no difference where a nearer rule counts', async () => {
    await business.addBooking([a], v60, ten)
    const notice = newRule('min_notice', { minutes: 20_160 })
    const own = await business.addRule('min_notice', { minutes: 120 }, { resourceIds: [a] })
    const none = await ask([notice], { to: '2026-03-07' })
    expect(none.body).toMatchObject({ variants: [], unchangedVariantCount: 1 })
    expect((await business.send('DELETE', `/bookings/resource-rules/${own}`)).status).toBe(204)
    const { variants, bookings } = await lawful([notice], { to: '2026-03-07' })
    expect(variants[0]).toMatchObject({ slotCountBefore: 39, slotCountAfter: 4 })
    expect(bookings).toMatchObject({ judgedCount: 1, strandedCount: 0, irregularCount: 0, alreadyOutsideCount: 0 })
  })

  test('case 9: a smaller pool strands bookings that no longer fit together', async () => {
    const pool = await business.addResource({ capacity: 10 })
    v60 = await business.addVariant([pool], { capacityMode: 'pooled', maxQuantity: 10 })
    for (const quantity of [2, 1]) await business.addBooking([pool], v60, ten, { quantity, capacityMode: 'pooled' })
    const { variants, bookings } = await lawful([
      { action: 'update', entityType: 'resources', id: pool, data: { capacity: 2 } },
    ])
    expect(hours(variants[0].removed)).toEqual(['09:00'])
    expect(variants[0]).toMatchObject({ addedCount: 0, changedCount: 7 })
    expect(variants[0].changed[0]).toMatchObject({ before: { remaining: 10 }, after: { remaining: 2 } })
    expect(bookings.items).toMatchObject(
      [1, 2].map(() => ({ severity: 'stranded', reasons: [{ code: 'capacity_exceeded' }] })),
    )
  })

  test('case 12: the days on which the clocks change are as long as they are', async () => {
    const night: Change = {
      ...newHours('09:00', '17:00'),
      data: { weeklyHours: [...week([1, 2, 3, 4, 5], '09:00', '17:00'), ...week([7], '00:00', '06:00')] },
    }
    const [spring, autumn] = [
      { from: '2026-03-29', to: '2026-03-30' },
      { from: '2026-10-25', to: '2026-10-26' },
    ]
    const later = (await ask([night], { ...autumn, variantIds: [v60] })).body
    expect(later.days).toMatchObject([{ dayLengthMinutes: 1500, openMinutesBefore: 0, openMinutesAfter: 420 }])
    expect(later.variants[0].addedCount).toBe(7)
    const sooner = await lawful([night], spring)
    expect(sooner.days).toMatchObject([{ dayLengthMinutes: 1380, openMinutesBefore: 0, openMinutesAfter: 300 }])
    expect(hours(sooner.variants[0].added)).toEqual(['23:00', '00:00', '01:00', '02:00', '03:00'])
  })

  test('case 10: an inactive resource strands its booking, which another can take', async () => {
    const b = await business.addResource({ name: 'B' })
    v60 = await business.addVariant([a, b])
    await business.addBooking([a], v60, ten)
    const { variants, bookings } = await lawful([
      { action: 'update', entityType: 'resources', id: a, data: { isActive: false } },
    ])
    expect(variants[0]).toMatchObject({ addedCount: 0, removedCount: 0, changedCount: 7 })
    expect(bookings.items).toMatchObject([{ severity: 'stranded', sameTimeResourceIds: [b] }])
  })

  test('cases 11 and 13: another order of resources, and fewer days ahead', async () => {
    const b = await business.addResource({ name: 'B' })
    v60 = await business.addVariant([a, b])
    const resources = [b, a].map((resourceId, priority) => ({ resourceId, priority }))
    const swapped = await lawful([{ action: 'update', entityType: 'variants', id: v60, data: { resources } }])
    expect(swapped.variants[0]).toMatchObject({ addedCount: 0, removedCount: 0, changedCount: 8 })
    const fewer = await lawful([{ action: 'update', entityType: 'variants', id: v60, data: { maxAdvanceDays: 10 } }], {
      to: '2026-03-07',
    })
    expect(fewer.variants[0]).toMatchObject({ removedCount: 32, slotCountAfter: 8 })
  })

  test('case 14: a limit makes two bookings irregular, which one alone is not', async () => {
    const limit = newRule('booking_limit', { max: 1, period: 'day' })
    await business.addBooking([a], v60, ten)
    expect((await ask([limit])).body).toMatchObject({ bookings: { irregularCount: 0, items: [] } })
    await business.addBooking([a], v60, ['2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z'])
    const { bookings } = await lawful([limit])
    expect(bookings).toMatchObject({ strandedCount: 0, irregularCount: 2 })
  })

  test('case 15: generating after the change of hours', async () => {
    const scheduleId = await business.addSchedule({
      mode: 'timeslots',
      weeklyHours: week([1], '10:00', '12:00'),
      slotDurationMinutes: 60,
    })
    const seat = await business.addResource({ scheduleId })
    v60 = await business.addVariant([seat])
    const range = { from: '2026-03-02', to: '2026-03-02' }
    await business.send('POST', `/schedules/${scheduleId}/generate`, range)
    const longer: Change = {
      action: 'update',
      entityType: 'schedules',
      id: scheduleId,
      data: { weeklyHours: week([1], '10:00', '13:00') },
    }
    expect((await ask([longer])).body).toMatchObject({ variants: [], unchangedVariantCount: 1, timeslots: null })
    const { body } = await ask([longer], { generate: { scheduleId, ...range } })
    expect(body.timeslots).toMatchObject({ created: 1, kept: 2 })
    expect(body.variants[0].added).toMatchObject([{ startsAt: '2026-03-02T11:00:00.000Z', timeslotId: null }])
    const [later] = (await business.get(`/schedules/${scheduleId}/timeslots?from=2026-03-02T10:00:00Z`)).body
    await business.addBooking([seat], v60, [later.startsAt, later.endsAt], { timeslotId: later.id })
    const shorter: Change = { ...longer, data: { weeklyHours: week([1], '10:00', '11:00') } }
    const replaced = await ask([shorter], { generate: { scheduleId, ...range, onExisting: 'replace_unbooked' } })
    expect(replaced.body.timeslots).toMatchObject({ kept: 1, conflicts: 1, created: 0, deleted: 0 })
    expect(replaced.body).toMatchObject({ variants: [], bookings: { strandedCount: 0 } })
    const open = await ask([longer], { generate: { scheduleId: business.scheduleId, ...range } })
    expect(open.body.errors).toHaveProperty(['generate.scheduleId'])
  })

  test('case 16: what is made and deleted, and what is in use', async () => {
    const id = randomUUID()
    const both = [{ ...blackout('09:00', '17:00'), id }, { action: 'delete', entityType: 'resourceRules', id } as const]
    expect((await ask(both)).body).toMatchObject({ variants: [], bookings: { items: [] } })
    const used = await ask([{ action: 'delete', entityType: 'schedules', id: business.scheduleId }])
    expect(used).toMatchObject({ status: 409, body: { code: 'in_use' } })
    const chained = await ask(
      [
        { action: 'create', entityType: 'resources', id, data: { name: 'New', resourceTypeId: business.typeId } },
        { action: 'update', entityType: 'variants', id: v60, data: { resources: [{ resourceId: id, priority: 0 }] } },
      ],
      { variantIds: [v60] },
    )
    expect(chained.body.variants[0]).toMatchObject({ addedCount: 0, removedCount: 0, changedCount: 8 })
  })

  test('one question of a tenant is worked out at a time, and nobody else waits for it', async () => {
    const other = await openBusiness(api)
    const asked = { from: '2026-03-02', to: '2026-03-03', changes: [blackout('09:00', '10:00')] }
    await ask([newHours('09:00', '12:00')])
    const [elsewhere, ...answers] = await Promise.all([
      other.send('POST', '/availability/simulate', asked),
      ...Array.from({ length: 6 }, () => ask([newHours('09:00', '12:00')])),
    ])
    expect(elsewhere.status).toBe(200)
    const [done = [], refused = []] = [200, 429].map(status => answers.filter(answer => answer.status === status))
    expect(done.length + refused.length).toBe(6)
    expect(done.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ body: { code: 'rate_limited', message: { key: 'refusal.oneAtATime' } } })
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await ask([newHours('09:00', '12:00')])).status).toBe(200)
  })

  test('a repeated question has its first answer', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { from: '2026-03-02', to: '2026-03-03', changes: [newHours('09:00', '12:00')] }
    const send = () =>
      api.request('/availability/simulate', {
        ...{ method: 'POST', as: business.owner, tenantId: business.tenantId, body, headers },
      })
    const first = await send()
    await save(newHours('09:00', '12:00'))
    const second = await send()
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
  })

  test('a question makes at most 5,000 timeslots', async () => {
    const scheduleId = await business.addSchedule({
      ...{ mode: 'timeslots', slotDurationMinutes: 15 },
      weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00'),
    })
    const months = (to: string) =>
      ask([blackout('09:00', '10:00')], { generate: { scheduleId, from: '2026-03-02', to } })
    expect((await months('2026-03-31')).body.timeslots.created).toBeGreaterThan(2000)
    expect(await months('2026-09-01')).toMatchObject({
      status: 422,
      body: { errors: { 'generate.to': expect.stringContaining('5000') } },
    })
  })

  test('nothing is written, and the kept set-up stays what it was', async () => {
    const counted = () =>
      business.run(async db => {
        const { rows } = await sql`select (select count(*) from resource_rules) as rules,
          (select count(*) from audit_entries) as entries, (select version from setup_versions) as version,
          (select max(updated_at) from schedules) as schedules, (select max(updated_at) from resources) as resources,
          (select sum(version) from resources) as versions, (select count(*) from timeslots) as timeslots`.execute(db)
        return rows
      })
    const told: unknown[] = []
    const stop = await api.services.live.subscribe(
      business.tenantId,
      change => void told.push(change),
      () => {},
    )
    const before = await timesOf(v60, { from: '2026-03-02', to: '2026-03-03' })
    const rows = await counted()
    expect((await ask([blackout('09:00', '17:00')])).body.variants[0].removedCount).toBe(8)
    expect(await counted()).toEqual(rows)
    // What is told afterwards arrives, and is the first of all.
    const bookingId = await business.addBooking([a], v60, ten)
    await business.send('POST', '/bookings/bulk', { ids: [bookingId], action: 'cancel' })
    await expect.poll(() => told).toMatchObject([{ resource: 'bookings', ids: [bookingId] }])
    stop()
    expect(await timesOf(v60, { from: '2026-03-02', to: '2026-03-03' })).toEqual(before)
  })

  test('saving’s own refusals come back at their place, and bad questions at theirs', async () => {
    const errorsOf = async (changes: readonly unknown[], question: object = {}) => {
      const { status, body } = await ask(changes as Change[], question)
      return [status, ...Object.keys(body.errors ?? {})]
    }
    const change = { action: 'update', entityType: 'resources', id: a, data: { capacity: 0 } }
    expect(await errorsOf([change])).toEqual([422, 'changes.0.data.capacity'])
    expect(await errorsOf([{ ...change, data: { nonsense: 1 } }])).toEqual([422, 'changes.0.data.nonsense'])
    expect(await errorsOf([{ ...change, id: undefined }])).toEqual([422, 'changes.0.id'])
    expect(await errorsOf([{ ...change, id: randomUUID() }])).toEqual([404])
    expect(await errorsOf([{ ...change, entityType: 'bookings' }])).toEqual([422, 'changes.0.entityType'])
    expect(await errorsOf([])).toEqual([422, 'changes'])
    expect(await errorsOf(Array.from({ length: 21 }, () => change))).toEqual([422, 'changes'])
    const fine = blackout('12:00', '13:00')
    expect(await errorsOf([fine], { to: '2026-03-01' })).toEqual([422, 'to'])
    expect(await errorsOf([fine], { to: '2026-06-02' })).toEqual([422, 'to'])
    expect(await errorsOf([fine], { bookingsTo: '2031-01-01T00:00:00Z' })).toEqual([422, 'bookingsTo'])
    expect(await errorsOf([fine], { variantIds: [randomUUID()] })).toEqual([404])
    expect(await errorsOf([fine], { nonsense: 1 })).toEqual([422, 'nonsense'])
    expect(await errorsOf([fine], { to: '2026-05-04' })).toEqual([422, 'to'])
    expect(await errorsOf(undefined as never)).toEqual([422, 'changes'])
    const dates = (...overrides: object[]) => ({
      action: 'update',
      entityType: 'schedules',
      id: business.scheduleId,
      data: { dateOverrides: overrides },
    })
    const day = { startDate: '2026-03-02', endDate: '2026-03-02', hours: [] }
    const [status, ...fields] = await errorsOf([dates(day, day)])
    expect([status, fields[0]]).toEqual([422, expect.stringContaining('changes.0.data.dateOverrides')])
    const same = { ...newHours('09:00', '17:00'), data: { weeklyHours: week([1], '09:00', '09:00') } }
    expect((await errorsOf([same]))[1]).toContain('changes.0.data.weeklyHours')
    const b = await business.addResource({ name: 'B' })
    const parent = (id: string, parentResourceId: string) => ({
      action: 'update',
      entityType: 'resources',
      id,
      data: { parentResourceId },
    })
    expect(await errorsOf([parent(a, b), parent(b, a)])).toEqual([422, 'changes.1.data.parentResourceId'])
    const foreign = await openBusiness(api)
    expect(await errorsOf([{ ...change, id: await foreign.addResource() }])).toEqual([404])
    const broken = await api.request('/availability/simulate', {
      method: 'POST',
      as: business.owner,
      tenantId: business.tenantId,
      text: '{"from":',
    })
    expect(broken.status).toBe(400)
    const large = { ...change, data: { description: 'x'.repeat(1_100_000) } }
    expect((await ask([large as Change])).status).toBe(413)
  })

  test('whatever is changed, what was said is what then differs, and what is refused is refused alike', async () => {
    const b = await business.addResource({ name: 'B' })
    v60 = await business.addVariant([a, b])
    const other = await business.addSchedule({ weeklyHours: week([1, 2, 3], '08:00', '12:30') })
    const of = (entityType: Change['entityType'], id: string, ...data: object[]): Change[] =>
      data.map(one => ({ action: 'update', entityType, id, data: one as Record<string, unknown> }))
    const rule = randomUUID()
    const possible = [
      ...['A', 'B'].flatMap((_, index) =>
        of(
          'resources',
          [a, b][index] ?? a,
          { isActive: false },
          { isActive: true },
          { capacity: 2 },
          { capacity: 1 },
          { scheduleId: other },
          { scheduleId: null },
          { parentResourceId: [b, a][index] },
          { parentResourceId: null },
        ),
      ),
      ...of(
        'variants',
        v60,
        { durationMinutes: 90 },
        { durationMinutes: 60 },
        { slotIntervalMinutes: 30 },
        { bufferAfterMinutes: 15 },
        { maxAdvanceDays: 11 },
        { maxAdvanceDays: null },
        { resourceSelection: 'all' },
        { resourceSelection: 'any' },
        { isActive: false },
        { isActive: true },
        { resources: [{ resourceId: b, priority: 0 }] },
        { resources: [a, b].map((resourceId, priority) => ({ resourceId, priority })) },
      ),
      ...of('catalogItems', business.itemId, { status: 'archived' }, { status: 'active' }),
      ...of('channels', business.channelId, { sellsAllItems: false }, { sellsAllItems: true }),
      ...of('tenants', business.tenantId, { timeZone: 'Europe/London' }, { defaultScheduleId: other }),
      newHours('10:00', '15:00'),
      newHours('08:15', '17:15'),
      { ...blackout('10:00', '11:30'), id: rule },
      ...of('resourceRules', rule, { isActive: false }, { applyToAllResources: false, resourceIds: [b] }),
      { action: 'delete', entityType: 'resourceRules', id: rule } as const,
      newRule('min_notice', { minutes: 10 * 1440 + 600 }),
    ]
    for (const day of ['02', '03', '04'])
      await business.addBooking([a], v60, [`2026-03-${day}T09:00:00.000Z`, `2026-03-${day}T10:00:00.000Z`])
    const question = { to: '2026-03-06' }
    let refused = 0
    for (const [first, second] of fc.sample(fc.tuple(...[0, 1].map(() => fc.constantFrom(...possible))), 40)) {
      // Nobody can save a change of a draft by the draft's id.
      const isOfDraft = first?.action === 'create' && first.id !== undefined && first.id === second?.id
      if (!first || !second || isOfDraft) continue
      const said = await ask([first, second], { ...question, variantIds: [v60] })
      if (said.status === 200) {
        await lawful([first, second], question)
        continue
      }
      refused++
      const alone = await ask([first], question)
      if (alone.status === 200) continue
      const { status, body } = await send(first)
      expect([status, body.code]).toEqual([alone.status, alone.body.code])
    }
    expect(refused).toBeLessThan(30)
  })

  test('a channel that stops selling: its times, and the bookings that it sold on any resource', async () => {
    const { id } = (await business.send('POST', '/channels', { name: 'Portal', kind: 'online', sellsAllItems: true }))
      .body
    await business.addBooking([a], v60, ten)
    const start = {
      variantId: v60,
      startsAt: '2026-03-02T12:00:00.000Z',
      customer: { name: 'Ada', email: 'ada@mail.example' },
    }
    const sold = (await business.send('POST', '/bookings', { ...start, channelId: id })).body
    const closed: Change = { action: 'update', entityType: 'channels', id, data: { isActive: false } }
    const { variants, bookings } = (await ask([closed], { channelId: id })).body
    expect(variants).toMatchObject([{ slotCountBefore: 6, slotCountAfter: 0 }])
    const affected = { bookingId: sold.id, severity: 'irregular', reasons: [{ code: 'channel_inactive' }] }
    expect(bookings).toMatchObject({ strandedCount: 0, irregularCount: 1, items: [affected] })
    // Asked about no channel, the times are those of the default one.
    expect((await ask([closed])).body).toMatchObject({ variants: [], bookings: { items: [affected] } })
  })

  test('only those who may save may ask, and nobody about another tenant', async () => {
    const draft = blackout('12:00', '13:00')
    const body = { from: '2026-03-02', to: '2026-03-03', changes: [draft] }
    for (const [role, status] of [
      ['admin', 200],
      ['staff', 403],
      ['viewer', 403],
    ] as const) {
      const person = await api.addPersonIn(business.tenantId, role)
      expect((await business.send('POST', '/availability/simulate', body, person)).status).toBe(status)
    }
    const renamed = (id: string): Change => ({
      action: 'update',
      entityType: 'tenants',
      id,
      data: { timeZone: 'Asia/Tokyo' },
    })
    expect((await ask([renamed(business.tenantId)])).status).toBe(200)
    const other = await openBusiness(api)
    expect((await ask([renamed(other.tenantId)])).status).toBe(404)
    expect((await ask([{ ...newHours('09:00', '10:00'), id: other.scheduleId }])).status).toBe(404)
    const admin = await api.addPersonIn(business.tenantId, 'admin')
    const asAdmin = { ...body, changes: [renamed(business.tenantId)] }
    expect((await business.send('POST', '/availability/simulate', asAdmin, admin)).status).toBe(403)
  })
})
