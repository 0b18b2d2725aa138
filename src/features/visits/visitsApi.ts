import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import type { Visit } from '../../calls/visits'
import { actionSegment, type CallInput } from '../../declare'
import { visits } from '../../resources/visits'
import type { SlotwiseDataProvider } from '../../show'
import type { PartInput } from './service'

type Patch = NonNullable<CallInput<typeof calls.visits.update>['body']>
type ActionName = keyof NonNullable<typeof visits.actions>

/** Calls reject with react-admin's HttpError. */
export const useVisitsApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMemo(
    () => ({
      act: (id: string, name: ActionName, body: object) =>
        dataProvider.request<Visit>('POST', `${visits.api}/{id}/${actionSegment(name)}`, {
          params: { id },
          body: body as never,
        }),
      patch: (id: string, body: Patch) => dataProvider.call(calls.visits.update, { params: { id }, body }),
      add: (
        id: string,
        body: PartInput & { notify?: boolean; override?: boolean; reason?: string; dryRun?: boolean },
      ) => dataProvider.request<Visit>('POST', `${visits.api}/{id}/parts`, { params: { id }, body: body as never }),
    }),
    [dataProvider],
  )
}
