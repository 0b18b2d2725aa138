import { resourceGroups } from '../engine/resourceGroups'
import type { Finding, RequestCheck } from './Check'

/** Every group from which a resource is taken needs an active one; a pinned resource has to be active itself. */
export const noActiveResource: RequestCheck = {
  code: 'no_active_resource',
  passes: request => {
    const groups = resourceGroups(request)
    return groups.length > 0 && isAssigned(request) && groups.every(group => group.candidates.length > 0)
  },
  findings: (request): Finding[] => {
    const groups = resourceGroups(request)
    const variant = request.variant.name
    if (groups.length === 0) return [{ sentence: 'no_active_resource.none', params: { variant } }]
    const strangers = [...request.pinned].filter(id => !request.resources.some(resource => resource.id === id))
    return [
      ...strangers.map((resourceId): Finding => {
        const resource = request.world.resources.get(resourceId)?.name ?? ({ word: 'theResource' } as const)
        return { sentence: 'no_active_resource.unassigned', params: { resource, variant }, resourceId }
      }),
      ...groups
        .filter(group => group.candidates.length === 0)
        .flatMap(group =>
          group.members.map(
            ({ id, name }): Finding => ({
              sentence: 'no_active_resource.inactive',
              params: { resource: name },
              resourceId: id,
            }),
          ),
        ),
    ]
  },
}

function isAssigned({ pinned, resources }: Parameters<RequestCheck['passes']>[0]): boolean {
  return [...pinned].every(id => resources.some(resource => resource.id === id))
}
