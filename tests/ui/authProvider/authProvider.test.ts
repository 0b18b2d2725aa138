import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { HttpError } from 'ra-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAccountClient } from '../../../src/authProvider/accountClient'
import { createAuthProvider } from '../../../src/authProvider/createAuthProvider'
import { createSession, type Session } from '../../../src/authProvider/createSession'
import { type Me, meKey } from '../../../src/authProvider/me'
import { registry } from '../../../src/resources'
import { authUrl, sessionBody, startNetwork, user } from '../support'

const server = startNetwork()
const config = { authUrl, authKey: '', mainDomain: null }
const sessions: Session[] = []
const tenantId = '0197c0de-0000-7000-8000-0000000000e1'

const me = {
  id: '1',
  email: 'ada@example.test',
  name: null,
  avatar: null,
  userType: 'standard',
  memberships: [{ tenantId, role: 'staff', isActive: true }],
} as unknown as Me

const open = (send?: typeof fetch) => {
  const session = createSession({ config, ...(send && { fetch: send }) })
  sessions.push(session)
  const fetchMe = vi.fn(async () => me)
  const client = createAccountClient()
  return {
    session,
    client,
    fetchMe,
    authProvider: createAuthProvider({ registry, session, client, fetchMe, tenantId }),
  }
}
const signedIn = async () => {
  const opened = open()
  await opened.authProvider.login({ email: 'ada@example.test', password: 'secret' })
  return opened
}

afterEach(async () => {
  vi.useRealTimers()
  for (const session of sessions.splice(0)) await session.dispose()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

describe('signing in and out', () => {
  it('starts the session', async () => {
    const { session } = await signedIn()
    expect(session.getState().user?.email).toBe(user.email)
  })

  it.each(['signInWithPassword', 'signUp'] as const)('by %s asks for an address or a phone number', async method => {
    const { error } = await open().session.auth[method]({ password: 'secret' } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
  })

  it('throws the service’s refusal', async () => {
    const refusal = { code: 'invalid_credentials', message: 'Invalid login credentials' }
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(refusal, { status: 400, headers })))
    const { authProvider } = open()
    await expect(authProvider.login({ email: 'ada@example.test', password: 'wrong' })).rejects.toMatchObject(refusal)
  })

  it('ends signed out, and leaves the way to go to the guard, also without an answer', async () => {
    server.use(http.post(`${authUrl}/logout`, () => HttpResponse.error()))
    const { session, authProvider } = await signedIn()
    await expect(authProvider.logout({})).resolves.toBe(false)
    expect(session.getState()).toMatchObject({ session: null, ended: 'signedOut' })
  })

  it.each([403, 404, 500])('goes on after an answer of %d', async status => {
    const { session, authProvider } = await signedIn()
    await expect(authProvider.checkError(new HttpError('no', status))).resolves.toBeUndefined()
    expect(session.getState().session).not.toBeNull()
  })
})

describe('looking for a session', () => {
  it('finds one, or none without a word', async () => {
    const { session, authProvider } = await signedIn()
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined()
    await session.signOut()
    await expect(authProvider.checkAuth({})).rejects.toEqual({ message: false, logoutUser: false })
  })

  it('is not put out by a link with somebody’s tokens', async () => {
    const { authProvider } = await signedIn()
    history.replaceState(null, '', '/setup/channels/?access_token=a&refresh_token=b&type=recovery')
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined()
  })

  it('does not take an outage for the end', async () => {
    await signedIn()
    const { session, authProvider } = open(() => Promise.reject(new TypeError('Failed to fetch')))
    await waitFor(() => expect(session.getState().session).not.toBeNull())
    const kept = JSON.parse(localStorage.getItem('slotwise.auth') ?? '')
    localStorage.setItem('slotwise.auth', JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) - 1 }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const checked = expect(authProvider.checkAuth({})).resolves.toBeUndefined()
    await vi.advanceTimersByTimeAsync(30_000)
    await checked
    expect(session.getState().session).not.toBeNull()
  })
})

describe('setting a password', () => {
  const changesOf = () => {
    const changes: unknown[] = []
    server.use(
      http.put(`${authUrl}/user`, async ({ request }) => {
        changes.push(await request.json())
        return HttpResponse.json(user)
      }),
      http.get(`${authUrl}/user`, () => HttpResponse.error()),
    )
    return changes
  }

  it('keeps the session, and counts its expiry by the browser’s clock', async () => {
    const changes = changesOf()
    const aheadBy = 3 * 3600
    const { access_token, refresh_token, ...rest } = sessionBody()
    const [head, , signature] = access_token.split('.')
    const body = btoa(JSON.stringify({ sub: user.id, exp: Math.floor(Date.now() / 1000) + aheadBy }))
    const token = [head, body.replace(/=+$/, ''), signature].join('.')
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json({ ...rest, access_token: token, refresh_token })))
    const { session, authProvider } = await signedIn()
    const before = session.getState().session?.expires_at
    await authProvider.setPassword({ access_token: token, refresh_token, password: 'a-better-one' })
    expect(changes).toEqual([expect.objectContaining({ password: 'a-better-one' })])
    expect(session.getState().session).toMatchObject({ access_token: token, expires_at: before })
  })

  it('needs a session', async () => {
    const changes = changesOf()
    const { authProvider } = open()
    await expect(
      authProvider.setPassword({ access_token: '', refresh_token: '', password: 'a-better-one' }),
    ).rejects.toThrow('Auth session missing!')
    expect(changes).toEqual([])
  })

  it('can be asked for by mail', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(`${authUrl}/recover`, async ({ request }) => {
        asked.push(await request.json(), new URL(request.url).searchParams.get('redirect_to'))
        return HttpResponse.json({})
      }),
    )
    const redirectTo = 'http://localhost:3000/new-password'
    await open().authProvider.resetPassword({ email: 'ada@example.test', redirectTo })
    expect(asked).toEqual([expect.objectContaining({ email: 'ada@example.test' }), redirectTo])
  })
})

it('answers who somebody is and what they may from one look at the current user', async () => {
  const { authProvider, fetchMe } = await signedIn()
  server.use(http.get(`${authUrl}/user`, () => HttpResponse.error()))
  expect(await authProvider.getIdentity()).toEqual({ id: '1', fullName: 'ada@example.test', email: 'ada@example.test' })
  expect(await authProvider.getPermissions()).toBe('staff')
  const asked = await Promise.all(
    ['list', 'edit', 'delete'].map(action => authProvider.canAccess({ resource: 'channels', action })),
  )
  expect(asked).toEqual([true, false, false])
  expect(fetchMe).toHaveBeenCalledTimes(1)
})

it('lets a person read who could not be loaded, asks for them twice in all, and knows them once they are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const { authProvider, fetchMe, client } = await signedIn()
  fetchMe.mockRejectedValue(new Error('down'))
  const may = (action: string) => authProvider.canAccess({ resource: 'channels', action })
  const asked = Promise.all(['list', 'edit'].map(may))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toEqual([true, false])
  expect(await may('create')).toBe(false)
  expect(await authProvider.canAccess({ resource: 'users', action: 'list' })).toBe(false)
  expect(await authProvider.getPermissions()).toBe('viewer')
  expect(fetchMe).toHaveBeenCalledTimes(2)
  client.setQueryData(meKey, { ...me, userType: 'superuser' })
  expect(await may('edit')).toBe(true)
})
