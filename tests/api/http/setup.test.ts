import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookableResources } from '../../../src/resources/resources'
import { recordIn } from '../../../testing/samples'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { png } from './support/fileSamples'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

describeOnDatabase('setting up a tenant', use => {
  let api: TestApi
  let superuser: Person
  let tenantId: string

  beforeAll(async () => {
    api = await openApi({ on: use() })
    superuser = await api.addPerson({ userType: 'superuser' })
    const body = { name: 'Corner Courts', timeZone: 'Europe/Berlin' }
    tenantId = (await api.request('/tenants', { method: 'POST', as: superuser, body })).body.id
  })
  afterAll(() => api.close())

  const call = (method: string, url: string, body?: unknown, as = superuser): Promise<Answered> =>
    api.request(url, { method, as, tenantId, body })
  const make = async (url: string, body: object): Promise<string> => {
    const answer = await call('POST', url, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    return answer.body.id
  }
  const status = async (as = superuser) => {
    const { body } = await call('GET', `/tenants/${tenantId}/setup-status`, undefined, as)
    const open = body.steps.filter(({ isDone }: { isDone: boolean }) => !isDone)
    return { isComplete: body.isComplete, open: open.map(({ key }: { key: string }) => key), steps: body.steps }
  }

  test('is a list of steps, from nothing to a bookable item', async () => {
    expect(await status()).toMatchObject({
      isComplete: false,
      open: ['schedule', 'resource', 'hours', 'catalogItem', 'assignment', 'active'],
    })
    const scheduleId = await make('/schedules', { name: 'Hours' })
    const resourceTypeId = await make('/resources/types', { name: 'Court' })
    const first = await make('/resources', { name: 'Court 1', resourceTypeId, scheduleId })
    const third = await make('/resources', { name: 'Court 3', resourceTypeId })
    const item = await make('/catalog-items', { name: 'Tennis' })
    const variant = await make(`/catalog-items/${item}/variants`, { price: { amount: 2000, currency: 'EUR' } })

    const halfway = await status()
    expect(halfway.open).toEqual(['hours', 'assignment', 'active'])
    expect(halfway.steps).toContainEqual({
      key: 'hours',
      isDone: false,
      text: 'Court 3 has no hours',
      records: [{ id: third, name: 'Court 3' }],
      count: 1,
    })
    expect(halfway.steps).toContainEqual({
      key: 'assignment',
      isDone: false,
      text: 'Tennis needs a resource',
      records: [{ id: item, name: 'Tennis' }],
      count: 1,
    })

    await call('PATCH', `/tenants/${tenantId}`, { defaultScheduleId: scheduleId })
    await call('PUT', `/catalog-items/${item}/variants/${variant}/resources`, { resources: [{ resourceId: first }] })
    await call('PATCH', `/catalog-items/${item}`, { status: 'active' })
    expect(await status()).toMatchObject({ isComplete: true, open: [] })
    const viewer = await api.addPersonIn(tenantId, 'viewer')
    expect(await status(viewer)).toMatchObject({ isComplete: true })

    await call('PATCH', `/resources/${first}`, { isActive: false })
    const counts = async (as = superuser) =>
      (await call('GET', `/tenants/${tenantId}/record-counts`, undefined, as)).body
    expect(await counts()).toEqual(
      expect.arrayContaining([
        { resource: 'resources', total: 2, active: 1 },
        { resource: 'catalogItems', total: 1, active: null },
        { resource: 'memberships', total: 1, active: 1 },
      ]),
    )
    const names = (await counts(viewer)).map(({ resource }: { resource: string }) => resource)
    expect(names).toContain('bookings')
    expect(names).not.toContain('memberships')
  })

  test('keeps of each person, and in each tenant, whether they have put it away', async () => {
    const viewer = await api.addPersonIn(tenantId, 'viewer')
    const other = (await api.addTenant()).id
    await api.addMember(other, viewer, 'viewer')
    const path = `/tenants/${tenantId}/setup-status`
    const isPutAway = async (as: Person, of = tenantId) =>
      (await api.request(`/tenants/${of}/setup-status`, { as, tenantId: of })).body.isPutAway
    for (const as of [viewer, superuser]) {
      expect(await call('PUT', path, { isPutAway: true }, as)).toMatchObject({ status: 200, body: { isPutAway: true } })
      await call('PUT', path, { isPutAway: true }, as)
      expect(await isPutAway(as)).toBe(true)
    }
    expect(await isPutAway(viewer, other)).toBe(false)
    expect(await isPutAway(await api.addPersonIn(tenantId, 'viewer'))).toBe(false)
    await call('PUT', path, { isPutAway: false }, viewer)
    expect([await isPutAway(viewer), await isPutAway(superuser)]).toEqual([false, true])

    expect(Object.keys((await call('PUT', path, { isPutAway: 'yes' }, viewer)).body.errors)).toEqual(['isPutAway'])
    expect((await call('PUT', path, { isPutAway: true }, await api.addPerson())).status).toBe(404)
  })

  test('keeps settings of every kind', async () => {
    const owner = await api.addPersonIn(tenantId, 'owner')
    const { body: logo } = await api.request('/uploads/tenants/logo', {
      ...{ method: 'POST', as: owner, tenantId, bytes: png(4, 2) },
    })
    const settings = {
      logo: { ...logo, alt: 'A wave' },
      address: { line1: 'Quay 1', line2: null, postalCode: '20457', city: 'Hamburg', region: null, country: 'de' },
      brandColor: '#1A73E8',
      autoComplete: false,
      retentionMonths: 24,
    }
    const saved = await call('PATCH', `/tenants/${tenantId}`, settings, owner)
    expect(saved).toMatchObject({ status: 200, body: { ...settings, address: { city: 'Hamburg', country: 'DE' } } })
    const wrong = await call('PATCH', `/tenants/${tenantId}`, { address: { country: 'XX' } }, owner)
    expect(wrong.body.errors).toEqual({ 'address.country': 'Enter the two letters of a country, such as DE' })
  })

  describe('members', () => {
    const members = () => `/tenants/${tenantId}/members`

    test('may be a resource of the tenant, each another one', async () => {
      const [mine, foreign] = [
        await recordIn(api, bookableResources, tenantId),
        await recordIn(api, bookableResources, (await api.addTenant()).id),
      ]
      const [one, two] = [await api.addPerson(), await api.addPerson()]
      const first = await call('POST', members(), { userId: one.id, resourceId: mine })
      expect(first).toMatchObject({ status: 201, body: { resourceId: mine } })
      expect(await call('POST', members(), { userId: two.id, resourceId: mine })).toMatchObject({
        status: 422,
        body: { errors: { resourceId: expect.any(String) } },
      })
      expect(await call('POST', members(), { userId: two.id, resourceId: foreign })).toMatchObject({
        status: 404,
        body: { errors: { resourceId: expect.any(String) } },
      })
      expect(await call('DELETE', `/resources/${mine}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use', usedBy: [{ resource: 'memberships', count: 1 }] },
      })
      const user = await call('GET', `/users/${one.id}`)
      expect(user.body.memberships).toMatchObject([
        { id: first.body.id, userId: one.id, tenantId, role: 'staff', resourceId: mine, tenantName: 'Corner Courts' },
      ])
      expect((await call('GET', '/users/me', undefined, one)).body.memberships).toEqual(user.body.memberships)
    })
  })
})
