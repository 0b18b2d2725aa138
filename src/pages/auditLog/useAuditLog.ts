import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { downloadCSV, useDataProvider } from 'ra-core'
import type { AuditEntry } from '../../crud/history/auditEntry'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { type AuditFilters, queryOf } from './auditFilters'

export const auditLogKey = 'auditLog'

/** A page of the log, newest first. While another page is read, the last one stays. */
export const useAuditPage = (filters: AuditFilters, page: number, perPage: number) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { ...queryOf(filters), page, perPage }
  return useQuery({
    queryKey: [auditLogKey, query],
    queryFn: async ({ signal }) => {
      const { data, total } = await dataProvider.page('/audit-log', { query, signal })
      return { entries: data as AuditEntry[], total }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** Who is in the log. */
export const useActors = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [auditLogKey, 'actors'],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', '/audit-log/actors', { signal })) as { id: string; name: string }[],
    retry: false,
  })
}

/** Saves what the filters leave as a file; the export is an entry itself. */
export const useAuditExport = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  return async (filters: AuditFilters) => {
    const csv = await dataProvider.call('GET', '/audit-log/export', { query: queryOf(filters), accept: 'text/csv' })
    downloadCSV(String(csv), `audit-log-${new Date().toLocaleDateString('sv')}`)
    void client.invalidateQueries({ queryKey: [auditLogKey] })
  }
}
