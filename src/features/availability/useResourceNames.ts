import { useGetMany } from 'ra-core'
import { type BookableResource, bookableResources } from '../../resources/resources'

interface Taking {
  resourceIds: readonly string[]
}

export const useResourceNames = (times: readonly Taking[]): ((time: Taking) => string) => {
  const ids = Array.from(new Set(times.flatMap(({ resourceIds }) => resourceIds)))
  const { data = [] } = useGetMany<BookableResource>(bookableResources.name, { ids }, { enabled: ids.length > 0 })
  const names = new Map(data.filter(Boolean).map(({ id, name }) => [id, name]))
  return ({ resourceIds }) => resourceIds.flatMap(id => names.get(id) ?? []).join(', ')
}
