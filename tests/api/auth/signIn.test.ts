import { verify } from '@node-rs/argon2'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../../server/auth/limits'
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

const userStatus = async (accessToken: string) => {
  const answer = await fetch(`${test.url}/user`, {
    headers: { authorization: `Bearer ${accessToken}`, 'x-supabase-api-version': '2024-01-01' },
  })
  const { code } = (await answer.json()) as { code?: string }
  return code ? `${answer.status} ${code}` : String(answer.status)
}

describe('signing in', () => {
  it('gives a session whose token anybody can check with the published keys', async () => {
    const { session } = await signIn('Ada@Example.test')
    const jwks = await (await fetch(`${test.url}/.well-known/jwks.json`)).json()
    expect(JSON.stringify(jwks)).not.toContain('"d"')
    const { payload, protectedHeader } = await jwtVerify(session.access_token, createLocalJWKSet(jwks), {
      issuer: test.url,
      audience: 'authenticated',
    })
    expect(protectedHeader.alg).toBe('ES256')
    expect(payload).toMatchObject({
      email: 'ada@example.test',
      role: 'authenticated',
      aal: 'aal1',
      sub: session.user.id,
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })

  it('refuses a wrong password and an unknown address alike, after the same work', async () => {
    const attempt = async (email: string) => {
      const answer = await fetch(`${test.url}/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
        body: JSON.stringify({ email, password: 'wrong' }),
      })
      return { status: answer.status, code: answer.headers.get('x-sb-error-code'), body: await answer.json() }
    }
    vi.mocked(verify).mockClear()
    const known = await attempt('ada@example.test')
    expect(verify).toHaveBeenCalledTimes(1)
    const unknown = await attempt('nobody@example.test')
    expect(verify).toHaveBeenCalledTimes(2)
    expect(known).toEqual({
      status: 400,
      code: 'invalid_credentials',
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
    expect(unknown).toEqual(known)
  })

  it('accepts no token that it did not sign', async () => {
    const { session } = await signIn()
    const claims = {
      sub: session.user.id,
      aud: 'authenticated',
      iss: test.url,
      exp: Math.floor(Date.now() / 1000) + 600,
    }
    const stranger = await generateKeyPair('ES256')
    const publicKey = JSON.stringify(await exportJWK(stranger.publicKey))
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(publicKey.padEnd(32))),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(stranger.privateKey),
    ]
    for (const token of forged) expect(await userStatus(token)).toBe('403 bad_jwt')
    expect(await userStatus('')).toBe('401 no_authorization')
    test.clock.offset = 3_601_000
    expect(await userStatus(session.access_token)).toBe('403 bad_jwt')
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
    expect(await userStatus(here.session.access_token)).toBe(mine)
    expect(await userStatus(there.session.access_token)).toBe(theirs)
  })

  it('refuses another scope', async () => {
    const { session } = await signIn()
    const answer = await fetch(`${test.url}/logout?scope=all`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Unsupported logout scope "all"',
    })
  })
})

describe('refreshing', () => {
  const refresh = (token: string) => test.client().refreshSession({ refresh_token: token })

  it('rotates the token, and gives two tabs within the grace the same one', async () => {
    const { session } = await signIn()
    const first = await refresh(session.refresh_token)
    const second = await refresh(session.refresh_token)
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(second.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
  })

  it('gives many at once one successor', async () => {
    const { session } = await signIn()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)))
    expect(new Set(answers.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  })

  it('ends the whole session when a token is used again after the grace', async () => {
    const { session } = await signIn()
    const { data } = await refresh(session.refresh_token)
    test.clock.offset = 11_000
    expect((await refresh(session.refresh_token)).error).toMatchObject({
      code: 'refresh_token_already_used',
      status: 400,
    })
    expect((await refresh(data.session?.refresh_token ?? '')).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect(await userStatus(data.session?.access_token ?? '')).toBe('403 session_not_found')
    test.clock.offset = 0
  })
})

describe('guessing', () => {
  it('is stopped for a stranger’s address, while the right person still gets in from theirs', async () => {
    await test.auth.createAccount('target@example.test', password)
    const attempt = (given: string) =>
      test.client().signInWithPassword({ email: 'target@example.test', password: given })
    test.from.address = '198.51.100.7'
    expect((await attempt(password)).error).toBeNull()

    let refused = 0
    for (let n = 0; n < limits.account.max + 5; n++) {
      test.from.address = `203.0.113.${n % 200}`
      if ((await attempt(`guess-${n}`)).error?.status === 429) refused++
    }
    // The first right sign-in came from an address that was unknown until then, and counts as well.
    expect(refused).toBe(6)
    test.from.address = '203.0.113.250'
    expect((await attempt(password)).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    test.from.address = '198.51.100.7'
    expect((await attempt(password)).error).toBeNull()
    test.from.address = '192.0.2.1'
  })

  it('is stopped for one address over many accounts', async () => {
    test.from.address = '198.51.100.99'
    const codes = new Map<string | undefined, number>()
    for (let n = 0; n < limits.address.max + 3; n++) {
      const { error } = await test.client().signInWithPassword({ email: `p${n}@example.test`, password: 'x' })
      codes.set(error?.code, (codes.get(error?.code) ?? 0) + 1)
    }
    expect(Object.fromEntries(codes)).toEqual({ invalid_credentials: limits.address.max, over_request_rate_limit: 3 })
    test.from.address = '192.0.2.1'
  })
})

it('answers no body with 500', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"email":1}',
    '{"email":{}}',
    '{"email":"a@b.test","password":[]}',
    '{"email":"\\u0000@b.test","password":"x"}',
    `{"email":"${'x'.repeat(3000)}","password":"x"}`,
    '{"refresh_token":{}}',
    '{"refresh_token":"x"}',
    '{"token_hash":"x","type":"recovery"}',
    '{"auth_code":"x","code_verifier":"y"}',
  ]
  const paths = [
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
    '/token',
    '/signup',
    '/recover',
    '/resend',
    '/verify',
    '/logout',
    '/nowhere',
  ]
  for (const path of paths) {
    for (const body of bodies) {
      test.from.address = `100.64.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`
      const answer = await fetch(`${test.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer.status, `${path} ${body}: ${await answer.text()}`).toBeLessThan(500)
    }
  }
  test.from.address = '192.0.2.1'
})
