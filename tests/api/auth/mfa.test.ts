import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
beforeAll(async () => {
  test = await startTestAuth()
})
afterAll(() => test.close())

type Client = ReturnType<TestAuth['client']>

let email: string
let count = 0
beforeEach(async () => {
  count += 1
  email = `person${count}@example.test`
  await test.auth.createAccount(email, password)
})
afterEach(() => {
  test.clock.offset = 0
  test.from.address = '192.0.2.1'
})

/** Moves on to the next half minute and its codes. */
const laterOn = () => {
  test.clock.offset += 30_000
}

/** The app's present code by the service's clock. */
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + test.clock.offset })

const wrongCodeOf = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

const signIn = async (): Promise<Client> => {
  const client = test.client()
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

const tokenOf = async (client: Client): Promise<string> => (await client.getSession()).data.session?.access_token ?? ''

const enrol = async (client: Client, friendlyName = 'Phone') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, ...data }
}

/** Signs in and sets an app up. */
const secured = async () => {
  const client = await signIn()
  const factor = await enrol(client)
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.factorId, code: codeOf(factor.secret) })
  if (error) throw error
  // Mails are written in parallel, so this waits for the notice.
  await test.mails()
  return { client, ...factor }
}

const codeOfError = async (answer: Promise<{ error: unknown }>): Promise<string> => {
  const { status, code } = ((await answer).error ?? {}) as { status?: number; code?: string }
  return `${status} ${code}`
}

const call = async (client: Client, method: string, path: string, body?: unknown) =>
  test.request(path, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(client)}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const makeCodes = async (client: Client): Promise<string[]> =>
  (await call(client, 'POST', '/recovery-codes')).body.codes as string[]

