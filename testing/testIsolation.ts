import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { tableName } from '../server/db/tables'
import { type AnyResource, type Fields, hasRole, inputNames, pathParamNames } from '../src/schema'
import { applies } from '../src/schema/conditions'
import { openApi, type Person, routesOf, type TestApi } from './api'
import { draftOf, paramsOf, recordIn, resourceOf } from './samples'

export const testIsolation = (product: Product): void => {
  let api: TestApi
  let here: string
  let there: string
  let owner: Person
  let superuser: Person

  beforeAll(async () => {
    api = await openApi({ product, users: null })
    here = (await api.addTenant()).id
    there = (await api.addTenant()).id
    owner = await api.addPersonIn(here, 'owner')
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(() => api.close())

  const rowOf = async (resource: AnyResource, id: string): Promise<unknown> =>
    (await api.owner.query(`select * from ${tableName(resource)} where id = $1`, [id])).rows[0]

  const tenantRoutes = routesOf(product).flatMap(route => {
    const resource = resourceOf(route, product.resources)
    return resource?.scope === 'tenant' ? [{ route, resource }] : []
  })

  for (const { route, resource } of tenantRoutes) {
    test(`${route.method} ${route.path} does not reach into another tenant`, async () => {
      const isBulk = Boolean(route.query?.ids?.isRequired)
      const foreignId = await recordIn(api, resource, there)
      const before = await rowOf(resource, foreignId)
      const parents = await paramsOf(api, resource, there, foreignId)

      for (const who of ['a member', 'a superuser']) {
        const as = who === 'a member' ? owner : superuser
        const params: Record<string, string> = { ...parents, tenantId: here }
        const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? foreignId)
        const isUnderForeign = pathParamNames(route.path).some(name => !['tenantId', 'id'].includes(name))
        const url = route.query?.ids ? `${path}?ids=${foreignId}` : path
        const isSingle = resource.kind === 'singleton'
        const own: Readonly<Record<string, object>> = {
          bookingSeries: { scope: 'all' },
          visits: { notes: 'Taken over' },
        }
        const change = isSingle ? {} : (own[resource.name] ?? { name: 'Taken over' })
        const body = route.method === 'POST' ? await draftOf(api, resource, here) : change
        const answer = await api.request(url, { method: route.method, as, tenantId: here, ...(route.body && { body }) })

        const isNotTheirs = as === owner && route.access.who === 'member' && !hasRole('owner', route.access.role)
        if (isNotTheirs) expect.soft(answer.status, who).toBe(403)
        else if (isBulk && !isUnderForeign)
          expect.soft(answer.body, who).toMatchObject([{ id: foreignId, ok: false, code: 'not_found' }])
        else if (isBulk || isUnderForeign || route.path.endsWith('{id}'))
          expect.soft(answer, who).toMatchObject({ status: 404, body: { code: 'not_found' } })
        else if (route.method === 'GET' && !isSingle) expect.soft(answer, who).toMatchObject({ status: 200, body: [] })
        else expect.soft(answer.body.tenantId, who).toBe(here)
        expect.soft(await rowOf(resource, foreignId), who).toEqual(before)
      }

      const params: Record<string, string> = { tenantId: there, id: foreignId }
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? foreignId)
      const answer = await api.request(isBulk ? `${path}?ids=${foreignId}` : path, {
        method: route.method,
        as: owner,
        tenantId: there,
        ...(route.body && { body: {} }),
      })
      const label = 'a member who names the other tenant'
      expect.soft(answer, label).toMatchObject({ status: 404, body: { code: 'not_found' } })
    })
  }

  const references = product.resources.flatMap(resource =>
    inputNames(resource).flatMap(name => {
      const field = (resource.fields as Fields)[name]
      const refers = field?.kind === 'reference' || field?.kind === 'references'
      const target = refers ? (field.options.to() as AnyResource) : null
      return resource.scope === 'tenant' && target?.scope === 'tenant'
        ? [{ label: `${resource.name}.${name}`, resource, name, target, isList: field?.kind === 'references' }]
        : []
    }),
  )
  for (const { label, resource, name, target, isList } of references) {
    test(`${label} cannot refer to a record of another tenant`, async () => {
      const foreignId = await recordIn(api, target, there)
      const when = Object.entries(resource.conditions?.[name]?.when ?? {})
      const shown = Object.fromEntries(when.map(([field, values]) => [field, Array.isArray(values) ? values[0] : null]))
      const given = { ...(await draftOf(api, resource, here)), ...shown, [name]: isList ? [foreignId] : foreignId }
      // A value that `shown` does not admit would be refused first.
      const draft = Object.fromEntries(Object.entries(given).filter(([field]) => applies(resource, field, given)))
      const parents = await paramsOf(api, resource, here, await recordIn(api, resource, here))
      const url = resource.api.replace(/\{(\w+)\}/g, (_, param: string) => parents[param] ?? '')
      const { create, write } = resource.access
      const as = hasRole('owner', create ?? write) ? owner : superuser
      const answer = await api.request(url, { method: 'POST', as, tenantId: here, body: draft })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', errors: { [name]: expect.any(String) } } })
    })
  }
}
