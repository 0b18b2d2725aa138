import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type AddressObject, simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { password, startTestAuth, type TestAuth } from './support'

describe('with sign-ups confirmed at once', () => {
  let test: TestAuth
  beforeAll(async () => {
    test = await startTestAuth()
    await test.auth.createAccount('ada@example.test', password)
  })
  afterAll(() => test.close())
  afterEach(() => {
    test.clock.offset = 0
  })

  /** `ok`, or the code of the refusal. */
  const verify = async (token_hash: string, type: 'recovery' | 'invite') =>
    (await test.client().verifyOtp({ token_hash, type })).error?.code ?? 'ok'

  it('signs up, signs in and updates', async () => {
    const client = test.client()
    const { data, error } = await client.signUp({
      email: 'new@example.test',
      password,
      options: { data: { name: 'New' } },
    })
    expect(error).toBeNull()
    expect(data.session?.user.user_metadata).toEqual({ name: 'New' })
    expect((await client.signUp({ email: 'NEW@example.test', password })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect((await client.signUp({ email: 'weak@example.test', password: 'short' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await client.signUp({ email: 'weak@example.test', password: 'password' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    })
    expect((await client.signUp({ email: 'long@example.test', password: 'é'.repeat(37) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect((await client.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' })
    expect((await client.updateUser({ email: 'ada@example.test' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    const { data: updated } = await client.updateUser({
      email: 'Newer@example.test',
      data: { name: null, city: 'Rome' },
    })
    expect(updated.user).toMatchObject({ email: 'newer@example.test', user_metadata: { city: 'Rome' } })
    expect(updated.user?.user_metadata).not.toHaveProperty('name')
  })

  it('leads from a forgotten password over the mail to a new one, once', async () => {
    const elsewhere = test.client()
    await elsewhere.signInWithPassword({ email: 'ada@example.test', password })
    expect((await test.client().resetPasswordForEmail('ada@example.test')).error).toBeNull()
    const { link, tokenHash } = await test.newestMail()
    expect(link.pathname).toBe('/new-password')

    const client = test.client()
    const verified = await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(verified.data.user?.email).toBe('ada@example.test')
    expect((await client.updateUser({ password: 'another-password-2' })).error).toBeNull()
    expect((await elsewhere.getUser()).error).not.toBeNull()
    const signIn = async (given: string) =>
      (await test.client().signInWithPassword({ email: 'ada@example.test', password: given })).error?.code
    expect(await signIn(password)).toBe('invalid_credentials')
    expect(await signIn('another-password-2')).toBeUndefined()
    expect(await verify(tokenHash, 'recovery')).toBe('otp_expired')
  })

  it('answers a forgotten password alike for an address that nobody has, and writes no mail to it', async () => {
    const before = (await test.mails()).length
    expect(await test.post('/recover', { email: 'who@example.test' })).toMatchObject({ status: 200, body: {} })
    expect(await test.mails()).toHaveLength(before)
  })

  it('forgets links after an hour, and when one of them is used or the password or address changes', async () => {
    const email = 'links@example.test'
    await test.auth.createAccount(email, password)
    const newLink = async () => {
      await test.client().resetPasswordForEmail(email)
      return (await test.newestMail()).tokenHash
    }
    const late = await newLink()
    test.clock.offset = 3_601_000
    expect(await verify(late, 'recovery')).toBe('otp_expired')
    test.clock.offset = 0

    const older = await newLink()
    const newer = await newLink()
    expect(await verify(older, 'recovery')).toBe('ok')
    expect(await verify(newer, 'recovery')).toBe('otp_expired')
    const newest = await newLink()
    const client = test.client()
    await client.signInWithPassword({ email, password })
    await client.updateUser({ password: 'another-password-2' })
    expect(await verify(newest, 'recovery')).toBe('otp_expired')

    const toOldAddress = await newLink()
    await client.updateUser({ email: 'moved-links@example.test' })
    expect(await verify(toOldAddress, 'recovery')).toBe('otp_expired')
  })

  it('proves an address only with a token that was sent there', async () => {
    await test.auth.createAccount('mallory@example.test', password)
    await test.client().resetPasswordForEmail('mallory@example.test')
    const { tokenHash: token } = await test.newestMail()
    const { error } = await test.client().verifyOtp({ email: 'ada@example.test', token, type: 'recovery' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { data } = await test.client().verifyOtp({ email: 'mallory@example.test', token, type: 'recovery' })
    expect(data.user?.email).toBe('mallory@example.test')
  })

  it('invites, bans and deletes for the API', async () => {
    const id = await test.auth.invite({ email: 'guest@example.test', name: 'Guest' })
    expect(await test.auth.invite({ email: 'guest@example.test', name: null })).toBeNull()
    const { tokenHash, text } = await test.newestMail()
    expect(text).toContain('invited')
    const client = test.client()
    await client.verifyOtp({ token_hash: tokenHash, type: 'invite' })
    expect((await client.updateUser({ password })).error).toBeNull()
    await test.client().resetPasswordForEmail('guest@example.test')
    const { tokenHash: beforeBan } = await test.newestMail()

    await test.auth.update(id ?? '', { isActive: false })
    expect((await client.getUser()).error).not.toBeNull()
    const signIn = async () =>
      (await test.client().signInWithPassword({ email: 'guest@example.test', password })).error?.code
    expect(await signIn()).toBe('user_banned')
    await test.auth.update(id ?? '', { isActive: true })
    expect(await verify(beforeBan, 'recovery')).toBe('otp_expired')
    expect(await signIn()).toBeUndefined()
    await test.auth.delete(id ?? '')
    expect(await signIn()).toBe('invalid_credentials')
  })
})

describe('with sign-ups that wait for a mail', () => {
  let test: TestAuth
  beforeAll(async () => {
    test = await startTestAuth({ confirmEmail: true })
  })
  afterAll(() => test.close())

  it('signs nobody in before the address is confirmed, and tells nobody which addresses are taken', async () => {
    const first = await test.client().signUp({ email: 'ada@example.test', password })
    expect(first.data.session).toBeNull()
    expect((await test.client().signInWithPassword({ email: 'ada@example.test', password })).error).toMatchObject({
      code: 'email_not_confirmed',
    })
    expect((await test.client().resend({ type: 'signup', email: 'ada@example.test' })).error).toBeNull()
    expect(await test.mails()).toHaveLength(2)
    const { tokenHash, link } = await test.newestMail()
    expect(link.pathname).toBe('/confirm')
    const { data } = await test.client().verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(data.session).not.toBeNull()

    const again = await test.post('/signup', { email: 'ada@example.test', password: 'taking-over-9' })
    const other = await test.post('/signup', { email: 'bob@example.test', password })
    expect(again.status).toBe(other.status)
    expect(Object.keys(again.body)).toEqual(Object.keys(other.body))
    expect((await test.client().signInWithPassword({ email: 'ada@example.test', password })).error).toBeNull()
    // The third is Bob's, and Ada has none.
    expect(await test.mails()).toHaveLength(3)
  })

  it('gives nobody an account by a password that somebody else chose for the address before', async () => {
    const email = 'victim@example.test'
    const signIn = async (chosen: string) => (await test.client().signInWithPassword({ email, password: chosen })).error
    await test.post('/signup', { email, password: 'of-the-attacker-1' })
    await test.post('/signup', { email, password: 'of-the-attacker-1' })
    await test.mails()
    expect(await signIn('of-the-attacker-1')).toMatchObject({ code: 'email_not_confirmed' })
    await test.post('/signup', { email, password })
    const { tokenHash } = await test.newestMail()
    const client = test.client()
    expect((await client.verifyOtp({ token_hash: tokenHash, type: 'signup' })).error).toBeNull()
    expect(await signIn('of-the-attacker-1')).toMatchObject({ code: 'invalid_credentials' })
    expect((await client.updateUser({ password })).error).toBeNull()
    expect(await signIn(password)).toBeNull()
  })
})

describe('a mail', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(null)
  })
  afterAll(() => database.close())

  let guests = 0
  const nextGuest = () => `guest-${++guests}@example.test`

  const productName = 'Zoë’s "Café", Spa und Gesundheitszentrum am Müggelsee GmbH'

  it.each([productName, 'A "Plain", Product'])('of %s is one that mail programs can read', async name => {
    const test = await startTestAuth({ productName: name, on: database })
    const guest = nextGuest()
    await test.auth.invite({ email: guest, name: null })
    const [mail = ''] = await test.mails()
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    // ASCII only.
    expect(mail).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(Math.max(...mail.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(100)
    const read = await simpleParser(mail)
    expect(read.from?.value).toEqual([{ name, address: 'no-reply@app.test' }])
    expect(read.subject).toBe(`You are invited to ${name}`)
    expect((read.to as AddressObject).text).toBe(guest)
    expect(read.date?.getTime()).not.toBeNaN()
    const { link } = await test.newestMail()
    expect(read.text).toContain(`invited to ${name}.`)
    expect(read.html).toContain(`<a href="${link.href.replace('&', '&#38;')}">`)
    await test.close()
  })

  it('is for nobody else on the machine, and its link reaches the log only when that is wanted', async () => {
    for (const logLinks of [false, true]) {
      const test = await startTestAuth({ logLinks, on: database })
      await test.auth.invite({ email: nextGuest(), name: null })
      const { tokenHash } = await test.newestMail()
      const [file = ''] = await readdir(test.outboxFolder)
      expect((await stat(path.join(test.outboxFolder, file))).mode & 0o777).toBe(0o600)
      expect(test.log.join()).toContain(file)
      expect(test.log.join().includes(tokenHash)).toBe(logLinks)
      await test.close()
    }
  })
})
