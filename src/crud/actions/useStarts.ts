import { useQueries } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'ra-core'
import { type AnyResource, type DeclaredAction, fieldOf } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'

type Values = Readonly<Record<string, unknown>>

interface Lead {
  field: string
  to: string
  id: string
  of: string
}

const leadsOf = (resource: AnyResource, { starts = {} }: DeclaredAction, record: RaRecord): Lead[] =>
  Object.entries(starts).flatMap(([field, start]) => {
    const [name = '', of] = typeof start === 'string' ? start.split('.') : []
    const source = fieldOf(resource, name)
    if (!of || source?.kind !== 'reference' || !record[name]) return []
    return [{ field, to: source.options.to().name, id: String(record[name]), of }]
  })

const ownValue = (start: unknown, record: Values, tenant: unknown): unknown => {
  if (typeof start === 'function') return start(record, tenant)
  return String(start).includes('.') ? undefined : record[String(start)]
}

/** Other records' values arrive late, or never if unreadable. */
export const useStarts = (resource: AnyResource, action: DeclaredAction, record: RaRecord | undefined): Values => {
  const { tenant } = useTenant()
  const dataProvider = useDataProvider()
  const leads = record ? leadsOf(resource, action, record) : []
  const found = useQueries({
    queries: leads.map(({ to, id }) => ({
      // Shares the cache of `useGetOne`.
      queryKey: [to, 'getOne', { id, meta: undefined }],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await dataProvider.getOne<RaRecord>(to, { id, signal })).data,
      retry: false,
    })),
  })
  const own = Object.entries(action.starts ?? {}).map(([field, start]) => [
    field,
    ownValue(start, record ?? {}, tenant),
  ])
  const others = leads.map(({ field, of }, index) => [field, found[index]?.data?.[of]])
  return Object.fromEntries([...own, ...others].filter(([, value]) => value !== undefined && value !== null))
}
