import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { png } from './support/fileSamples'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let superuser: Person

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.owner.query("update users set user_type = 'user'")
  superuser = await api.addPerson({ userType: 'superuser' })
})

const call = (method: string, url: string, body?: unknown): Promise<Answered> =>
  api.request(url, { method, as: superuser, body })

const mailsTo = async (email: string): Promise<number> => {
  const files = await readdir(api.outboxFolder)
  const mails = await Promise.all(files.map(file => readFile(path.join(api.outboxFolder, file), 'utf8')))
  return mails.filter(mail => mail.includes(email)).length
}
const accountOf = async (email: string): Promise<{ id: string; is_banned: boolean } | undefined> =>
  (await api.owner.query('select id, is_banned from auth_service.users where email = $1', [email])).rows[0]

describe('a superuser', () => {
  test('makes a user, who is invited', async () => {
    const answer = await call('POST', '/users', { email: 'Invited@Example.com', name: 'Ida' })
    expect(answer).toMatchObject({
      status: 201,
      body: { email: 'invited@example.com', name: 'Ida', userType: 'user', isActive: true },
    })
    expect(answer.body).not.toHaveProperty('authId')
    expect((await call('GET', `/users/${answer.body.id}`)).body).toEqual(answer.body)
    await expect.poll(() => mailsTo('invited@example.com')).toBe(1)
    const account = await accountOf('invited@example.com')
    const { rows } = await api.owner.query('select auth_id from users where id = $1', [answer.body.id])
    expect(rows[0].auth_id).toBe(account?.id)
  })

  test('lists where somebody works, in all tenants, page by page and by role; nobody else does', async () => {
    const [one, two] = [await api.addTenant(), await api.addTenant()]
    const person = await api.addPerson()
    for (const [tenant, role] of [
      [one, 'owner'],
      [two, 'viewer'],
    ] as const)
      expect(await call('POST', `/tenants/${tenant.id}/members`, { userId: person.id, role })).toMatchObject({
        status: 201,
      })
    const path = `/users/${person.id}/memberships`
    const { body, headers } = await call('GET', `${path}?sort=joinedAt`)
    expect(headers.get('X-Total-Count')).toBe('2')
    expect(body).toMatchObject([
      { tenantId: one.id, userId: person.id, role: 'owner', isActive: true },
      { tenantId: two.id, userId: person.id, role: 'viewer', isActive: true },
    ])
    expect((await call('GET', `${path}?role=viewer`)).body).toHaveLength(1)
    expect((await call('GET', `/users/${one.id}/memberships`)).status).toBe(404)
    expect((await api.request(path, { as: person })).status).toBe(403)
    const owner = await api.addPersonIn(one.id, 'owner')
    expect((await api.request(path, { as: owner, tenantId: one.id })).status).toBe(403)
  })

  test('invites nobody when the user is refused', async () => {
    await call('POST', '/users', { email: 'double@example.com' })
    const again = await call('POST', '/users', { email: 'DOUBLE@example.com' })
    expect(again).toMatchObject({ status: 422, body: { errors: { email: 'Another record already uses this' } } })
    const wrong = await call('POST', '/users', { email: 'refused@example.com', locale: 'xx' })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { locale: expect.any(String) } } })
    await expect.poll(() => mailsTo('double@example.com')).toBe(1)
    expect(await accountOf('refused@example.com')).toBeUndefined()
  })

  test('leaves somebody else’s account alone until its owner shows up', async () => {
    await api.auth.createAccount('squatter@example.com', 'a-good-password-1')
    const { body } = await call('POST', '/users', { email: 'squatter@example.com', userType: 'superuser' })
    const { rows } = await api.owner.query('select auth_id from users where id = $1', [body.id])
    expect(rows[0].auth_id).toBeNull()
  })

  test('shuts a user out and lets them in again, at the auth service too', async () => {
    const { body } = await call('POST', '/users', { email: 'banned@example.com' })
    expect((await call('PATCH', `/users/${body.id}`, { isActive: false })).status).toBe(200)
    expect(await accountOf('banned@example.com')).toMatchObject({ is_banned: true })
    await call('PATCH', `/users?ids=${body.id}`, { isActive: true })
    expect(await accountOf('banned@example.com')).toMatchObject({ is_banned: false })
  })

  test('changes an address at the auth service too', async () => {
    const { body } = await call('POST', '/users', { email: 'old@example.com' })
    expect((await call('PATCH', `/users/${body.id}`, { email: 'new@example.com' })).body.email).toBe('new@example.com')
    expect(await accountOf('old@example.com')).toBeUndefined()
    expect(await accountOf('new@example.com')).toBeDefined()
  })

  test('cannot give a user the address of somebody else’s account', async () => {
    await api.auth.createAccount('theirs@example.com', 'a-good-password-1')
    const { body } = await call('POST', '/users', { email: 'mine@example.com' })
    const answer = await call('PATCH', `/users/${body.id}`, { email: 'theirs@example.com' })
    expect(answer).toMatchObject({ status: 422, body: { errors: { email: 'Another record already uses this' } } })
    expect((await call('GET', `/users/${body.id}`)).body).toMatchObject({ email: 'mine@example.com', version: 1 })
  })

  test('deletes a user with memberships and account', async () => {
    const { body } = await call('POST', '/users', { email: 'deleted@example.com' })
    const tenantId = (await api.addTenant()).id
    await api.addPersonIn(tenantId, 'owner')
    await api.addMember(tenantId, body, 'staff')
    expect((await call('DELETE', `/users/${body.id}`)).status).toBe(204)
    expect(await accountOf('deleted@example.com')).toBeUndefined()
    expect((await call('GET', `/users/${body.id}`)).status).toBe(404)
  })

  test('cannot delete the last owner of a tenant', async () => {
    const tenant = await api.addTenant({ name: 'Orphan' })
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const answer = await call('DELETE', `/users/${owner.id}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect(answer.body.detail).toContain('Orphan')
    const bulk = await call('DELETE', `/users?ids=${owner.id}`)
    expect(bulk.body).toMatchObject([{ ok: false, code: 'last_owner' }])
    await api.addPersonIn(tenant.id, 'owner')
    expect((await call('DELETE', `/users/${owner.id}`)).status).toBe(204)
  })

  test('cannot shut themselves out', async () => {
    await api.addPerson({ userType: 'superuser' })
    for (const answer of [
      await call('PATCH', `/users/${superuser.id}`, { isActive: false }),
      await call('DELETE', `/users/${superuser.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'own_account' } })
    }
    expect((await call('PATCH', `/users?ids=${superuser.id}`, { isActive: false })).body).toMatchObject([
      { ok: false, code: 'own_account' },
    ])
  })

  test('stays one, if the last', async () => {
    expect(await call('PATCH', `/users/${superuser.id}`, { userType: 'user' })).toMatchObject({
      status: 409,
      body: { code: 'last_superuser' },
    })
    const other = await api.addPerson({ userType: 'superuser' })
    const both = await call('PATCH', `/users?ids=${superuser.id},${other.id}`, { userType: 'user' })
    expect(both.body).toMatchObject([{ code: 'last_superuser' }, { code: 'last_superuser' }])
    expect((await call('PATCH', `/users/${superuser.id}`, { userType: 'user' })).status).toBe(200)
  })

  test('is told when the auth service does not answer, and nothing is written', async () => {
    const down = await openApi({
      users: {
        invite: () => Promise.reject(new TypeError('fetch failed')),
        update: () => Promise.reject(new TypeError('fetch failed')),
        delete: () => Promise.reject(new TypeError('fetch failed')),
      },
    })
    const as = await down.addPerson({ userType: 'superuser' })
    const other = await down.addPerson()
    const answers = [
      await down.request('/users', { method: 'POST', as, body: { email: 'nobody@example.com' } }),
      await down.request(`/users/${other.id}`, { method: 'PATCH', as, body: { isActive: false } }),
      await down.request(`/users/${other.id}`, { method: 'DELETE', as }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, body: { code: 'auth_unavailable' } })
    const { rows } = await down.owner.query('select is_active from users')
    expect(rows).toEqual([{ is_active: true }, { is_active: true }])
    await down.close()
  })
})