describe('a new password with which the session is renewed', () => {
  it('keeps the second step, and the apps that this session added', async () => {
    const { client } = await secured()
    const { factorId, secret } = await enrol(client, 'Tablet')
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const { body } = await call(client, 'PUT', '/user', { password: 'another-good-one-2', renew_session: true })
    const renewed = test.client()
    const { access_token, refresh_token } = body as Record<string, string>
    await renewed.setSession({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' })
    expect((await renewed.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    // At the next new password, both still count as this session's.
    const next = await call(renewed, 'PUT', '/user', { password: 'a-third-good-one-3', renew_session: true })
    expect(next.status).toBe(200)
    expect((next.body.user as { factors: unknown[] }).factors).toHaveLength(2)
  })
})

describe('setting up an authenticator app', () => {
  it('gives a secret, its address and its QR code, and needs a code of it', async () => {
    const client = await signIn()
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Acme' })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    const uri = new URL(data?.totp.uri ?? '')
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain(email)
    expect(uri.searchParams.get('issuer')).toBe('Acme')
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)

    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] })
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { data: challenge } = await client.mfa.challenge({ factorId: data?.id ?? '' })
    expect(challenge).toMatchObject({ type: 'totp', id: expect.any(String), expires_at: expect.any(Number) })
    const { data: verified } = await client.mfa.verify({
      factorId: data?.id ?? '',
      challengeId: challenge?.id ?? '',
      code: codeOf(data?.totp.secret ?? ''),
    })
    expect(verified?.user.factors).toMatchObject([
      { id: data?.id, factor_type: 'totp', friendly_name: 'Phone', status: 'verified' },
    ])
    expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    })
  })

  it('is told to the owner', async () => {
    await secured()
    expect((await test.newestMail()).subject).toBe('Slotwise: two-step sign-in was set up')
  })

  it('ends the sessions that have not taken the second step, and the refresh token from before it', async () => {
    const elsewhere = await signIn()
    const client = await signIn()
    const before = (await client.getSession()).data.session
    const { factorId, secret } = await enrol(client)
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(await test.userStatus(await tokenOf(elsewhere))).toBe('403 session_not_found')
    expect(await test.userStatus(await tokenOf(client))).toBe('200')
    expect(await codeOfError(test.client().refreshSession({ refresh_token: before?.refresh_token ?? '' }))).toBe(
      '400 refresh_token_not_found',
    )
  })

  it('is refused for what the service does not offer, and for nonsense', async () => {
    const client = await signIn()
    expect(await codeOfError(client.mfa.enroll({ factorType: 'phone', phone: '+4930123456' }))).toBe(
      '422 mfa_phone_enroll_not_enabled',
    )
    expect(await codeOfError(client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' }))).toBe(
      '422 mfa_webauthn_enroll_not_enabled',
    )
    expect((await call(client, 'POST', '/factors', { factor_type: 'sms' })).body.code).toBe('validation_failed')
    expect((await call(client, 'POST', '/factors/here/challenge', {})).body).toMatchObject({
      code: 'validation_failed',
      message: 'factor_id must be an UUID',
    })
    expect((await test.post('/factors', { factor_type: 'totp' })).body.code).toBe('no_authorization')
  })

  it('refuses a name that is taken, and an eleventh app', async () => {
    const client = await signIn()
    await enrol(client, 'Phone')
    expect(await codeOfError(client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }))).toBe(
      '422 mfa_factor_name_conflict',
    )
    for (let n = 2; n <= 10; n += 1) await enrol(client, `Phone ${n}`)
    expect(await codeOfError(client.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' }))).toBe(
      '422 too_many_enrolled_mfa_factors',
    )
  })

  it('forgets what was given up, when it is begun anew', async () => {
    const client = await signIn()
    await enrol(client, 'Phone')
    test.clock.offset = 301_000
    await enrol(client, 'Phone')
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  it('needs the second step when there is one already', async () => {
    const { secret, factorId } = await secured()
    laterOn()
    const thief = await signIn()
    expect(await codeOfError(thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }))).toBe(
      '403 insufficient_aal',
    )
    expect(await codeOfError(thief.mfa.unenroll({ factorId }))).toBe('422 insufficient_aal')
    expect(await codeOfError(thief.updateUser({ password: 'another-password-2' }))).toBe('401 insufficient_aal')
    expect(await codeOfError(thief.updateUser({ email: 'thief@example.test' }))).toBe('401 insufficient_aal')
    expect((await call(thief, 'POST', '/recovery-codes')).body.code).toBe('insufficient_aal')
    expect((await thief.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    await enrol(thief, 'A second one')
  })
})

