import { useQuery } from '@tanstack/react-query'
import { useAuthProvider, useDataProvider } from 'ra-core'
import type { AnyResource, Around, Fields } from '../../schema'
import { useDisplay } from '../../ui/format/display'

interface Known {
  /** The worked defaults of a new record, once they are known. */
  starts?: Readonly<Record<string, unknown>>
  /** What bounds follow from; null while that is not known, so that only the API judges them. */
  around: () => Around | null
}

const nothing: Known = { around: () => null }

/** What the defaults and bounds of a resource follow from beside the record: settings, the clock, the person. */
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
