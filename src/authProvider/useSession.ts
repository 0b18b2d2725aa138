import { useContext, useSyncExternalStore } from 'react'
import type { Session } from './createSession'
import type { SessionState } from './followSession'
import { SessionContext } from './SessionProvider'

/** @throws outside a SessionProvider */
export const useSessionStore = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}

/**
 * The sign-in state.
 * @throws outside a SessionProvider
 */
export const useSession = (): SessionState => {
  const { subscribe, getState } = useSessionStore()
  return useSyncExternalStore(subscribe, getState, getState)
}
