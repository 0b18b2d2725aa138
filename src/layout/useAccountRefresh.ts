import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../authProvider/AccountProvider'

/** Resources whose records the current user and the list of tenants are made from. */
const behindAccount: readonly unknown[] = ['tenants', 'users', 'memberships']

/** The current user and the list of tenants are kept above the tenant's cache; a change made below refreshes them too. */
export const useAccountRefresh = (): void => {
  const { client } = useAccount()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        if (behindAccount.includes(mutation.options.mutationKey?.[0])) void client.invalidateQueries()
      }),
    [queryClient, client],
  )
}
