import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let tenantId: string
let superuser: Person
let people: Record<'owner' | 'admin' | 'staff' | 'viewer', Person>

const second = (person: Person) => api.sign({ authId: person.authId, aal: 'aal2' })
const setRequired = (isRequired: boolean) =>
  api.database.run({ as: 'platform' }, db =>
    db.updateTable('tenants').set({ requireSecondFactor: isRequired }).where('id', '=', tenantId).execute(),
  )

const required = (step: 'verify' | 'enroll') => ({ status: 403, body: { code: 'second_factor_required', step } })

describe('a tenant that requires a second step', () => {
  beforeAll(async () => {
    api = await openApi()
    tenantId = (await api.addTenant()).id
    superuser = await api.addPerson({ userType: 'superuser' })
    people = {
      owner: await api.addPersonIn(tenantId, 'owner'),
      admin: await api.addPersonIn(tenantId, 'admin'),
      staff: await api.addPersonIn(tenantId, 'staff'),
      viewer: await api.addPersonIn(tenantId, 'viewer'),
    }
  })
  afterAll(() => api.close())
  beforeEach(() => setRequired(true))

  const read = async (options: { as?: Person; token?: string }) => api.request('/channels', { tenantId, ...options })

  test('refuses admins and above who took the first step only, reading and writing', async () => {
    for (const as of [people.owner, people.admin, superuser]) {
      expect(await read({ as })).toMatchObject(required('enroll'))
      const write = { method: 'POST', body: { name: 'Door', kind: 'walk_in' }, as, tenantId }
      expect(await api.request('/channels', write)).toMatchObject(required('enroll'))
    }
    expect(await read({ as: people.staff })).toMatchObject({ status: 200 })
    expect(await read({ as: people.viewer })).toMatchObject({ status: 200 })
  })

  test('takes those who took both steps', async () => {
    for (const person of [people.owner, people.admin, superuser]) {
      expect((await read({ token: await second(person) })).status).toBe(200)
    }
  })

  test('leaves everybody what belongs to no tenant, and other tenants', async () => {
    const other = (await api.addTenant()).id
    await api.addMember(other, people.owner, 'owner')
    expect((await api.request('/users/me', { as: people.owner })).status).toBe(200)
    expect((await api.request('/tenants', { as: people.owner })).status).toBe(200)
    expect((await api.request('/channels', { as: people.owner, tenantId: other })).status).toBe(200)
  })

  test('says so only to those who would be let in otherwise', async () => {
    const stranger = await api.addPerson()
    expect(await read({ as: stranger })).toMatchObject({ status: 404 })
  })

  test('is made one by its owner, not by its admins', async () => {
    await setRequired(false)
    const change = (as: Person) =>
      api.request(`/tenants/${tenantId}`, { method: 'PATCH', as, body: { requireSecondFactor: true } })
    expect((await change(people.admin)).status).toBe(403)
    expect(await change(people.owner)).toMatchObject({ status: 200, body: { requireSecondFactor: true } })
    expect(await read({ as: people.owner })).toMatchObject(required('enroll'))
  })

  test('can be told so in other languages', async () => {
    const { body } = await read({ as: people.owner })
    expect(body.message).toEqual({ key: 'refusal.secondFactorMissing', args: {} })
  })
})

describe('superusers', () => {
  beforeAll(async () => {
    api = await openApi({ superusersNeedSecondFactor: true })
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(() => api.close())

  test('need a second step for everything but themselves, where the installation says so', async () => {
    const tenant = (await api.addTenant()).id
    expect((await api.request('/users/me', { as: superuser })).status).toBe(200)
    for (const path of ['/users', '/tenants', `/tenants/${tenant}`]) {
      expect(await api.request(path, { as: superuser })).toMatchObject(required('enroll'))
      expect((await api.request(path, { token: await second(superuser) })).status).toBe(200)
    }
    const other = await api.addPersonIn(tenant, 'owner')
    expect((await api.request('/channels', { as: other, tenantId: tenant })).status).toBe(200)
  })
})

describe('somebody who has an authenticator app', () => {
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.close())

  test('gets nothing by the first step alone', async () => {
    const authId = (await api.auth.createAccount('ada@example.com', 'a-good-password-1')) ?? ''
    const ada = await api.addPerson({ authId, email: 'ada@example.com' })
    const tenant = (await api.addTenant()).id
    await api.addMember(tenant, ada, 'viewer')
    await api.owner.query(
      `insert into auth_service.factors (user_id, friendly_name, secret, is_verified, created_at, updated_at)
       values ($1, '', 'GEZDGNBVGY3TQOJQ', true, now(), now())`,
      [authId],
    )
    for (const path of ['/users/me', '/tenants', '/channels']) {
      expect(await api.request(path, { as: ada, tenantId: tenant })).toMatchObject(required('verify'))
      expect((await api.request(path, { token: await second(ada), tenantId: tenant })).status).toBe(200)
    }
  })
})

describe('ending the sessions of a member', () => {
  const ended: string[] = []
  let ids: Record<'staff' | 'superuser', string>
  const endSessions = (as: Person, id: string, tenant = tenantId) =>
    api.request(`/tenants/${tenant}/members/${id}/end-sessions`, { method: 'POST', as })

  beforeAll(async () => {
    const users = { endSessions: async (id: string) => void ended.push(id) }
    api = await openApi({ users: users as never })
    tenantId = (await api.addTenant()).id
    superuser = await api.addPerson({ userType: 'superuser' })
    const staff = await api.addPerson()
    people = {
      owner: await api.addPersonIn(tenantId, 'owner'),
      admin: await api.addPersonIn(tenantId, 'admin'),
      staff,
      viewer: staff,
    }
    ids = {
      staff: (await api.addMember(tenantId, staff, 'staff')).id,
      superuser: (await api.addMember(tenantId, superuser, 'viewer')).id,
    }
  })
  afterAll(() => api.close())

  test('is an owner’s, in their own tenant, and not over superusers', async () => {
    expect((await endSessions(people.admin, ids.staff)).status).toBe(403)
    expect((await endSessions(people.owner, ids.superuser)).status).toBe(403)
    const elsewhere = (await api.addTenant()).id
    const stranger = await api.addPersonIn(elsewhere, 'owner')
    expect((await endSessions(stranger, ids.staff, elsewhere)).status).toBe(404)
    expect(ended).toEqual([])
    expect((await endSessions(people.owner, ids.staff)).status).toBe(204)
    expect(ended).toEqual([people.staff.authId])
    const { body } = await api.request('/platform-log?kind=session_ended', { as: superuser })
    expect(body).toMatchObject([
      { subject: people.staff.email, actor: people.owner.email, tenant: expect.stringMatching(/ \(.+\)$/) },
    ])
  })

  test('is refused where the auth service cannot do it', async () => {
    const hosted = await openApi({ users: null })
    const tenant = (await hosted.addTenant()).id
    const owner = await hosted.addPersonIn(tenant, 'owner')
    const { id } = await hosted.addMember(tenant, await hosted.addPerson(), 'staff')
    const path = `/tenants/${tenant}/members/${id}/end-sessions`
    expect(await hosted.request(path, { method: 'POST', as: owner })).toMatchObject({ status: 409 })
    await hosted.close()
  })
})
