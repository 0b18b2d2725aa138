import type { SupabaseClient } from '@supabase/supabase-js'
import { type SupabaseAuthProvider, supabaseAuthProvider } from 'ra-supabase-core'
import type { Session } from './createSession'

/** Overrides methods of Supabase's (docs/decisions/0006). */
export const sessionAuthProvider = (session: Session): SupabaseAuthProvider => {
  const supabase = supabaseAuthProvider({ auth: session.auth } as SupabaseClient, {})
  return {
    ...supabase,
    // Supabase's stays signed in without an answer.
    logout: async () => {
      await session.signOut()
      return false
    },
    // Supabase's signs out on 403. On 401, the HTTP client has ended the session.
    checkError: async () => {},
    // Supabase's takes an outage for an ended session.
    checkAuth: params =>
      supabase.checkAuth(params).catch(() => {
        if (!session.getState().session) throw { message: false, logoutUser: false }
      }),
  }
}
