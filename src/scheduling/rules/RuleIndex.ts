import type { ResourceInput, RuleInput } from '../snapshot'
import { RuleSet } from './RuleSet'

/** Active rules by what they target, so that a resource does not look at the rules of a thousand others. */
export class RuleIndex {
  private readonly forAll: RuleInput[] = []
  private readonly byType = new Map<string, RuleInput[]>()
  private readonly byResource = new Map<string, RuleInput[]>()
  private readonly sets = new Map<string, RuleSet>()

  constructor(rules: readonly RuleInput[]) {
    for (const rule of rules) {
      if (rule.isActive === false) continue
      if (rule.applyToAllResources) this.forAll.push(rule)
      for (const id of rule.resourceTypeIds ?? []) add(this.byType, id, rule)
      for (const id of rule.resourceIds ?? []) add(this.byResource, id, rule)
    }
  }

  /** Rules that target the resource and take the channel, on whatever date. */
  eligible(resource: ResourceInput, channelId: string | null): RuleSet {
    const { id, resourceTypeId } = resource
    const key = `${channelId}|${resourceTypeId}|${this.byResource.has(id) ? id : ''}`
    let set = this.sets.get(key)
    if (!set) {
      set = new RuleSet(this.find(resource, channelId), resource)
      this.sets.set(key, set)
    }
    return set
  }

  private find(resource: ResourceInput, channelId: string | null): RuleInput[] {
    const found = new Set<RuleInput>(this.forAll)
    for (const rule of this.byType.get(resource.resourceTypeId) ?? []) found.add(rule)
    for (const rule of this.byResource.get(resource.id) ?? []) found.add(rule)
    return [...found].filter(({ channelIds }) => {
      return !channelIds?.length || (channelId !== null && channelIds.includes(channelId))
    })
  }
}

function add(index: Map<string, RuleInput[]>, id: string, rule: RuleInput): void {
  const rules = index.get(id)
  if (rules) rules.push(rule)
  else index.set(id, [rule])
}
