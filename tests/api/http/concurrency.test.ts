import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { openApi, type Person, type TestApi } from './support/fixture'

// Needs a server: the embedded database runs one transaction at a time.

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
      // The other was the last owner, or had lost the right.
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

  describe('who is shut out while a write of theirs waits', () => {
    const password = 'a-good-password-1'
    let tenantId: string
    let channelId: string
    let person: Person
    let sessionId: string

    beforeEach(async () => {
      tenantId = (await api.addTenant()).id
      channelId = (await api.addChannel(tenantId)).id
      const email = `${crypto.randomUUID()}@example.com`
      const authId = String(await api.auth.createAccount(email, password))
      person = await api.addPerson({ email, authId })
      await api.addMember(tenantId, person, 'admin')
      const { rows } = await api.owner.query(
        `insert into auth_service.sessions (user_id, method, created_at) values ($1, 'password', now()) returning id`,
        [authId],
      )
      sessionId = rows[0].id
    })

    const channelNames = async () =>
      (await api.owner.query('select name from channels where id = $1', [channelId])).rows.map(({ name }) => name)

    /** Renames the channel while another transaction holds it, after `meanwhile`. */
    const renameAfter = async (meanwhile: () => Promise<unknown>) => {
      const token = await api.sign({ authId: person.authId, sessionId })
      // Fills the cache.
      expect((await api.request('/channels', { token, tenantId })).status).toBe(200)
      const holder = await api.owner.connect()
      await holder.query('begin')
      await holder.query('select from channels where id = $1 for update', [channelId])
      const renaming = api.request(`/channels/${channelId}`, {
        method: 'PATCH',
        token,
        tenantId,
        body: { name: 'Renamed' },
      })
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%channels%'`
      await expect.poll(async () => (await api.owner.query(waiting)).rowCount).toBe(1)
      await meanwhile()
      await holder.query('commit')
      holder.release()
      return renaming
    }

    test.each([
      ['their membership is inactive', 'update memberships set is_active = false where user_id = $1', 404],
      ['they are deactivated', 'update users set is_active = false where id = $1', 403],
      ['their role is lower', `update memberships set role = 'staff' where user_id = $1`, 403],
      ['their membership is deleted', 'delete from memberships where user_id = $1', 404],
      [
        'they are signed out',
        'delete from auth_service.sessions where user_id = (select auth_id from users where id = $1)',
        401,
      ],
    ])('changes nothing: %s', async (_, shutOut, status) => {
      const { name } = (await api.owner.query('select name from channels where id = $1', [channelId])).rows[0]
      const answer = await renameAfter(() => api.owner.query(shutOut, [person.id]))
      expect(answer.status).toBe(status)
      expect(await channelNames()).toEqual([name])
    })

    test('may change it when it was another', async () => {
      const other = await api.addPersonIn(tenantId, 'admin')
      const answer = await renameAfter(() =>
        api.owner.query('update memberships set is_active = false where user_id = $1', [other.id]),
      )
      expect(answer.status).toBe(200)
      expect(await channelNames()).toEqual(['Renamed'])
    })

    test('may still leave by themselves', async () => {
      await api.addPersonIn(tenantId, 'owner')
      const owner = await api.addPersonIn(tenantId, 'owner')
      const url = `/tenants/${tenantId}/members`
      const { body } = await api.request(url, { as: owner })
      const own = body.find((member: { userId: string }) => member.userId === owner.id)
      expect(
        (await api.request(`${url}/${own.id}`, { method: 'PATCH', as: owner, body: { role: 'staff' } })).status,
      ).toBe(200)
    })
  })
})
