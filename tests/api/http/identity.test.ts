import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOverHttp } from '../../../server/http/identity/account'
import { tokenVerifier } from '../../../server/http/identity/tokenVerifier'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let person: Person

beforeAll(async () => {
  api = await openApi()
  person = await api.addPerson()
})
afterAll(() => api.close())

const me = (token: string) => api.request('/users/me', { token })

describe('a token', () => {
  test('of the auth service opens the door', async () => {
    expect(await me(await api.sign({ authId: person.authId }))).toMatchObject({ status: 200, body: { id: person.id } })
  })

  const unsigned = (header: object, payload: object): string =>
    `${[header, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

  test.each<[string, () => string | Promise<string>]>([
    ['signed with another key', () => api.sign({ authId: person.authId }, api.otherKey)],
    ['of another issuer', () => api.sign({ authId: person.authId, issuer: 'http://elsewhere.test' })],
    ['for another audience', () => api.sign({ authId: person.authId, audience: 'anon' })],
    ['that expired, by more than clocks differ', () => api.sign({ authId: person.authId, expiresIn: -30 })],
    ['whose subject is no account', () => api.sign({ authId: 'service' })],
    ['without a signature', () => unsigned({ alg: 'none' }, { sub: person.authId, aud: 'authenticated', exp: 9e9 })],
    ['that is nonsense', () => 'a.b.c'],
    ['that is empty JSON', () => 'e30.e30.e30'],
  ])('%s is refused', async (_, token) => {
    const answer = await me(await token())
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', title: 'Unauthorized' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(['', 'Bearer', 'Basic abc', 'Bearer a b'])('is not %j', async authorization => {
    expect((await api.request('/users/me', { headers: { Authorization: authorization } })).status).toBe(401)
  })

  test('still opens it while the clocks of two machines may differ', async () => {
    expect((await me(await api.sign({ authId: person.authId, expiresIn: -15 }))).status).toBe(200)
  })

  test('of an inactive user is refused, from one moment to the next', async () => {
    const leaving = await api.addPerson()
    expect((await api.request('/users/me', { as: leaving })).status).toBe(200)
    await api.owner.query('update users set is_active = false where id = $1', [leaving.id])
    expect(await api.request('/users/me', { as: leaving })).toMatchObject({
      status: 403,
      body: { code: 'user_inactive' },
    })
  })
})

describe('an account that is seen for the first time', () => {
  const signUp = async (email: string, data: object = {}): Promise<string> => {
    const body = JSON.stringify({
      email,
      password: 'a-good-password-1',
      data: { email_confirmed_at: 'now', userType: 'superuser', ...data },
    })
    const response = await api.auth.app.request('/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(200)
    const { rows } = await api.owner.query('select id from auth_service.users where email = $1', [email])
    return rows[0].id
  }
  const confirm = (authId: string) =>
    api.owner.query('update auth_service.users set email_confirmed_at = now() where id = $1', [authId])

  test('becomes a plain user', async () => {
    const authId = await signUp('new@example.com')
    const answer = await me(await api.sign({ authId }))
    expect(answer).toMatchObject({ status: 200, body: { email: 'new@example.com', userType: 'user', memberships: [] } })
    expect((await me(await api.sign({ authId }))).body.id).toBe(answer.body.id)
  })

  test('keeps the name of its sign-up, where that could be one', async () => {
    const named = await me(await api.sign({ authId: await signUp('named@example.com', { name: ' Nia ' }) }))
    expect(named.body.name).toBe('Nia')
    for (const [index, name] of ['x'.repeat(500), ' ', 7].entries()) {
      const odd = await me(await api.sign({ authId: await signUp(`odd-${index}@example.com`, { name }) }))
      expect(odd).toMatchObject({ status: 200, body: { name: null } })
    }
  })

  test('becomes one user, however many calls come at once', async () => {
    const token = await api.sign({ authId: await signUp('rush@example.com') })
    const answers = await Promise.all(Array.from({ length: 8 }, () => me(token)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('gets the user who was invited under its address, once the address is confirmed', async () => {
    const invited = await api.addPerson({ email: 'boss@example.com', userType: 'superuser', authId: null })
    const authId = await signUp('boss@example.com')
    const token = await api.sign({ authId })

    expect(await me(token)).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } })
    expect((await api.request('/users', { token })).status).toBe(403)

    await confirm(authId)
    expect(await me(token)).toMatchObject({ status: 200, body: { id: invited.id, userType: 'superuser' } })
  })

  test('does not get the user of another account', async () => {
    await api.addPerson({ email: 'taken@example.com' })
    const authId = await signUp('taken@example.com')
    await confirm(authId)
    expect(await me(await api.sign({ authId }))).toMatchObject({ status: 403, body: { code: 'account_conflict' } })
  })

  test('is nobody when the auth service does not know it', async () => {
    expect((await me(await api.sign({ authId: crypto.randomUUID() }))).status).toBe(401)
  })

  test('is not made again after it was deleted', async () => {
    const superuser = await api.addPerson({ userType: 'superuser' })
    const authId = await signUp('gone@example.com')
    const token = await api.sign({ authId })
    const { body } = await me(token)
    expect((await api.request(`/users/${body.id}`, { method: 'DELETE', as: superuser })).status).toBe(204)
    expect((await me(token)).status).toBe(401)
  })
})

describe('the auth service over HTTP', () => {
  let status = 200
  let answer: unknown = {}
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const find = () =>
    accountOverHttp({ authUrl: url, apiKey: 'anon' })({ authId: 'x', token: 'the-token', signedInAt: null })

  test('is asked with the token itself', async () => {
    answer = {
      id: 'x',
      email: 'Ada@Example.com',
      email_confirmed_at: '2026-01-01T00:00:00Z',
      user_metadata: { name: 'Ada' },
    }
    expect(await find()).toEqual({ email: 'ada@example.com', isEmailConfirmed: true, name: 'Ada' })
    expect(seen.at(-1)).toBe('Bearer the-token')
  })

  test('alone says whether an address is confirmed', async () => {
    answer = { id: 'x', email: 'ada@example.com', user_metadata: { email_verified: true, email_confirmed_at: 'now' } }
    expect(await find()).toMatchObject({ isEmailConfirmed: false })
  })

  test('may not know the account, or not answer', async () => {
    status = 403
    expect(await find()).toBeNull()
    status = 502
    await expect(find()).rejects.toMatchObject({ code: 'auth_unavailable', status: 503 })
    status = 200
    answer = 'nonsense'
    await expect(find()).rejects.toMatchObject({ code: 'auth_unavailable' })
  })

  test('without its keys, nobody is turned away as a stranger', async () => {
    status = 500
    const verify = tokenVerifier({ keys: createRemoteJWKSet(new URL(url)), issuer: 'http://auth.test/auth/v1' })
    await expect(verify(await api.sign({ authId: person.authId }))).rejects.toMatchObject({
      code: 'auth_unavailable',
      status: 503,
    })
    await expect(verify('nonsense')).rejects.toMatchObject({ status: 401 })
  })
})
