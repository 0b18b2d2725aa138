import { useMutation, useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useAccount } from '../../authProvider/AccountProvider'
import { meKey } from '../../authProvider/me'
import { config } from '../../config'
import type { AnswerOf } from '../../contract'
import { coreCalls } from '../../core/calls'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useSwitchTenant } from '../../layout/tenant/useSwitchTenant'
import { useTenant } from '../../tenant/TenantProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { useText } from './useText'

export type MyInvitation = AnswerOf<typeof coreCalls.invitations.mine>[number]

/** Cached across tenants. */
export const useMyInvitations = () => {
  const { client } = useAccount()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery(
    {
      queryKey: [...meKey, 'invitations'],
      queryFn: ({ signal }) => dataProvider.call(coreCalls.invitations.mine, { signal }),
      staleTime: 30_000,
      enabled: config.canInvite,
    },
    client,
  )
}

/** A person without a tenant enters this one. */
export const useAnswer = ({ id, tenantId, tenantName, tenantSlug }: MyInvitation) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const { client } = useAccount()
  const { tenantId: current } = useTenant()
  const switchTenant = useSwitchTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMutation({
    mutationFn: async (isAccepted: boolean) => {
      if (isAccepted) await dataProvider.call(coreCalls.invitations.accept, { params: { id } })
      else await dataProvider.call(coreCalls.invitations.decline, { params: { id } })
    },
    onSuccess: (_, isAccepted) => {
      // Switching unmounts notifications, and announces the tenant.
      if (isAccepted && !current) return switchTenant(tenantId, { name: tenantName, slug: tenantSlug })
      notify(text(isAccepted ? 'invitations.accepted' : 'invitations.declined', { tenant: tenantName }), {
        type: 'success',
      })
    },
    onError: error => {
      const { isSignedOut, detail } = failureOf(error)
      if (!isSignedOut) notify(detail, { type: 'error' })
      // Withdrawn or expired.
      void client.invalidateQueries({ queryKey: [...meKey, 'invitations'] })
    },
  })
}
