import type { QueryClient } from '@tanstack/react-query'
import type { Membership } from '../resources/memberships'
import type { User } from '../resources/users'
import type { Session } from './createSession'

/** A membership with the name of its tenant, as `GET /users/me` answers it. */
export type MyMembership = Pick<Membership, 'id' | 'userId' | 'tenantId' | 'role' | 'joinedAt' | 'isActive'> & {
  tenantName: string
  tenantSlug: string
}

export type Me = User & { memberships: MyMembership[] }

export type FetchMe = (signal?: AbortSignal) => Promise<Me>

export const meKey = ['users', 'me'] as const

/** The current user's query: fresh for five minutes, tried twice. */
export const meQuery = (fetchMe: FetchMe) => ({
  queryKey: meKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchMe(signal),
  staleTime: 300_000,
  retry: 1,
})

/** Starts loading the current user ahead of the screens; a failure is only logged. */
export const preloadMe = async (client: QueryClient, fetchMe: FetchMe): Promise<void> => {
  try {
    await client.fetchQuery(meQuery(fetchMe))
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed preload is logged and nothing else
    console.error('The current user could not be loaded ahead of time.', error)
  }
}

/** Keeps the cached current user in step with sign-in: asked for anew with a session, removed without one. */
export const followSession = (session: Session, client: QueryClient): (() => void) =>
  session.onEvent((event, current) => {
    if (current) void client.invalidateQueries({ queryKey: meKey })
    else client.removeQueries({ queryKey: meKey })
    if (event === 'SIGNED_OUT') client.clear()
  })