describe('signing in with a code', () => {
  it('raises the session, which keeps its level when it is refreshed', async () => {
    const { secret, factorId } = await secured()
    laterOn()
    const client = await signIn()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    const { data } = await client.refreshSession()
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
    expect(data.user?.factors).toHaveLength(1)
    expect((await client.updateUser({ data: { city: 'Rome' } })).data.user?.factors).toHaveLength(1)
  })

  it('takes a code of the step before and after, and none that is older', async () => {
    const { secret, factorId } = await secured()
    const client = await signIn()
    const attempt = async (stepsOff: number) => {
      test.clock.offset += 300_000
      const timestamp = Date.now() + test.clock.offset + stepsOff * 30_000
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
      return codeOfError(client.mfa.challengeAndVerify({ factorId, code }))
    }
    expect(await attempt(-2)).toBe('422 mfa_verification_failed')
    expect(await attempt(-1)).toBe('undefined undefined')
    expect(await attempt(1)).toBe('undefined undefined')
    expect(await attempt(3)).toBe('422 mfa_verification_failed')
  })

  it('takes no code twice, and none that is older than one that was used', async () => {
    const { secret, factorId } = await secured()
    const used = codeOf(secret)
    const client = await signIn()
    expect((await client.mfa.challengeAndVerify({ factorId, code: used })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    laterOn()
    const next = codeOf(secret)
    const answers = await Promise.all(
      [await signIn(), await signIn(), client].map(each =>
        codeOfError(each.mfa.challengeAndVerify({ factorId, code: next })),
      ),
    )
    expect(answers.filter(answer => answer === 'undefined undefined')).toHaveLength(1)
    expect(await codeOfError((await signIn()).mfa.challengeAndVerify({ factorId, code: used }))).toBe(
      '422 mfa_verification_failed',
    )
  })

  it('uses a challenge once, within five minutes, from one network, for its own app', async () => {
    const { client, secret, factorId } = await secured()
    const challenge = async () => (await client.mfa.challenge({ factorId })).data?.id ?? ''
    const verify = async (challengeId: string) =>
      codeOfError(client.mfa.verify({ factorId, challengeId, code: codeOf(secret) }))

    laterOn()
    const once = await challenge()
    expect(await verify(once)).toBe('undefined undefined')
    laterOn()
    expect(await verify(once)).toBe('422 mfa_ip_address_mismatch')

    const here = await challenge()
    test.from.address = '198.51.100.7'
    expect(await verify(here)).toBe('422 mfa_ip_address_mismatch')
    test.from.address = '192.0.2.1'

    const old = await challenge()
    test.clock.offset += 301_000
    expect(await verify(old)).toBe('422 mfa_challenge_expired')
    expect(await verify(crypto.randomUUID())).toBe('422 mfa_factor_not_found')
    expect(await verify('here')).toBe('400 validation_failed')

    const other = await enrol(client, 'Tablet')
    const ofOther = (await client.mfa.challenge({ factorId: other.factorId })).data?.id ?? ''
    expect(await verify(ofOther)).toBe('422 mfa_factor_not_found')
  })

  it('knows no app of somebody else', async () => {
    const { factorId } = await secured()
    await test.auth.createAccount('other@example.test', password)
    const other = test.client()
    await other.signInWithPassword({ email: 'other@example.test', password })
    const notFound = '404 mfa_factor_not_found'
    expect(await codeOfError(other.mfa.challenge({ factorId }))).toBe(notFound)
    expect(await codeOfError(other.mfa.verify({ factorId, challengeId: crypto.randomUUID(), code: '123456' }))).toBe(
      notFound,
    )
    expect(await codeOfError(other.mfa.unenroll({ factorId }))).toBe(notFound)
  })

  it('limits guesses per account, wherever they come from; a recovery code still works then', async () => {
    const { client, secret, factorId } = await secured()
    const codes = await makeCodes(client)
    laterOn()
    const guess = async (n: number) => {
      test.from.address = `198.51.100.${n}`
      const thief = await signIn()
      return codeOfError(thief.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(secret) }))
    }
    for (let n = 1; n <= 10; n += 1) expect(await guess(n)).toBe('422 mfa_verification_failed')
    expect(await guess(11)).toBe('429 over_request_rate_limit')

    test.from.address = '192.0.2.1'
    const owner = await signIn()
    expect(await codeOfError(owner.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }))).toBe(
      '429 over_request_rate_limit',
    )
    expect((await call(owner, 'POST', '/recovery-codes/verify', { code: codes[0] })).status).toBe(200)
    test.clock.offset += 15 * 60_000
    const later = await signIn()
    expect((await later.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
  })

  it('does not count codes that were right', async () => {
    const { client, secret, factorId } = await secured()
    for (let n = 0; n < 12; n += 1) {
      laterOn()
      expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    }
  })
})

