import { useQuery } from '@tanstack/react-query'
import { useAuthProvider, useDataProvider } from 'ra-core'
import type { AnyResource, Around, Fields } from '../../schema'
import { useDisplay } from '../../ui/format/display'

interface Known {
  /** Computed defaults, once known. */
  starts?: Readonly<Record<string, unknown>>
  /** Null while unknown: only the API checks bounds. */
  around: () => Around | null
}

const nothing: Known = { around: () => null }

export const useAround = (resource: AnyResource): Known => {
  const tenant = useDisplay()
  const dataProvider = useDataProvider()
  const authProvider = useAuthProvider()
  const { data = nothing } = useQuery({
    queryKey: ['around', resource.name, tenant],
    queryFn: async () => (await import('./readAround')).readAround(resource, { dataProvider, authProvider, tenant }),
    enabled: Boolean(resource.bounds) || Object.values(resource.fields as Fields).some(({ starts }) => starts),
    gcTime: 0,
  })
  return data
}
