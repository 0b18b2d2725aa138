import type { QueryClient } from '@tanstack/react-query'
import type { AuthProvider } from 'ra-core'
import { fileAddress } from '../fileAddress'
import { type Action, mayAccess, type Registry, type Role } from '../schema'
import type { Session } from './createSession'
import { type FetchMe, type Me, meKey, meQuery } from './me'
import { sessionAuthProvider } from './sessionAuthProvider'

interface AuthProviderOptions {
  registry: Registry
  session: Session
  /** Caches the current user. */
  client: QueryClient
  fetchMe: FetchMe
  /** The tenant whose permissions count; null outside tenants. */
  tenantId: string | null
}

/** A person's role in a tenant; superusers have the role `superuser` in all of them. */
export const roleIn = (me: Me | undefined, tenantId: string | null): Role | null => {
  if (!me) return null
  if (me.userType === 'superuser') return 'superuser'
  return me.memberships.find(membership => membership.tenantId === tenantId && membership.isActive)?.role ?? null
}

/**
 * The session's auth provider, with answers to react-admin's questions about the person in a tenant. They come from the
 * cached current user, because react-admin asks `canAccess` for every button of every row.
 */
export const createAuthProvider = ({ registry, session, client, fetchMe, tenantId }: AuthProviderOptions) => {
  const me = async () => {
    const { status, fetchStatus, error } = client.getQueryState<Me>(meKey) ?? {}
    // react-admin retries for each button: without this, a failed user could be fetched ten times.
    if (status === 'error' && fetchStatus === 'idle') throw error
    return client.ensureQueryData(meQuery(fetchMe))
  }
  return {
    ...sessionAuthProvider(session),
    getIdentity: async () => {
      const { id, name, email, avatar } = await me()
      return { id, fullName: name ?? email, ...(avatar && { avatar: fileAddress(avatar.url) }) }
    },
    getPermissions: async () => roleIn(await me(), tenantId),
    canAccess: async ({ resource, action }) =>
      mayAccess(roleIn(await me(), tenantId), registry.named(resource).access, action as Action),
  } satisfies AuthProvider
}
