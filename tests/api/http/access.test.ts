import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { testAccess } from '../../../testing/testAccess'
import { openApi, type Person, type TestApi } from './support/fixture'

testAccess(product)

let api: TestApi
let tenantId: string
let people: Record<'owner' | 'superuser', Person>

beforeAll(async () => {
  api = await openApi({ users: null })
  tenantId = (await api.addTenant()).id
  people = {
    owner: await api.addPersonIn(tenantId, 'owner'),
    superuser: await api.addPerson({ userType: 'superuser' }),
  }
})
afterAll(() => api.close())

describe('a suspended tenant', () => {
  let suspendedId: string
  let owner: Person
  beforeAll(async () => {
    suspendedId = (await api.addTenant({ isActive: false })).id
    owner = await api.addPersonIn(suspendedId, 'owner')
  })

  test('can look but not change', async () => {
    const as = { as: owner, tenantId: suspendedId }
    expect((await api.request('/channels', as)).status).toBe(200)
    expect((await api.request(`/tenants/${suspendedId}`, as)).status).toBe(200)
    for (const url of ['/channels', `/tenants/${suspendedId}/invitations`]) {
      const refused = await api.request(url, { ...as, method: 'POST', body: { name: 'New' } })
      expect(refused).toMatchObject({ status: 403, body: { code: 'tenant_inactive' } })
    }
    const own = await api.request(`/tenants/${suspendedId}`, { ...as, method: 'PATCH', body: { isActive: true } })
    expect(own).toMatchObject({ status: 403, body: { code: 'tenant_inactive' } })
  })

  test('is brought back by a superuser, who cannot write its data before', async () => {
    const as = { as: people.superuser, tenantId: suspendedId }
    const early = await api.request('/channels', { ...as, method: 'POST', body: { name: 'New' } })
    expect(early).toMatchObject({ status: 403, body: { code: 'tenant_inactive' } })
    const activated = await api.request(`/tenants/${suspendedId}`, { ...as, method: 'PATCH', body: { isActive: true } })
    expect(activated).toMatchObject({ status: 200, body: { isActive: true } })
    expect((await api.request('/channels', { ...as, method: 'POST', body: { name: 'New' } })).status).toBe(201)
  })
})

describe('the tenant of a call', () => {
  test('must be named', async () => {
    const answer = await api.request('/channels', { as: people.owner })
    expect(answer).toMatchObject({ status: 400, body: { code: 'tenant_required' } })
    expect(answer.body.detail).toContain('X-Tenant-ID')
  })

  test.each(['nonsense', '', '00000000-0000-7000-8000-000000000000', "' or true --"])('is not %j', async tenant => {
    const answer = await api.request('/channels', { as: people.owner, headers: { 'X-Tenant-ID': tenant } })
    expect(answer.status).toBe(tenant === '' ? 400 : 404)
  })

  test('is closed to a member who was deactivated', async () => {
    const person = await api.addPerson()
    await api.addMember(tenantId, person, 'admin', { isActive: false })
    expect((await api.request('/channels', { as: person, tenantId })).status).toBe(404)
  })
})
