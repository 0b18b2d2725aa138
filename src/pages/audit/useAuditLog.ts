import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { downloadCSV, useDataProvider } from 'ra-core'
import type { AuditEntry } from '../../contract/auditEntry'
import * as auditLog from '../../contract/calls/auditLog'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { type AuditFilters, queryOf } from './auditFilters'

export const auditLogKey = 'auditLog'

export const useAuditPage = (filters: AuditFilters, page: number, perPage: number) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { ...queryOf(filters), page, perPage }
  return useQuery({
    queryKey: [auditLogKey, query],
    queryFn: async ({ signal }) => {
      const { data, total } = await dataProvider.page<AuditEntry>(auditLog.list.path, { query, signal })
      return { entries: data, total }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

export const useActors = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [auditLogKey, 'actors'],
    queryFn: ({ signal }) => dataProvider.call(auditLog.actors, { signal }),
    retry: false,
  })
}

/**
 * The server logs exports.
 *
 * @param of another tenant
 */
export const useAuditExport = (of?: { id: string; slug: string }) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  return async (filters: AuditFilters) => {
    const csv = await dataProvider.call(auditLog.exportFile, {
      query: queryOf(filters),
      ...(of && { headers: { 'X-Tenant-ID': of.id } }),
    })
    downloadCSV(csv, ['audit-log', ...(of ? [of.slug] : []), new Date().toLocaleDateString('sv')].join('-'))
    void client.invalidateQueries({ queryKey: [auditLogKey] })
  }
}
