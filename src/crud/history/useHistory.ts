import { useInfiniteQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { type AnyResource, tenantOf } from '../../schema'
import type { AuditEntry } from './auditEntry'
import { ownHistoryPath } from './historyOf'

const perPage = 10

/** What happened to a record, newest first, page after page. */
export const useHistory = (resource: AnyResource, record: RaRecord) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const id = String(record.id)
  const { data, ...query } = useInfiniteQuery({
    // Under the resource's own key, so that a change of the record asks again.
    queryKey: [resource.name, 'history', id],
    queryFn: ({ pageParam, signal }) => {
      const own = ownHistoryPath(resource)
      if (own) return dataProvider.page(own, { params: { id }, signal })
      return dataProvider.page('/audit-log', {
        query: { entityType: resource.name, entityId: id, page: pageParam, perPage },
        // Superusers look at tenants that they are not in.
        headers: { 'X-Tenant-ID': tenantOf(resource, record) ?? '' },
        signal,
      })
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0)
      return shown < total ? pages.length + 1 : undefined
    },
    staleTime: 0,
    retry: false,
  })
  const all = data?.pages.flatMap(page => page.data as AuditEntry[])
  // What is added while one reads on moves the pages along.
  const entries = all && Array.from(new Map(all.map(entry => [entry.id, entry])).values())
  return { ...query, entries }
}
