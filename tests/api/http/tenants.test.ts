import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let superuser: Person

beforeAll(async () => {
  api = await openApi()
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: unknown, as = superuser): Promise<Answered> =>
  api.request(url, { method, as, body })
const draft = { name: 'Blue Barber', timeZone: 'Europe/Berlin' }

test('the archive of a tenant is for its owners alone, one at a time, and each is in the log', async () => {
  const { id: tenantId } = await api.addTenant()
  const owner = await api.addPersonIn(tenantId, 'owner')
  const admin = await api.addPersonIn(tenantId, 'admin')
  const download = (as: Person) => api.request('/archive', { as, tenantId })
  expect(await download(admin)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const signedInAt = Math.floor(Date.now() / 1000) - 11 * 60
  const token = await api.sign({ authId: owner.authId, signedInAt })
  expect(await api.request('/archive', { token, tenantId })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_needed' },
  })
  const answers = await Promise.all([download(owner), download(owner)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  const archive = answers.find(({ status }) => status === 200)
  expect(archive?.headers.get('content-type')).toBe('application/zip')
  expect(archive?.body).toMatch(/^PK/)
  // The place is free once the file was read.
  await expect.poll(async () => (await download(owner)).status).toBe(200)
  const log = await api.request('/audit-log?entityType=archive', { as: owner, tenantId })
  expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['exported', 'exported'])
})

describe('a superuser', () => {
  test('makes a tenant, with its back office channel', async () => {
    const answer = await call('POST', '/tenants', draft)
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Blue Barber', slug: 'blue-barber', currency: 'EUR', isActive: true },
    })
    const channels = await api.request('/channels', { as: superuser, tenantId: answer.body.id })
    expect(channels.body).toMatchObject([{ name: 'Back office', code: 'back-office', kind: 'back_office' }])
    expect(answer.body.defaultChannelId).toBe(channels.body[0].id)
    expect((await call('GET', `/tenants/${answer.body.id}/members`)).body).toEqual([])
  })

  test('names its first owner, who is invited', async () => {
    const known = await api.addPerson()
    for (const [slug, email] of [
      ['first', known.email],
      ['second', 'future@example.com'],
    ] as const) {
      const made = await call('POST', `/tenants?ownerEmail=${email.toUpperCase()}`, { ...draft, slug })
      expect(made).toMatchObject({ status: 201, body: { slug } })
      expect((await call('GET', `/tenants/${made.body.id}/members`)).body).toEqual([])
      expect((await call('GET', `/tenants/${made.body.id}/invitations`)).body).toMatchObject([
        { email, role: 'owner', state: 'pending', invitedBy: superuser.id },
      ])
    }
    expect((await api.owner.query("select from users where email = 'future@example.com'")).rowCount).toBe(0)
  })

  test('makes nothing when the owner’s address is wrong', async () => {
    const answer = await call('POST', '/tenants?ownerEmail=nonsense', { ...draft, slug: 'not-made' })
    expect(answer).toMatchObject({ status: 422, body: { errors: { ownerEmail: expect.any(String) } } })
    expect((await call('GET', '/tenants?q=not-made')).body).toEqual([])
  })

  test.each([
    ['a reserved slug', { slug: 'admin' }, 'slug'],
    ['a slug that is taken', { slug: 'taken-slug' }, 'slug'],
    ['no time zone', { timeZone: '' }, 'timeZone'],
    ['an offset for a time zone', { timeZone: '+01:00' }, 'timeZone'],
    ['no such currency', { currency: 'XYZ' }, 'currency'],
  ])('is refused %s', async (_, values, field) => {
    await api.owner.query(
      "insert into tenants (name, slug, time_zone) values ('Taken', 'taken-slug', 'UTC') on conflict do nothing",
    )
    const answer = await call('POST', '/tenants', { ...draft, slug: 'fine', ...values })
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } })
  })

  test('deletes a tenant with everything in it', async () => {
    const tenant = await api.addTenant()
    await api.addPersonIn(tenant.id, 'owner')
    await api.addChannel(tenant.id)
    expect((await call('DELETE', `/tenants/${tenant.id}`)).status).toBe(204)
    expect((await api.owner.query('select 1 from channels where tenant_id = $1', [tenant.id])).rowCount).toBe(0)
  })
})

