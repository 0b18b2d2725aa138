import {
  type AuthChangeEvent,
  AuthClient,
  type Session as AuthSession,
  type User as AuthUser,
  type EmailOtpType,
} from '@supabase/auth-js'
import type { Config } from '../config'
import { showToast } from '../notifications/toast'
import { cookieStorage } from './cookieStorage'

export interface SessionState {
  user: AuthUser | null
  session: AuthSession | null
  /** True until the first look for a session, or the first change of sign-in. */
  loading: boolean
  /** How the last session ended; an expired one takes the person back to where they were, in every tab. */
  ended: 'signedOut' | 'expired' | null
  /** There is a session that has to be renewed before it can be used, and the service does not answer. */
  isUnreachable: boolean
}

export type SignOutScope = 'global' | 'local' | 'others'

interface SessionOptions {
  config: Pick<Config, 'authUrl' | 'authKey' | 'mainDomain'>
  fetch?: typeof fetch
}

const storageKey = 'slotwise.auth'
/** Kept for the other tabs, and for this one when it is reloaded. */
const expiredKey = `${storageKey}.expired`

/** A thing that came back with an error is thrown: callers show it where it belongs. */
const orThrow = <T extends { error: Error | null }>(answer: T): T & { error: null } => {
  if (answer.error) throw answer.error
  return answer as T & { error: null }
}

/**
 * The answer without `expires_at`: that is told by the service's clock, and the browser's may be hours ahead or behind. The client
 * counts `expires_in` by its own.
 */
const byOwnClock = async (answer: Response): Promise<Response> => {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('expires_at' in body)) return answer
  const { expires_at: _, ...rest } = body
  return Response.json(rest, { status: answer.status, headers: answer.headers })
}

/**
 * Who is signed in, as a store outside React, around Supabase's auth client. That client keeps the session, refreshes the access
 * token within 90 s of its expiry, looks every 30 s, and retries from 200 ms on.
 */