describe('removing an app', () => {
  it('takes the second step back, everywhere, and is told', async () => {
    const { client, secret, factorId } = await secured()
    laterOn()
    const elsewhere = await signIn()
    await elsewhere.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    await makeCodes(client)
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await test.newestMail()).subject).toBe('Slotwise: an authenticator app was removed')
    for (const each of [client, elsewhere]) {
      const { data } = await each.refreshSession()
      expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
      expect(data.user?.factors ?? []).toEqual([])
    }
    expect((await call(client, 'GET', '/recovery-codes')).body).toEqual({ remaining: 0, created_at: null })
  })

  it('of several leaves the others in force', async () => {
    const { client, secret, factorId } = await secured()
    const second = await enrol(client, 'Tablet')
    laterOn()
    await client.mfa.challengeAndVerify({ factorId: second.factorId, code: codeOf(second.secret) })
    await client.mfa.unenroll({ factorId: second.factorId })
    const thief = await signIn()
    expect((await thief.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal2')
    laterOn()
    expect((await thief.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
  })

  it('that was never proved needs no second step', async () => {
    const client = await signIn()
    const { factorId } = await enrol(client)
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  it('can be done by a service, for somebody who lost everything', async () => {
    const { client, factorId } = await secured()
    const userId = (await client.getUser()).data.user?.id ?? ''
    const { admin } = test.client({ token: await test.auth.serviceToken() })
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toMatchObject([{ id: factorId }])
    expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
    expect((await (await signIn()).mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')
  })
})

describe('recovery codes', () => {
  it('are ten, each takes the second step once, however it is typed', async () => {
    const { client, factorId } = await secured()
    const codes = await makeCodes(client)
    expect(new Set(codes).size).toBe(10)
    expect((await test.newestMail()).subject).toBe('Slotwise: new recovery codes')
    expect((await call(client, 'GET', '/recovery-codes')).body).toMatchObject({ remaining: 10 })

    const lost = await signIn()
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
    const { status, body } = await call(lost, 'POST', '/recovery-codes/verify', { code: typed })
    expect(status).toBe(200)
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'recovery_code' }, { method: 'password' }],
    })
    expect((await test.newestMail()).subject).toBe('Slotwise: a recovery code was used')
    await lost.setSession({ access_token: String(body.access_token), refresh_token: String(body.refresh_token) })
    expect((await call(lost, 'GET', '/recovery-codes')).body).toMatchObject({ remaining: 9 })
    expect((await call(lost, 'POST', '/recovery-codes/verify', { code: typed })).body.code).toBe(
      'mfa_verification_failed',
    )
    // It removes the lost app and sets a new one up.
    expect((await lost.mfa.unenroll({ factorId })).error).toBeNull()
    await enrol(lost, 'New phone')
  })

  it('of before stop working when there are new ones', async () => {
    const { client } = await secured()
    const [old] = await makeCodes(client)
    const [fresh] = await makeCodes(client)
    const verify = async (code: string | undefined) =>
      (await call(await signIn(), 'POST', '/recovery-codes/verify', { code })).status
    expect(await verify(old)).toBe(422)
    expect(await verify(fresh)).toBe(200)
  })

  it('need an app, and guesses are limited', async () => {
    const { client, factorId } = await secured()
    await client.mfa.unenroll({ factorId })
    await client.refreshSession()
    expect((await call(client, 'POST', '/recovery-codes')).status).toBe(403)
    for (let n = 0; n < 10; n += 1) {
      expect((await call(client, 'POST', '/recovery-codes/verify', { code: 'abcd-efgh' })).status).toBe(422)
    }
    expect((await call(client, 'POST', '/recovery-codes/verify', { code: 'abcd-efgh' })).status).toBe(429)
  })
})

describe('what is kept', () => {
  it('is out of reach of the roles of the API, and codes are kept as hashes', async () => {
    const { client } = await secured()
    const [code = ''] = await makeCodes(client)
    for (const role of ['slotwise_tenant', 'slotwise_platform']) {
      for (const table of ['factors', 'challenges', 'recovery_codes', 'sessions']) {
        const { rows } = await test.database.owner.query(
          'select has_schema_privilege($1, $2, $3) as enters, has_any_column_privilege($1, $4, $5) as reads',
          [role, 'auth_service', 'usage', `auth_service.${table}`, 'select'],
        )
        expect({ role, table, ...rows[0] }).toEqual({ role, table, enters: false, reads: false })
      }
    }
    const { rows } = await test.database.owner.query(
      'select to_jsonb(c)::text as row from auth_service.recovery_codes c',
    )
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const { row } of rows) expect(row).not.toContain(code)
  })
})

describe('sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
  interface Listed {
    id: string
    device: string | null
    network: string
    created_at: string
    last_used_at: string
    aal: string
    is_current: boolean
  }
  const list = async (client: Client) => (await call(client, 'GET', '/sessions')).body.sessions as Listed[]

  it('are listed with device, network and last use, this one marked', async () => {
    const elsewhere = test.client({ userAgent: firefox })
    test.from.address = '198.51.100.7'
    await elsewhere.signInWithPassword({ email, password })
    test.from.address = '192.0.2.1'
    const client = await signIn()
    const listed = await list(client)
    expect(listed).toHaveLength(2)
    expect(listed.find(({ is_current }) => is_current)).toMatchObject({ network: '192.0.2.1', aal: 'aal1' })
    const other = listed.find(({ is_current }) => !is_current)
    expect(other).toMatchObject({ device: 'Firefox · Windows', network: '198.51.100.7' })

    test.clock.offset = 3_600_000
    test.from.address = '198.51.100.9'
    await elsewhere.refreshSession()
    const after = (await list(elsewhere)).find(({ is_current }) => is_current)
    expect(after?.network).toBe('198.51.100.9')
    expect(Date.parse(after?.last_used_at ?? '') - Date.parse(other?.last_used_at ?? '')).toBeGreaterThan(3_500_000)
    expect(JSON.stringify(listed)).not.toContain('Mozilla')
  })

  it('can be ended one by one by their owner, and by nobody else', async () => {
    const client = await signIn()
    const elsewhere = await signIn()
    const there = (await list(elsewhere)).find(({ is_current }) => is_current)?.id
    await test.auth.createAccount(`stranger-of-${email}`, password)
    const stranger = test.client()
    await stranger.signInWithPassword({ email: `stranger-of-${email}`, password })
    expect((await call(stranger, 'DELETE', `/sessions/${there}`)).body.code).toBe('session_not_found')
    expect(await test.userStatus(await tokenOf(elsewhere))).toBe('200')
    expect((await call(client, 'DELETE', `/sessions/${there}`)).status).toBe(204)
    expect(await test.userStatus(await tokenOf(elsewhere))).toBe('403 session_not_found')
    expect((await call(client, 'DELETE', '/sessions/here')).status).toBe(404)
    expect(await list(client)).toHaveLength(1)
  })
})

