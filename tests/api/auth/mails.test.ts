import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startTestAuth, type TestAuth } from './support'

const post = async (url: string, body: object) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('with sign-ups confirmed at once', () => {
  let test: TestAuth
  beforeAll(async () => {
    test = await startTestAuth()
    await test.auth.createAccount('ada@example.test', password)
  })
  afterAll(() => test.close())

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
    })
    expect((await client.signUp({ email: 'weak@example.test', password: 'short' })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await client.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' })
    expect((await client.updateUser({ email: 'ada@example.test' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await client.updateUser({ email: 'newer@example.test' })).data.user?.email).toBe('newer@example.test')
  })

  it('leads from a forgotten password over the mail to a new one, once', async () => {
    const elsewhere = test.client()
    await elsewhere.signInWithPassword({ email: 'ada@example.test', password })
    expect((await test.client().resetPasswordForEmail('ada@example.test')).error).toBeNull()
    const { link } = await test.newestMail()
    expect(link.pathname).toBe('/new-password')
    const tokenHash = link.searchParams.get('token_hash') ?? ''

    const client = test.client()
    const verified = await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(verified.data.user?.email).toBe('ada@example.test')
    expect((await client.updateUser({ password: 'another-password-2' })).error).toBeNull()
    expect((await elsewhere.getUser()).error).not.toBeNull()
    expect((await test.client().signInWithPassword({ email: 'ada@example.test', password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(
      (await test.client().signInWithPassword({ email: 'ada@example.test', password: 'another-password-2' })).error,
    ).toBeNull()
    expect((await test.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
    })
  })

  it('answers a forgotten password alike for an address that nobody has, and forgets links after an hour', async () => {
    expect(await post(`${test.url}/recover`, { email: 'who@example.test' })).toEqual({ status: 200, body: {} })
    await test.client().resetPasswordForEmail('ada@example.test')
    const { link } = await test.newestMail()
    test.clock.offset = 3_601_000
    const { error } = await test
      .client()
      .verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'recovery' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
    test.clock.offset = 0
  })

  it('sends nobody to a foreign place', async () => {
    await test.client().resetPasswordForEmail('ada@example.test', { redirectTo: 'https://evil.example/new-password' })
    expect((await test.newestMail()).link.origin).toBe(new URL(test.url).origin)
    const answer = await fetch(`${test.url}/verify?token=x&type=recovery&redirect_to=https://evil.example/`, {
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(new URL(test.url).origin)
    expect(answer.headers.get('location')).toContain('error_code=otp_expired')
  })

  it('invites, bans and deletes for the API', async () => {
    const id = await test.auth.invite({ email: 'guest@example.test', name: 'Guest' })
    expect(await test.auth.invite({ email: 'guest@example.test', name: null })).toBeNull()
    const { link, text } = await test.newestMail()
    expect(text).toContain('invited')
    const client = test.client()
    await client.verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'invite' })
    expect((await client.updateUser({ password })).error).toBeNull()

    await test.auth.update(id ?? '', { isActive: false })
    expect((await client.getUser()).error).not.toBeNull()
    expect((await test.client().signInWithPassword({ email: 'guest@example.test', password })).error).toMatchObject({
      code: 'user_banned',
    })
    await test.auth.update(id ?? '', { isActive: true })
    expect((await test.client().signInWithPassword({ email: 'guest@example.test', password })).error).toBeNull()
    await test.auth.delete(id ?? '')
    expect((await test.client().signInWithPassword({ email: 'guest@example.test', password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
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
    const { link } = await test.newestMail()
    const { data } = await test
      .client()
      .verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'signup' })
    expect(data.session).not.toBeNull()

    const again = await post(`${test.url}/signup`, { email: 'ada@example.test', password: 'taking-over-9' })
    const other = await post(`${test.url}/signup`, { email: 'bob@example.test', password })
    expect(again.status).toBe(other.status)
    expect(Object.keys(again.body)).toEqual(Object.keys(other.body))
    expect((await test.client().signInWithPassword({ email: 'ada@example.test', password })).error).toBeNull()
  })

  it('keeps the old address until the new one is confirmed', async () => {
    const client = test.client()
    await client.signInWithPassword({ email: 'ada@example.test', password })
    const { data } = await client.updateUser({ email: 'ada@new.test' })
    expect(data.user).toMatchObject({ email: 'ada@example.test', new_email: 'ada@new.test' })
    const { link } = await test.newestMail()
    await test.client().verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'email_change' })
    expect((await test.client().signInWithPassword({ email: 'ada@new.test', password })).error).toBeNull()
  })
})
