import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { type FetchMe, followSession, meQuery } from './me'
import { useSession, useSessionStore } from './useSession'

interface Account {
  client: QueryClient
  fetchMe: FetchMe
}

const AccountContext = createContext<Account | null>(null)

/** Outlives the tenant's cache. */
export const AccountProvider = ({ client, fetchMe, children }: Account & { children: ReactNode }) => {
  const session = useSessionStore()
  useEffect(() => followSession(session, client), [session, client])
  const account = useMemo(() => ({ client, fetchMe }), [client, fetchMe])
  return <AccountContext value={account}>{children}</AccountContext>
}

/** @throws outside an AccountProvider */
export const useAccount = (): Account => {
  const account = useContext(AccountContext)
  if (!account) throw new Error('No AccountProvider')
  return account
}

/** Loads only with a session. */
export const useMe = () => {
  const { client, fetchMe } = useAccount()
  const { session } = useSession()
  const query = useQuery({ ...meQuery(fetchMe), enabled: session !== null }, client)
  // After sign-out, the cache may still hold the user.
  return {
    data: session ? query.data : undefined,
    error: query.error,
    isLoading: query.isLoading,
    isUnknown: session !== null && query.data === undefined && query.isFetched,
    refetch: query.refetch,
  }
}

export const useEmail = (): string => {
  const { user } = useSession()
  return useMe().data?.email ?? user?.email ?? ''
}
