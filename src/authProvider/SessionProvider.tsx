import { AuthContext } from 'ra-core'
import { type Context, createContext, type ReactNode, useMemo } from 'react'
import type { Session } from './createSession'
import { sessionAuthProvider } from './sessionAuthProvider'

export const SessionContext: Context<Session | null> = createContext<Session | null>(null)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => {
  const authProvider = useMemo(() => sessionAuthProvider(session), [session])
  return (
    <SessionContext value={session}>
      <AuthContext value={authProvider}>{children}</AuthContext>
    </SessionContext>
  )
}
