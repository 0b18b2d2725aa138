import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const mornings = [1, 2, 3].map(dayOfWeek => ({ dayOfWeek, startTime: '08:00', endTime: '12:00' }))

describeOnDatabase('people', use => {
  let api: TestApi
  let business: Business
  let admin: Person
  let [chair, cut, color] = ['', '', '']
  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
    business = await openBusiness(api)
    admin = await api.addPersonIn(business.tenantId, 'admin')
    chair = await business.addResource()
    cut = await business.addVariant([chair])
    color = await business.addVariant([chair])
  })
  afterAll(() => api.close())

  const call = async (method: string, path: string, body?: object, as: Person = admin) =>
    api.request(path, { method, as, tenantId: business.tenantId, ...(body && { body }) })
  const add = (values: object, as?: Person) =>
    call('POST', '/resources/add-person', { resourceTypeId: business.typeId, ...values }, as)
  const taken = async (id: string) =>
    ((await call('GET', `/resources/services?resourceId=${id}`)).body.services as { id: string; isTaken: boolean }[])
      .filter(({ isTaken }) => isTaken)
      .map(service => service.id)

  test('come with hours of their own and their services, and can be booked at once', async () => {
    const { status, body } = await add({ name: 'Sofia', weeklyHours: mornings, variantIds: [cut] })
    expect(status).toBe(201)
    const schedule = await call('GET', `/schedules/${body.scheduleId}`)
    expect(schedule.body).toMatchObject({ name: 'Sofia', weeklyHours: mornings })
    expect(await taken(body.id)).toEqual([cut])
    const { body: free } = await call(
      'GET',
      `/availability?variantId=${cut}&resourceId=${body.id}&from=2026-03-02&to=2026-03-03`,
    )
    expect(free[0]).toMatchObject({ startsAt: '2026-03-02T07:00:00.000Z', resourceIds: [body.id] })
    expect(free.at(-1).endsAt).toBe('2026-03-02T11:00:00.000Z')
    const namesake = await add({ name: 'Sofia B.', weeklyHours: mornings })
    expect((await call('GET', `/schedules/${namesake.body.scheduleId}`)).body.name).toBe('Sofia B.')
  })

  test('follow the default hours unless they have their own, whose schedule has a free name', async () => {
    expect((await add({ name: 'By default' })).body.scheduleId).toBeNull()
    await call('POST', '/schedules', { name: 'Late shift' })
    const again = await add({ name: 'Late shift', weeklyHours: mornings })
    expect((await call('GET', `/schedules/${again.body.scheduleId}`)).body.name).toBe('Late shift 2')
  })

  test.each([
    ['a name that is taken', { name: 'Twice', weeklyHours: mornings }, 'name'],
    [
      'hours that end when they begin',
      { name: 'New', weeklyHours: [{ ...mornings[0], endTime: '08:00' }] },
      'weeklyHours.0.endTime',
    ],
    ['a variant that is not there', { name: 'New', variantIds: [crypto.randomUUID()] }, 'variantIds.0'],
    ['a type that is not there', { name: 'New', resourceTypeId: crypto.randomUUID() }, 'resourceTypeId'],
    ['no name', {}, 'name'],
  ])('are not added with %s, and nothing is left', async (_, values, field) => {
    if (field === 'name') await add({ name: 'Twice' })
    const before = (await call('GET', '/schedules')).headers.get('x-total-count')
    const { status, body } = await add(values)
    expect([404, 409, 422]).toContain(status)
    expect(Object.keys(body.errors)).toEqual([field])
    expect((await call('GET', '/schedules')).headers.get('x-total-count')).toBe(before)
  })

  test('take on services and give them up; others keep their places', async () => {
    const { body: person } = await add({ name: 'Changing', variantIds: [cut, color] })
    const set = (variantIds: readonly string[]) => call('PUT', `/resources/${person.id}/services`, { variantIds })
    expect((await set([color])).status).toBe(200)
    expect(await taken(person.id)).toEqual([color])
    const items = (await call('GET', `/resources/services?resourceId=${chair}`)).body.services
    expect(items.filter(({ isTaken }: { isTaken: boolean }) => isTaken)).toHaveLength(2)
    const { catalogItemId } = items.find(({ id }: { id: string }) => id === color)
    const { body: ranked } = await call('GET', `/catalog-items/${catalogItemId}/variants/${color}/resources`)
    expect(ranked.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual([chair, person.id])
    const { body: log } = await call('GET', `/audit-log?entityType=variants&entityId=${cut}`)
    expect(log[0].changes.resources.from).toContain(person.id)
    expect((await set([crypto.randomUUID()])).body.errors).toHaveProperty('variantIds.0')
  })

  test('are added by admins; staff see their services', async () => {
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    expect((await add({ name: 'Refused' }, staff)).status).toBe(403)
    expect((await call('PUT', `/resources/${chair}/services`, { variantIds: [] }, staff)).status).toBe(403)
    expect((await call('GET', `/resources/services?resourceId=${chair}`, undefined, staff)).status).toBe(200)
  })
})
