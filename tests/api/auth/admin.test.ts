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

it('makes links that somebody else sends', async () => {
  const { data } = await (await admin()).generateLink({ type: 'invite', email: 'linked@example.test' })
  expect(await test.mails()).toEqual([])
  const answer = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? '')
  expect(target.pathname).toBe('/new-password')
  expect(target.hash).toContain('access_token=')
  expect(
    (await test.client().verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'invite' })).error,
  ).not.toBeNull()
})

it('serves the API’s directory as a hosted project does', async () => {
  const users = supabaseDirectory({ authUrl: test.url, serviceRoleKey: await test.auth.serviceToken() })
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
