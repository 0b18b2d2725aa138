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
  client: QueryClient
  fetchMe: FetchMe
  tenantId: string | null
}

/** Superusers have this role in every tenant. */
export const roleIn = (me: Me | undefined, tenantId: string | null): Role | null => {
  if (!me) return null
  if (me.userType === 'superuser') return 'superuser'
  return me.memberships.find(membership => membership.tenantId === tenantId && membership.isActive)?.role ?? null
}

/** Until the user loads, the API decides on reads. */
export const unknownRole = (tenantId: string | null): Role | null => (tenantId ? 'viewer' : null)

/** Answers from the cached user: react-admin calls `canAccess` for every button of every row. */
export const createAuthProvider = ({ registry, session, client, fetchMe, tenantId }: AuthProviderOptions) => {
  const me = async (): Promise<Me | undefined> => {
    const { data, errorUpdateCount = 0 } = client.getQueryState<Me>(meKey) ?? {}
    // After a failure, every button would refetch the user.
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
      return { id, email, fullName: name ?? email, ...(avatar && { avatar: fileAddress(avatar.url) }) }
    },
    getPermissions: role,
    canAccess: async ({ resource, action, record }) => {
      const [name = '', field] = resource.split('.')
      const declared = registry.named(name)
      const personsRole = await role()
      if (!record || !declared.rows) return mayAccess(personsRole, declared.access, action as Action)
      const asking = { registry, client, tenantId, role: personsRole }
      return import('./mayChange').then(judge => judge.mayChange(action, declared, record, { ...asking, field }))
    },
  } satisfies AuthProvider
}
