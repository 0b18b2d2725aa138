import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../../server/crud/routeTable'
import type { Route } from '../../../server/http/route'
import { product } from '../../../server/product'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let tenantId: string
let person: Person

beforeAll(async () => {
  api = await openApi()
  tenantId = (await api.addTenant()).id
  person = await api.addPerson({ userType: 'superuser' })
  await api.addMember(tenantId, person, 'owner')
})
afterAll(() => api.close())

const setActive = (isActive: boolean) =>
  api.owner.query('update users set is_active = $2 where id = $1', [person.id, isActive])

const table = routeTable(product)
  .filter(({ access }) => access.who !== 'anyone')
  .map(route => ({ name: `${route.method} ${route.path}`, route }))

describe.each(table)('$name', ({ route }: { route: Route }) => {
  test('knows its caller from the last call, and finds out with its first statement that they may no longer call', async () => {
    const { access } = route
    const ofTenant = access.who === 'member' && 'param' in access.tenant ? access.tenant.param : 'tenantId'
    const url = route.path.replace(/\{(\w+)\}/g, (_, name) => (name === ofTenant ? tenantId : crypto.randomUUID()))
    const call = () => api.request(url, { method: route.method, as: person, tenantId, ...(route.body && { body: {} }) })
    const warm = () => api.request(access.who === 'member' ? '/channels' : '/users/me', { as: person, tenantId })
    await setActive(true)
    expect((await warm()).status).toBe(200)
    // Services that reach outside must wait for the authorization, or this fails.
    expect((await call()).status).toBeLessThan(500)
    expect((await warm()).status).toBe(200)
    await setActive(false)
    expect(await call()).toMatchObject({ status: 403, body: { code: 'user_inactive' } })
  })
})

describe('a caller who has changed since the last call', () => {
  test('is let in with a role that they were given', async () => {
    const member = await api.addPersonIn(tenantId, 'viewer')
    const create = (name: string) => api.request('/channels', { method: 'POST', as: member, tenantId, body: { name } })
    expect((await create('Refused')).status).toBe(403)
    const setRole = (role: string) =>
      api.owner.query('update memberships set role = $3 where tenant_id = $1 and user_id = $2', [
        tenantId,
        member.id,
        role,
      ])
    await setRole('admin')
    expect((await create('Written')).status).toBe(201)
    await setRole('viewer')
    expect((await create('Not written')).status).toBe(403)
    const { body } = await api.request('/channels?perPage=100', { as: member, tenantId })
    expect(body.map(({ name }: { name: string }) => name)).not.toContain('Not written')
    expect((await api.request(`/tenants/${tenantId}/members`, { as: member })).status).toBe(403)
  })

  test('is answered as what they are now, not as what they were', async () => {
    const member = await api.addPersonIn(tenantId, 'owner')
    const settings = () => api.request('/users/me', { as: member })
    expect((await settings()).body.name).toBeNull()
    await api.owner.query(`update users set name = 'Renamed' where id = $1`, [member.id])
    expect((await settings()).body.name).toBe('Renamed')
  })
})
