import type { ResourceInput, RuleInput } from '../snapshot'
import type { LocalDay } from '../time/localDate'
import { isValidOn } from './isValidOn'
import { type EffectiveRules, resolveRules } from './resolveRules'
import { validityBoundaries } from './validityBoundaries'

/** A span of local days `[first, next)` throughout which the same rules are in force; a missing end is open. */
export interface Season {
  readonly first: LocalDay | undefined
  readonly next: LocalDay | undefined
  readonly rules: EffectiveRules
}

/** The rules that target a resource and take the channel, worked out once for all resources that they target alike. */
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

  /** Number of the season in which a local day falls. */
  seasonOf(day: LocalDay): number {
    let season = 0
    while (season < this.boundaries.length && (this.boundaries[season] as LocalDay) <= day) season++
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
