import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { tokenVerifier } from '../../../server/http/identity/tokenVerifier'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { openApi, type TestApi } from '../http/support/fixture'
import { password, startTestAuth, type TestAuth } from './support'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const sessionLimits = { idleMs: 30 * day, maxMs: 90 * day, superuser: { idleMs: 12 * hour, maxMs: 7 * day } }

let database: TestDatabase
let test: TestAuth
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase(inject('postgresUrl') ?? null)
  test = await startTestAuth({ on: database, sessionLimits })
  const { verificationKeys: keys, issuer, isSessionLive } = test.auth
  api = await openApi({
    on: database,
    verifyToken: tokenVerifier({ keys, issuer, isSessionLive, now: () => Date.now() + test.clock.offset }),
    findAccount: async ({ authId }) => {
      const account = await test.auth.find(authId)
      return account ? { email: account.email, isEmailConfirmed: true, name: null, hasSecondFactor: false } : null
    },
  })
})
afterAll(async () => {
  await api.close()
  await test.close()
  await database.close()
})

let count = 0
let email: string
beforeEach(async () => {
  email = `ends-${++count}@example.test`
  await test.auth.createAccount(email, password)
})
afterEach(() => {
  test.clock.offset = 0
})

const signIn = async () => {
  const client = test.client()
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session, userId: data.user.id }
}

const apiStatus = async (token: string) => (await api.request('/users/me', { token })).status

const refresh = (token: string) => test.post('/token?grant_type=refresh_token', { refresh_token: token })

describe('an access token at the product’s API', () => {
  it('works no longer than a minute after its session was signed out', async () => {
    const here = await signIn()
    const there = await signIn()
    expect(await apiStatus(here.session.access_token)).toBe(200)
    expect(await apiStatus(there.session.access_token)).toBe(200)
    await here.client.signOut({ scope: 'local' })
    test.clock.offset = minute
    expect(await apiStatus(here.session.access_token)).toBe(401)
    expect(await apiStatus(there.session.access_token)).toBe(200)
  })

  it('does not begin to work when it was signed out before it was ever shown', async () => {
    const { client, session } = await signIn()
    await client.signOut()
    expect(await apiStatus(session.access_token)).toBe(401)
  })

  it.each<[string, (userId: string) => Promise<void>]>([
    ['its account is shut out', userId => test.auth.update(userId, { isActive: false })],
    ['somebody ends all its sessions', userId => test.auth.endSessions(userId)],
  ])('works no longer than a minute after %s', async (_, end) => {
    const { session, userId } = await signIn()
    expect(await apiStatus(session.access_token)).toBe(200)
    await end(userId)
    test.clock.offset = minute
    expect(await apiStatus(session.access_token)).toBe(401)
  })
})

describe('a session that somebody copied, when its owner ends all others', () => {
  const endOthers = (token: string) =>
    test.request('/sessions', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })

  it('ends with them for whoever has its tokens, and goes on for the owner', async () => {
    const { session } = await signIn()
    const other = await signIn()
    const { access_token: stolen, refresh_token: copied } = session
    expect(await apiStatus(stolen)).toBe(200)
    const answer = await endOthers(stolen)
    expect(answer.status).toBe(200)

    expect((await refresh(copied)).body.code).toBe('refresh_token_not_found')
    expect((await refresh(other.session.refresh_token)).status).toBe(400)
    expect(await test.userStatus(stolen)).toBe('403 session_not_found')
    expect((await endOthers(stolen)).status).toBe(403)
    test.clock.offset = minute
    expect(await apiStatus(stolen)).toBe(401)

    const { access_token: access, refresh_token: next } = answer.body as Record<string, string>
    expect(await apiStatus(access ?? '')).toBe(200)
    expect((await refresh(next ?? '')).status).toBe(200)
    expect(decodeJwt(access ?? '').amr).toEqual(decodeJwt(stolen).amr)
  })

  it('ends nobody else’s', async () => {
    const { session } = await signIn()
    const somebody = `else-${email}`
    await test.auth.createAccount(somebody, password)
    const { data } = await test.client().signInWithPassword({ email: somebody, password })
    expect((await endOthers(session.access_token)).status).toBe(200)
    expect((await refresh(data.session?.refresh_token ?? '')).status).toBe(200)
  })
})

