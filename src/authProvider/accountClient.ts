import { QueryClient } from '@tanstack/react-query'

/** Creates the cache for data of the person rather than a tenant: the current user, and the list of their tenants. */
export const createAccountClient = (): QueryClient => {
  const client = new QueryClient()
  client.setQueryDefaults(['tenants', 'mine'], { staleTime: 30_000, retry: false })
  return client
}
