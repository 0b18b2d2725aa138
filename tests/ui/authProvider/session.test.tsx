import { render, renderHook, screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AccountProvider, useMe } from '../../../src/authProvider/AccountProvider'
import { createAccountClient } from '../../../src/authProvider/accountClient'
import { createSession, type Session } from '../../../src/authProvider/createSession'
import type { Me } from '../../../src/authProvider/me'
import { preloadMe } from '../../../src/authProvider/me'
import { endOtherSessions } from '../../../src/authProvider/ownAuth'
import { SessionProvider } from '../../../src/authProvider/SessionProvider'
import { useSession } from '../../../src/authProvider/useSession'
import { createHttpClient } from '../../../src/dataProvider/httpClient'
import * as notifications from '../../../src/notifications/toast'
import { authUrl, sessionBody, signIn, startNetwork, user } from '../support'

const server = startNetwork()
const config = { authUrl, authKey: '', mainDomain: null }
const sessions: Session[] = []

const open = () => {
  const session = createSession({ config })
  sessions.push(session)
  return session
}
const signedIn = async () => {
  const session = open()
  await signIn(session)
  return session
}

afterEach(async () => {
  vi.useRealTimers()
  for (const session of sessions.splice(0)) await session.dispose()
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('the session', () => {
  it('is loading until the first look for one, and survives a reload', async () => {
    const first = open()
    expect(first.getState()).toMatchObject({ loading: true, session: null, user: null })
    await waitFor(() => expect(first.getState().loading).toBe(false))
    await signIn(first)
    const second = open()
    await waitFor(() => expect(second.getState().user?.email).toBe('ada@example.test'))
  })

  it.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['401', () => HttpResponse.json({ msg: 'no' }, { status: 401 })],
    ['403', () => HttpResponse.json({ msg: 'no' }, { status: 403 })],
    ['404', () => HttpResponse.json({ msg: 'no' }, { status: 404 })],
    ['500', () => HttpResponse.json({ msg: 'no' }, { status: 500 })],
    ['nothing', () => HttpResponse.error()],
  ])('ends here when the service answers sign-out with %s', async (_, answer) => {
    server.use(http.post(`${authUrl}/logout`, answer))
    const session = await signedIn()
    await session.signOut()
    expect(session.getState()).toMatchObject({ session: null, ended: 'signedOut' })
    expect(Object.keys(localStorage)).toEqual([])
    expect(await session.accessToken()).toBeNull()
  })

  it('ends at once while the service keeps it waiting, and nothing brings it back', async () => {
    server.use(http.post(`${authUrl}/logout`, () => delay('infinite')))
    const session = await signedIn()
    const isSignedIn: boolean[] = []
    session.subscribe(() => isSignedIn.push(session.getState().session !== null))
    await session.signOut()
    expect(Object.keys(localStorage)).toEqual([])
    dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('focus'))
    await delay(50)
    expect(isSignedIn).toEqual([false])

    await signIn(session)
    await delay(50)
    expect(session.getState().session).not.toBeNull()
  })

  it('goes on here with new tokens when the others are ended', async () => {
    const used: unknown[] = []
    server.use(
      http.delete(`${authUrl}/sessions`, () => HttpResponse.json({ ...sessionBody('renewed'), refresh_token: 'new' })),
      http.post(`${authUrl}/token`, async ({ request }) => {
        used.push(await request.json())
        return HttpResponse.json(sessionBody('renewed'))
      }),
    )
    const session = await signedIn()
    used.length = 0
    await endOtherSessions(session)
    expect(used).toEqual([{ refresh_token: 'new' }])
    expect(session.getState().session?.access_token).toBe(sessionBody('renewed').access_token)
  })

  it('follows what a tab on another host kept in the shared storage', async () => {
    const session = await signedIn()
    const events: string[] = []
    session.onEvent(event => events.push(event))
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    localStorage.setItem(
      'slotwise.auth',
      JSON.stringify({ ...sessionBody('bob'), expires_at, user: { ...user, id: 'bob' } }),
    )
    dispatchEvent(new Event('focus'))
    await waitFor(() => expect(session.getState().user?.id).toBe('bob'))
    localStorage.removeItem('slotwise.auth')
    expect(await session.accessToken()).toBeNull()
    expect(session.getState()).toMatchObject({ session: null, ended: 'signedOut' })
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })

  it('outlives an outage of the service, although its token has to be refreshed', async () => {
    const session = await signedIn()
    const kept = JSON.parse(localStorage.getItem('slotwise.auth') ?? '')
    const later = createSession({ config, fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    sessions.push(later)
    await waitFor(() => expect(later.getState().session).not.toBeNull())
    await session.dispose()
    localStorage.setItem('slotwise.auth', JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) - 1 }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const refused = expect(later.accessToken()).rejects.toMatchObject({ name: 'AuthRetryableFetchError' })
    await vi.advanceTimersByTimeAsync(30_000)
    await refused
    expect(later.getState().session).not.toBeNull()
  })

  const keepExpired = (secondsAgo: number) => {
    const expires_at = Math.floor(Date.now() / 1000) - secondsAgo
    localStorage.setItem('slotwise.auth', JSON.stringify({ ...sessionBody(), expires_at }))
  }

  it.each([
    ['ahead', 3],
    ['behind', -3],
  ])('is renewed by the browser’s own clock, also one that is hours %s', async (_, hours) => {
    let renewed = 0
    server.use(
      http.post(`${authUrl}/token`, ({ request }) => {
        if (request.url.includes('refresh_token')) renewed++
        const expires_at = Math.floor(Date.now() / 1000) - hours * 3600 + 3600
        return HttpResponse.json({ ...sessionBody(`token-${renewed}`), expires_at })
      }),
    )
    const session = await signedIn()
    for (let call = 0; call < 3; call++) await session.accessToken()
    expect(renewed).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_595_000 })
    for (let call = 0; call < 3; call++) await session.accessToken()
    expect(renewed).toBe(1)
  })

  it('is kept when it cannot be renewed for want of an answer, and goes on with one', async () => {
    keepExpired(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] })
    let isDown = true
    const session = createSession({
      config,
      fetch: async () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : Response.json(sessionBody())),
    })
    sessions.push(session)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session.getState()).toMatchObject({ session: null, loading: false, ended: null, isUnreachable: true })
    expect(localStorage.getItem('slotwise.auth')).not.toBeNull()
    isDown = false
    await vi.advanceTimersByTimeAsync(90_000)
    expect(session.getState()).toMatchObject({ isUnreachable: false, user: { email: user.email } })
  })

  it('has expired when renewing it is refused, and says so for a reload too', async () => {
    keepExpired(1)
    const refusal = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(refusal, { status: 400 })))
    const session = open()
    await waitFor(() => expect(session.getState()).toMatchObject({ session: null, loading: false, ended: 'expired' }))
    const reloaded = open()
    await waitFor(() => expect(reloaded.getState()).toMatchObject({ loading: false, ended: 'expired' }))
  })

  it('ends for another tab as it ended here', async () => {
    const here = await signedIn()
    const there = open()
    const tell = () => dispatchEvent(new StorageEvent('storage', { key: 'slotwise.auth' }))
    await waitFor(() => expect(there.getState().session).not.toBeNull())
    await here.expire(await here.accessToken())
    tell()
    await waitFor(() => expect(there.getState()).toMatchObject({ session: null, ended: 'expired' }))
    await signIn(here)
    tell()
    await waitFor(() => expect(there.getState().session).not.toBeNull())
    await here.signOut()
    tell()
    await waitFor(() => expect(there.getState()).toMatchObject({ session: null, ended: 'signedOut' }))
  })

  it('ends as it ended in another tab, whose message comes before what it stored', async () => {
    const there = await signedIn()
    const received = new Promise<void>(resolve => {
      const listening = new BroadcastChannel('slotwise.auth')
      listening.onmessage = () => {
        listening.close()
        setTimeout(resolve, 50)
      }
    })
    const other = new BroadcastChannel('slotwise.auth')
    other.postMessage({ event: 'SIGNED_OUT', session: null })
    await received
    other.close()
    expect(there.getState().session).not.toBeNull()
    localStorage.setItem('slotwise.auth.expired', '1')
    localStorage.removeItem('slotwise.auth')
    dispatchEvent(new StorageEvent('storage', { key: 'slotwise.auth' }))
    await waitFor(() => expect(there.getState()).toMatchObject({ session: null, ended: 'expired' }))
  })

  it('is not ended by a late 401 to a request of the sign-in before', async () => {
    const toast = vi.spyOn(notifications, 'showToast').mockResolvedValue()
    let answer = (): void => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    server.use(
      http.get('/api/channels', async () => {
        await held
        return HttpResponse.json({}, { status: 401 })
      }),
    )
    const session = await signedIn()
    const client = createHttpClient({ apiUrl: '/api', session, tenantId: null })
    const late = client('GET', '/channels')
    late.catch(() => {})
    await delay(20)
    await session.signOut()
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(sessionBody('second'))))
    await signIn(session)
    answer()
    await expect(late).rejects.toThrow('Unauthorized')
    expect(session.getState().session).not.toBeNull()
    expect(toast).not.toHaveBeenCalled()
  })

  it('is not ended by a 401 while another takes its place', async () => {
    const session = await signedIn()
    const before = await session.accessToken()
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(sessionBody('next'))))
    const ends: unknown[] = []
    session.subscribe(() => ends.push(session.getState().ended))
    const replaced = session.replace(async () => {
      await delay(50)
      await session.auth.refreshSession({ refresh_token: 'refresh-next' })
    })
    const refused = session.expire(before)
    await Promise.all([replaced, refused])
    expect(ends).toEqual([null])
    expect(await session.accessToken()).toBe(sessionBody('next').access_token)
  })

  it('ends once, and says so once, however many requests meet a 401', async () => {
    const toast = vi.spyOn(notifications, 'showToast').mockResolvedValue()
    let asked = 0
    server.use(
      http.get('/api/channels', () => {
        asked++
        return HttpResponse.json({}, { status: 401 })
      }),
    )
    const session = await signedIn()
    let ends = 0
    session.subscribe(() => {
      if (!session.getState().session) ends++
    })
    const client = createHttpClient({ apiUrl: '/api', session, tenantId: null })
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => client('GET', '/channels')))
    expect(answers.map(answer => answer.status === 'rejected' && answer.reason.message)).toEqual(
      Array(6).fill('Unauthorized'),
    )
    expect(toast.mock.calls).toEqual([['error', 'Unauthorized']])
    expect(ends).toBe(1)
    expect(session.getState().ended).toBe('expired')

    const before = asked
    await expect(client('GET', '/channels')).rejects.toThrow('Unauthorized')
    expect(asked).toBe(before)
  })
})

