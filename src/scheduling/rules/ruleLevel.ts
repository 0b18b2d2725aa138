import type { ResourceInput, RuleInput } from '../snapshot'

/** How specifically a rule targets a resource: 2 names it, 1 names its type, 0 is for all; -1 does not apply. */
export function ruleLevel(rule: RuleInput, resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>): -1 | 0 | 1 | 2 {
  if (rule.resourceIds?.includes(resource.id)) return 2
  if (rule.resourceTypeIds?.includes(resource.resourceTypeId)) return 1
  return rule.applyToAllResources ? 0 : -1
}
