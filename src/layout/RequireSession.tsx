import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../authProvider/useSession'
import { UnreachablePage } from '../pages/entry/UnreachablePage'
import type { CameFrom } from '../routing/cameFrom'
import { Splash } from './Splash'

/** Sends whoever is not signed in to the sign-in page, and remembers where they were unless they left on purpose. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { session, loading, ended, isUnreachable } = useSession()
  const { pathname, search, hash } = useLocation()
  if (session) return children
  if (loading) return <Splash />
  if (isUnreachable) return <UnreachablePage />
  const address = `${pathname}${search}${hash}`
  const from: CameFrom | null = ended === 'signedOut' || address === '/' ? null : { address }
  return <Navigate to="/login" replace state={from} />
}
