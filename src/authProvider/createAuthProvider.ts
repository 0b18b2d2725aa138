import type { QueryClient } from '@tanstack/react-query'
import type { AuthProvider } from 'ra-core'
import { resourceNamed } from '../resources'
import { type Action, mayAccess, type Role } from '../schema'
import type { Session } from './createSession'
import { type FetchMe, type Me, meQuery } from './me'

interface AuthProviderOptions {
  session: Session
  /** Where the current user is cached. */
  client: QueryClient
  fetchMe: FetchMe
  /** The tenant that permissions are about; null above tenants. */
  tenantId: string | null
}

/** What a person is in a tenant: superusers are more than owners everywhere. */
export const roleIn = (me: Me | undefined, tenantId: string | null): Role | null => {
  if (!me) return null
  if (me.userType === 'superuser') return 'superuser'
  return me.memberships.find(membership => membership.tenantId === tenantId && membership.isActive)?.role ?? null
}

/**
 * react-admin's questions about the person, answered from the session and the cached current user. Nothing here asks the
 * network twice: react-admin asks `canAccess` for every button of every row.
 */
export const createAuthProvider = ({ session, client, fetchMe, tenantId }: AuthProviderOptions): AuthProvider => {
  const me = () => client.ensureQueryData(meQuery(fetchMe))
  return {
    login: ({ email, password }: { email: string; password: string }) => session.signIn(email, password),
    // The guard around the application sees that the session is gone, and shows the sign-in page.
    logout: async () => {
      await session.signOut()
      return false
    },
    checkAuth: async () => {
      if (!session.getState().session && !session.getState().loading) throw { message: false, logoutUser: false }
    },
    // The HTTP client has ended the session already when it met a 401; no other error concerns sign-in.
    checkError: async () => {},
    getIdentity: async () => {
      const { id, name, email, avatarUrl } = await me()
      return { id, fullName: name ?? email, ...(avatarUrl && { avatar: avatarUrl }) }
    },
    getPermissions: async () => roleIn(await me(), tenantId),
    canAccess: async ({ resource, action }) =>
      mayAccess(roleIn(await me(), tenantId), resourceNamed(resource).access, action as Action),
  }
}