describe('the current user', () => {
  const me = { id: '1', email: 'ada@example.test', memberships: [] } as unknown as Me
  const Shown = () => <p>{useMe().data?.email ?? 'nobody'}</p>

  it('is loaded with a session and gone without one', async () => {
    const fetchMe = vi.fn(async () => me)
    const client = createAccountClient()
    const session = await signedIn()
    render(
      <SessionProvider session={session}>
        <AccountProvider client={client} fetchMe={fetchMe}>
          <Shown />
        </AccountProvider>
      </SessionProvider>,
    )
    await screen.findByText('ada@example.test')
    await session.signOut()
    await screen.findByText('nobody')
    expect(
      client
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined),
    ).toEqual([])
  })

  it('is tried twice, and a failed preload is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fetchMe = vi.fn(async () => {
      throw new Error('down')
    })
    await expect(preloadMe(createAccountClient(), fetchMe)).resolves.toBeUndefined()
    expect(fetchMe).toHaveBeenCalledTimes(2)
    expect(log).toHaveBeenCalledTimes(1)
  })
})

it('cannot be used outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useSession())).toThrow('useSession must be used within a SessionProvider')
  const session = open()
  expect(() =>
    renderHook(() => useMe(), {
      wrapper: ({ children }) => <SessionProvider session={session}>{children}</SessionProvider>,
    }),
  ).toThrow('No AccountProvider')
})
