import { afterAll, beforeAll, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { memberships } from '../../../src/resources/memberships'
import { recordIn } from '../../../testing/samples'
import { testIsolation } from '../../../testing/testIsolation'
import { openApi, type Person, type TestApi } from './support/fixture'

testIsolation(product)

let api: TestApi
let here: string
let there: string
let owner: Person
let superuser: Person

beforeAll(async () => {
  api = await openApi({ users: null })
  here = (await api.addTenant()).id
  there = (await api.addTenant()).id
  owner = await api.addPersonIn(here, 'owner')
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterAll(() => api.close())

test('a body cannot name another tenant', async () => {
  const answer = await api.request('/channels', {
    method: 'POST',
    as: owner,
    tenantId: here,
    body: { name: 'Mine', tenantId: there, id: crypto.randomUUID() },
  })
  expect(answer).toMatchObject({ status: 201, body: { tenantId: here } })
})

test('the tenant stands in every statement, not only in the policies', async () => {
  const foreignId = await recordIn(api, memberships, there)
  // Superusers write members as the platform's role, which sees every tenant's.
  const answer = await api.request(`/tenants/${here}/members/${foreignId}`, { as: superuser })
  expect(answer.status).toBe(404)
})
