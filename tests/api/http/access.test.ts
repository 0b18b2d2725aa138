import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../../server/http/route'
import { routeTable } from '../../../server/http/routeTable'
import { resources } from '../../../src/resources'
import { hasRole, type Role } from '../../../src/schema'
import { openApi, type Person, type TestApi } from './support/fixture'
import { draftOf, ownerOf, paramsOf, recordIn, resourceOf } from './support/samples'

let api: TestApi
let tenantId: string
let slug: string
let people: Record<Who, Person | undefined>

const callers = ['anonymous', 'nobody', 'viewer', 'staff', 'admin', 'owner', 'foreignOwner', 'superuser'] as const
type Who = (typeof callers)[number]

beforeAll(async () => {
  api = await openApi({ users: null })
  const tenant = await api.addTenant()
  tenantId = tenant.id
  slug = String(tenant.slug)
  people = {
    anonymous: undefined,
    nobody: await api.addPerson(),
    viewer: await api.addPersonIn(tenantId, 'viewer'),
    staff: await api.addPersonIn(tenantId, 'staff'),
    admin: await api.addPersonIn(tenantId, 'admin'),
    owner: await api.addPersonIn(tenantId, 'owner'),
    foreignOwner: await api.addPersonIn((await api.addTenant()).id, 'owner'),
    superuser: await api.addPerson({ userType: 'superuser' }),
  }
})
afterAll(() => api.close())

const roleOf = (who: Who): Role | null => (['anonymous', 'nobody', 'foreignOwner'].includes(who) ? null : (who as Role))

/** What each caller must get, from who may call alone: the status, or `ok` for any answer of success. */
const expected = ({ access, operationId }: Route, who: Who): number | 'ok' => {
  if (access.who === 'anyone') return 'ok'
  if (who === 'anonymous') return 401
  if (operationId === 'getTenantBySlug' && roleOf(who) === null) return 404
  if (access.who === 'signedIn' || who === 'superuser') return 'ok'
  if (access.who === 'superuser') return 403
  if (roleOf(who) === null) return 404
  return hasRole(roleOf(who), access.role) ? 'ok' : 403
}

/** Whether a call has to say more than which records it is about. */
const asksForMore = ({ query = {} }: Route): boolean =>
  Object.entries(query).some(([name, { isRequired }]) => isRequired && name !== 'ids')

/** Bookings are made and deleted by hand-written routes, although on the paths of a resource. */
const isGenerated = (route: Route): boolean => {
  const resource = resourceOf(route, resources)
  return resource !== undefined && resource.name !== 'bookings'
}

/** A call of the route, with records of its own; of a generated route, with a body that would succeed. */
const call = async (route: Route, who: Who) => {
  const resource = resourceOf(route, resources)
  const own = route.access.who === 'member' && 'param' in route.access.tenant ? route.access.tenant.param : null
  const owner = own === 'id' ? undefined : ownerOf(route, resources)
  const fresh = owner ? await recordIn(api, owner, tenantId) : tenantId
  const ofRecord = owner ? await paramsOf(api, owner, tenantId, fresh) : { id: fresh }
  const params: Record<string, string> = { tenantId, slug, file: 'start.js', ...ofRecord }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? crypto.randomUUID())
  const query = route.query?.ids?.isRequired ? `?ids=${fresh}` : ''
  const body = route.method === 'POST' && resource ? await draftOf(api, resource, tenantId) : {}
  return api.request(path + query, {
    method: route.method,
    as: people[who],
    tenantId,
    ...(route.body && { body }),
  })
}

describe.each(routeTable(resources).map(route => ({ name: `${route.method} ${route.path}`, route })))(
  '$name',
  ({ route }) => {
    test.each(callers)('by %s', async who => {
      const { status, body } = await call(route, who)
      const wanted = expected(route, who)
      const answer = { status, ...(status >= 400 && { body }) }
      if (wanted !== 'ok') expect(answer).toMatchObject({ status: wanted })
      else if (isGenerated(route) || (route.method === 'GET' && !asksForMore(route)))
        expect(answer).toMatchObject({ status: route.answer.status })
      // What a hand-written route takes is tried in tests of its own; here, whether it lets the caller in.
      else expect([401, 403, 500]).not.toContain(status)
    })
  },
)

test('every route of a resource asks for the role that its declaration names', () => {
  for (const route of api.routes) {
    const resource = resourceOf(route, resources)
    if (!resource || route.access.who !== 'member') continue
    const {
      read,
      write,
      delete: remove,
    } = resource.access.ownTenant ? { ...resource.access.ownTenant, delete: undefined } : resource.access
    const role = route.method === 'GET' ? read : route.method === 'DELETE' ? (remove ?? write) : write
    expect({ route: route.operationId, role: route.access.role }).toEqual({ route: route.operationId, role })
  }
})

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
    for (const url of ['/channels', `/tenants/${suspendedId}/members`]) {
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
