import type { ResourceInput } from '../snapshot'
import type { ResolvedRequest } from './resolveRequest'

/** Resources of which one is taken (domain §3.7). */
export interface ResourceGroup {
  /** By priority. */
  readonly members: readonly ResourceInput[]
  /** Active members that may be taken: the pinned one where one is pinned. */
  readonly candidates: readonly ResourceInput[]
  readonly isPinned: boolean
}

/** `any` is one group, `one_per_type` one for each resource type in the list, `all` one for each resource. */
export function resourceGroups({ variant, resources, pinned }: ResolvedRequest): ResourceGroup[] {
  const { resourceSelection = 'any' } = variant
  const groups = new Map<string, ResourceInput[]>()
  for (const resource of resources) {
    const key = { any: '', one_per_type: resource.resourceTypeId, all: resource.id }[resourceSelection]
    const members = groups.get(key)
    if (members) members.push(resource)
    else groups.set(key, [resource])
  }
  return [...groups.values()].map(members => {
    const chosen = members.filter(({ id }) => pinned.has(id))
    const isPinned = chosen.length > 0
    return { members, candidates: (isPinned ? chosen : members).filter(({ isActive }) => isActive !== false), isPinned }
  })
}
