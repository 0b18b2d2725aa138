import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useTenant } from '../../tenant/TenantProvider'

export type SetupStepKey = 'schedule' | 'resource' | 'hours' | 'catalogItem' | 'assignment' | 'active'

export interface SetupStep {
  key: SetupStepKey
  isDone: boolean
  /** Some of those that the step is about, by name. */
  records: readonly { id: string; name: string }[]
  /** How many those are altogether. */
  count: number
}

interface SetupStatus {
  isComplete: boolean
  steps: readonly SetupStep[]
}

/** What the current tenant still needs before its first booking; asked for anew on each visit, since all of setup changes it. */
export const useSetupStatus = () => {
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: ['setupStatus', tenantId],
    queryFn: tenantId
      ? async ({ signal }) =>
          (await dataProvider.call('GET', '/tenants/{id}/setup-status', {
            params: { id: tenantId },
            signal,
          })) as SetupStatus
      : skipToken,
    retry: false,
  })
}