describe('a member', () => {
  test('sees the tenants that they are active in, and no other', async () => {
    const person = await api.addPerson()
    const [mine, left] = [await api.addTenant({ name: 'Mine' }), await api.addTenant({ name: 'Left' })]
    await api.addMember(mine.id, person, 'viewer')
    await api.addMember(left.id, person, 'owner', { isActive: false })
    const list = await call('GET', '/tenants', undefined, person)
    expect(list.body).toMatchObject([{ id: mine.id, name: 'Mine' }])
    expect(list.headers.get('x-total-count')).toBe('1')
    expect((await call('GET', `/tenants?ids=${left.id}`, undefined, person)).body).toEqual([])
    expect((await call('GET', `/tenants/${left.id}`, undefined, person)).status).toBe(404)
    expect((await call('GET', `/tenants/by-slug/${mine.slug}`, undefined, person)).body.id).toBe(mine.id)
    expect((await call('GET', `/tenants/by-slug/${left.slug}`, undefined, person)).status).toBe(404)
    expect((await call('GET', '/tenants/by-slug/none', undefined, person)).status).toBe(404)
    expect((await call('GET', `/tenants/by-slug/${left.slug}`)).body.id).toBe(left.id)
  })

  test('who owns it changes its settings, but not its address or its suspension', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const patch = (body: object) => call('PATCH', `/tenants/${tenant.id}`, body, owner)
    expect(await patch({ name: 'Renamed', holdMinutes: 15 })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', holdMinutes: 15, version: 2 },
    })
    for (const [name, value] of Object.entries({ slug: 'mine-now', isActive: false })) {
      expect(await patch({ [name]: value })).toMatchObject({
        status: 422,
        body: { errors: { [name]: 'You may not change this' } },
      })
    }
    const { body } = await call('GET', `/tenants/${tenant.id}`, undefined, owner)
    expect((await patch({ ...body, name: 'Whole record' })).body.name).toBe('Whole record')
  })
})

