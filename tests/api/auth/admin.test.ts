import { afterAll, beforeAll, expect, it } from 'vitest'
import { supabaseDirectory } from '../../../server/http/directory/supabaseDirectory'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
beforeAll(async () => {
  test = await startTestAuth({ confirmEmail: true })
})
afterAll(() => test.close())

const admin = async () => test.client({ token: await test.auth.serviceToken() }).admin

const signInCode = async (email: string, given = password) =>
  (await test.client().signInWithPassword({ email, password: given })).error?.code ?? 'ok'

it('makes, changes, bans for a while and deletes accounts', async () => {
  const api = await admin()
  const email = 'made@example.test'
  const { data } = await api.createUser({ email, password, email_confirm: true, user_metadata: { name: 'Made' } })
  const id = data.user?.id ?? ''
  expect(await signInCode(email)).toBe('ok')
  expect((await api.createUser({ email, password })).error).toMatchObject({ status: 422, code: 'email_exists' })

  const changed = await api.updateUserById(id, { password: 'chosen-by-admin-1', user_metadata: { city: 'Rome' } })
  expect(changed.data.user?.user_metadata).toEqual({ name: 'Made', city: 'Rome' })
  expect(await signInCode(email)).toBe('invalid_credentials')
  expect(await signInCode(email, 'chosen-by-admin-1')).toBe('ok')

  const banned = await api.updateUserById(id, { ban_duration: '1h30m' })
  expect(Date.parse(banned.data.user?.banned_until ?? '') - Date.now()).toBeGreaterThan(5_390_000)
  expect(await signInCode(email, 'chosen-by-admin-1')).toBe('user_banned')
  test.clock.offset = 5_401_000
  expect(await signInCode(email, 'chosen-by-admin-1')).toBe('ok')
  test.clock.offset = 0
  await api.updateUserById(id, { ban_duration: 'none' })
  expect(await signInCode(email, 'chosen-by-admin-1')).toBe('ok')
  expect((await api.updateUserById(id, { ban_duration: 'a while' })).error?.code).toBe('validation_failed')

  expect((await api.deleteUser(id)).error).toBeNull()
  expect((await api.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

it('shows accounts as GoTrue does: unconfirmed, invited, with an identity and what services keep', async () => {
  const api = await admin()
  const made = await api.createUser({
    email: 'kept@example.test',
    password,
    email_confirm: false,
    app_metadata: { plan: 'gold', seats: 3 },
  })
  expect(made.data.user).not.toHaveProperty('email_confirmed_at')
  expect(made.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'gold', seats: 3 })
  expect(await signInCode('kept@example.test')).toBe('email_not_confirmed')
  const id = made.data.user?.id ?? ''
  const changed = await api.updateUserById(id, { app_metadata: { plan: null, seats: 4 }, email_confirm: true })
  expect(changed.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], seats: 4 })
  expect(changed.data.user?.identities).toMatchObject([
    { provider: 'email', user_id: id, identity_data: { email: 'kept@example.test', email_verified: true, sub: id } },
  ])
  const client = test.client()
  const { data } = await client.signInWithPassword({ email: 'kept@example.test', password })
  const { data: claims } = await client.getClaims(data.session?.access_token)
  expect(claims?.claims.app_metadata).toMatchObject({ seats: 4 })

  const invited = await api.inviteUserByEmail('guest@example.test')
  expect(Date.parse(invited.data.user?.invited_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

it('lists accounts by pages, the youngest first', async () => {
  const listed = await startTestAuth()
  const { admin: api } = listed.client({ token: await listed.auth.serviceToken() })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await listed.auth.createAccount(`${name}@example.test`, password)
  const first = await api.listUsers({ page: 1, perPage: 2 })
  expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: 3, total: 5 })
  expect(first.data.users.map(({ email }) => email)).toEqual(['e@example.test', 'd@example.test'])
  const last = await api.listUsers({ page: 3, perPage: 2 })
  expect(last.data).toMatchObject({ nextPage: null, users: [{ email: 'a@example.test' }] })
  expect((await api.listUsers()).data.users).toHaveLength(5)
  expect((await api.listUsers({ page: -1 })).error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await listed.request('/admin/users')).toMatchObject({ status: 401 })
  await listed.close()
})

it('makes a link by which somebody signs up, once for each address that is not confirmed', async () => {
  const { generateLink } = await admin().then(api => ({ generateLink: api.generateLink.bind(api) }))
  const link = { type: 'signup', email: 'by-link@example.test', password } as const
  const { data } = await generateLink(link)
  expect(data.properties?.action_link).toMatch(/\?token=.*type=signup/)
  expect(await signInCode('by-link@example.test')).toBe('email_not_confirmed')
  const tokenHash = data.properties?.hashed_token ?? ''
  expect((await test.client().verifyOtp({ token_hash: tokenHash, type: 'signup' })).error).toBeNull()
  expect(await signInCode('by-link@example.test')).toBe('ok')
  expect((await generateLink(link)).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await generateLink({ ...link, email: 'weak-link@example.test', password: 'password' })).error).toMatchObject({
    code: 'weak_password',
  })
})

it('makes links that somebody else sends', async () => {
  const before = await test.mails()
  const { data } = await (await admin()).generateLink({ type: 'invite', email: 'linked@example.test' })
  expect(await test.mails()).toEqual(before)
  const answer = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? '')
  expect(target.pathname).toBe('/new-password')
  expect(target.hash).toContain('access_token=')
  expect(
    (await test.client().verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'invite' })).error,
  ).not.toBeNull()
})

it('serves the API’s directory as a hosted project does', async () => {
  const users = supabaseDirectory({ url: test.origin, serviceRoleKey: await test.auth.serviceToken() })
  const email = 'directory@example.test'
  const id = (await users.invite({ email, name: 'Dora' })) ?? ''
  expect(await users.invite({ email, name: null })).toBeNull()
  const { tokenHash } = await test.newestMail()
  const client = test.client()
  const { data } = await client.verifyOtp({ token_hash: tokenHash, type: 'invite' })
  expect(data.user).toMatchObject({ id, user_metadata: { name: 'Dora' } })
  await client.updateUser({ password })

  await users.update(id, { email: 'moved@example.test' })
  expect(await signInCode('moved@example.test')).toBe('ok')
  await users.update(id, { isActive: false })
  expect(await signInCode('moved@example.test')).toBe('user_banned')
  await users.update(id, { isActive: true })
  expect(await signInCode('moved@example.test')).toBe('ok')
  await test.auth.createAccount('taken@example.test', password)
  await expect(users.update(id, { email: 'taken@example.test' })).rejects.toMatchObject({ code: 'validation' })
  await users.delete(id)
  await users.delete(id)
  expect(await signInCode('moved@example.test')).toBe('invalid_credentials')
})

it('is closed without a service’s token, and closes when that expires', async () => {
  expect((await test.request('/admin/users', { method: 'POST', body: '{}' })).body.code).toBe('no_authorization')
  expect((await test.request('/invite', { method: 'POST', body: '{}' })).body.code).toBe('no_authorization')
  const client = await admin()
  test.clock.offset = 301_000
  expect((await client.createUser({ email: 'late@example.test' })).error).toMatchObject({
    status: 403,
    code: 'bad_jwt',
  })
  test.clock.offset = 0
})
