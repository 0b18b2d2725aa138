import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { type AnyField, fieldOf, guardedNames, hasRole, inputNames, mayRead, type Role } from '../src/schema'
import { openApi, type Person, type TestApi } from './api'
import { draftOf, paramsOf, recordIn, sampleOf } from './samples'

const members = ['viewer', 'staff', 'admin', 'owner'] as const

/** Writing a field closed to the reader is refused at the field, whatever its value. */
export const testHiddenWrites = (product: Product): void => {
  const cases = product.resources
    .filter(({ scope }) => scope === 'tenant')
    .flatMap(resource =>
      guardedNames(resource)
        .filter(name => inputNames(resource).includes(name))
        .flatMap(name =>
          members
            .filter(role => hasRole(role, resource.access.write) && !mayRead(resource, name, role))
            .map(role => ({ label: `${resource.name}.${name} by ${role}`, resource, name, role })),
        ),
    )

  if (cases.length === 0) {
    test.skip('a field that one may not read: nobody has one', () => {})
    return
  }
  describe('a field that one may not read', () => {
    let api: TestApi
    let tenantId: string
    const people = new Map<Role, Person>()

    beforeAll(async () => {
      api = await openApi({ product, users: null })
      tenantId = (await api.addTenant()).id
      for (const role of new Set(cases.map(each => each.role))) people.set(role, await api.addPersonIn(tenantId, role))
    })
    afterAll(() => api.close())

    test(`is not written: ${cases.map(({ label }) => label).join(', ')}`, async () => {
      for (const { label, resource, name, role } of cases) {
        const id = await recordIn(api, resource, tenantId)
        const value = await sampleOf(api, fieldOf(resource, name) as AnyField, tenantId, {})
        const params: Record<string, string> = await paramsOf(api, resource, tenantId, id)
        const path = resource.api.replace(/\{(\w+)\}/g, (_, each: string) => params[each] ?? '')
        const send = (method: string, url: string, body: object) =>
          api.request(url, { as: people.get(role) as Person, tenantId, method, body })
        const refused = { status: 422, body: { code: 'validation', errors: { [name]: 'You may not change this' } } }
        const draft = await draftOf(api, resource, tenantId)
        expect(await send('PATCH', `${path}/${id}`, { [name]: value }), label).toMatchObject(refused)
        expect(await send('PATCH', `${path}/${id}`, { [name]: null }), label).toMatchObject(refused)
        expect(await send('POST', path, { ...draft, [name]: value }), label).toMatchObject(refused)
      }
    })
  })
}
