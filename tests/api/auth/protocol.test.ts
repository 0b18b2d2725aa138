import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
let accessToken = ''
beforeAll(async () => {
  test = await startTestAuth()
  await test.auth.createAccount('ada@example.test', password)
  const { data } = await test.client().signInWithPassword({ email: 'ada@example.test', password })
  accessToken = data.session?.access_token ?? ''
})
afterAll(() => test.close())

describe('refusals', () => {
  it('have the shape of the API version that the client asks for', async () => {
    const refused = (version: string) =>
      test.request('/token?grant_type=password', {
        method: 'POST',
        headers: { 'x-supabase-api-version': version },
        body: '{}',
      })
    const today = await refused('2024-01-01')
    expect(today.body).toEqual({ code: 'validation_failed', message: 'missing email or phone' })
    const before = await refused('')
    expect(before.body).toEqual({ code: 400, error_code: 'validation_failed', msg: 'missing email or phone' })
    for (const { status, headers } of [today, before]) {
      expect(status).toBe(400)
      expect(headers.get('x-sb-error-code')).toBe('validation_failed')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each([
    ['POST', '/token?grant_type=magic', '{}', 400, 'invalid_credentials'],
    ['POST', '/token?grant_type=password', '{', 400, 'bad_json'],
    ['POST', '/token?grant_type=password', '{"email":"a","phone":"b"}', 400, 'validation_failed'],
    ['POST', '/signup', '{}', 422, 'anonymous_provider_disabled'],
    ['POST', '/signup', '{"email":"new@example.test"}', 400, 'validation_failed'],
    ['POST', '/signup', '{"email":"not an address","password":"long-enough-1"}', 400, 'validation_failed'],
    ['POST', '/verify', '{"token":"x","type":"recovery"}', 400, 'validation_failed'],
    ['POST', '/verify', '{"token_hash":"x","type":"constructor"}', 400, 'validation_failed'],
    ['POST', '/verify', '{"token_hash":"x","type":"recovery"}', 403, 'otp_expired'],
    ['POST', '/recover', '{"email":"a@b.test","code_challenge":"x"}', 400, 'validation_failed'],
    ['POST', '/signup', `{"x":"${'x'.repeat(70_000)}"}`, 413, 'validation_failed'],
    ['POST', '/logout', '{}', 401, 'no_authorization'],
    ['POST', '/nowhere', '{}', 404, 'not_found'],
    ['GET', '/nowhere', undefined, 404, 'not_found'],
  ])('%s %s %s is refused as GoTrue does', async (method, path, body, status, code) => {
    const answer = await test.request(path, { method, ...(body && { body }) })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  it.each([
    ['POST', '/verify', {}, 400, 'validation_failed', 'Verify requires a verification type'],
    [
      'POST',
      '/verify',
      { type: 'recovery' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      'POST',
      '/verify',
      { type: 'recovery', token: 'x', token_hash: 'x' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      'POST',
      '/verify',
      { type: 'sms', token: '123456' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      'POST',
      '/verify',
      { type: 'sms', token: '123456', phone: 'x' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    ...['sms', 'phone_change'].map(
      type =>
        [
          'POST',
          '/verify',
          { type, token: '123456', phone: '+4915112345678' },
          403,
          'otp_expired',
          'Token has expired or is invalid',
        ] as const,
    ),
    [
      'POST',
      '/verify',
      { type: 'recovery', token_hash: 'x', email: 'a@b.test' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    ['GET', '/verify', null, 400, 'validation_failed', 'Verify requires a verification type'],
    ['GET', '/verify?type=recovery', null, 400, 'validation_failed', 'Verify requires a token or a token hash'],
    ['GET', '/reauthenticate', null, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['POST', '/reauthenticate', {}, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  ] as const)('%s %s %j is refused in its words', async (method, path, body, status, code, message) => {
    const answer = await test.request(path, { method, ...(body && { body: JSON.stringify(body) }) })
    expect(answer).toMatchObject({ status, body: { code, message } })
  })

  it.each([
    [
      'POST',
      '/token?grant_type=password',
      { phone: '+491', password },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['POST', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    [
      'POST',
      '/token?grant_type=id_token',
      { provider: 'google' },
      400,
      'provider_disabled',
      'Provider (issuer "google") is not enabled',
    ],
    ['POST', '/signup', { phone: '+491', password }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
    ['POST', '/signup', { data: {} }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    ['POST', '/otp', { phone: '+491' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['POST', '/otp', { email: 'a@b.test', create_user: false }, 422, 'otp_disabled', 'Signups not allowed for otp'],
    ['POST', '/otp', { email: 'a@b.test' }, 422, 'email_provider_disabled', 'Login with magic link is disabled'],
    ['POST', '/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    ['POST', '/magiclink', { email: 'a@b.test' }, 422, 'email_provider_disabled', 'Login with magic link is disabled'],
    ['POST', '/resend', { type: 'sms', phone: '+491' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    [
      'GET',
      '/authorize?provider=google',
      null,
      400,
      'validation_failed',
      'Unsupported provider: provider is not enabled',
    ],
    ['POST', '/sso', { domain: 'b.test' }, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['GET', '/sso/saml/metadata', null, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST', '/passkeys/authentication/options', {}, 404, 'passkey_disabled', 'Passkeys are disabled'],
    ['GET', '/oauth/authorize', null, 404, 'feature_disabled', 'OAuth server is disabled'],
    [
      'GET',
      '/user/identities/authorize?provider=google',
      null,
      404,
      'manual_linking_disabled',
      'Manual linking is disabled',
    ],
    ['GET', '/user/oauth/grants', null, 404, 'feature_disabled', 'OAuth server is disabled'],
    ['GET', '/admin/sso/providers', null, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST', '/admin/oauth/clients', {}, 404, 'feature_disabled', 'OAuth server is disabled'],
    ['GET', '/admin/custom-providers', null, 404, 'feature_disabled', 'Custom OAuth providers are disabled'],
  ])('%s %s %j is switched off, as GoTrue says it', async (method, path, body, status, code, message) => {
    const isAdmin = path.startsWith('/admin')
    const token = isAdmin ? await test.auth.serviceToken() : accessToken
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await test.request(path, { ...init, headers: { authorization: `Bearer ${token}` } })
    expect(answer).toMatchObject({ status, body: { code, message } })
    if (isAdmin) expect(await test.request(path, init)).toMatchObject({ status: 401 })
  })

  it('of a person who wants more than their own', async () => {
    const { error } = await test.client({ token: accessToken }).admin.createUser({ email: 'x@example.test', password })
    expect(error).toMatchObject({ status: 403, code: 'not_admin' })
    const answer = await test.request('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}` },
      body: '{"app_metadata":{"role":"admin"}}',
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  })

  it('are never an error of the server’s own', async () => {
    const paths = ['token?grant_type=password', 'token?grant_type=refresh_token', 'token?grant_type=pkce', 'signup']
    const routes = fc.oneof(
      fc.constantFrom(...[...paths, 'recover', 'resend', 'verify', 'logout'].map(path => ['POST', `/${path}`])),
      fc.constant<string[]>(['PUT', '/user']),
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('\u0000@b.test', '\ud800', 'a@b.test', randomBytes(3000).toString('base64'), password),
      fc.constantFrom('signup', 'recovery', 'email', 'constructor', '__proto__', ''),
    )
    const values = fc.oneof(texts, fc.jsonValue({ maxDepth: 3 }))
    const names = ['email', 'phone', 'password', 'data', 'refresh_token', 'auth_code', 'code_verifier', 'type']
    const more = ['token', 'token_hash', 'code_challenge', 'code_challenge_method', '__proto__']
    const records = fc
      .dictionary(fc.constantFrom(...names, ...more), values, { maxKeys: 6, noNullPrototype: true })
      .map(record => JSON.stringify(record))
    const deep = `{"email":"deep@example.test","password":"${password}","data":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`
    const half = `{"email":"half@example.test","password":"${password}","data":{"name":"\\ud800"}}`
    const bodies = fc.oneof(
      { weight: 9, arbitrary: records },
      fc.constantFrom(deep, half, '', '{', 'null', '[]', '"x"', '[['.repeat(20_000)),
    )
    let n = 0
    const answered = async ([method = '', path = '']: string[], body: string) => {
      // A limit would otherwise answer.
      test.from.address = `100.64.${++n % 250}.${Math.floor(n / 250)}`
      const { status, body: answer } = await test.request(path, {
        method,
        headers: { authorization: `Bearer ${accessToken}` },
        body,
      })
      expect(status, JSON.stringify(answer)).toBeLessThan(500)
    }
    const examples: [string[], string][] = [deep, half].map(body => [['POST', '/signup'], body])
    const { address } = test.from
    try {
      await fc.assert(fc.asyncProperty(routes, bodies, answered), { numRuns: 300, examples })
    } finally {
      test.from.address = address
    }
  })
})

describe('links that people follow', () => {
  const follow = async (link: URL | string) => {
    const answer = await fetch(link, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? '')
  }
  const verifyLink = (token: string, redirectTo: string) =>
    `${test.url}/verify?${new URLSearchParams({ token, type: 'recovery', redirect_to: redirectTo })}`

  it('lead to a page with a session in the hash', async () => {
    const { tokenHash } = await test.recover('ada@example.test')
    const target = await follow(verifyLink(tokenHash, `${test.origin}/new-password?from=mail`))
    expect(target.pathname + target.search).toBe('/new-password?from=mail')
    const hash = new URLSearchParams(target.hash.slice(1))
    expect(Object.fromEntries(hash)).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'recovery' })
    const client = test.client()
    const { error } = await client.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
  })

  it('lead a client that uses PKCE to a code that only it can exchange', async () => {
    const confirming = await startTestAuth({ on: test.database, confirmEmail: true })
    await test.auth.createAccount('pkce@example.test', password)
    // auth-js forgets its verifier when it saves the changed user, so this sends what it would have sent.
    const verifier = 'v'.repeat(56)
    const client = confirming.client()
    const { data: signedIn } = await client.signInWithPassword({ email: 'pkce@example.test', password })
    await confirming.request('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${signedIn.session?.access_token}` },
      body: JSON.stringify({
        email: 'moved-pkce@example.test',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 's256',
      }),
    })
    const first = await follow((await confirming.newestMailTo('pkce@example.test')).link)
    expect(first.searchParams.get('message')).toMatch(/^Confirmation link accepted/)
    const { link } = await confirming.newestMailTo('moved-pkce@example.test')
    expect(link.searchParams.get('token')).toMatch(/^pkce_/)
    const target = await follow(link)
    expect(target.hash).toBe('')
    const code = target.searchParams.get('code') ?? ''
    const stolen = await test.post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(56) })
    expect(stolen).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const exchanged = await test.post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })
    expect(exchanged).toMatchObject({ status: 200, body: { user: { email: 'moved-pkce@example.test' } } })
    const again = await test.post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(56) })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
    await confirming.close()
  })

  it('work in every browser when nobody had to be signed in to ask for them', async () => {
    const { link, tokenHash } = await test.recover('ada@example.test', { flowType: 'pkce' })
    expect(link.pathname).toBe('/new-password')
    const { data, error } = await test.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe('ada@example.test')
  })

  it('never lead to a foreign place', async () => {
    const foreign = [
      'https://evil.example/new-password',
      `${test.origin}.evil.example/`,
      `http://x:y@evil.example/#${test.origin}`,
      'javascript:alert(1)',
      'data:text/html,x',
      `blob:${test.origin}/5e0e9a3c`,
      '//evil.example',
    ]
    for (const redirectTo of foreign) {
      const target = await follow(verifyLink('used', redirectTo))
      expect(`${redirectTo}: ${target.origin}`).toBe(`${redirectTo}: ${test.origin}`)
      expect(target.protocol).toBe('http:')
      expect(target.hash).toContain('error_code=otp_expired')
    }
    await test.auth.createAccount('foreign@example.test', password)
    const { link } = await test.recover('foreign@example.test', { redirectTo: foreign[0] })
    expect(link.origin).toBe(test.origin)
  })
})

describe('browsers', () => {
  const preflight = (origin: string) =>
    test.request('/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey' },
    })

  it('may call from pages of our own, and read refusals there', async () => {
    const { status, headers } = await preflight(test.origin)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(test.origin)
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',')
    const sent = ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version']
    expect(allowed).toEqual(expect.arrayContaining(sent))
    const refused = await test.request('/user', { headers: { origin: test.origin } })
    expect(refused.headers.get('access-control-allow-origin')).toBe(test.origin)
    expect(refused.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
  })

  it('may not call from other pages', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

it('says what it is and can do', async () => {
  expect((await test.request('/health')).body).toMatchObject({ name: 'GoTrue' })
  expect((await test.request('/settings')).body).toMatchObject({ external: { email: true }, mailer_autoconfirm: true })
})

it('has one signing key, however many processes start', async () => {
  const other = await startTestAuth({ on: test.database })
  expect((await other.request('/.well-known/jwks.json')).body).toEqual(
    (await test.request('/.well-known/jwks.json')).body,
  )
  await other.close()
})
