import type { ResourceInput, RuleInput } from '../snapshot'

/** Active rules by what they target, so that a resource does not look at the rules of a thousand others. */
export class RuleIndex {
  private readonly forAll: RuleInput[] = []
  private readonly byType = new Map<string, RuleInput[]>()
  private readonly byResource = new Map<string, RuleInput[]>()

  constructor(rules: readonly RuleInput[]) {
    for (const rule of rules) {
      if (rule.isActive === false) continue
      if (rule.applyToAllResources) this.forAll.push(rule)
      for (const id of rule.resourceTypeIds ?? []) add(this.byType, id, rule)
      for (const id of rule.resourceIds ?? []) add(this.byResource, id, rule)
    }
  }

  /** Rules that target the resource and take the channel, on whatever date. */
  eligible(resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>, channelId: string | null): RuleInput[] {
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
