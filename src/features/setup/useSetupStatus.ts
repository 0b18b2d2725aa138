import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { calls } from '../../calls'
import type { AnswerOf } from '../../declare'
import { type SlotwiseDataProvider, useFailure, useTenant } from '../../show'

type SetupStatus = AnswerOf<typeof calls.setup.status>
export type SetupStep = SetupStatus['steps'][number]
export type SetupStepKey = SetupStep['key']

/** Any setup page changes it. */
export const useSetupStatus = () => {
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: ['setupStatus', tenantId],
    queryFn: tenantId
      ? ({ signal }) => dataProvider.call(calls.setup.status, { params: { id: tenantId }, signal })
      : skipToken,
    retry: false,
  })
}

/** On all of the person's devices; undone on failure. */
export const usePutAway = () => {
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const queryClient = useQueryClient()
  const notify = useNotify()
  const failureOf = useFailure()
  return async () => {
    if (!tenantId) return
    const show = (isPutAway: boolean) =>
      queryClient.setQueryData<SetupStatus>(['setupStatus', tenantId], before => before && { ...before, isPutAway })
    show(true)
    try {
      await dataProvider.call(calls.setup.putAway, { params: { id: tenantId }, body: { isPutAway: true } })
    } catch (error) {
      show(false)
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
}