describe('a session that was stolen', () => {
  const needed = '400 reauthentication_needed'
  const elevenMinutes = 11 * 60_000

  /** A second browser with stolen tokens. */
  const stealFrom = async (owner: Client): Promise<Client> => {
    const { access_token = '', refresh_token = '' } = (await owner.getSession()).data.session ?? {}
    const thief = test.client()
    const { error } = await thief.setSession({ access_token, refresh_token })
    if (error) throw error
    return thief
  }

  const followReset = async (): Promise<Client> => {
    const { error: refused } = await test.client().resetPasswordForEmail(email)
    if (refused) throw refused
    await test.auth.settled()
    const { tokenHash } = await test.newestMailTo(email, /choose a new password/)
    const client = test.client()
    const { error } = await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    if (error) throw error
    return client
  }

  it('sets up no app ten minutes after the sign-in, before the password or a mailed code is given', async () => {
    const client = await signIn()
    const begun = await enrol(client, 'Begun in time')
    test.clock.offset = elevenMinutes
    expect(await codeOfError(client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }))).toBe(needed)
    expect(
      await codeOfError(client.mfa.challengeAndVerify({ factorId: begun.factorId, code: codeOf(begun.secret) })),
    ).toBe(needed)

    const prove = (body: object) => call(client, 'POST', '/reauthenticate', body)
    expect((await prove({ password: 'a-guess-that-is-wrong' })).body.code).toBe('current_password_invalid')
    expect((await prove({ nonce: '12345678' })).body.code).toBe('reauthentication_not_valid')
    expect((await prove({})).body.code).toBe('validation_failed')
    expect(await codeOfError(client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }))).toBe(needed)

    const { session } = (await client.getSession()).data
    const provedAt = () => test.auth.provedAt(String(decodeJwt(session?.access_token ?? '').session_id))
    const before = await provedAt()
    expect((await prove({ password })).status).toBe(204)
    expect((await provedAt()) - before, 'for the API, too').toBeGreaterThanOrEqual(elevenMinutes)
    const { factorId, secret } = await enrol(client, 'Mine')
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()

    test.clock.offset += elevenMinutes
    expect(await codeOfError(client.mfa.unenroll({ factorId }))).toBe(needed)
    expect((await call(client, 'POST', '/recovery-codes')).body.code).toBe('reauthentication_needed')
    expect((await client.reauthenticate()).error).toBeNull()
    const code = /\d{8}/.exec((await test.newestMailTo(email)).text)?.[0]
    expect((await prove({ nonce: code })).status).toBe(204)
    expect((await prove({ nonce: code })).body.code).toBe('reauthentication_not_valid')
    expect(await makeCodes(client)).toHaveLength(10)
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('guesses no password: ten in a quarter of an hour', async () => {
    const client = await signIn()
    const guess = async () => (await call(client, 'POST', '/reauthenticate', { password: 'a-wrong-password' })).status
    for (let n = 1; n <= 10; n += 1) expect(await guess()).toBe(400)
    expect(await guess()).toBe(429)
  })

  it('of a minute ago that planted an app is ended by a mailed reset, and the app with it', async () => {
    const owner = await signIn()
    const thief = await stealFrom(owner)
    const { factorId, secret } = await enrol(thief, 'Planted')
    expect((await thief.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    await makeCodes(thief)
    expect(await codeOfError(owner.updateUser({ password: 'another-password-2' }))).toBe('401 insufficient_aal')

    const back = await followReset()
    expect((await test.newestMailTo(email)).subject).toBe('Slotwise: an authenticator app was removed')
    expect(await test.userStatus(await tokenOf(thief))).toBe('403 session_not_found')
    expect((await back.updateUser({ password: 'another-password-2' })).error).toBeNull()
    expect((await back.mfa.listFactors()).data?.all).toEqual([])
    expect((await call(back, 'GET', '/recovery-codes')).body).toMatchObject({ remaining: 0 })
    const client = test.client()
    expect((await client.signInWithPassword({ email, password: 'another-password-2' })).error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
    expect(await codeOfError(thief.refreshSession())).toBe('400 refresh_token_not_found')
  })

  it('leaves no app behind that it added beside the owner’s, when the owner changes the password elsewhere', async () => {
    const { client: stolen, factorId, secret } = await secured()
    const thief = await stealFrom(stolen)
    const planted = await enrol(thief, 'Planted')
    laterOn()
    await thief.mfa.challengeAndVerify({ factorId: planted.factorId, code: codeOf(planted.secret) })

    const owner = await signIn()
    await owner.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await owner.updateUser({ password: 'another-password-2' })).error).toBeNull()
    expect((await owner.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }])
    expect(await test.userStatus(await tokenOf(thief))).toBe('403 session_not_found')
  })

  it('does not help whoever has the mailbox past an app of more than a week', async () => {
    const { factorId } = await secured()
    test.clock.offset = 8 * 24 * 3_600_000
    const reader = await followReset()
    expect(await codeOfError(reader.updateUser({ password: 'another-password-2' }))).toBe('401 insufficient_aal')
    expect((await reader.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }])
  })
})
