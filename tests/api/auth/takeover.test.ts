import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, startTestAuth, type TestAuth } from './support'

const newPassword = 'the-owner-chose-this-2'
/** Longer than a sign-in counts as recent. */
const aWhile = 11 * 60_000

let test: TestAuth
let owner: string
let thief: string
beforeAll(async () => {
  test = await startTestAuth({ confirmEmail: true })
})
afterAll(() => test.close())

let count = 0
beforeEach(async () => {
  owner = `owner-${++count}@example.test`
  thief = `thief-${count}@evil.test`
  test.from.address = `192.0.2.${count}`
  await test.auth.createAccount(owner, password)
})
afterEach(() => {
  test.clock.offset = 0
})

type Client = ReturnType<TestAuth['client']>

const signIn = async (email = owner, given = password): Promise<Client> => {
  const client = test.client()
  const { error } = await client.signInWithPassword({ email, password: given })
  if (error) throw error
  return client
}

/** A browser with the tokens of another. */
const steal = async (from: Client): Promise<Client> => {
  const { data } = await from.getSession()
  const client = test.client()
  await client.setSession({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
  })
  return client
}

const codeOf = async (answer: Promise<{ error: { name: string; code?: unknown } | null }>): Promise<string> => {
  const { error } = await answer
  return error ? String(error.code ?? error.name) : 'ok'
}
/** Stays with the session's token, even if the session ends. */
const bearerOf = async (client: Client): Promise<string> =>
  `Bearer ${(await client.getSession()).data.session?.access_token}`
const askAgain = (authorization: string, email: string) =>
  test.request('/resend', {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ type: 'email_change', email }),
  })
const follow = (tokenHash: string, type: string): Promise<string> =>
  codeOf(test.client().verifyOtp({ token_hash: tokenHash, type: type as 'recovery' }))
const isAlive = async (client: Client): Promise<boolean> => (await client.getUser()).error === null
const addressOf = async (client: Client) => (await client.getUser()).data.user?.email

describe('nothing that a thief planted works', () => {
  /** Plants whatever a stolen session allows. @returns functions that try it afterwards */
  const plant = async () => {
    const mine = await signIn()
    const session = await steal(mine)
    const second = await signIn()
    test.clock.offset = aWhile
    expect(await codeOf(session.updateUser({ email: thief }))).toBe('ok')
    const change = (await test.newestMailTo(thief)).tokenHash
    const consent = (await test.newestMailTo(owner)).tokenHash
    await test.client().resetPasswordForEmail(owner)
    const recovery = (await test.newestMailTo(owner)).tokenHash
    await session.reauthenticate()
    const nonce = /\b\d{8}\b/.exec((await test.newestMailTo(owner)).text)?.[0] ?? ''
    expect(nonce).not.toBe('')
    const invitation = await test.client({ token: await test.auth.serviceToken() }).admin.generateLink({
      type: 'magiclink',
      email: owner,
    })
    const bearer = await bearerOf(session)
    return {
      mine,
      attempts: {
        'the change of address': () => follow(change, 'email_change'),
        'the consent of the old address': () => follow(consent, 'email_change'),
        'the link for a new password': () => follow(recovery, 'recovery'),
        'the link that signs in': () => follow(invitation.data.properties?.hashed_token ?? '', 'magiclink'),
        'the change of address, mailed again': async () => String((await askAgain(bearer, owner)).body.code),
        'the session': () => codeOf(session.getUser()),
        'the second session': () => codeOf(second.getUser()),
        'the code of a mail': () => codeOf(session.updateUser({ password: 'taken-over-by-me-9', nonce })),
        'the old password': () => codeOf(test.client().signInWithPassword({ email: owner, password })),
      } as Record<string, () => Promise<string>>,
    }
  }
  const trySpoils = async (attempts: Record<string, () => Promise<string>>, butStill: string[] = []) => {
    const mails = (await test.mails()).filter(mail => mail.includes(thief)).length
    for (const [what, attempt] of Object.entries(attempts)) {
      const works = (await attempt()) === 'ok'
      expect(`${what}: ${works}`).toBe(`${what}: ${butStill.includes(what)}`)
    }
    expect((await test.mails()).filter(mail => mail.includes(thief))).toHaveLength(mails)
  }

  it('after the owner changed the password', async () => {
    const { mine, attempts } = await plant()
    const { error, data } = await mine.updateUser({ password: newPassword, current_password: password })
    expect(error).toBeNull()
    expect(data.user?.new_email).toBeUndefined()
    // The stolen session is the owner's own, and this client does not renew it: sessionEnds.test.ts.
    await trySpoils(attempts, ['the session'])
    expect(await addressOf(await signIn(owner, newPassword))).toBe(owner)
  })

  it('after the owner chose a new password by a link', async () => {
    const { attempts } = await plant()
    await test.client().resetPasswordForEmail(owner)
    const client = test.client()
    const { tokenHash } = await test.newestMailTo(owner)
    expect(await codeOf(client.verifyOtp({ token_hash: tokenHash, type: 'recovery' }))).toBe('ok')
    expect(await codeOf(client.updateUser({ password: newPassword }))).toBe('ok')
    await trySpoils(attempts)
    expect(await addressOf(await signIn(owner, newPassword))).toBe(owner)
  })

  it('after the owner signed out everywhere', async () => {
    const { mine, attempts } = await plant()
    await mine.signOut({ scope: 'global' })
    await trySpoils(attempts, ['the old password'])
    expect(await addressOf(await signIn())).toBe(owner)
  })

  it('after the owner signed out everywhere else', async () => {
    const { mine, attempts } = await plant()
    const headers = { authorization: await bearerOf(mine) }
    expect((await test.request('/sessions', { method: 'DELETE', headers })).status).toBe(200)
    await trySpoils(attempts, ['the old password'])
  })

  it.each([
    ['password', { password: newPassword }, []],
    ['exclusion', { ban_duration: '1h' }, []],
  ] as const)('after an administrator’s %s', async (_, change, butStill) => {
    const { mine, attempts } = await plant()
    const id = (await mine.getUser()).data.user?.id ?? ''
    const admin = test.client({ token: await test.auth.serviceToken() }).admin
    expect(await codeOf(admin.updateUserById(id, change))).toBe('ok')
    await trySpoils(attempts, [...butStill])
  })

  it('once the session that planted it has ended, however that came about', async () => {
    const stolen = await signIn()
    await stolen.updateUser({ email: thief })
    const { tokenHash } = await test.newestMailTo(thief)
    const { data } = await stolen.getSession()
    await test.database.owner.query('delete from auth_service.sessions where user_id = $1', [data.session?.user.id])
    expect(await follow(tokenHash, 'email_change')).toBe('otp_expired')
    expect((await (await signIn()).getUser()).data.user?.new_email).toBeUndefined()
  })
})