describe('oneself', () => {
  test('is answered with memberships, and tenants by name', async () => {
    const person = await api.addPerson({ name: 'Mia' })
    const [b, a] = [
      await api.addTenant({ name: 'Beta', slug: 'beta' }),
      await api.addTenant({ name: 'Alpha', slug: 'alpha' }),
    ]
    await api.addMember(b.id, person, 'staff')
    await api.addMember(a.id, person, 'owner', { isActive: false })
    const { body, headers } = await api.request('/users/me', { as: person })
    expect(body).toMatchObject({ id: person.id, email: person.email, name: 'Mia', userType: 'user' })
    expect(body.memberships).toEqual([
      expect.objectContaining({
        userId: person.id,
        tenantId: a.id,
        role: 'owner',
        isActive: false,
        tenantName: 'Alpha',
        tenantSlug: 'alpha',
      }),
      expect.objectContaining({
        tenantId: b.id,
        role: 'staff',
        isActive: true,
        joinedAt: expect.stringMatching(/Z$/),
        id: expect.any(String),
      }),
    ])
    expect(headers.get('etag')).toMatch(/^"1\./)
  })

  test('notes when it signed in', async () => {
    const person = await api.addPerson()
    const signedInAt = 1_800_000_000
    const token = await api.sign({ authId: person.authId, signedInAt })
    const first = await api.request('/users/me', { token })
    expect(first.body.lastSignInAt).toBe(new Date(signedInAt * 1000).toISOString())
    expect((await api.request('/users/me', { token })).body.version).toBe(first.body.version)
  })

  test('changes its own preferences, and nothing else', async () => {
    const person = await api.addPerson()
    const patch = (body: object) => api.request('/users/me', { method: 'PATCH', as: person, body })
    const { body: avatar } = await api.request('/uploads/users/avatar', { method: 'POST', as: person, bytes: png() })
    const changes = {
      name: 'Me',
      phone: '+4930123456',
      avatar: { ...avatar, alt: 'Me' },
      locale: 'de',
      timeZone: 'Asia/Tokyo',
    }
    expect(await patch(changes)).toMatchObject({ status: 200, body: { ...changes, memberships: [] } })
    for (const [name, value] of Object.entries({ email: 'x@example.com', userType: 'superuser', isActive: false })) {
      expect(await patch({ [name]: value })).toMatchObject({
        status: 422,
        body: { errors: { [name]: 'You may not change this' } },
      })
    }
    const { body } = await api.request('/users/me', { as: person })
    expect((await patch({ ...body, name: 'Whole record' })).body.name).toBe('Whole record')
    expect((await patch({ role: 'owner' })).status).toBe(422)
  })

  test('cannot make itself more, even as a superuser', async () => {
    await api.addPerson({ userType: 'superuser' })
    const answer = await api.request('/users/me', { method: 'PATCH', as: superuser, body: { userType: 'user' } })
    expect(answer).toMatchObject({ status: 422, body: { errors: { userType: 'You may not change this' } } })
  })
})
