import type { AuthChangeEvent, Session as AuthSession, User as AuthUser } from '@supabase/supabase-js'
import type { createAuthClient } from './authClient'
import { expiredKey, type SessionStorage, storageKey } from './keptSession'

export interface SessionState {
  user: AuthUser | null
  session: AuthSession | null
  loading: boolean
  /** After `expired`, sign-in returns to the same page in every tab. */
  ended: 'signedOut' | 'expired' | null
  /** The session needs renewal, but the service does not answer. */
  isUnreachable: boolean
}

export type Ending = Exclude<SessionState['ended'], null>

/** The sign-in state, as the client's events and other tabs change it. */
export const followSession = (client: ReturnType<typeof createAuthClient>, storage: SessionStorage) => {
  let state: SessionState = { user: null, session: null, loading: true, ended: null, isUnreachable: false }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: AuthChangeEvent, session: AuthSession | null) => void>()

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

  const forget = async (how: Ending): Promise<void> => {
    // Before the session goes: other tabs then read this.
    if (how === 'expired') storage.setItem(expiredKey, '1')
    else storage.removeItem(expiredKey)
    // At once: waking tabs and pending refreshes must find no session.
    storage.removeItem(storageKey)
    setSession(null)
    // Only notifies subscribers and other tabs.
    await client.signOut({ scope: 'local' })
  }

  return {
    getState: (): SessionState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent: (listener: (event: AuthChangeEvent, session: AuthSession | null) => void): (() => void) => {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    lookAgain,
    forget,
    stop: () => listening.abort(),
  }
}
