import { useDataProvider, useNotify } from 'ra-core'
import { useCallback } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { type SavedView, useSavedViews } from './context'

const api = '/saved-views'

/** Waits for the list to know the views. The browser's declaration lacks fields without a form. */
export const useViewWrites = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const notify = useNotify()
  const failureOf = useFailure()
  const refetch = useSavedViews()?.refetch
  const send = useCallback(
    async (method: string, view: SavedView | null, body?: object): Promise<SavedView> => {
      const saved = await dataProvider.request<SavedView>(method, view ? `${api}/${view.id}` : api, {
        body,
        ...(view && { headers: { 'If-Match': `"${view.version}"` } }),
        changes: ['savedViews'],
      })
      await refetch?.()
      return saved
    },
    [dataProvider, refetch],
  )
  return {
    create: (body: object) => send('POST', null, body),
    update: (view: SavedView, body: object) => send('PATCH', view, body),
    remove: (view: SavedView) => send('DELETE', view),
    /** Null for none of one's own. */
    chooseDefault: async (resource: string, viewId: string | null): Promise<void> => {
      await dataProvider.request('PUT', `${api}/default`, { body: { resource, viewId }, changes: ['savedViews'] })
      await refetch?.()
    },
    tell: (error: unknown) => {
      const failure = failureOf(error)
      if (!failure.isSignedOut) notify(Object.values(failure.errors)[0] ?? failure.detail, { type: 'error' })
    },
  }
}
