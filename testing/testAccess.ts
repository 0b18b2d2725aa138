import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { anyTable } from '../server/db/sql'
import type { Route } from '../server/http/route'
import { type AnyResource, hasRole, image, type Role } from '../src/schema'
import { byCallerAlone, rowRule } from '../src/schema/rows'
import { openApi, type Person, routesOf, type TestApi } from './api'
import { importIn } from './callParts'
import { draftOf, fileIn, ownerOf, paramsOf, recordIn, resourceOf } from './samples'

const callers = ['anonymous', 'nobody', 'viewer', 'staff', 'admin', 'owner', 'foreignOwner', 'superuser'] as const
type Who = (typeof callers)[number]

export const testAccess = (product: Product): void => {
  let api: TestApi
  let tenantId: string
  let slug: string
  let people: Record<Who, Person | undefined>

  beforeAll(async () => {
    api = await openApi({ product, users: null })
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

  const roleOf = (who: Who): Role | null =>
    ['anonymous', 'nobody', 'foreignOwner'].includes(who) ? null : (who as Role)

  const isLimited = (resource: AnyResource, role: Role | null): boolean => {
    const nobody = { role, userId: null, membershipId: null, own: {}, settings: {} }
    const rule = rowRule(resource, 'write')
    return rule !== null && byCallerAlone(rule, nobody) !== true
  }

  /** `ok` for any success. Derived from the route's access alone. */
  const expected = ({ access, operationId }: Route, who: Who): number | 'ok' => {
    if (access.who === 'anyone') return 'ok'
    if (who === 'anonymous') return 401
    if (operationId === 'getTenantBySlug' && roleOf(who) === null) return 404
    if (access.who === 'signedIn' || who === 'superuser') return 'ok'
    if (access.who === 'superuser') return 403
    if (roleOf(who) === null) return 404
    return hasRole(roleOf(who), access.role) ? 'ok' : 403
  }

  const asksForMore = ({ path, query = {} }: Route): boolean =>
    // Public pages must first be published, and templates applied.
    path.startsWith('/public/') ||
    path.startsWith('/setup/template') ||
    Object.entries(query).some(([name, { isRequired }]) => isRequired && name !== 'ids')

  /** The route asks for more than a role; other tests cover that. */
  const isNarrower = (route: Route, who: Who): boolean =>
    route.params?.token !== undefined ||
    product.resources.some(resource => route.path.startsWith(resource.api) && isLimited(resource, roleOf(who)))

  /** Routes for bookings are hand-written. */
  const isGenerated = (route: Route): boolean => {
    const resource = resourceOf(route, product.resources)
    return resource !== undefined && resource.name !== 'bookings' && resource.name !== 'bookingSeries'
  }

  const prepare = async (route: Route) => {
    const resource = resourceOf(route, product.resources)
    const own = route.access.who === 'member' && 'param' in route.access.tenant ? route.access.tenant.param : null
    const owner = own === 'id' ? undefined : ownerOf(route, product.resources)
    const fresh = owner ? await recordIn(api, owner, tenantId) : tenantId
    const ofRecord = owner ? await paramsOf(api, owner, tenantId, fresh) : { id: fresh }
    // Addresses of stored files belong to no resource.
    const isOfFile = route.path.startsWith('/files/')
    const ofFile = isOfFile && (await fileIn(api, image(), route.path.includes('{tenantId}') ? tenantId : null))
    const params: Record<string, string> = {
      tenantId,
      slug,
      userId: people.superuser?.id ?? '',
      file: 'start.js',
      ...(ofFile ? { id: ofFile.id } : ofRecord),
      ...(route.path.startsWith('/imports/') && { id: await importIn(api, tenantId) }),
    }
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? crypto.randomUUID())
    const query = route.query?.ids?.isRequired ? `?ids=${fresh}` : ''
    // Earlier calls used up a small limit.
    if (route.method === 'POST' && resource && resource.api === route.path && (resource.limit ?? 100) < 50)
      await api.database.run({ as: 'tenant', tenantId }, db => anyTable(db).deleteFrom(resource.name).execute())
    const body = route.method === 'POST' && resource ? await draftOf(api, resource, tenantId) : {}
    return (who: Who) =>
      api.request(path + query, { method: route.method, as: people[who], tenantId, ...(route.body && { body }) })
  }

  for (const route of routesOf(product)) {
    test(`${route.method} ${route.path} answers everybody as they may call it`, async () => {
      let call: Awaited<ReturnType<typeof prepare>> | undefined
      for (const who of callers) {
        call ??= await prepare(route)
        const { status, body } = await call(who)
        const wanted = expected(route, who)
        const answer = { status, ...(status >= 400 && { body }) }
        if (wanted !== 'ok') expect.soft(answer, who).toMatchObject({ status: wanted })
        else if (isNarrower(route, who)) expect.soft([401, 500], who).not.toContain(status)
        else if (isGenerated(route) || (route.method === 'GET' && !asksForMore(route)))
          expect.soft(answer, who).toMatchObject({ status: route.answer.status })
        // Other tests cover the body.
        else expect.soft([401, 403, 500], who).not.toContain(status)
        // The admitted caller may have changed or deleted the record.
        if (route.method !== 'GET' && status < 400) call = undefined
      }
    })
  }

  test('every route of a resource asks for the role that its declaration names', () => {
    for (const route of api.routes) {
      const resource = resourceOf(route, product.resources)
      if (!resource || route.access.who !== 'member') continue
      const {
        read,
        write,
        create = write,
        delete: remove,
      } = resource.access.ownTenant
        ? { ...resource.access.ownTenant, create: undefined, delete: undefined }
        : resource.access
      const roles: Readonly<Record<string, Role | 'nobody'>> = { GET: read, POST: create, DELETE: remove ?? write }
      const role = roles[route.method] ?? write
      expect({ route: route.operationId, role: route.access.role }).toEqual({ route: route.operationId, role })
    }
  })
}
