import type { Session as AuthSession, EmailOtpType, SupabaseClient } from '@supabase/supabase-js'
import type { Config } from '../config'
import { showToast } from '../notifications/toast'
import { createAuthClient } from './authClient'
import { type Ending, followSession } from './followSession'
import { keptSession, sessionStorageOf } from './keptSession'

type SignOutScope = 'global' | 'local'

interface SessionOptions {
  config: Pick<Config, 'authUrl' | 'authKey' | 'mainDomain'>
  fetch?: typeof fetch
}

const orThrow = <T extends { error: Error | null }>(answer: T): T & { error: null } => {
  if (answer.error) throw answer.error
  return answer as T & { error: null }
}

/** The sign-in state with its changes, outside React. */
export const createSession = ({ config, fetch }: SessionOptions) => {
  const storage = sessionStorageOf(config.mainDomain)
  const client = createAuthClient({ config, fetch, storage })
  const followed = followSession(client, storage)
  const { getState, subscribe, onEvent, lookAgain } = followed
  let ending: Promise<void> | null = null
  let replacing: Promise<void> | null = null

  const end = (how: Ending): Promise<void> => {
    ending ??= followed.forget(how).finally(() => {
      ending = null
    })
    return ending
  }

  return {
    isEmbedded: config.authKey === '',
    auth: client as SupabaseClient['auth'],
    getState,
    subscribe,
    onEvent,
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
      const token = getState().session?.access_token
      if (token) void client.admin.signOut(token, scope).catch(() => {})
      await end('signedOut')
    },
    /** Signs out and notifies once, for any number of 401 answers to this token. */
    expire: async (token: string | null): Promise<void> => {
      await replacing
      if (ending) return ending
      if (!getState().session || token !== keptSession(storage)?.access_token) return
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
      const { loading, session } = getState()
      if (!loading && !session) return null
      return (await lookAgain())?.access_token ?? null
    },
    dispose: async (): Promise<void> => {
      followed.stop()
      await client.dispose()
    },
  }
}

export type Session = ReturnType<typeof createSession>