describe('a change of address', () => {
  const confirmBoth = async (from: string, to: string): Promise<void> => {
    const client = await signIn(from)
    expect(await codeOf(client.updateUser({ email: to }))).toBe('ok')
    for (const address of [from, to]) {
      const { tokenHash, link } = await test.newestMailTo(address)
      expect(link.pathname).toBe('/confirm')
      expect(await follow(tokenHash, 'email_change')).toBe('ok')
    }
  }

  it.each([
    ['the old', 'the new', [0, 1]],
    ['the new', 'the old', [1, 0]],
  ] as const)('needs %s address, then %s', async (_first, _second, order) => {
    const client = await signIn()
    const { data } = await client.updateUser({ email: thief })
    expect(data.user).toMatchObject({ email: owner, new_email: thief })
    const tokens = [(await test.newestMailTo(owner)).tokenHash, (await test.newestMailTo(thief)).tokenHash]
    const first = await test.post('/verify', { type: 'email_change', token_hash: tokens[order[0]] })
    expect(first).toMatchObject({
      status: 200,
      body: {
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      },
    })
    expect(await addressOf(client)).toBe(owner)
    // A token of one address cannot stand in for the other's.
    expect(await follow(tokens[order[0]] ?? '', 'email_change')).toBe('otp_expired')
    const second = await test.client().verifyOtp({ token_hash: tokens[order[1]] ?? '', type: 'email_change' })
    expect(second.data.session?.user).toMatchObject({ email: thief })
    expect(second.data.user?.new_email).toBeUndefined()
  })

  it('says in the address of the page that the other link is still wanted', async () => {
    const client = await signIn()
    await client.updateUser({ email: thief })
    const { tokenHash } = await test.newestMailTo(thief)
    const answer = await fetch(
      `${test.url}/verify?${new URLSearchParams({ token: tokenHash, type: 'email_change' })}`,
      {
        redirect: 'manual',
      },
    )
    const hash = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
    expect(hash.get('message')).toMatch(/^Confirmation link accepted\./)
    expect(hash.has('access_token')).toBe(false)
  })

  it('is mailed again only for the session that asked for it', async () => {
    const asked = await signIn()
    const other = await signIn()
    await asked.updateUser({ email: thief })
    const before = (await test.mails()).length
    expect((await test.post('/resend', { type: 'email_change', email: owner })).body.code).toBe('no_authorization')
    expect((await askAgain(await bearerOf(other), owner)).status).toBe(200)
    expect(await test.mails()).toHaveLength(before)
    const bearer = await bearerOf(asked)
    const old = (await test.newestMailTo(thief)).tokenHash
    expect((await askAgain(bearer, owner)).status).toBe(200)
    expect(await test.mails()).toHaveLength(before + 2)
    expect((await test.newestMailTo(thief)).tokenHash).not.toBe(old)
    // This session may not renew another's change.
    await askAgain(bearer, 'somebody@example.test')
    expect(await test.mails()).toHaveLength(before + 2)
  })

  it('is told to the old address, which can undo it for a week', async () => {
    await confirmBoth(owner, thief)
    const stolen = await signIn(thief)
    const { link, tokenHash, text } = await test.newestMailTo(owner)
    expect(text).toContain(thief)
    expect(link.pathname).toBe('/new-password')
    test.clock.offset = 6 * 24 * 3_600_000
    const client = test.client()
    const type = 'email_change_undo' as 'recovery'
    const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(owner)
    expect(await isAlive(stolen)).toBe(false)
    expect(await codeOf(test.client().signInWithPassword({ email: owner, password }))).toBe('invalid_credentials')
    expect(await codeOf(client.updateUser({ password: newPassword }))).toBe('ok')
    expect(await codeOf(test.client().signInWithPassword({ email: owner, password: newPassword }))).toBe('ok')
    expect(await follow(tokenHash, 'email_change_undo')).toBe('otp_expired')
  })

  it('cannot be undone after that, nor by a stranger', async () => {
    await confirmBoth(owner, thief)
    const { tokenHash } = await test.newestMailTo(owner)
    expect(await follow('x'.repeat(43), 'email_change_undo')).toBe('otp_expired')
    test.clock.offset = 7 * 24 * 3_600_000 + 1000
    expect(await follow(tokenHash, 'email_change_undo')).toBe('otp_expired')
  })

  it('leaves the old address to its owner as long as it can be undone', async () => {
    await confirmBoth(owner, thief)
    const squatter = await test.auth.createAccount(owner, password)
    expect(squatter).toBeNull()
    const other = `other-${count}@example.test`
    await test.auth.createAccount(other, password)
    expect(await codeOf((await signIn(other)).updateUser({ email: owner }))).toBe('email_exists')
  })
})

