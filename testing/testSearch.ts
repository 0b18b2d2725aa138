import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { toRow } from '../server/db/rows'
import { anyTable } from '../server/db/sql'
import { type AnyResource, fieldOf, indexedNames, searchOf } from '../src/schema'
import { openApi, type Person, type TestApi } from './api'
import { paramsOf, recordIn } from './samples'

const word = (): string => `quorzal${crypto.randomUUID().replace(/[^a-f]/g, '')}`

const told: Readonly<Record<string, () => unknown>> = {
  email: () => `${word()}@example.com`,
  phone: () => `+4930${Math.floor(1e8 + Math.random() * 9e8)}`,
  slug: word,
  tags: () => [word()],
}

const members = ['viewer', 'staff', 'admin', 'owner'] as const

/** The search over all entities finds for everyone what each list's search finds. */
export const testSearch = (product: Product): void => {
  let api: TestApi
  let tenantId: string
  let stranger: { as: Person; tenantId: string }
  const people = new Map<string, Person>()

  beforeAll(async () => {
    api = await openApi({ product, users: null })
    tenantId = (await api.addTenant()).id
    for (const role of members) people.set(role, await api.addPersonIn(tenantId, role))
    const other = (await api.addTenant()).id
    stranger = { as: await api.addPersonIn(other, 'owner'), tenantId: other }
  })
  afterAll(() => api.close())

  const searched = product.resources.filter(resource => searchOf(resource))
  const cases = searched.flatMap(resource =>
    indexedNames(resource)
      .filter(name => !fieldOf(resource, name)?.derived)
      .map(name => ({ of: `${resource.name}.${name}`, resource, name })),
  )

  const idsFound = async (q: string, { name }: AnyResource, caller: { as: Person; tenantId: string }) => {
    const { status, body } = await api.request(`/search?${new URLSearchParams({ q, types: name })}`, caller)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.results.map(({ id }: { id: string }) => id)
  }

  describe('search', () => {
    test.each(cases)('finds by $of for whoever finds it in the list', async ({ resource, name }) => {
      const id = await recordIn(api, resource, tenantId)
      const field = fieldOf(resource, name)
      const { max = 120 } = (field?.options ?? {}) as { max?: number }
      const value = (told[field?.kind ?? ''] ?? (() => word().slice(-max)))()
      await api.database.run({ as: 'tenant', tenantId }, db =>
        anyTable(db)
          .updateTable(resource.name)
          .set(toRow(resource, { [name]: value }))
          .where('id', '=', id)
          .execute(),
      )
      const params = await paramsOf(api, resource, tenantId, id)
      const path = resource.api.replace(/\{(\w+)\}/g, (_, each: string) => params[each] ?? '')
      const q = String(value)
      const foundBy: string[] = []
      for (const [role, as] of people) {
        const list = await api.request(`${path}?${new URLSearchParams({ q })}`, { as, tenantId })
        const listed = list.status === 200 ? list.body.map((record: { id: string }) => record.id) : []
        expect(await idsFound(q, resource, { as, tenantId }), role).toEqual(listed)
        if (listed.length > 0) foundBy.push(role)
      }
      expect(foundBy).toContain('owner')
      expect(await idsFound(q, resource, stranger)).toEqual([])
    })
  })
}
