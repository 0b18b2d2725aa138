import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AuthProvider, localStorageStore, type Store } from 'ra-core'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useAccount } from '../authProvider/AccountProvider'
import { createAuthProvider } from '../authProvider/createAuthProvider'
import { useSessionStore } from '../authProvider/useSession'
import { config } from '../config'
import { createDataProvider, type SlotwiseDataProvider } from '../dataProvider/createDataProvider'
import { createQueryClient } from '../dataProvider/freshness'
import { createHttpClient } from '../dataProvider/httpClient'
import { refreshAccount } from './refreshAccount'
import { useTenant } from './TenantProvider'

export interface Scope {
  tenantId: string | null
  dataProvider: SlotwiseDataProvider
  authProvider: AuthProvider
  queryClient: QueryClient
  store: Store
}

const ScopeContext = createContext<Scope | null>(null)

/** What react-admin is given for the current tenant. @throws outside a TenantScope */
export const useScope = (): Scope => {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('useScope must be used within a TenantScope')
  return scope
}

/**
 * A data provider, a cache and a store made for the current tenant. On a switch all three are replaced and the children mounted
 * anew: a late answer lands in a cache that nobody reads, a late write still carries the tenant it was made under.
 */
export const TenantScope = ({ children }: { children: ReactNode }) => {
  const { tenantId } = useTenant()
  const session = useSessionStore()
  const { client, fetchMe } = useAccount()
  const scope = useMemo<Scope>(() => {
    const queryClient = createQueryClient()
    const http = refreshAccount(createHttpClient({ apiUrl: config.apiUrl, session, tenantId }), client)
    return {
      tenantId,
      queryClient,
      dataProvider: createDataProvider({ http, queryClient }),
      authProvider: createAuthProvider({ session, client, fetchMe, tenantId }),
      store: localStorageStore(undefined, `.${tenantId ?? 'none'}`),
    }
  }, [tenantId, session, client, fetchMe])

  // Requests of the tenant that was left are of no use to anybody; what was sent to be saved goes on.
  useEffect(() => () => void scope.queryClient.cancelQueries(), [scope])
  // Nothing of one person may be left for the next.
  useEffect(() => session.onEvent(event => event === 'SIGNED_OUT' && scope.queryClient.clear()), [session, scope])

  return (
    <ScopeContext value={scope}>
      <QueryClientProvider client={scope.queryClient} key={tenantId}>
        {children}
      </QueryClientProvider>
    </ScopeContext>
  )
}
