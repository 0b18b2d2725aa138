import { QueryClient } from '@tanstack/react-query'

/** Caches what belongs to the person and not to a tenant: the current user, and the list of their tenants. */
export const createAccountClient = (): QueryClient => {
  const client = new QueryClient()
  client.setQueryDefaults(['users', 'me'], { staleTime: 300_000, retry: 1 })
  client.setQueryDefaults(['tenants', 'mine'], { staleTime: 30_000, retry: false })
  return client
}
