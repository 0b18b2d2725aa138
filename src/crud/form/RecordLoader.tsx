import { type RaRecord, RecordContextProvider, useGetOne, useRequireAccess } from 'ra-core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { failureOf } from '../../ui/failure/failure'
import { useDeclaration, useMeta } from '../declaration'
import { useMayChange } from '../useMayChange'

const OpenedFields = lazy(() => import('./OpenedFields'))

export interface Loaded<T extends RaRecord = RaRecord> {
  record: T
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

interface RecordLoaderProps<T extends RaRecord> {
  id: string
  loading: ReactNode
  notFound: ReactNode
  failed: (error: unknown, retry: () => void) => ReactNode
  children: (loaded: Loaded<T>) => ReactNode
}

/** Refetches cached records. Stays mounted after a failed refetch, to keep typed input. */
export const RecordLoader = <T extends RaRecord>({ id, loading, notFound, failed, children }: RecordLoaderProps<T>) => {
  const { name, rows } = useDeclaration()
  const meta = useMeta()
  const { isPending: isAccessPending } = useRequireAccess({ resource: name, action: 'show' })
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<T>(
    name,
    { id, meta },
    {
      enabled: !isAccessPending,
      retry: false,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  )
  const canEdit = useMayChange('edit', data)
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && isFetchedAfterMount && !error && data?.id !== undefined) setOpened(true)
  if (error && !isOpened) return failureOf(error).isNotFound ? notFound : failed(error, refetch)
  if (!isOpened || !data || canEdit === undefined) return loading
  const loaded = children({ record: data, isReadOnly: !canEdit, onReload: () => refetch() })
  return (
    <RecordContextProvider value={data}>
      {rows?.opens ? (
        <Suspense fallback={loading}>
          <OpenedFields record={data} loading={loading}>
            {loaded}
          </OpenedFields>
        </Suspense>
      ) : (
        loaded
      )}
    </RecordContextProvider>
  )
}
