import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../../server/auth/limits'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Answer, password, startTestAuth, type TestAuth } from './support'

const times = (n: number, work: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)))

const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const key = body.code ? `${status} ${body.code}` : String(status)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

describeOnBoth('at once', use => {
  let test: TestAuth
  beforeAll(async () => {
    test = await startTestAuth({ on: use() })
  })
  afterAll(() => test.close())

  const signIn = async (email: string) => {
    await test.auth.createAccount(email, password)
    const { data, error } = await test.client().signInWithPassword({ email, password })
    if (error) throw error
    return data.session
  }

  it('no guess slips past the limit', async () => {
    await test.auth.createAccount('target@example.test', password)
    const guess = () => test.post('/token?grant_type=password', { email: 'target@example.test', password: 'wrong' })
    expect(tally(await times(40, guess))).toEqual({
      '400 invalid_credentials': limits.pair.max,
      '429 over_request_rate_limit': 40 - limits.pair.max,
    })
  })

  it('refreshes of one token get one successor', async () => {
    const session = await signIn('tabs@example.test')
    const refresh = () => test.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    const answers = await times(16, refresh)
    expect(tally(answers)).toEqual({ 200: 16 })
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('sign-outs and refreshes leave no session', async () => {
    const session = await signIn('leaving@example.test')
    const authorization = `Bearer ${session.access_token}`
    const answers = await times(16, n =>
      n === 8
        ? test.request('/logout?scope=global', { method: 'POST', headers: { authorization } })
        : test.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
    )
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(await test.userStatus(session.access_token)).toBe('403 session_not_found')
    const after = await test.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    expect(after.body.code).toBe('refresh_token_not_found')
  })

  it('a link works once', async () => {
    await test.auth.createAccount('link@example.test', password)
    await test.post('/recover', { email: 'link@example.test' })
    const { tokenHash } = await test.newestMail()
    const answers = await times(8, () => test.post('/verify', { type: 'recovery', token_hash: tokenHash }))
    expect(tally(answers)).toEqual({ 200: 1, '403 otp_expired': 7 })
  })

  it('one sign-up gets an address, and one account a new one', async () => {
    const signUp = () => test.post('/signup', { email: 'wanted@example.test', password })
    expect(tally(await times(8, signUp))).toEqual({ 200: 1, '422 user_already_exists': 7 })
    const sessions = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(`moving-${n}@example.test`)))
    const answers = await times(8, n =>
      test.request('/user', {
        method: 'PUT',
        headers: { authorization: `Bearer ${sessions[n]?.access_token}` },
        body: JSON.stringify({ email: 'moved@example.test' }),
      }),
    )
    expect(tally(answers)).toEqual({ 200: 1, '422 email_exists': 7 })
  })

  it('changes of different metadata are all kept', async () => {
    const { access_token } = await signIn('meta@example.test')
    await times(8, n =>
      test.request('/user', {
        method: 'PUT',
        headers: { authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ data: { [`key${n}`]: n } }),
      }),
    )
    const { body } = await test.request('/user', { headers: { authorization: `Bearer ${access_token}` } })
    expect(Object.keys(body.user_metadata as object)).toHaveLength(8)
  })
})
