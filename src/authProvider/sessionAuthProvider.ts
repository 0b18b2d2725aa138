import type { SupabaseClient } from '@supabase/supabase-js'
import { type SupabaseAuthProvider, supabaseAuthProvider } from 'ra-supabase-core'
import type { Session } from './createSession'

/**
 * Supabase's auth provider for react-admin: signs in, sets and resets passwords, and checks for a session. Comments
 * give the reason of each override; see also docs/decisions/0006.
 */
export const sessionAuthProvider = (session: Session): SupabaseAuthProvider => {
  // The provider uses only `auth` of the Supabase client.
  const supabase = supabaseAuthProvider({ auth: session.auth } as SupabaseClient, {})
  return {
    ...supabase,
    // Supabase's stays signed in if the service does not answer. The guard around the application decides where to go
    // next.
    logout: async () => {
      await session.signOut()
      return false
    },
    // Supabase's signs out on 403 too. On 401 the HTTP client has already ended the session, once for all requests.
    checkError: async () => {},
    // Supabase's treats an outage of the service as the end of the session, which is announced where it really ends.
    checkAuth: params =>
      supabase.checkAuth(params).catch(() => {
        if (!session.getState().session) throw { message: false, logoutUser: false }
      }),
  }
}
