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

/** The role of a person who could not be loaded: they may read, and the API decides whether they are let in at all. */
export const unknownRole = (tenantId: string | null): Role | null => (tenantId ? 'viewer' : null)

/**
 * The session's auth provider, with answers to react-admin's questions about the person in a tenant. They come from the
 * cached current user, because react-admin asks `canAccess` for every button of every row.
 */
export const createAuthProvider = ({ registry, session, client, fetchMe, tenantId }: AuthProviderOptions) => {
  const me = async (): Promise<Me | undefined> => {
    const { data, errorUpdateCount = 0 } = client.getQueryState<Me>(meKey) ?? {}
    // react-admin asks for each button: without this, a failed user would be fetched for each, and each would wait.
    if (!data && errorUpdateCount > 0) return undefined
    return client.ensureQueryData(meQuery(fetchMe)).catch(() => undefined)
  }
  const role = async () => {
    const person = await me()
    return person ? roleIn(person, tenantId) : unknownRole(tenantId)
  }
  return {
    ...sessionAuthProvider(session),
    getIdentity: async () => {
      const person = await me()
      if (!person) throw new Error('The current user could not be loaded.')
      const { id, name, email, avatar } = person
      return { id, fullName: name ?? email, ...(avatar && { avatar: fileAddress(avatar.url) }) }
    },
    getPermissions: role,
    canAccess: async ({ resource, action }) =>
      mayAccess(await role(), registry.named(resource).access, action as Action),
  } satisfies AuthProvider
}
