import type { QueryClient } from '@tanstack/react-query'
import type { Role, StoredImage } from '../schema'
import type { Session } from './createSession'

export interface MyMembership {
  id: string
  userId: string
  tenantId: string
  tenantName: string
  tenantSlug: string
  role: Exclude<Role, 'superuser'>
  joinedAt: string
  isActive: boolean
}

export interface Me {
  id: string
  email: string
  name: string | null
  userType: 'user' | 'superuser'
  avatar: StoredImage | null
  /** BCP 47; null follows the browser. */
  locale: string | null
  /** IANA name; null follows the browser. */
  timeZone: string | null
  memberships: MyMembership[]
}

export type FetchMe = (signal?: AbortSignal) => Promise<Me>

export const meKey = ['users', 'me'] as const

export const meQuery = (fetchMe: FetchMe) => ({
  queryKey: meKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchMe(signal),
  staleTime: 300_000,
  retry: 1,
  retryOnMount: false,
})

export const preloadMe = async (client: QueryClient, fetchMe: FetchMe): Promise<void> => {
  try {
    await client.fetchQuery(meQuery(fetchMe))
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed preload is logged and nothing else
    console.error('The current user could not be loaded ahead of time.', error)
  }
}

/**
 * Refetches or removes the cached user with the session.
 * @returns an unsubscribe function
 */
export const followSession = (session: Session, client: QueryClient): (() => void) =>
  session.onEvent((event, current) => {
    if (current) void client.invalidateQueries({ queryKey: meKey })
    else client.removeQueries({ queryKey: meKey })
    if (event === 'SIGNED_OUT') client.clear()
  })
