import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, accountOverHttp } from '../../../server/http/identity/account'
import { authUnavailable, tokenVerifier } from '../../../server/http/identity/tokenVerifier'
import type { TestDatabase } from '../../../testing/testDatabase'
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

  test('of a process that calls itself something else is warned of, once; a forged one is not', async () => {
    const { request, sign, otherKey, lines, close } = await openApi()
    const ask = async (issuer: string, key?: typeof otherKey) =>
      (await request('/users/me', { token: await sign({ authId: person.authId, issuer }, key) })).status
    const warnings = () => lines.filter(({ level }) => level === 'warn')
    expect([await ask('http://forged.test', otherKey), warnings()]).toEqual([401, []])
    const other = 'http://other.test/auth/v1'
    expect([await ask(other), await ask(other)]).toEqual([401, 401])
    expect(warnings()).toMatchObject([
      { message: expect.stringContaining('PUBLIC_URL'), details: { otherIssuer: other } },
    ])
    await close()
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

  test('does not get the user of another account, but one of its own where the address was left to it', async () => {
    const former = await api.addPerson({ email: 'taken@example.com', userType: 'superuser' })
    const authId = await signUp('taken@example.com')
    const token = await api.sign({ authId })
    expect(await me(token)).toMatchObject({ status: 403, body: { code: 'account_conflict' } })

    await confirm(authId)
    const answers = await Promise.all(Array.from({ length: 6 }, () => me(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ email: 'taken@example.com', userType: 'user', memberships: [] })
    expect(answers[0]?.body.id).not.toBe(former.id)
    expect((await me(await api.tokenOf(former))).body).toMatchObject({ id: former.id, userType: 'superuser' })
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

describe('an account that gets another address', () => {
  const accounts = new Map<string, Account>()
  const asked: string[] = []
  let hosted: TestApi
  beforeAll(async () => {
    hosted = await openApi({
      users: null,
      findAccount: async ({ authId }) => {
        asked.push(authId)
        return accounts.get(authId) ?? null
      },
    })
  })
  afterAll(() => hosted.close())

  /** Calls with a token that names this address. */
  const call = async (authId: string, email: string) =>
    hosted.request('/users/me', { token: await hosted.sign({ authId, email }) })
  const open = (authId: string, email: string, isEmailConfirmed = true) =>
    accounts.set(authId, { email, isEmailConfirmed, name: null, hasSecondFactor: false })
  const newAccount = async (email: string): Promise<string> => {
    const authId = crypto.randomUUID()
    open(authId, email)
    expect((await call(authId, email)).status).toBe(200)
    return authId
  }

  test('is followed with the next token that carries it, once the auth service confirms it', async () => {
    const authId = await newAccount('before@example.com')
    const { id } = (await call(authId, 'before@example.com')).body

    expect((await call(authId, 'forged@example.com')).body).toMatchObject({ id, email: 'before@example.com' })
    open(authId, 'after@example.com', false)
    expect((await call(authId, 'After@example.com')).body).toMatchObject({ id, email: 'before@example.com' })
    open(authId, 'after@example.com')
    expect((await call(authId, 'after@example.com')).body).toMatchObject({ id, email: 'after@example.com' })
  })

  test('is asked about once for each token', async () => {
    const authId = await newAccount('settled@example.com')
    const old = await hosted.sign({ authId, email: 'long-ago@example.com' })
    asked.length = 0
    for (let count = 0; count < 3; count++) await hosted.request('/users/me', { token: old })
    expect(asked).toEqual([authId])
  })

  test('leaves the old one to whoever takes it, in whichever order they come', async () => {
    const [first, second] = [await newAccount('swap-1@example.com'), crypto.randomUUID()]
    const { id } = (await call(first, 'swap-1@example.com')).body
    open(first, 'swap-2@example.com')
    open(second, 'swap-1@example.com')
    const other = await call(second, 'swap-1@example.com')
    expect(other).toMatchObject({ status: 200, body: { email: 'swap-1@example.com', memberships: [] } })
    expect(other.body.id).not.toBe(id)
    expect((await call(first, 'swap-2@example.com')).body).toMatchObject({ id, email: 'swap-2@example.com' })

    // Two accounts swap addresses; each gets its own, whoever calls first.
    open(first, 'swap-1@example.com')
    open(second, 'swap-2@example.com')
    await Promise.all([call(first, 'swap-1@example.com'), call(second, 'swap-2@example.com')])
    expect((await call(first, 'swap-1@example.com')).body).toMatchObject({ id, email: 'swap-1@example.com' })
    expect((await call(second, 'swap-2@example.com')).body.email).toBe('swap-2@example.com')
  })

  test('gets nothing that waits under an address for somebody else', async () => {
    const waiting = await hosted.addPerson({ email: 'chief@example.com', userType: 'superuser', authId: null })
    const authId = await newAccount('climber@example.com')
    const { id } = (await call(authId, 'climber@example.com')).body
    open(authId, 'chief@example.com')
    const answer = await call(authId, 'chief@example.com')
    expect(answer.body).toMatchObject({ id, userType: 'user', email: 'climber@example.com' })
    const { rows } = await hosted.owner.query('select auth_id, email from users where id = $1', [waiting.id])
    expect(rows).toEqual([{ auth_id: null, email: 'chief@example.com' }])
  })

  test('goes on with the old one while the auth service does not answer', async () => {
    const authId = await newAccount('patient@example.com')
    const silent = await openApi({
      on: { database: hosted.database, owner: hosted.owner } as TestDatabase,
      users: null,
      findAccount: async () => {
        throw authUnavailable(new Error('down'))
      },
    })
    const token = await silent.sign({ authId, email: 'impatient@example.com' })
    expect(await silent.request('/users/me', { token })).toMatchObject({
      status: 200,
      body: { email: 'patient@example.com' },
    })
    await silent.close()
  })

  test('is followed at once where the auth service is the embedded one', async () => {
    const authId = String(await api.auth.createAccount('early@example.com', 'a-good-password-1'))
    const { id, version } = (await me(await api.sign({ authId }))).body
    const change = async (email: string) =>
      api.auth.app.request(`/admin/users/${authId}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await api.auth.serviceToken()}` },
        body: JSON.stringify({ email }),
      })
    const stored = async () =>
      (await api.owner.query('select id, email, version from users where auth_id = $1', [authId])).rows[0]

    expect((await change('Late@example.com')).status).toBe(200)
    expect(await stored()).toEqual({ id, email: 'late@example.com', version: version + 1 })

    // The address set aside stays its person's, and the account stays unchanged.
    await api.addPerson({ email: 'set-aside@example.com', authId: null })
    const refused = await change('set-aside@example.com')
    expect([refused.status, (await refused.json()).error_code]).toEqual([422, 'email_exists'])
    expect((await stored()).email).toBe('late@example.com')
    expect((await api.auth.find(authId))?.email).toBe('late@example.com')
  })

  test('is changed by a superuser in one step', async () => {
    const superuser = await api.addPerson({ userType: 'superuser' })
    const authId = String(await api.auth.createAccount('typo@example.com', 'a-good-password-1'))
    const { id } = (await me(await api.sign({ authId }))).body
    const { headers } = await api.request(`/users/${id}`, { as: superuser })
    const answer = await api.request(`/users/${id}`, {
      method: 'PATCH',
      as: superuser,
      body: { email: 'right@example.com' },
      headers: { 'If-Match': headers.get('etag') ?? '' },
    })
    expect(answer).toMatchObject({ status: 200, body: { email: 'right@example.com' } })
    expect((await api.auth.find(authId))?.email).toBe('right@example.com')
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
    accountOverHttp({ authUrl: url, apiKey: 'anon' })({
      authId: 'x',
      token: 'the-token',
      signedInAt: null,
      email: null,
      isAal2: false,
      sessionId: null,
    })

  test('is asked with the token itself', async () => {
    answer = {
      id: 'x',
      email: 'Ada@Example.com',
      email_confirmed_at: '2026-01-01T00:00:00.000Z',
      user_metadata: { name: 'Ada' },
    }
    expect(await find()).toEqual({
      email: 'ada@example.com',
      isEmailConfirmed: true,
      name: 'Ada',
      hasSecondFactor: false,
    })
    expect(seen.at(-1)).toBe('Bearer the-token')
  })

  test('says whether signing in takes a second step', async () => {
    const id = 'x'
    answer = { id, email: 'ada@example.com', factors: [{ id, status: 'unverified' }] }
    expect(await find()).toMatchObject({ hasSecondFactor: false })
    answer = {
      id,
      email: 'ada@example.com',
      factors: [
        { id, status: 'unverified' },
        { id, status: 'verified' },
      ],
    }
    expect(await find()).toMatchObject({ hasSecondFactor: true })
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