describe('a session that somebody copied, when its owner chooses a new password', () => {
  const newPassword = 'the-owner-chose-this-2'
  const change = (token: string, body: object) =>
    test.request('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ password: newPassword, ...body }),
    })

  it.each([
    ['the others end with it', {}],
    ['the others are kept', { keep_other_sessions: true }],
  ])('ends for whoever has its tokens, and goes on for the owner: %s', async (_, more) => {
    const { session, userId } = await signIn()
    const other = await signIn()
    const { access_token: stolen, refresh_token: copied } = session
    expect(await apiStatus(stolen)).toBe(200)
    const answer = await change(stolen, { renew_session: true, ...more })
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', user: { id: userId } } })

    expect((await refresh(copied)).body.code).toBe('refresh_token_not_found')
    expect(await test.userStatus(stolen)).toBe('403 session_not_found')
    test.clock.offset = minute
    expect(await apiStatus(stolen)).toBe(401)

    const { access_token: access, refresh_token: next } = answer.body as Record<string, string>
    expect(await test.userStatus(access ?? '')).toBe('200')
    expect(await apiStatus(access ?? '')).toBe(200)
    expect((await refresh(next ?? '')).status).toBe(200)
    expect((await refresh(other.session.refresh_token)).status).toBe('keep_other_sessions' in more ? 200 : 400)
    // The time and method of signing in stay.
    expect(decodeJwt(access ?? '').amr).toEqual(decodeJwt(stolen).amr)
  })

  it('goes on where the client does not know how to renew it, as at GoTrue', async () => {
    const { client, session } = await signIn()
    const { data, error } = await client.updateUser({ password: newPassword })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await refresh(session.refresh_token)).status).toBe(200)
  })

  it('is not renewed for less', async () => {
    const { session } = await signIn()
    const headers = { authorization: `Bearer ${session.access_token}` }
    const body = JSON.stringify({ data: { name: 'Ada' }, renew_session: true })
    const answer = await test.request('/user', { method: 'PUT', headers, body })
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect(await test.userStatus(session.access_token)).toBe('200')
  })
})

describe('a session', () => {
  it('ends when it was not used for long', async () => {
    const { session } = await signIn()
    test.clock.offset = 30 * day - minute
    const renewed = await refresh(session.refresh_token)
    expect(renewed.status).toBe(200)
    test.clock.offset += 30 * day + minute
    expect(await refresh(String(renewed.body.refresh_token))).toMatchObject({
      status: 400,
      body: { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired (Inactivity)' },
    })
  })

  it('ends in the end, however much it is used, and its access token with it', async () => {
    let { refresh_token: token, access_token: access } = (await signIn()).session
    const use = async (offset: number) => {
      test.clock.offset = offset
      const answer = await refresh(token)
      if (answer.status === 200) {
        token = String(answer.body.refresh_token)
        access = String(answer.body.access_token)
      }
      return answer
    }
    for (const at of [25, 50, 75]) expect((await use(at * day)).status).toBe(200)
    expect((await use(90 * day - 10 * minute)).status).toBe(200)
    expect(await apiStatus(access)).toBe(200)
    expect(await use(90 * day + minute)).toMatchObject({
      status: 400,
      body: { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },
    })
    expect(await test.userStatus(access)).toBe('403 session_expired')
    expect(await apiStatus(access)).toBe(401)
  })

  it('that is over is deleted, with tokens, links and counts that nobody can use', async () => {
    const rows = async () => {
      const tables = ['sessions', 'refresh_tokens', 'one_time_tokens', 'attempts']
      const counts = tables.map(table => `(select count(*) from auth_service.${table})::int as ${table}`)
      return (await database.owner.query(`select ${counts.join(', ')}`)).rows[0]
    }
    await database.owner.query('delete from auth_service.sessions')
    const { session } = await signIn()
    await test.post('/recover', { email })
    await test.auth.settled()
    const { body } = await refresh(session.refresh_token)
    await test.auth.prune()
    expect(await rows()).toMatchObject({ sessions: 1, refresh_tokens: 2, one_time_tokens: 1 })

    test.clock.offset = 29 * day
    const next = await refresh(String(body.refresh_token))
    expect(next.status).toBe(200)
    test.clock.offset = 58 * day
    await test.auth.prune()
    // The first token was replaced too long ago, but the second still ends the session when reused.
    expect(await rows()).toMatchObject({ sessions: 1, refresh_tokens: 2, one_time_tokens: 0 })
    expect((await refresh(String(body.refresh_token))).body.code).toBe('refresh_token_already_used')

    test.clock.offset = 0
    await signIn()
    test.clock.offset = 200 * day
    await test.auth.prune()
    expect(await rows()).toEqual({ sessions: 0, refresh_tokens: 0, one_time_tokens: 0, attempts: 0 })
  })
})

describe('a superuser’s session', () => {
  const superuser = async () => {
    const signedIn = await signIn()
    // The API creates the user at an account's first call.
    expect(await apiStatus(signedIn.session.access_token)).toBe(200)
    await database.owner.query("update users set user_type = 'superuser' where auth_id = $1", [signedIn.userId])
    return signedIn
  }

  it('ends after half a day without use, at the API too', async () => {
    const { session } = await superuser()
    const { session: other } = await superuser()
    test.clock.offset = 11 * hour
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 200 })
    test.clock.offset = 12 * hour + minute
    expect(await refresh(other.refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    expect(await test.auth.isSessionLive(decodeJwt(other.access_token).session_id as string)).toBe(false)
    expect(await test.auth.isSessionLive(decodeJwt(session.access_token).session_id as string)).toBe(true)
  })

  it('ends after a week however much it is used, and everybody else’s does not', async () => {
    const { session: ordinary } = await signIn()
    email = `super-${count}@example.test`
    await test.auth.createAccount(email, password)
    const { session } = await superuser()
    let token = session.refresh_token
    for (let at = 10 * hour; at <= 7 * day; at += 10 * hour) {
      test.clock.offset = at
      const answer = await refresh(token)
      expect(answer.status).toBe(200)
      token = String(answer.body.refresh_token)
    }
    test.clock.offset = 7 * day + minute
    expect(await refresh(token)).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    expect(await refresh(ordinary.refresh_token)).toMatchObject({ status: 200 })
  })
})
