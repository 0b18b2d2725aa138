import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetIdentity } from 'ra-core'
import { useCallback, useEffect, useRef } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { serverNow } from '../../dataProvider/serverClock'
import type { AnyResource, Around, Fields } from '../../schema'
import { useDisplay } from '../../ui/format/display'

interface Known {
  /** The worked defaults of a new record, once they are known. */
  starts?: Readonly<Record<string, unknown>> | undefined
  /** What bounds follow from; null while that is not known, so that only the API judges them. */
  around: () => Around | null
}

/** What the defaults and bounds of a resource follow from beside the record: settings, the clock, the person. */
export const useAround = (resource: AnyResource): Known => {
  const { timeZone, currency } = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { identity } = useGetIdentity()
  const known = useRef<Omit<Around, 'now'>>(undefined)
  const isAsked = Boolean(resource.bounds) || Object.values(resource.fields as Fields).some(field => field.starts)
  const { data } = useQuery({
    queryKey: ['around', resource.name, identity?.id, timeZone, currency],
    queryFn: async () => {
      const { settingsOf, workedStarts } = await import('../../schema/bounds')
      const settings = await Promise.all(
        settingsOf(resource).map(async ({ name }) => {
          const { data } = await dataProvider.getOne(name, { id: name })
          return [name, data]
        }),
      )
      const me = { id: String(identity?.id), email: identity?.email ?? null, name: identity?.fullName ?? null }
      const around = { tenant: { timeZone, currency }, me, settings: Object.fromEntries(settings) }
      return { around, starts: workedStarts(resource, { ...around, now: serverNow() }) }
    },
    enabled: isAsked && identity !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    known.current = data?.around
  }, [data])
  const around = useCallback(() => (known.current ? { ...known.current, now: serverNow() } : null), [])
  return { starts: data?.starts, around }
}
