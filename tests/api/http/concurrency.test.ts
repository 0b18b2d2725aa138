import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres } from '../support/describeOnBoth'
import { openApi, type TestApi } from './support/fixture'

// On a server only: the embedded database does one thing after the other anyway.

const rounds = 10

describeOnPostgres('at the same moment', use => {
  let api: TestApi
  beforeAll(async () => {
    api = await openApi({ on: use() })
  })
  afterAll(() => api.close())

  test('of two owners who leave, one stays', async () => {
    for (let round = 0; round < rounds; round++) {
      const tenant = await api.addTenant()
      const owners = [await api.addPersonIn(tenant.id, 'owner'), await api.addPersonIn(tenant.id, 'owner')]
      const url = `/tenants/${tenant.id}/members`
      const { body } = await api.request(url, { as: owners[0] })
      const answers = await Promise.all(
        owners.map(owner => {
          const own = body.find((member: { userId: string }) => member.userId === owner.id)
          return api.request(`${url}/${own.id}`, { method: 'DELETE', as: owner })
        }),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  test('of two superusers who demote each other, one stays', async () => {
    for (let round = 0; round < rounds; round++) {
      await api.owner.query("update users set user_type = 'user'")
      const [a, b] = [await api.addPerson({ userType: 'superuser' }), await api.addPerson({ userType: 'superuser' })]
      const demote = (as: typeof a, { id }: typeof a) =>
        api.request(`/users/${id}`, { method: 'PATCH', as, body: { userType: 'user' } })
      const answers = await Promise.all([demote(a, b), demote(b, a)])
      expect((await api.owner.query("select 1 from users where user_type = 'superuser'")).rowCount).toBe(1)
      // The other was refused as the last one, or had lost the right to ask.
      expect(answers.map(({ status }) => status).sort()).toSatisfy(
        ([first, second]: number[]) => first === 200 && (second === 409 || second === 403),
      )
    }
  })

  test('of many calls with one version, one gets through', async () => {
    const tenantId = (await api.addTenant()).id
    const as = await api.addPersonIn(tenantId, 'admin')
    const { id } = await api.addChannel(tenantId)
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        api.request(`/channels/${id}`, {
          method: 'PATCH',
          as,
          tenantId,
          body: { name: `Rush ${index}` },
          headers: { 'If-Match': '"1"' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(31).fill(412)])
  })

  test('many calls of a newcomer make one user', async () => {
    const authId = await api.auth.createAccount('rush@example.com', 'a-good-password-1')
    const token = await api.sign({ authId: authId ?? '' })
    const answers = await Promise.all(Array.from({ length: 16 }, () => api.request('/users/me', { token })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('of two resources that are made part of each other, one is', async () => {
    const tenantId = (await api.addTenant()).id
    const as = await api.addPersonIn(tenantId, 'admin')
    const { body: type } = await api.request('/resources/types', {
      method: 'POST',
      as,
      tenantId,
      body: { name: 'Court', kind: 'space' },
    })
    const add = async (name: string): Promise<string> => {
      const body = { name, resourceTypeId: type.id }
      return (await api.request('/resources', { method: 'POST', as, tenantId, body })).body.id
    }
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [await add(`Left ${round}`), await add(`Right ${round}`)]
      const join = (id: string, parentResourceId: string, isBulk: boolean) =>
        api.request(isBulk ? `/resources?ids=${id}` : `/resources/${id}`, {
          method: 'PATCH',
          as,
          tenantId,
          body: { parentResourceId },
        })
      const isBulk = round % 2 === 1
      const answers = await Promise.all([join(a, b, isBulk), join(b, a, isBulk)])
      const outcomes = answers.map(({ status, body }) => (isBulk ? (body[0].ok ? 200 : 422) : status))
      expect(outcomes.sort()).toEqual([200, 422])
    }
  })

  test('bulk changes in opposite orders do not wait for each other for ever', async () => {
    const tenantId = (await api.addTenant()).id
    const as = await api.addPersonIn(tenantId, 'admin')
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push((await api.addChannel(tenantId)).id)
    const orders = [ids, [...ids].reverse()]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        api.request(`/channels?ids=${orders[index % 2]?.join(',')}`, {
          method: 'PATCH',
          as,
          tenantId,
          body: { description: `Change ${index}` },
        }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
    }
  })
})
