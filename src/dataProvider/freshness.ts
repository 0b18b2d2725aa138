import { QueryClient } from '@tanstack/react-query'
import { resources } from '../resources'
import { type AnyResource, referredResources } from '../schema'

/** A query client whose lists are fresh for as long as their declarations say; details are asked for anew each time. */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient()
  for (const { name, freshFor = 30 } of resources) {
    client.setQueryDefaults([name], { staleTime: freshFor * 1000 })
    // react-admin fills details from list rows; an edit screen must not start from those.
    client.setQueryDefaults([name, 'getOne'], { staleTime: 0 })
  }
  return client
}

/** The names of the resources whose lists and details a change of `name` concerns, itself included: both ends of every reference. */
export const relatedResources = (name: string, all: readonly AnyResource[] = resources): string[] => {
  const related = new Set([name])
  for (const resource of all) {
    const referred = referredResources(resource).map(other => other.name)
    if (resource.name === name) for (const other of referred) related.add(other)
    else if (referred.includes(name)) related.add(resource.name)
  }
  return Array.from(related)
}

/** Refreshes every cached list and detail that a mutation of `name` may have changed. */
export const refreshAfterMutation = (client: QueryClient, name: string): Promise<unknown> =>
  Promise.all(relatedResources(name).map(related => client.invalidateQueries({ queryKey: [related] })))
