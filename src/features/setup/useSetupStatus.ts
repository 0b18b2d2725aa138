import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import type { AnswerOf } from '../../declare'
import { type SlotwiseDataProvider, useTenant } from '../../show'

type SetupStatus = AnswerOf<typeof calls.setup.status>
export type SetupStep = SetupStatus['steps'][number]
export type SetupStepKey = SetupStep['key']

/** Refetches on each visit, since any setup page changes it. */
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