export const createSession = ({ config, fetch: send }: SessionOptions) => {
  const { mainDomain } = config
  const isOnMainDomain = mainDomain && `.${location.hostname}`.endsWith(`.${mainDomain}`)
  const storage = isOnMainDomain
    ? cookieStorage({ domain: mainDomain, isSecure: location.protocol === 'https:' })
    : localStorage
  const client = new AuthClient({
    url: new URL(config.authUrl, location.origin).href,
    headers: config.authKey ? { apikey: config.authKey, Authorization: `Bearer ${config.authKey}` } : {},
    storageKey,
    // Links in mails may be opened in another browser than the one they were asked from (docs/decisions/0006).
    flowType: 'implicit',
    fetch: async (input, init) => {
      const answer = await (send ?? fetch)(input, init)
      // The client forgets a session that may not be renewed, and says only that it is gone.
      const isRefusal = answer.status >= 400 && answer.status < 500 && answer.status !== 429
      if (isRefusal && String(input).includes('grant_type=refresh_token')) storage.setItem(expiredKey, '1')
      return byOwnClock(answer)
    },
    storage,
  })

  let state: SessionState = { user: null, session: null, loading: true, ended: null, isUnreachable: false }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: AuthChangeEvent, session: AuthSession | null) => void>()
  let ending: Promise<void> | null = null

  const setState = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const howItEnded = (): SessionState['ended'] => {
    if (storage.getItem(expiredKey) !== null) return 'expired'
    return state.session ? 'signedOut' : state.ended
  }

  const setSession = (session: AuthSession | null) => {
    const isSame =
      !state.loading &&
      !state.isUnreachable &&
      state.session?.access_token === session?.access_token &&
      state.user === (session?.user ?? null)
    if (isSame) return
    const ended = session ? null : howItEnded()
    setState({ session, user: session?.user ?? null, loading: false, ended, isUnreachable: false })
  }

  const announce = (event: AuthChangeEvent, session: AuthSession | null) => {
    // What is kept could not be renewed, and was not refused: the client goes on trying.
    if (event === 'INITIAL_SESSION' && !session && storage.getItem(storageKey) !== null) {
      setState({ ...state, loading: false, isUnreachable: true })
      return
    }
    if (session) storage.removeItem(expiredKey)
    setSession(session)
    for (const listener of eventListeners) listener(event, session)
  }
  client.onAuthStateChange(announce)

  /** Asks the client for the session, which a tab on another host of the main domain may have replaced without telling. */
  const lookAgain = async (): Promise<AuthSession | null> => {
    const before = state
    const { data, error } = await client.getSession()
    // While the service is silent, nobody knows whether a session that has to be refreshed goes on.
    if (error && storage.getItem(storageKey) !== null) throw error
    // Whatever changed the state meanwhile knows better.
    if (state !== before) return state.session
    if (before.loading) return data.session
    // Renewing it was refused at last.
    if (before.isUnreachable && !data.session) setSession(null)
    if (data.session?.user.id !== before.user?.id) announce(data.session ? 'SIGNED_IN' : 'SIGNED_OUT', data.session)
    else if (data.session?.access_token !== before.session?.access_token) setSession(data.session)
    return state.session
  }
  const listening = new AbortController()
  addEventListener('focus', () => void lookAgain().catch(() => {}), listening)
  addEventListener('storage', event => event.key === storageKey && void lookAgain().catch(() => {}), listening)

  /** The access token that is kept in this browser, whichever tab put it there. */
  const keptToken = (): string | null =>
    (JSON.parse(storage.getItem(storageKey) ?? 'null') as AuthSession | null)?.access_token ?? null

  const forget = async (how: 'signedOut' | 'expired'): Promise<void> => {
    // Before the session, whose end the other tabs follow.
    if (how === 'expired') storage.setItem(expiredKey, '1')
    else storage.removeItem(expiredKey)
    // At once: a tab that wakes up or a refresh that ends now must find nothing to go on with.
    storage.removeItem(storageKey)
    setSession(null)
    // Without a session to find, the client asks nobody, and tells its subscribers and the other tabs.
    await client.signOut({ scope: 'local' })
  }
  const end = (how: 'signedOut' | 'expired'): Promise<void> => {
    ending ??= forget(how).finally(() => {
      ending = null
    })
    return ending
  }

  return {
    getState: (): SessionState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls `listener` with every change of sign-in, as auth-js names them. */
    onEvent: (listener: (event: AuthChangeEvent, session: AuthSession | null) => void): (() => void) => {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    /** @throws auth-js's error, such as "Invalid login credentials" */
    signIn: async (email: string, password: string): Promise<void> => {
      orThrow(await client.signInWithPassword({ email, password }))
    },
    /** Without a session in the answer, the address waits to be confirmed. @throws auth-js's error */
    signUp: async (email: string, password: string, data: object = {}): Promise<{ session: AuthSession | null }> =>
      orThrow(
        await client.signUp({ email, password, options: { data, emailRedirectTo: `${location.origin}/confirm` } }),
      ).data,
    /** @throws auth-js's error; an address that nobody has is none */
    requestPasswordReset: async (email: string): Promise<void> => {
      orThrow(await client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/new-password` }))
    },
    /** Uses the link of a mail: it proves the address and signs in. @throws auth-js's error */
    verify: async (tokenHash: string, type: EmailOtpType): Promise<void> => {
      orThrow(await client.verifyOtp({ token_hash: tokenHash, type }))
    },
    /** @throws auth-js's error, such as a weak password with its reasons */
    setPassword: async (password: string): Promise<void> => {
      orThrow(await client.updateUser({ password }))
    },
    /**
     * Ends signed out in this browser whatever the service says, or does not say; never throws. The scope `others` ends the
     * person's other sessions and keeps this one.
     */
    signOut: async (scope: SignOutScope = 'global'): Promise<void> => {
      const token = state.session?.access_token
      const told = token ? client.admin.signOut(token, scope).catch(() => {}) : null
      if (scope === 'others') await told
      else await end('signedOut')
    },
    /**
     * A 401 to a request with this token: signs out once, however many requests were under way, and says so once. A late
     * answer to a request of an earlier sign-in changes nothing.
     */
    expire: async (token: string | null): Promise<void> => {
      if (ending) return ending
      if (!state.session || token !== keptToken()) return
      void showToast('error', 'Unauthorized')
      await end('expired')
    },
    /**
     * The access token, refreshed when it is about to expire; null when nobody is signed in.
     * @throws auth-js's error when it has expired and the service does not answer
     */
    accessToken: async (): Promise<string | null> => {
      if (!state.loading && !state.session) return null
      return (await lookAgain())?.access_token ?? null
    },
    /** Stops refreshing and listening. */
    dispose: async (): Promise<void> => {
      listening.abort()
      await client.dispose()
    },
  }
}

export type Session = ReturnType<typeof createSession>
