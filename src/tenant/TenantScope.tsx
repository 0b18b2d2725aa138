import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AuthProvider, localStorageStore, type Store } from 'ra-core'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useAccount, useMe } from '../authProvider/AccountProvider'
import { createAuthProvider } from '../authProvider/createAuthProvider'
import { useSessionStore } from '../authProvider/useSession'
import { config } from '../config'
import { createDataProvider, type SlotwiseDataProvider } from '../dataProvider/createDataProvider'
import { createQueryClient } from '../dataProvider/freshness'
import { createHttpClient } from '../dataProvider/httpClient'
import type { Effects, Registry } from '../schema'
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

/** @throws outside a TenantScope */
export const useScope = (): Scope => {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('useScope must be used within a TenantScope')
  return scope
}

interface TenantScopeProps {
  registry: Registry
  effects?: Effects
  children: ReactNode
}

/**
 * Switching replaces data provider, cache and store: late answers reach an abandoned cache, late writes carry the old
 * tenant.
 */
export const TenantScope = ({ registry, effects, children }: TenantScopeProps) => {
  const { tenantId } = useTenant()
  const session = useSessionStore()
  const { client, fetchMe } = useAccount()
  const { isUnknown } = useMe()
  const scope = useMemo<Scope>(() => {
    const queryClient = createQueryClient(registry)
    const http = refreshAccount(createHttpClient({ apiUrl: config.apiUrl, session, tenantId }), client)
    return {
      tenantId,
      queryClient,
      dataProvider: createDataProvider({ registry, http, queryClient, ...(effects && { effects }) }),
      authProvider: createAuthProvider({ registry, session, client, fetchMe, tenantId }),
      store: localStorageStore(undefined, `.${tenantId ?? 'none'}`),
    }
  }, [registry, effects, tenantId, session, client, fetchMe])

  // Provisional until the person loads.
  useEffect(() => {
    if (isUnknown) return () => void scope.queryClient.invalidateQueries({ queryKey: ['auth'] })
  }, [isUnknown, scope])
  // Pending writes go on.
  useEffect(() => () => void scope.queryClient.cancelQueries(), [scope])
  // The next person must not see this data.
  useEffect(() => session.onEvent(event => event === 'SIGNED_OUT' && scope.queryClient.clear()), [session, scope])

  return (
    <ScopeContext value={scope}>
      <QueryClientProvider client={scope.queryClient} key={tenantId}>
        {children}
      </QueryClientProvider>
    </ScopeContext>
  )
}