describe('where addresses are not confirmed', () => {
  let plain: TestAuth
  beforeAll(async () => {
    plain = await startTestAuth({ on: test.database })
  })
  afterAll(() => plain.close())

  it('the first of several addresses wins them all back, also from one that got them by going to and fro', async () => {
    const client = plain.client()
    await client.signInWithPassword({ email: owner, password })
    const between = `between-${count}@evil.test`
    for (const email of [thief, between]) expect(await codeOf(client.updateUser({ email }))).toBe('ok')
    const planted = (await plain.newestMailTo(thief)).tokenHash
    expect(planted).not.toBe('')
    const { tokenHash } = await plain.newestMailTo(owner)
    const again = plain.client()
    const type = 'email_change_undo' as 'recovery'
    const { data } = await again.verifyOtp({ token_hash: tokenHash, type })
    expect(data.user?.email).toBe(owner)
    expect(await codeOf(plain.client().verifyOtp({ token_hash: planted, type }))).toBe('otp_expired')
  })

  it('going back to the old address leaves no way forward again', async () => {
    const client = plain.client()
    await client.signInWithPassword({ email: owner, password })
    for (const email of [thief, owner]) expect(await codeOf(client.updateUser({ email }))).toBe('ok')
    expect((await plain.newestMailTo(thief)).tokenHash).toBe('')
  })
})

describe('a stolen session', () => {
  const setPassword = (client: Client, more: { nonce?: string; current_password?: string } = {}) =>
    client.updateUser({ password: newPassword, ...more })

  it('cannot choose a password once the sign-in is a while ago', async () => {
    const client = await signIn()
    test.clock.offset = aWhile
    expect((await setPassword(client)).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
      message: 'Password update requires reauthentication',
    })
    expect((await setPassword(client, { current_password: 'a-guess' })).error).toMatchObject({
      status: 400,
      code: 'current_password_invalid',
    })
    expect((await setPassword(client, { nonce: '12345678' })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
      message: 'Nonce has expired or is invalid',
    })
    expect(await codeOf(setPassword(client, { current_password: password }))).toBe('ok')
  })

  it('can with a code that was mailed for it, once', async () => {
    const client = await signIn()
    const other = await signIn()
    test.clock.offset = aWhile
    expect(await codeOf(client.reauthenticate())).toBe('ok')
    const { text } = await test.newestMailTo(owner)
    const nonce = /\b\d{8}\b/.exec(text)?.[0] ?? ''
    expect(await codeOf(setPassword(other, { nonce }))).toBe('reauthentication_not_valid')
    expect(await codeOf(setPassword(client, { nonce }))).toBe('ok')
    expect(await codeOf(client.updateUser({ password: 'yet-another-one-3', nonce }))).toBe('reauthentication_not_valid')
  })

  it('is told to the owner, and the other sessions end unless they are to stay', async () => {
    const client = await signIn()
    const other = await signIn()
    const change = async (given: string, keep_other_sessions?: boolean) =>
      test.request('/user', {
        method: 'PUT',
        headers: { authorization: await bearerOf(client) },
        body: JSON.stringify({ password: given, ...(keep_other_sessions && { keep_other_sessions }) }),
      })
    expect((await change(newPassword, true)).status).toBe(200)
    expect(await isAlive(other)).toBe(true)
    expect((await test.newestMailTo(owner)).text).toContain('password')
    expect((await test.newestMailTo(owner)).link.pathname).toBe('/forgot-password')
    expect((await change('yet-another-one-3')).status).toBe(200)
    expect(await isAlive(other)).toBe(false)
    expect(await isAlive(client)).toBe(true)
  })
})
