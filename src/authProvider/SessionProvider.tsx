import { createContext, type ReactNode } from 'react'
import type { Session } from './createSession'

export const SessionContext = createContext<Session | null>(null)

/** Gives `useSession` and `useMe` the session they read. */
export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)
