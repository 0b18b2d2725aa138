import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { needsSecondStep } from '../authProvider/secondStep'
import { useSession } from '../authProvider/useSession'
import type { CameFrom } from '../routing/cameFrom'
import { Splash } from './Splash'

interface RequireSessionProps {
  /** While the auth service does not answer. */
  unreachable: ReactNode
  children: ReactNode
}

/** Remembers the address unless the person signed out. */
export const RequireSession = ({ unreachable, children }: RequireSessionProps) => {
  const { session, loading, ended, isUnreachable } = useSession()
  const { pathname, search, hash } = useLocation()
  if (session && !needsSecondStep(session)) return children
  if (loading) return <Splash />
  if (isUnreachable) return unreachable
  const address = `${pathname}${search}${hash}`
  const from: CameFrom | null = ended === 'signedOut' || address === '/' ? null : { address }
  return <Navigate to="/login" replace state={from} />
}
