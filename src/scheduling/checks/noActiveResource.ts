import { resourceGroups } from '../engine/resourceGroups'
import type { RequestCheck } from './Check'

/** Every group from which a resource is taken needs an active one; a pinned resource has to be active itself. */
export const noActiveResource: RequestCheck = {
  code: 'no_active_resource',
  passed: 'There are active resources for it.',
  passes: request => {
    const groups = resourceGroups(request)
    return groups.length > 0 && isAssigned(request) && groups.every(group => group.candidates.length > 0)
  },
  findings: request => {
    const groups = resourceGroups(request)
    if (groups.length === 0) return [{ text: `${request.variant.name} has no resources assigned.` }]
    const strangers = [...request.pinned].filter(id => !request.resources.some(resource => resource.id === id))
    return [
      ...strangers.map(resourceId => {
        const name = request.world.resources.get(resourceId)?.name ?? 'The chosen resource'
        return { text: `${name} is not assigned to ${request.variant.name}.`, resourceId }
      }),
      ...groups
        .filter(group => group.candidates.length === 0)
        .flatMap(group => group.members.map(({ id, name }) => ({ text: `${name} is inactive.`, resourceId: id }))),
    ]
  },
}

function isAssigned({ pinned, resources }: Parameters<RequestCheck['passes']>[0]): boolean {
  return [...pinned].every(id => resources.some(resource => resource.id === id))
}
