import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceRules } from '../../../src/resources/resourceRules'
import { bookableResources } from '../../../src/resources/resources'
import { schedules } from '../../../src/resources/schedules'
import { recordIn } from '../../../testing/samples'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

describeOnDatabase('resources', use => {
  let api: TestApi
  let tenantId: string
  let elsewhere: string
  let admin: Person
  let owner: Person
  let courts: string
  let count = 0

  beforeAll(async () => {
    api = await openApi({ on: use() })
    tenantId = (await api.addTenant()).id
    elsewhere = (await api.addTenant()).id
    admin = await api.addPersonIn(tenantId, 'admin')
    owner = await api.addPersonIn(tenantId, 'owner')
    courts = (await make('/resources/types', { name: 'Court', defaultCapacity: 4 })).id
  })
  afterAll(() => api.close())

  const call = (method: string, url: string, body?: unknown, as = admin): Promise<Answered> =>
    api.request(url, { method, as, tenantId, body })
  const make = async (url: string, body: object): Promise<Answered['body']> => {
    const answer = await call('POST', url, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    return answer.body
  }
  const addResource = (values: object = {}) =>
    make('/resources', { name: `Court ${++count}`, resourceTypeId: courts, ...values })
  const addRule = (values: object = {}) =>
    make('/bookings/resource-rules', {
      name: `Rule ${++count}`,
      ruleType: 'min_notice',
      parameters: { minutes: 60 },
      ...values,
    })
  const names = (answer: Answered): string[] => answer.body.map(({ name }: { name: string }) => name)

  describe('a resource', () => {
    test('begins with the capacity of its type', async () => {
      expect((await addResource()).capacity).toBe(4)
      expect((await addResource({ capacity: 1 })).capacity).toBe(1)
      const nowhere = await call('POST', '/resources', { name: 'Nowhere', resourceTypeId: crypto.randomUUID() })
      expect(nowhere).toMatchObject({ status: 404, body: { errors: { resourceTypeId: expect.any(String) } } })
    })

    test('has an active type and an active schedule, and keeps those that it had', async () => {
      const type = await make('/resources/types', { name: `Type ${++count}` })
      const schedule = await make('/schedules', { name: `Hours ${++count}` })
      const resource = await addResource({ resourceTypeId: type.id, scheduleId: schedule.id })
      await call('PATCH', `/resources/types/${type.id}`, { isActive: false })
      await call('PATCH', `/schedules/${schedule.id}`, { isActive: false })
      for (const [field, id] of [
        ['resourceTypeId', type.id],
        ['scheduleId', schedule.id],
      ]) {
        const draft = { name: `Court ${++count}`, resourceTypeId: courts, capacity: 1, [field]: id }
        const refused = await call('POST', '/resources', draft)
        expect(refused).toMatchObject({ status: 422, body: { errors: { [field]: expect.stringContaining('active') } } })
      }
      const renamed = await call('PATCH', `/resources/${resource.id}`, { location: 'Hall' })
      expect(renamed).toMatchObject({ status: 200, body: { location: 'Hall' } })
    })

    test('is part of no part of its own, and of families of at most three generations', async () => {
      const court = await addResource()
      const half = await addResource({ parentResourceId: court.id })
      const quarter = await addResource({ parentResourceId: half.id })
      const parent = (id: string, parentResourceId: string) => call('PATCH', `/resources/${id}`, { parentResourceId })
      const refused = { status: 422, body: { errors: { parentResourceId: expect.any(String) } } }
      expect(await parent(court.id, court.id)).toMatchObject(refused)
      expect(await parent(court.id, quarter.id)).toMatchObject(refused)
      const draft = { name: 'Eighth', resourceTypeId: courts, parentResourceId: quarter.id }
      expect(await call('POST', '/resources', draft)).toMatchObject(refused)
      const hall = await addResource()
      expect(await parent(court.id, hall.id)).toMatchObject(refused)
      expect(await parent(half.id, hall.id)).toMatchObject({ status: 200 })
      expect((await call('GET', `/resources/${hall.id}`)).body.partCount).toBe(1)
      expect((await call('DELETE', `/resources/${hall.id}`)).body).toMatchObject({
        code: 'in_use',
        usedBy: [{ resource: 'resources', count: 1 }],
      })
    })

    test('does not become its own ancestor by two requests at once', async () => {
      const [a, b] = [await addResource(), await addResource()]
      const answers = await Promise.all([
        call('PATCH', `/resources/${a.id}`, { parentResourceId: b.id }),
        call('PATCH', `/resources/${b.id}`, { parentResourceId: a.id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    })

    test('is one of at most a thousand', async () => {
      const tenant = (await api.addTenant()).id
      const member = await api.addPersonIn(tenant, 'admin')
      const request = (url: string, body: object) =>
        api.request(url, { method: 'POST', as: member, tenantId: tenant, body })
      const type = (await request('/resources/types', { name: 'Desk' })).body.id
      await api.owner.query(
        `insert into resources (tenant_id, resource_type_id, name, capacity)
         select $1, $2, 'Desk ' || n, 1 from generate_series(1, 999) as n`,
        [tenant, type],
      )
      const answers = await Promise.all(
        ['A', 'B', 'C'].map(name => request('/resources', { name, resourceTypeId: type })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    })

    test('keeps its type from being deleted', async () => {
      const type = await make('/resources/types', { name: `Type ${++count}` })
      const resource = await addResource({ resourceTypeId: type.id })
      expect((await call('GET', `/resources/types/${type.id}`)).body.resourceCount).toBe(1)
      expect(await call('DELETE', `/resources/types/${type.id}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use', usedBy: [{ resource: 'resources', count: 1, records: [{ id: resource.id }] }] },
      })
    })
  })

  describe('the rules of a resource', () => {
    test('are those attached to it, read and replaced as a whole', async () => {
      const [resource, other] = [await addResource(), await addResource()]
      const [kept, gone, added] = [
        await addRule({ resourceIds: [resource.id, other.id] }),
        await addRule({ resourceIds: [resource.id] }),
        await addRule({ resourceIds: [other.id] }),
      ]
      const url = `/resources/${resource.id}/rules`
      expect(names(await call('GET', url))).toEqual([kept.name, gone.name])
      const answer = await call('PUT', url, { ruleIds: [added.id, kept.id] })
      expect(answer.status).toBe(200)
      expect(names(answer)).toEqual([kept.name, added.name])
      expect((await call('GET', `/resources/${resource.id}`)).body.ruleIds.sort()).toEqual([kept.id, added.id].sort())
      expect((await call('GET', `/bookings/resource-rules/${added.id}`)).body.resourceIds).toEqual([
        other.id,
        resource.id,
      ])
      expect((await call('GET', `/bookings/resource-rules/${gone.id}`)).body.resourceIds).toEqual([])
      expect((await call('PUT', url, { ruleIds: [] })).body).toEqual([])
    })

    test('are refused whole when one of them is wrong', async () => {
      const resource = await addResource()
      const url = `/resources/${resource.id}/rules`
      const [mine, foreign] = [await addRule(), await recordIn(api, resourceRules, elsewhere)]
      expect(await call('PUT', url, { ruleIds: [mine.id, foreign] })).toMatchObject({
        status: 404,
        body: { errors: { 'ruleIds.1': 'There is no such record' } },
      })
      expect((await call('PUT', url, { ruleIds: [mine.id, mine.id] })).status).toBe(422)
      expect((await call('PUT', url, { ruleIds: 'all' })).body.errors).toHaveProperty('ruleIds')
      const ofAll = await addRule({ applyToAllResources: true })
      expect(await call('PUT', url, { ruleIds: [mine.id, ofAll.id] })).toMatchObject({
        status: 422,
        body: { errors: { 'ruleIds.1': expect.any(String) } },
      })
      expect((await call('GET', url)).body).toEqual([])
      const foreignResource = await recordIn(api, bookableResources, elsewhere)
      expect((await call('GET', `/resources/${foreignResource}/rules`)).status).toBe(404)
      expect((await call('PUT', `/resources/${foreignResource}/rules`, { ruleIds: [] })).status).toBe(404)
    })

    test('that are in effect come by name, by type or with all', async () => {
      const tenant = (await api.addTenant()).id
      const member = await api.addPersonIn(tenant, 'admin')
      const request = (method: string, url: string, body?: object) =>
        api.request(url, { method, as: member, tenantId: tenant, body })
      const add = async (url: string, body: object): Promise<string> => (await request('POST', url, body)).body.id
      const type = await add('/resources/types', { name: 'Kayak' })
      const otherType = await add('/resources/types', { name: 'Bus' })
      const kayak = await add('/resources', { name: 'Kayak', resourceTypeId: type })
      const bus = await add('/resources', { name: 'Bus', resourceTypeId: otherType })
      const rule = (name: string, values: object) =>
        add('/bookings/resource-rules', { name, ruleType: 'min_gap', parameters: { minutes: 30 }, ...values })
      await rule('A kayak', { resourceIds: [kayak] })
      await rule('B kayaks', { resourceTypeIds: [type], isActive: false })
      await rule('C all', { applyToAllResources: true })
      await rule('D bus', { resourceIds: [bus] })
      await rule('E nothing', {})

      const effective = await request('GET', `/resources/${kayak}/rules?effective=true`)
      expect(effective.body).toMatchObject([
        { name: 'A kayak', via: 'resource' },
        { name: 'B kayaks', via: 'type' },
        { name: 'C all', via: 'all' },
      ])
      expect(names(await request('GET', `/resources/${kayak}/rules`))).toEqual(['A kayak'])

      const list = async (query: string) => names(await request('GET', `/bookings/resource-rules?${query}`))
      expect(await list(`resourceId=${kayak}`)).toEqual(['A kayak', 'B kayaks', 'C all'])
      expect(await list(`resourceId=${kayak}&applyToAllResources=false`)).toEqual(['A kayak', 'B kayaks'])
      expect(await list(`resourceId=${kayak}&isActive=true&applyToAllResources=false`)).toEqual(['A kayak'])
      expect(await list('applyToAllResources=true')).toEqual(['C all'])
      expect(await list('ruleType=min_gap&isActive=false')).toEqual(['B kayaks'])
      expect(await list('ruleType=blackout')).toEqual([])
      expect(await list(`resourceId=${await recordIn(api, bookableResources, elsewhere)}`)).toEqual([])
      const all = (await request('GET', '/bookings/resource-rules')).body
      expect(all.map((each: Answered['body']) => each.affectedResourceCount)).toEqual([1, 1, 2, 1, 0])
    })
  })

  describe('a rule', () => {
    test('is named after its type and parameters when it has no name', async () => {
      const draft = { ruleType: 'min_notice', parameters: { minutes: 1440 }, applyToAllResources: true }
      expect((await make('/bookings/resource-rules', draft)).name).toBe('Minimum notice 24 h')
      expect((await make('/bookings/resource-rules', { ...draft, name: ' ' })).name).toBe('Minimum notice 24 h 2')
    })

    test.each([
      [{ max: 2, period: 'week', subject: 'customer' }, '2 bookings per customer and week'],
      [{ max: 600, period: 'month', measure: 'minutes' }, '600 minutes per resource and month'],
      [{ max: 1, period: 'day', measure: 'quantity', subject: 'customer' }, '1 unit per customer and day'],
    ])('that limits bookings says what it counts, for whom and in which time: %o', async (parameters, says) => {
      const draft = { ruleType: 'booking_limit', parameters, applyToAllResources: true }
      expect((await make('/bookings/resource-rules', draft)).name).toBe(`Booking limit ${says}`)
    })

    test('for all resources names none', async () => {
      const resource = await addResource()
      const answer = await call('POST', '/bookings/resource-rules', {
        ruleType: 'min_gap',
        parameters: { minutes: 10 },
        applyToAllResources: true,
        resourceIds: [resource.id],
      })
      expect(answer).toMatchObject({ status: 422, body: { errors: { resourceIds: expect.any(String) } } })
    })

    test('keeps its type, and has that type’s parameters and no others', async () => {
      const rule = await addRule()
      const url = `/bookings/resource-rules/${rule.id}`
      expect((await call('PATCH', url, { ruleType: 'blackout' })).body.errors).toHaveProperty('ruleType')
      const unknown = await call('PATCH', url, { parameters: { minutes: 5, days: 1 } })
      expect(unknown.body.errors).toEqual({ 'parameters.days': 'There is no such field' })
      expect((await call('PATCH', url, { parameters: { minutes: -1 } })).body.errors).toHaveProperty([
        'parameters.minutes',
      ])
      expect((await call('PATCH', url, { parameters: { minutes: 5 } })).body.parameters).toEqual({ minutes: 5 })
    })

    test('has types that say what their parameters are', async () => {
      const { status, body } = await call('GET', '/bookings/resource-rules/types')
      expect(status).toBe(200)
      expect(body).toHaveLength(12)
      const blackout = body.find(({ ruleType }: { ruleType: string }) => ruleType === 'blackout')
      expect(blackout).toMatchObject({
        class: 'restrict',
        parameters: {
          type: 'object',
          additionalProperties: false,
          required: ['startDate', 'endDate'],
          properties: { startDate: { type: 'string', format: 'date' }, repeatsYearly: { default: false } },
        },
      })
    })
  })

  describe('the default schedule', () => {
    test('is an active one of the tenant, and stays active and there', async () => {
      const schedule = await make('/schedules', { name: `Hours ${++count}` })
      const closed = await make('/schedules', { name: `Hours ${++count}`, isActive: false })
      const choose = (defaultScheduleId: string | null) =>
        call('PATCH', `/tenants/${tenantId}`, { defaultScheduleId }, owner)
      expect((await choose(closed.id)).body.errors).toHaveProperty('defaultScheduleId')
      const superuser = await api.addPerson({ userType: 'superuser' })
      const bySuperuser = await call('PATCH', `/tenants/${tenantId}`, { defaultScheduleId: closed.id }, superuser)
      expect(bySuperuser).toMatchObject({ status: 422, body: { errors: { defaultScheduleId: expect.any(String) } } })
      expect(await choose(await recordIn(api, schedules, elsewhere))).toMatchObject({
        status: 404,
        body: { errors: { defaultScheduleId: 'There is no such record' } },
      })
      expect(await choose(schedule.id)).toMatchObject({ status: 200, body: { defaultScheduleId: schedule.id } })
      const url = `/schedules/${schedule.id}`
      expect((await call('PATCH', url, { isActive: false })).body.errors).toHaveProperty('isActive')
      expect(await call('DELETE', url)).toMatchObject({ status: 409, body: { code: 'in_use' } })
      expect((await choose(null)).status).toBe(200)
      expect((await call('DELETE', url)).status).toBe(204)
    })
  })
})
