import {
  type AuthChangeEvent,
  AuthClient,
  type Session as AuthSession,
  type User as AuthUser,
  type EmailOtpType,
  type SupabaseClient,
} from '@supabase/supabase-js'
import type { Config } from '../config'
import { showToast } from '../notifications/toast'
import { keptSession, sessionStorageOf, storageKey } from './keptSession'

export interface SessionState {
  user: AuthUser | null
  session: AuthSession | null
  loading: boolean
  /** After `expired`, sign-in returns to the same page in every tab. */
  ended: 'signedOut' | 'expired' | null
  /** The session needs renewal, but the service does not answer. */
  isUnreachable: boolean
}

type SignOutScope = 'global' | 'local'

interface SessionOptions {
  config: Pick<Config, 'authUrl' | 'authKey' | 'mainDomain'>
  fetch?: typeof fetch
}

const expiredKey = `${storageKey}.expired`

const orThrow = <T extends { error: Error | null }>(answer: T): T & { error: null } => {
  if (answer.error) throw answer.error
  return answer as T & { error: null }
}

/** Without `expires_at`, the client counts `expires_in`: the browser's clock may be hours off. */
const byOwnClock = async (answer: Response): Promise<Response> => {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('expires_at' in body)) return answer
  const { expires_at: _, ...rest } = body
  return Response.json(rest, { status: answer.status, headers: answer.headers })
}

/** Goes by the browser's clock, also for a stored session. */
class OwnClockAuthClient extends AuthClient {
  override async setSession(tokens: Pick<AuthSession, 'access_token' | 'refresh_token'>) {
    const { data } = await this.getSession()
    if (data.session?.access_token !== tokens.access_token) return super.setSession(tokens)
    return { data: { session: data.session, user: data.session.user }, error: null }
  }
}

/**
 * The sign-in state, outside React. Supabase's client checks the session every 30 s, renews the access token within 90
 * s of expiry, and retries from 200 ms on.
 */
export const createSession = ({ config, fetch: send }: SessionOptions) => {
  const storage = sessionStorageOf(config.mainDomain)
  const client = new OwnClockAuthClient({
    url: new URL(config.authUrl, location.origin).href,
    headers: config.authKey ? { apikey: config.authKey, Authorization: `Bearer ${config.authKey}` } : {},
    storageKey,
    // A mailed link may open in another browser (docs/decisions/0006).
    flowType: 'implicit',
    fetch: async (input, init) => {
      const answer = await (send ?? fetch)(input, init)
      // The client does not say why it forgets a session.
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
  let replacing: Promise<void> | null = null

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
    // Not refused: the client retries.
    if (event === 'INITIAL_SESSION' && !session && storage.getItem(storageKey) !== null) {
      setState({ ...state, loading: false, isUnreachable: true })
      return
    }
    // Another tab's message precedes its storage event, which has the reason.
    if (event === 'SIGNED_OUT' && storage === localStorage && storage.getItem(storageKey) !== null) return
    if (session) storage.removeItem(expiredKey)
    setSession(session)
    for (const listener of eventListeners) listener(event, session)
  }
  client.onAuthStateChange(announce)

  /** A tab on another host may have replaced the session. */
  const lookAgain = async (): Promise<AuthSession | null> => {
    const before = state
    const { data, error } = await client.getSession()
    // A session due for renewal may still be valid.
    if (error && storage.getItem(storageKey) !== null) throw error
    // A later change wins.
    if (state !== before) return state.session
    if (before.loading) return data.session
    if (before.isUnreachable && !data.session) setSession(null)
    if (data.session?.user.id !== before.user?.id) announce(data.session ? 'SIGNED_IN' : 'SIGNED_OUT', data.session)
    else if (data.session?.access_token !== before.session?.access_token) setSession(data.session)
    return state.session
  }
  const listening = new AbortController()
  addEventListener('focus', () => void lookAgain().catch(() => {}), listening)
  addEventListener('storage', event => event.key === storageKey && void lookAgain().catch(() => {}), listening)

  const forget = async (how: 'signedOut' | 'expired'): Promise<void> => {
    // Before the session goes: other tabs then read this.
    if (how === 'expired') storage.setItem(expiredKey, '1')
    else storage.removeItem(expiredKey)
    // At once: waking tabs and pending refreshes must find no session.
    storage.removeItem(storageKey)
    setSession(null)
    // Only notifies subscribers and other tabs.
    await client.signOut({ scope: 'local' })
  }
  const end = (how: 'signedOut' | 'expired'): Promise<void> => {
    ending ??= forget(how).finally(() => {
      ending = null
    })
    return ending
  }

  return {
    isEmbedded: config.authKey === '',
    auth: client as SupabaseClient['auth'],
    getState: (): SessionState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent: (listener: (event: AuthChangeEvent, session: AuthSession | null) => void): (() => void) => {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    /** Null until the address is confirmed. @throws auth-js's error */
    signUp: async (email: string, password: string, data: object = {}): Promise<{ session: AuthSession | null }> =>
      orThrow(
        await client.signUp({ email, password, options: { data, emailRedirectTo: `${location.origin}/confirm` } }),
      ).data,
    /**
     * Confirms a mailed link's address and signs in, except by the first of a changed address's two links.
     * @throws auth-js's error
     */
    verify: async (tokenHash: string, type: EmailOtpType): Promise<{ isSignedIn: boolean }> => {
      const { data } = orThrow(await client.verifyOtp({ token_hash: tokenHash, type }))
      return { isSignedIn: data.session !== null }
    },
    /** Mails a code in place of the current password. @throws auth-js's error */
    requestCode: async (): Promise<void> => {
      orThrow(await client.reauthenticate())
    },
    /** Signs out even if the service fails. Never throws. */
    signOut: async (scope: SignOutScope = 'global'): Promise<void> => {
      const token = state.session?.access_token
      if (token) void client.admin.signOut(token, scope).catch(() => {})
      await end('signedOut')
    },
    /** Signs out and notifies once, for any number of 401 answers to this token. */
    expire: async (token: string | null): Promise<void> => {
      await replacing
      if (ending) return ending
      if (!state.session || token !== keptSession(storage)?.access_token) return
      void showToast('error', 'Unauthorized')
      await end('expired')
    },
    replace: async (step: () => Promise<void>): Promise<void> => {
      const work = step()
      replacing = work.catch(() => {})
      await work
    },
    /**
     * Renews a token about to expire; null without a session.
     * @throws auth-js's error if it has expired and the service does not answer
     */
    accessToken: async (): Promise<string | null> => {
      if (!state.loading && !state.session) return null
      return (await lookAgain())?.access_token ?? null
    },
    dispose: async (): Promise<void> => {
      listening.abort()
      await client.dispose()
    },
  }
}

export type Session = ReturnType<typeof createSession>
