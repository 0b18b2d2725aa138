import { useAuthProvider } from 'ra-core'
import type { SupabaseAuthProvider } from 'ra-supabase-core'
import { useSessionStore } from './useSession'

/** Works before sign-in. @throws outside a SessionProvider */
export const useSessionAuth = (): SupabaseAuthProvider => {
  const authProvider = useAuthProvider<SupabaseAuthProvider>()
  if (!authProvider) throw new Error('No AuthProvider')
  return authProvider
}

/** @throws auth-js's error */
export const useSetPassword = (): ((password: string) => Promise<void>) => {
  const store = useSessionStore()
  const { setPassword } = useSessionAuth()
  return password => {
    const { access_token = '', refresh_token = '' } = store.getState().session ?? {}
    return setPassword({ access_token, refresh_token, password })
  }
}
