import { type LocalDay, parseLocalDate } from '../../declare'
import type { ResourceInput, RuleInput } from '../snapshot'
import { type EffectiveRules, isValidOn, resolveRules } from './resolveRules'

/** By target: a resource does not scan all rules. */
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

/** Local days `[first, next)`; a missing bound is open. */
export interface Season {
  readonly first: LocalDay | undefined
  readonly next: LocalDay | undefined
  readonly rules: EffectiveRules
}

/** Resources with the same rules share one. */
export class RuleSet {
  readonly rules: readonly RuleInput[]
  private readonly resource: ResourceInput
  private readonly boundaries: readonly LocalDay[]
  private readonly seasons: (Season | undefined)[] = []

  constructor(rules: readonly RuleInput[], resource: ResourceInput) {
    this.rules = rules
    this.resource = resource
    this.boundaries = validityBoundaries(rules)
  }

  seasonOf(day: LocalDay): number {
    let season = 0
    for (const boundary of this.boundaries) if (boundary <= day) season++
    return season
  }

  season(index: number): Season {
    let season = this.seasons[index]
    if (!season) {
      const first = this.boundaries[index - 1]
      const next = this.boundaries[index]
      const day = first ?? (next ?? 0) - 1
      const valid = this.boundaries.length === 0 ? this.rules : this.rules.filter(rule => isValidOn(rule, day))
      season = { first, next, rules: resolveRules(valid, this.resource) }
      this.seasons[index] = season
    }
    return season
  }
}

function validityBoundaries(rules: readonly RuleInput[]): LocalDay[] {
  const days = new Set<LocalDay>()
  for (const { validFrom, validUntil } of rules) {
    if (validFrom) days.add(parseLocalDate(validFrom))
    if (validUntil) days.add(parseLocalDate(validUntil) + 1)
  }
  return [...days].sort((a, b) => a - b)
}
