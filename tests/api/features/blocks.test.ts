import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mayChange } from '../../../src/authProvider/mayChange'
import { meKey } from '../../../src/authProvider/me'
import { DAY } from '../../../src/declare'
import { registry } from '../../../src/resources'
import { blocks } from '../../../src/resources/blocks'
import type { Person, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const monday = (time: string) => `2026-03-02T${time}:00.000Z`
/** Local hours in Berlin, in winter. */
const hoursOf = (slots: readonly { startsAt: string }[]) =>
  slots.map(({ startsAt }) => Number(startsAt.slice(11, 13)) + 1)

describeOnDatabase('blocks', use => {
  let api: TestApi
  let business: Business
  let a: string
  let b: string
  let variantId: string
  let customerId: string
  beforeAll(async () => {
    api = await openApi({ on: use(), now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    a = await business.addResource()
    b = await business.addResource()
    variantId = await business.addVariant([a, b])
    customerId = await business.add('customers', { name: 'Lena Fischer' })
  })

  const post = (body: object, query = '', as = business.owner) =>
    business.send('POST', `/blocks${query}`, { resourceIds: [a], ...body }, as)
  /** What screens offer a person, by what the API tells of them. */
  const offeredTo = async (person: Person) => {
    const client = new QueryClient()
    client.setQueryData(meKey, (await business.get('/users/me', person)).body)
    client.setQueryData(['tenants', 'mine'], (await business.get('/tenants', person)).body)
    const asking = { registry, client, tenantId: business.tenantId, role: 'staff' as const }
    return (action: string, record: object) => mayChange(action, blocks, { ...record }, asking)
  }
  const block = async (startsAt: string, endsAt: string, more: object = {}) => {
    const answer = await post({ startsAt, endsAt, ...more })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const rulesOf = async ({ ruleIds }: { ruleIds: string[] }) =>
    Promise.all(ruleIds.map(async id => (await business.get(`/bookings/resource-rules/${id}`)).body))
  const timesOf = async (one: { ruleIds: string[] }) =>
    (await rulesOf(one)).map(({ parameters: { startDate, endDate, startTime, endTime } }) => ({
      ...{ startDate, endDate, startTime, endTime },
    }))
  const startsOn = async (date: string, resourceId = a) => {
    const next = new Date(Date.parse(date) + DAY).toISOString().slice(0, 10)
    const { body } = await business.get(
      `/availability?variantId=${variantId}&resourceId=${resourceId}&from=${date}&to=${next}`,
    )
    return hoursOf(body)
  }
  const book = async (startsAt: string, resourceId = a) => {
    const answer = await business.send('POST', '/bookings', {
      variantId,
      customerId,
      startsAt,
      resourceIds: [resourceId],
    })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const reassign = (id: string, body: object = {}, as = business.owner) =>
    business.send('POST', `/blocks/${id}/reassign`, body, as)
  const resourcesOf = async (id: string) => (await business.get(`/bookings/${id}`)).body.resourceIds

  test('inside a day it is one rule with its reason, and the day has the other starts', async () => {
    const one = await block(monday('09:00'), monday('11:00'), { reason: 'First aid' })
    expect(one).toMatchObject({ reason: 'First aid', repeats: null, notes: [], affectedBookings: [], affectedCount: 0 })
    const [rule, ...others] = await rulesOf(one)
    expect(others).toEqual([])
    expect(rule).toMatchObject({
      ...{ name: 'First aid', message: 'First aid', ruleType: 'blackout', resourceIds: [a], blockId: one.id },
      ...{ applyToAllResources: false, isActive: true },
      parameters: { startDate: '2026-03-02', endDate: '2026-03-02', startTime: '10:00', endTime: '12:00' },
    })
    expect(await startsOn('2026-03-02')).toEqual([9, 12, 13, 14, 15, 16])
    expect(await startsOn('2026-03-02', b)).toHaveLength(8)
    expect((await business.get(`/blocks/${one.id}`)).body).toEqual(one)

    const again = await block(monday('09:00'), monday('11:00'), { reason: 'First aid' })
    expect((await rulesOf(again))[0]).toMatchObject({ name: 'First aid 2', message: 'First aid' })
    const long = 'First aid for everybody '.repeat(10).slice(0, 240)
    const names: unknown[] = []
    for (let count = 0; count < 3; count++) {
      const [rule] = await rulesOf(await block(monday('09:00'), monday('11:00'), { reason: long }))
      names.push(rule.name)
    }
    expect(names).toEqual([long.slice(0, 120).trim(), `${long.slice(0, 118)} 2`, `${long.slice(0, 118)} 3`])
    const unnamed = await block(monday('09:00'), monday('11:00'))
    expect((await rulesOf(unnamed))[0]).toMatchObject({ name: 'Blackout 2026-03-02', message: null })
  })

  test('over days it is three rules', async () => {
    const one = await block(monday('13:00'), '2026-03-04T10:00:00Z', { reason: 'Repair' })
    expect(await timesOf(one)).toEqual([
      { startDate: '2026-03-02', endDate: '2026-03-02', startTime: '14:00', endTime: '24:00' },
      { startDate: '2026-03-03', endDate: '2026-03-03', startTime: null, endTime: null },
      { startDate: '2026-03-04', endDate: '2026-03-04', startTime: '00:00', endTime: '11:00' },
    ])
    expect((await rulesOf(one)).map(({ name }) => name)).toEqual(['Repair', 'Repair 2', 'Repair 3'])
    expect(await startsOn('2026-03-02')).toEqual([9, 10, 11, 12, 13])
    expect(await startsOn('2026-03-03')).toEqual([])
    expect(await startsOn('2026-03-04')).toEqual([11, 12, 13, 14, 15, 16])
  })

  test('it repeats on weekdays until a date, by one rule', async () => {
    const repeats = { daysOfWeek: [1, 2, 3, 4, 5], untilDate: '2026-03-13' }
    const one = await block(monday('11:00'), monday('12:00'), { repeats })
    expect(one).toMatchObject({ repeats })
    expect(await rulesOf(one)).toMatchObject([
      {
        parameters: {
          ...{ startDate: '2026-03-02', endDate: '2026-03-13', startTime: '12:00', endTime: '13:00' },
          daysOfWeek: [1, 2, 3, 4, 5],
        },
      },
    ])
    for (const date of ['2026-03-02', '2026-03-06', '2026-03-13']) expect(await startsOn(date)).toHaveLength(7)
    expect(await startsOn('2026-03-16')).toHaveLength(8)
    const between = (from: string, to: string) => business.get(`/blocks?from=${from}&to=${to}`)
    expect((await between('2026-03-09T11:30:00Z', '2026-03-09T11:45:00Z')).body).toMatchObject([{ id: one.id }])
    expect((await between('2026-03-09T12:00:00Z', '2026-03-10T11:00:00Z')).body).toEqual([])
    expect((await between('2026-03-14', '2026-03-16')).body).toEqual([])
  })

  test('of the second of a repeated hour it closes more, and says so', async () => {
    const nights = await business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00') })
    const night = await business.addResource({ scheduleId: nights })
    const one = await block('2026-10-25T01:30:00Z', '2026-10-25T01:45:00Z', { resourceIds: [night] })
    expect(one).toMatchObject({ notes: ['dst_widened'], startsAt: '2026-10-25T01:30:00.000Z' })
    expect(await timesOf(one)).toEqual([
      { startDate: '2026-10-25', endDate: '2026-10-25', startTime: '02:30', endTime: '03:00' },
    ])
    const { body } = await business.get(`/availability/timeline?from=2026-10-25&to=2026-10-26&resourceIds=${night}`)
    expect(body[0].blackouts).toMatchObject([
      { startsAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T02:00:00.000Z', blockId: one.id },
    ])
  })

  test('bookings stay, are told of before it is made, and are counted as long as they are in its way', async () => {
    const first = await book(monday('09:00'))
    const second = await book(monday('10:00'))
    await book(monday('09:00'), b)
    await book(monday('12:00'))
    const times = { startsAt: monday('09:30'), endsAt: monday('11:00') }
    const trial = await post(times, '?dryRun=true')
    const affected = [
      { id: first.id, reference: first.reference, startsAt: monday('09:00'), customerName: 'Lena Fischer' },
      { id: second.id, reference: second.reference, startsAt: monday('10:00'), customerName: 'Lena Fischer' },
    ]
    expect(trial).toMatchObject({ status: 200, body: { affectedBookings: affected, affectedCount: 2 } })
    expect((await business.get('/blocks')).body).toEqual([])
    expect((await business.get('/bookings/resource-rules')).body).toEqual([])
    const made = await block(times.startsAt, times.endsAt)
    expect(made).toMatchObject({ affectedBookings: affected, affectedCount: 2 })
    expect((await business.get(`/bookings/${first.id}`)).body.status).toBe('confirmed')
    await business.send('POST', `/bookings/${first.id}/cancel`, {})
    expect((await business.get(`/blocks/${made.id}`)).body).toMatchObject({ affectedCount: 1 })
  })

  test('a changed block replaces its rules, whose other changes stay', async () => {
    const one = await block(monday('13:00'), '2026-03-04T10:00:00Z', { reason: 'Repair' })
    const patch = async (body: object) => {
      const answer = await business.send('PATCH', `/blocks/${one.id}`, body)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    }
    const edited = {
      parameters: { startDate: '2026-03-03', endDate: '2026-03-03', startTime: '08:00', endTime: '18:00' },
    }
    await business.send('PATCH', `/bookings/resource-rules/${one.ruleIds[1]}`, edited)
    const renamed = await patch({ reason: 'Painting' })
    expect(renamed.ruleIds).toEqual(one.ruleIds)
    expect(await rulesOf(renamed)).toMatchObject([
      { name: 'Painting', message: 'Painting' },
      { name: 'Painting 2', ...edited, blockId: one.id },
      { name: 'Painting 3' },
    ])
    const shorter = await patch({ endsAt: monday('16:00') })
    expect(shorter.ruleIds).toEqual([one.ruleIds[0]])
    expect(await timesOf(shorter)).toEqual([
      { startDate: '2026-03-02', endDate: '2026-03-02', startTime: '14:00', endTime: '17:00' },
    ])
    const both = await patch({ resourceIds: [a, b], endsAt: '2026-03-03T14:00:00Z' })
    expect(await rulesOf(both)).toMatchObject([{ resourceIds: [a, b] }, { resourceIds: [a, b] }])
    expect(await startsOn('2026-03-02', b)).toEqual([9, 10, 11, 12, 13])
    const { body: log } = await business.get(`/audit-log?entityType=resourceRules&entityId=${one.ruleIds[0]}`)
    expect(log[0]).toMatchObject({ action: 'updated', reason: 'Painting' })
    const unchanged = await patch({ reason: 'Painting' })
    expect(unchanged.version).toBe(both.version)
  })

  test('its rules leave it when they are deleted, and with the last of them it is gone', async () => {
    const one = await block(monday('13:00'), '2026-03-04T10:00:00Z', { reason: 'Repair' })
    const [first, ...others] = one.ruleIds
    await business.send('DELETE', `/bookings/resource-rules/${first}`)
    expect((await business.get(`/blocks/${one.id}`)).body.ruleIds).toEqual(others)
    await business.send('DELETE', `/bookings/resource-rules?ids=${others.join('&ids=')}`)
    expect((await business.get(`/blocks/${one.id}`)).status).toBe(404)

    const other = await block(monday('09:00'), monday('10:00'), { reason: 'Break' })
    expect((await business.send('DELETE', `/blocks/${other.id}`)).status).toBe(204)
    expect((await business.get(`/bookings/resource-rules/${other.ruleIds[0]}`)).status).toBe(404)
    const { body: log } = await business.get(`/audit-log?entityId=${other.ruleIds[0]}`)
    expect(log).toMatchObject([
      { action: 'deleted', entityType: 'resourceRules', reason: 'Break' },
      { action: 'created', entityType: 'resourceRules', reason: 'Break' },
    ])
  })

  test('bookings are handed over to the first that is free, the earliest first, and who fits nowhere stays', async () => {
    const booking = await book(monday('09:00'))
    const one = await block(monday('09:00'), monday('11:00'), { reason: 'Repair' })
    const outcome = {
      results: [{ bookingId: booking.id, ok: true, toResourceIds: [b], code: null }],
      moved: 1,
      left: 0,
    }
    expect(await reassign(one.id, { dryRun: true })).toMatchObject({ status: 200, body: outcome })
    expect(await resourcesOf(booking.id)).toEqual([a])
    expect((await reassign(one.id)).body).toMatchObject(outcome)
    expect(await resourcesOf(booking.id)).toEqual([b])
    const { body: history } = await business.get(`/bookings/${booking.id}/history`)
    expect(history[0]).toMatchObject({ via: 'reassign', reason: 'Repair' })
    expect((await reassign(one.id)).body).toEqual({ results: [], moved: 0, left: 0 })
  })

  test('nobody is moved to what is taken, closed or not of the variant', async () => {
    const c = await business.addResource()
    const early = await book(monday('09:00'))
    const late = await book(monday('10:00'))
    await book(monday('09:00'), b)
    const one = await block(monday('09:00'), monday('11:00'))
    const left = {
      ok: false,
      toResourceIds: [],
      code: 'resource_busy',
      reasons: [{ code: 'resource_busy', resourceId: b }],
    }
    expect((await reassign(one.id, { bookingIds: [early.id] })).body).toMatchObject({
      results: [{ bookingId: early.id, ...left }],
      moved: 0,
      left: 1,
    })
    await block(monday('10:00'), monday('11:00'), { resourceIds: [b] })
    const unlisted = await reassign(one.id, { bookingIds: [late.id], toResourceIds: [c] })
    expect(unlisted.body).toMatchObject({ results: [{ ok: false, code: 'validation', reasons: [] }], left: 1 })
    expect((await reassign(one.id)).body).toMatchObject({
      results: [
        { bookingId: early.id, ...left },
        { bookingId: late.id, ok: false, code: 'blackout', reasons: [{ code: 'blackout', resourceId: b }] },
      ],
      left: 2,
    })
    const alone = await business.addVariant([a])
    const { body } = await business.send('POST', '/bookings', {
      ...{ variantId: alone, customerId, startsAt: monday('13:00') },
    })
    const other = await block(monday('13:00'), monday('14:00'))
    expect((await reassign(other.id)).body).toMatchObject({
      results: [{ bookingId: body.id, code: 'blackout' }],
      left: 1,
    })
    const stranger = crypto.randomUUID()
    expect((await reassign(other.id, { bookingIds: [stranger] })).body).toMatchObject({
      results: [{ bookingId: stranger, ok: false, code: 'not_found' }],
    })
  })

  test('the order of those who take over is that of the call, else of the variant', async () => {
    const c = await business.addResource()
    variantId = await business.addVariant([a, b, c])
    const first = await book(monday('09:00'))
    const second = await book(monday('11:00'))
    const one = await block(monday('09:00'), monday('12:00'))
    expect((await reassign(one.id, { toResourceIds: [c, b], bookingIds: [first.id] })).body).toMatchObject({
      results: [{ toResourceIds: [c] }],
    })
    expect((await reassign(one.id)).body).toMatchObject({ results: [{ bookingId: second.id, toResourceIds: [b] }] })
  })

  test('of several resources of a booking only the closed ones are replaced, each by one of its type', async () => {
    const roomType = await business.add('resourceTypes', { name: 'Room' })
    const room = await business.addResource({ resourceTypeId: roomType })
    const spare = await business.addResource({ resourceTypeId: roomType })
    variantId = await business.addVariant([a, room, spare, b], { resourceSelection: 'one_per_type' })
    const { body: booking } = await business.send('POST', '/bookings', {
      ...{ variantId, customerId, startsAt: monday('09:00'), resourceIds: [a, room] },
    })
    const one = await block(monday('09:00'), monday('10:00'))
    expect((await reassign(one.id)).body).toMatchObject({ results: [{ ok: true, toResourceIds: [b] }] })
    expect((await resourcesOf(booking.id)).toSorted()).toEqual([b, room].toSorted())
    const wide = await block(monday('09:00'), monday('10:00'), { resourceIds: [b, room] })
    await business.send('DELETE', `/blocks/${one.id}`)
    expect((await reassign(wide.id)).body).toMatchObject({ moved: 1 })
    expect((await resourcesOf(booking.id)).toSorted()).toEqual([a, spare].toSorted())
  })

  test('bad input is refused at its field', async () => {
    const times = { startsAt: monday('09:00'), endsAt: monday('10:00') }
    const errorsOf = async (body: object) => {
      const answer = await post({ ...times, ...body })
      expect(answer.status).toBe(422)
      return Object.keys(answer.body.errors)
    }
    expect(await errorsOf({ endsAt: monday('09:00') })).toEqual(['endsAt'])
    expect(await errorsOf({ endsAt: monday('08:00') })).toEqual(['endsAt'])
    expect(await errorsOf({ startsAt: '2026-03-02T09:00:30Z' })).toEqual(['startsAt'])
    expect(await errorsOf({ endsAt: '2026-03-02T10:00:00.500Z' })).toEqual(['endsAt'])
    expect(await errorsOf({ resourceIds: [] })).toEqual(['resourceIds'])
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    expect(await errorsOf({ resourceIds: many })).toEqual(['resourceIds'])
    const elsewhere = await business.addSchedule({ timeZone: 'America/New_York' })
    const far = await business.addResource({ scheduleId: elsewhere })
    expect(await errorsOf({ resourceIds: [a, far] })).toEqual(['resourceIds'])
    expect(await errorsOf({ reason: 'x'.repeat(241) })).toEqual(['reason'])
    expect(await errorsOf({ endsAt: '2027-03-03T09:01:00Z' })).toEqual(['endsAt'])
    const repeats = { daysOfWeek: [1], untilDate: '2026-03-31' }
    expect(await errorsOf({ repeats: { ...repeats, untilDate: '2026-03-01' } })).toEqual(['repeats.untilDate'])
    expect(await errorsOf({ repeats: { ...repeats, untilDate: '2027-03-03' } })).toEqual(['repeats.untilDate'])
    expect(await errorsOf({ repeats: { ...repeats, daysOfWeek: [] } })).toEqual(['repeats.daysOfWeek'])
    expect(await errorsOf({ repeats: { daysOfWeek: [1] } })).toEqual(['repeats.untilDate'])
    expect(await errorsOf({ repeats, endsAt: '2026-03-03T09:01:00Z' })).toEqual(['repeats'])

    const foreign = await openBusiness(api)
    const theirs = await foreign.addResource()
    expect(await post({ ...times, resourceIds: [a, theirs] })).toMatchObject({
      status: 404,
      body: { errors: { resourceIds: expect.any(String) } },
    })
    const one = await block(times.startsAt, times.endsAt)
    expect(await reassign(one.id, { toResourceIds: [theirs] })).toMatchObject({
      status: 404,
      body: { errors: { toResourceIds: expect.any(String) } },
    })
    expect((await reassign(one.id, { bookingIds: [] })).body.errors).toHaveProperty('bookingIds')
    expect((await business.send('PATCH', `/blocks/${one.id}`, { endsAt: monday('08:00') })).body.errors).toHaveProperty(
      'endsAt',
    )
  })

  test('staff block, and those who keep to their own calendar that one alone; rules are the admins’', async () => {
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const times = { startsAt: monday('09:00'), endsAt: monday('10:00') }
    expect((await post(times, '', viewer)).status).toBe(403)
    expect((await business.get('/blocks', viewer)).status).toBe(403)
    const onBoth = (await post({ ...times, resourceIds: [a, b] }, '', staff)).body
    const others = (await post({ ...times, resourceIds: [b] }, '', staff)).body
    expect(
      (await business.send('DELETE', `/bookings/resource-rules/${others.ruleIds[0]}`, undefined, staff)).status,
    ).toBe(403)

    await business.run(db =>
      db.updateTable('memberships').set({ resourceId: a }).where('userId', '=', staff.id).execute(),
    )
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
    )
    const own = await post(times, '', staff)
    expect(own.status).toBe(201)
    expect((await post({ ...times, resourceIds: [b] }, '', staff)).status).toBe(403)
    expect((await post({ ...times, resourceIds: [a, b] }, '', staff)).status).toBe(403)
    const { body: listed } = await business.get('/blocks', staff)
    expect(listed.map(({ id }: { id: string }) => id).toSorted()).toEqual([own.body.id, onBoth.id].toSorted())
    expect((await business.get(`/blocks/${onBoth.id}`, staff)).status).toBe(200)
    expect((await business.get(`/blocks/${others.id}`, staff)).status).toBe(403)
    const offered = await offeredTo(staff)
    expect(listed.map((one: { id: string }) => [one.id, offered('edit', one), offered('delete', one)])).toEqual(
      listed.map(({ id }: { id: string }) => [id, id === own.body.id, id === own.body.id]),
    )
    for (const { id } of [onBoth, others]) {
      expect((await business.send('PATCH', `/blocks/${id}`, { reason: 'x' }, staff)).status).toBe(403)
      expect((await business.send('DELETE', `/blocks/${id}`, undefined, staff)).status).toBe(403)
      expect((await reassign(id, {}, staff)).status).toBe(403)
    }
    expect((await business.send('PATCH', `/blocks/${own.body.id}`, { resourceIds: [b] }, staff)).status).toBe(403)
    expect((await business.send('DELETE', `/blocks/${own.body.id}`, undefined, staff)).status).toBe(204)
    const { body: lines } = await business.get(`/availability/timeline?from=2026-03-02&to=2026-03-03`, staff)
    const blackoutsOf = (id: string) => lines.find((line: { resourceId: string }) => line.resourceId === id).blackouts
    expect(blackoutsOf(a)).toMatchObject([{ blockId: null }])
    expect(blackoutsOf(b)).toMatchObject([{ blockId: null }, { blockId: null }])
  })

  test('the timeline has its blackouts with the block and its reason', async () => {
    const one = await block(monday('09:00'), monday('11:00'), { reason: 'First aid' })
    const { body } = await business.get(`/availability/timeline?from=2026-03-02&to=2026-03-03&resourceIds=${a}`)
    expect(body[0].blackouts).toEqual([
      {
        ...{ startsAt: monday('09:00'), endsAt: monday('11:00'), name: 'First aid', ruleId: one.ruleIds[0] },
        ...{ blockId: one.id, reason: 'First aid' },
      },
    ])
  })

  test('of two who change it at once one is told', async () => {
    const one = await block(monday('09:00'), monday('11:00'))
    const change = (reason: string) =>
      api.request(`/blocks/${one.id}`, {
        ...{ method: 'PATCH', as: business.owner, tenantId: business.tenantId, body: { reason } },
        headers: { 'If-Match': `"${one.version}"` },
      })
    const answers = await Promise.all([change('One'), change('Two')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})
