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
  /** How the last session ended in this tab; an expired one takes the person back to where they were. */
  ended: 'signedOut' | 'expired' | null
}

export type SignOutScope = 'global' | 'local' | 'others'

interface SessionOptions {
  config: Pick<Config, 'authUrl' | 'authKey' | 'mainDomain'>
  fetch?: typeof fetch
}

const storageKey = 'slotwise.auth'

/** A thing that came back with an error is thrown: callers show it where it belongs. */
const orThrow = <T extends { error: Error | null }>(answer: T): T & { error: null } => {
  if (answer.error) throw answer.error
  return answer as T & { error: null }
}

/**
 * Who is signed in, as a store outside React, around Supabase's auth client. That client keeps the session, refreshes the access
 * token within 90 s of its expiry, looks every 30 s, and retries from 200 ms on.
 */
export const createSession = ({ config, fetch: send }: SessionOptions) => {
  const isOnMainDomain = config.mainDomain !== null && location.hostname.endsWith(config.mainDomain)
  const storage =
    config.mainDomain && isOnMainDomain
      ? cookieStorage({ domain: config.mainDomain, isSecure: location.protocol === 'https:' })
      : localStorage
  const client = new AuthClient({
    url: new URL(config.authUrl, location.origin).href,
    headers: config.authKey ? { apikey: config.authKey, Authorization: `Bearer ${config.authKey}` } : {},
    storageKey,
    // Links in mails may be opened in another browser than the one they were asked from (docs/decisions/0006).
    flowType: 'implicit',
    ...(send && { fetch: send }),
    storage,
  })

  let state: SessionState = { user: null, session: null, loading: true, ended: null }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: AuthChangeEvent, session: AuthSession | null) => void>()
  let ending: Promise<void> | null = null

  const setSession = (session: AuthSession | null, ended: SessionState['ended'] = null) => {
    const isSame =
      !state.loading && state.session?.access_token === session?.access_token && state.user === (session?.user ?? null)
    if (isSame) return
    state = {
      session,
      user: session?.user ?? null,
      loading: false,
      ended: session ? null : (ended ?? (state.session ? 'signedOut' : state.ended)),
    }
    for (const listener of listeners) listener()
  }

  const { data: subscription } = client.onAuthStateChange((event, session) => {
    setSession(session)
    for (const listener of eventListeners) listener(event, session)
  })

  /** Another tab, or a tab on another host of the main domain, may have signed in or out meanwhile. */
  const lookAgain = async () => {
    if (document.visibilityState !== 'visible') return
    const { data } = await client.getSession()
    if (data.session?.user.id !== state.user?.id) setSession(data.session)
  }
  const listening = new AbortController()
  addEventListener('focus', lookAgain, listening)
  addEventListener('storage', event => event.key === storageKey && void lookAgain(), listening)

  const end = (how: 'signedOut' | 'expired', tell: () => Promise<unknown>): Promise<void> => {
    ending ??= (async () => {
      try {
        setSession(null, how)
        await tell()
      } finally {
        // Whatever the service says or does not say, this browser is signed out: without a session to find, the client
        // asks nobody, and tells its subscribers and the other tabs.
        storage.removeItem(storageKey)
        await client.signOut({ scope: 'local' })
        ending = null
      }
    })()
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
    /** Always ends signed out in this browser; never throws. */
    signOut: (scope: SignOutScope = 'global'): Promise<void> => {
      const token = state.session?.access_token
      return end('signedOut', async () => {
        if (token) await client.admin.signOut(token, scope)
      }).catch(() => {})
    },
    /** A 401: signs out once, however many requests were under way, and says so once. */
    expire: (): Promise<void> => {
      if (!state.session) return Promise.resolve()
      void showToast('error', 'Unauthorized')
      return end('expired', async () => {})
    },
    /** The access token, refreshed when it is about to expire; null when nobody is signed in. */
    accessToken: async (): Promise<string | null> => {
      if (!state.loading && !state.session) return null
      const { data } = await client.getSession()
      return state.loading || state.session ? (data.session?.access_token ?? null) : null
    },
    /** Stops refreshing and listening. */
    dispose: async (): Promise<void> => {
      subscription.subscription.unsubscribe()
      listening.abort()
      await client.stopAutoRefresh()
    },
  }
}

export type Session = ReturnType<typeof createSession>
