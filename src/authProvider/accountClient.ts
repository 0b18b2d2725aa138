import { QueryClient } from '@tanstack/react-query'

export const createAccountClient = (): QueryClient => {
  const client = new QueryClient()
  client.setQueryDefaults(['tenants', 'mine'], { staleTime: 30_000, retry: false })
  return client
}
