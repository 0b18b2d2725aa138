import { QueryClient } from '@tanstack/react-query'
import { actionSegment, actionsOf, type Effects, type Registry, referredResources, writtenElsewhere } from '../schema'

export const noEffects: Effects = { calls: {}, follows: {} }

/** Lists stay fresh as declared; details never do. */
export const createQueryClient = (registry: Registry): QueryClient => {
  // By default, react-query would send offline writes much later.
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  for (const { name, freshFor = 30 } of registry.all) {
    client.setQueryDefaults([name], { staleTime: freshFor * 1000 })
    // Edit screens must not start from list rows.
    client.setQueryDefaults([name, 'getOne'], { staleTime: 0 })
  }
  return client
}

/** `name`, and both ends of its references. */
export const relatedResources = (name: string, { all }: Registry): string[] => {
  const related = new Set([name])
  for (const resource of all) {
    const referred = referredResources(resource).map(other => other.name)
    if (resource.name === name) for (const other of referred) related.add(other)
    else if (referred.includes(name)) related.add(resource.name)
  }
  return Array.from(related)
}

/** First members of query keys. */
export const followersOf = (name: string, { follows }: Effects): string[] =>
  Object.keys(follows).filter(key => follows[key]?.includes(name))

/** By method and path template, such as `/customers/{id}/merge`. */
export const changedByCall = (
  method: string,
  path: string,
  registry: Registry,
  { calls }: Effects,
): readonly string[] => {
  if (method === 'GET') return []
  const declared = calls[`${method} ${path}`]
  if (declared) return declared
  const [nearest] = registry.all
    .filter(({ api }) => path === api || path.startsWith(`${api}/`))
    .sort((a, b) => b.api.length - a.api.length)
  if (!nearest) return []
  const done = actionsOf(nearest).filter(([name]) => path.endsWith(`/${actionSegment(name)}`))
  return [nearest.name, ...done.flatMap(([, action]) => writtenElsewhere(action).map(({ name }) => name))]
}

interface WriteOptions {
  changes: readonly string[]
  /** A refused call may be half done. */
  alsoRefused?: boolean
}

type Write = <T>(work: () => Promise<T>, options: WriteOptions) => Promise<T>

/** Refreshes once, after the last pending write and its caller's handling: react-admin caches the answer as fresh. */
export const createWrite = (client: QueryClient, registry: Registry, effects: Effects): Write => {
  const changed = new Set<string>()
  let underWay = 0

  const refresh = () => {
    if (underWay > 0) return
    const keys = Array.from(changed).flatMap(name => [
      ...relatedResources(name, registry),
      ...followersOf(name, effects),
    ])
    changed.clear()
    for (const key of new Set(keys)) void client.invalidateQueries({ queryKey: [key] })
  }

  return async (work, { changes, alsoRefused = false }) => {
    const note = () => {
      for (const name of changes) changed.add(name)
    }
    underWay += 1
    try {
      const answer = await work()
      note()
      return answer
    } catch (error) {
      if (alsoRefused) note()
      throw error
    } finally {
      underWay -= 1
      setTimeout(refresh)
    }
  }
}
