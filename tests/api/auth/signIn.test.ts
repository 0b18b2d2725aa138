import { verify } from '@node-rs/argon2'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { password, startTestAuth, type TestAuth } from './support'

vi.mock('@node-rs/argon2', async original => {
  const actual = await original<typeof import('@node-rs/argon2')>()
  return { ...actual, verify: vi.fn(actual.verify) }
})

let test: TestAuth
beforeAll(async () => {
  test = await startTestAuth()
  await test.auth.createAccount('ada@example.test', password)
})
afterAll(() => test.close())

const signIn = async (email = 'ada@example.test') => {
  const client = test.client()
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

it('lets only those sign up who may where sign-up is closed, and says so', async () => {
  const closed = await startTestAuth({ mayStillSignUp: email => email === 'invited@example.test' })
  expect((await closed.request('/settings')).body).toMatchObject({ disable_signup: true })
  const signUp = (email: string) => closed.client().signUp({ email, password })
  expect((await signUp('stranger@example.test')).error).toMatchObject({ status: 422, code: 'signup_disabled' })
  expect((await signUp('Invited@example.test')).data.session).not.toBeNull()
  await closed.close()
})

it('answers the same to everybody where sign-up is closed and addresses are confirmed, and writes to the invited alone', async () => {
  const invited = 'invited@example.test'
  const closed = await startTestAuth({ confirmEmail: true, mayStillSignUp: email => email === invited })
  const answerTo = async (email: string) => {
    const { data, error } = await closed.client().signUp({ email, password })
    return JSON.stringify({ ...data, error })
      .replaceAll(email, 'whoever')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
  }
  expect(await answerTo('stranger@example.test')).toBe(await answerTo(invited))
  expect((await closed.newestMailTo(invited)).link.pathname).toContain('confirm')
  await expect(closed.newestMailTo('stranger@example.test')).rejects.toThrow()
  const { rows } = await closed.database.owner.query('select email from auth_service.users')
  expect(rows).toEqual([{ email: invited }])
  await closed.close()
})

describe('signing in', () => {
  it('gives a session whose token anybody can check with the published keys', async () => {
    const { session } = await signIn('Ada@Example.test')
    const jwks = (await test.request('/.well-known/jwks.json')).body as unknown as JSONWebKeySet
    expect(jwks.keys[0]).not.toHaveProperty('d')
    const { payload, protectedHeader } = await jwtVerify(session.access_token, createLocalJWKSet(jwks), {
      issuer: test.url,
      audience: 'authenticated',
    })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: jwks.keys[0]?.kid })
    expect(payload).toMatchObject({
      sub: session.user.id,
      email: 'ada@example.test',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })

  it('refuses a wrong password, an unknown address and an account without a password alike, after the same work', async () => {
    await test.auth.invite({ email: 'invited@example.test', name: null })
    const attempt = async (email: string) => {
      vi.mocked(verify).mockClear()
      const { status, headers, body } = await test.post('/token?grant_type=password', { email, password: 'wrong' })
      expect(verify).toHaveBeenCalledTimes(1)
      return { status, code: headers.get('x-sb-error-code'), body }
    }
    const known = await attempt('ada@example.test')
    expect(known).toEqual({
      status: 400,
      code: 'invalid_credentials',
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
    expect(await attempt('nobody@example.test')).toEqual(known)
    expect(await attempt('invited@example.test')).toEqual(known)
  })

  it('accepts no token that it did not sign', async () => {
    const { session } = await signIn()
    const claims = {
      sub: session.user.id,
      session_id: JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()).session_id,
      aud: 'authenticated',
      iss: test.url,
      exp: Math.floor(Date.now() / 1000) + 600,
    }
    const stranger = await generateKeyPair('ES256')
    const { keys } = (await test.request('/.well-known/jwks.json')).body as unknown as JSONWebKeySet
    const publicKey = JSON.stringify(keys[0])
    const kid = keys[0]?.kid
    const forged = {
      unsigned: new UnsecuredJWT(claims).encode(),
      'signed with the public key as a secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(publicKey)),
      'signed by a stranger': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(stranger.privateKey),
      'bringing its own key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey),
      'with other claims': session.access_token.replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
      ),
      'of a service': await test.auth.serviceToken(),
    }
    expect(await test.userStatus(session.access_token)).toBe('200')
    for (const [what, token] of Object.entries(forged)) {
      expect(`${what}: ${await test.userStatus(token)}`).toBe(`${what}: 403 bad_jwt`)
    }
    expect(await test.userStatus('')).toBe('401 no_authorization')
    test.clock.offset = 3_601_000
    expect(await test.userStatus(session.access_token)).toBe('403 bad_jwt')
    test.clock.offset = 0
  })
})

describe('signing out', () => {
  it.each([
    ['local', '403 session_not_found', '200'],
    ['others', '200', '403 session_not_found'],
    ['global', '403 session_not_found', '403 session_not_found'],
  ] as const)('with the scope %s ends the sessions that it names', async (scope, mine, theirs) => {
    const here = await signIn()
    const there = await signIn()
    expect((await here.client.signOut({ scope })).error).toBeNull()
    expect(await test.userStatus(here.session.access_token)).toBe(mine)
    expect(await test.userStatus(there.session.access_token)).toBe(theirs)
  })

  it('answers 204, and refuses another scope', async () => {
    const { session } = await signIn()
    const signOut = (scope: string) =>
      test.request(`/logout?scope=${scope}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
      })
    expect(await signOut('all')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unsupported logout scope "all"' },
    })
    expect((await signOut('local')).status).toBe(204)
  })
})

describe('refreshing', () => {
  const refresh = (token: string | undefined) => test.client().refreshSession({ refresh_token: token ?? '' })

  it('rotates the token, and gives two tabs within the grace the same one', async () => {
    const { session } = await signIn()
    const first = await refresh(session.refresh_token)
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token)
    test.clock.offset = 9_000
    const second = await refresh(session.refresh_token)
    expect(second.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
    test.clock.offset = 0
  })

  it('gives a tab that is two steps behind the token in force', async () => {
    const { session } = await signIn()
    const { data: one } = await refresh(session.refresh_token)
    const { data: two } = await refresh(one.session?.refresh_token)
    const late = await refresh(session.refresh_token)
    expect(late.data.session?.refresh_token).toBe(two.session?.refresh_token)
  })

  it('ends the whole session when a token is used again after the grace', async () => {
    const { session } = await signIn()
    const bystander = await signIn()
    const { data } = await refresh(session.refresh_token)
    test.clock.offset = 11_000
    expect((await refresh(session.refresh_token)).error).toMatchObject({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
      status: 400,
    })
    expect((await refresh(data.session?.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect(await test.userStatus(data.session?.access_token ?? '')).toBe('403 session_not_found')
    expect(await test.userStatus(bystander.session.access_token)).toBe('200')
    test.clock.offset = 0
  })

  it('tells a token that cannot be one from one that is not there', async () => {
    const codeOf = async (token: string) =>
      (await test.post('/token?grant_type=refresh_token', { refresh_token: token })).body
    expect(await codeOf('short')).toMatchObject({ code: 'validation_failed', message: 'Refresh token is not valid' })
    expect(await codeOf('x'.repeat(43))).toMatchObject({ code: 'refresh_token_not_found' })
    expect(await codeOf('')).toMatchObject({ error: 'invalid_request' })
  })
})
