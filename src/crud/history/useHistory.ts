import { useInfiniteQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'ra-core'
import type { AuditEntry } from '../../contract/auditEntry'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { type AnyResource, tenantOf, wholeOf } from '../../schema'
import { useViews } from '../views'

const perPage = 10

type Answer = AuditEntry[] | { entries: AuditEntry[] }

const ofPart = ({ fields }: AnyResource, entry: AuditEntry): AuditEntry => ({
  ...entry,
  changes: Object.fromEntries(Object.entries(entry.changes).filter(([name]) => name in fields)),
})

export const useHistory = (resource: AnyResource, record: RaRecord) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { historyPath } = useViews(resource)
  const id = String(record.id)
  const whole = wholeOf(resource)
  const isPart = whole !== resource
  const { data, ...query } = useInfiniteQuery({
    // Begins with the resource: changes refetch it.
    queryKey: [resource.name, 'history', id],
    queryFn: async ({ pageParam, signal }) => {
      if (historyPath) {
        const answer = await dataProvider.request<Answer>('GET', historyPath, { params: { id }, signal })
        const entries = Array.isArray(answer) ? answer : answer.entries
        return { data: entries, total: entries.length }
      }
      return dataProvider.page<AuditEntry>('/audit-log', {
        query: {
          entityType: whole.name,
          entityId: id,
          ...(isPart && { changed: Object.keys(resource.fields) }),
          page: pageParam,
          perPage,
        },
        // Superusers read other tenants.
        headers: { 'X-Tenant-ID': tenantOf(whole, record) ?? '' },
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
  const all = data?.pages.flatMap(page => page.data)
  // New entries shift the pages: some arrive twice.
  const entries = all && Array.from(new Map(all.map(entry => [entry.id, entry])).values())
  return { ...query, entries: isPart ? entries?.map(entry => ofPart(resource, entry)) : entries }
}