describe('members', () => {
  test('are named, added by superusers at once, changed and removed', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const known = await api.addPerson({ name: 'Kim' })
    const url = `/tenants/${tenant.id}/members`

    expect((await call('POST', url, { userId: known.id, role: 'viewer' }, owner)).status).toBe(403)
    const byId = await call('POST', url, { userId: known.id, role: 'viewer' })
    expect(byId).toMatchObject({
      status: 201,
      body: { tenantId: tenant.id, userId: known.id, role: 'viewer', userName: 'Kim', userEmail: known.email },
    })

    const changed = await call('PATCH', `${url}/${byId.body.id}`, { ...byId.body, role: 'admin' }, owner)
    expect(changed).toMatchObject({ status: 200, body: { role: 'admin', version: 2 } })
    expect((await call('PATCH', `${url}/${byId.body.id}`, { userId: owner.id }, owner)).body.errors).toEqual({
      userId: expect.any(String),
    })
    expect((await call('GET', `${url}?role=admin`, undefined, owner)).body).toMatchObject([{ userName: 'Kim' }])
    expect((await call('DELETE', `${url}/${byId.body.id}`, undefined, owner)).status).toBe(204)
    expect((await call('GET', url, undefined, owner)).headers.get('x-total-count')).toBe('1')
  })

  test.each<[string, (known: Person) => object, number, string]>([
    ['twice', ({ id }) => ({ userId: id }), 422, 'userId'],
    ['by address', ({ id, email }) => ({ userId: id, email }), 422, 'email'],
    ['without an id', () => ({}), 422, 'userId'],
    ['by the id of nobody', () => ({ userId: crypto.randomUUID() }), 404, 'userId'],
  ])('are not added %s', async (_, bodyFor, status, field) => {
    const tenant = await api.addTenant()
    const known = await api.addPersonIn(tenant.id, 'staff')
    const answer = await call('POST', `/tenants/${tenant.id}/members`, bodyFor(known))
    expect(answer).toMatchObject({ status, body: { errors: { [field]: expect.any(String) } } })
  })

  test('always have an active owner among them', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const url = `/tenants/${tenant.id}/members`
    const [{ id }] = (await call('GET', url, undefined, owner)).body
    for (const answer of [
      await call('PATCH', `${url}/${id}`, { role: 'admin' }, owner),
      await call('PATCH', `${url}/${id}`, { isActive: false }, owner),
      await call('POST', `${url}/${id}/deactivate`, undefined, owner),
      await call('DELETE', `${url}/${id}`, undefined, owner),
      await call('DELETE', `${url}/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    }
    expect((await call('POST', `${url}/deactivate?ids=${id}`, undefined, owner)).body).toMatchObject([
      { ok: false, code: 'last_owner' },
    ])
    await api.addMember(tenant.id, await api.addPerson(), 'owner', { isActive: false })
    expect((await call('DELETE', `${url}/${id}`, undefined, owner)).status).toBe(409)
    const second = await api.addPersonIn(tenant.id, 'owner')
    const ids = (await call('GET', `${url}?role=owner&isActive=true`, undefined, owner)).body.map(
      (member: Person) => member.id,
    )
    const both = await call('PATCH', `${url}?ids=${ids.join(',')}`, { role: 'staff' }, owner)
    expect(both.body).toMatchObject([{ code: 'last_owner' }, { code: 'last_owner' }])
    expect((await call('PATCH', `${url}/${id}`, { role: 'admin' }, second)).status).toBe(200)
  })

  test('lose their access when they are deactivated, and have it again when activated, by action or by field', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const staff = await api.addPersonIn(tenant.id, 'staff')
    const url = `/tenants/${tenant.id}/members`
    const { body } = await call('GET', `${url}?role=staff`, undefined, owner)
    const member = `${url}/${body[0].id}`
    const admitted = async () => (await call('GET', `/tenants/${tenant.id}`, undefined, staff)).status
    expect(await call('POST', `${member}/deactivate`, undefined, owner)).toMatchObject({
      status: 200,
      body: { isActive: false },
    })
    expect(await admitted()).toBe(404)
    expect(await call('POST', `${member}/activate`, undefined, staff)).toMatchObject({ status: 404 })
    expect((await call('POST', `${member}/activate`, undefined, owner)).body.isActive).toBe(true)
    expect(await admitted()).toBe(200)
    expect((await call('PATCH', member, { isActive: false }, owner)).body.isActive).toBe(false)
    expect(await admitted()).toBe(404)
    const log = await api.request(`/audit-log?entityType=memberships&entityId=${body[0].id}`, {
      as: owner,
      tenantId: tenant.id,
    })
    expect(log.body.map(({ via }: { via: string | null }) => via)).toEqual([null, 'activate', 'deactivate'])
  })
})

describe('the overview of tenants', () => {
  test('says owners, members, bookings and the last sign-in, and finds a tenant by a member', async () => {
    const { id } = (await call('POST', '/tenants', { ...draft, name: 'Overlooked', slug: 'overlooked' })).body
    const owner = await api.addPersonIn(id, 'owner')
    const staff = await api.addPersonIn(id, 'staff')
    await api.owner.query("update users set name = 'Findable Person', last_sign_in_at = $1 where id = $2", [
      '2026-01-02T03:04:05Z',
      staff.id,
    ])
    const former = await api.addPersonIn(id, 'owner')
    await api.owner.query('update memberships set is_active = false where user_id = $1', [former.id])
    for (const q of ['overlook', 'findable per', owner.email]) {
      const found = await call('GET', `/tenants/overview?q=${encodeURIComponent(q)}`)
      expect(found.body).toMatchObject([
        {
          id,
          slug: 'overlooked',
          isActive: true,
          owners: [{ id: owner.id, email: owner.email }],
          memberCount: 2,
          lastSignInAt: '2026-01-02T03:04:05.000Z',
          counts: { bookings: 0 },
        },
      ])
      expect(found.headers.get('x-total-count')).toBe('1')
    }
    expect((await call('GET', `/tenants/overview?q=${encodeURIComponent(former.email)}`)).body).toEqual([])
    await api.owner.query('delete from memberships where tenant_id = $1', [id])
    expect((await call('GET', '/tenants/overview?q=overlook')).body).toMatchObject([
      { owners: [], memberCount: 0, lastSignInAt: null },
    ])
  })

  test('is for superusers', async () => {
    const owner = await api.addPersonIn(
      (await call('POST', '/tenants', { ...draft, slug: 'not-theirs' })).body.id,
      'owner',
    )
    expect((await call('GET', '/tenants/overview', undefined, owner)).status).toBe(403)
  })
})
