import type { ResourceInput, RuleInput, RuleType } from '../snapshot'
import { ruleLevel } from './ruleLevel'
import { RULE_CLASS, RULE_TYPES } from './ruleTypes'

/** The rules in force for one resource, channel and local start date, and those that a more specific one silences. */
export interface EffectiveRules {
  readonly inForce: { readonly [T in RuleType]: readonly RuleInput<T>[] }
  readonly overridden: readonly { rule: RuleInput; by: RuleInput }[]
}

/**
 * Domain §3.4: of restricting types all rules apply; of scalar types the highest group of (level, has channels) that is
 * present for that type. A pure function of the set: rules are put in order of their ids first, so that the order in
 * which they were made never matters, not even in a message.
 *
 * `rules` are those already found active, valid and meant for the channel (see `eligibleRules`).
 */
export function resolveRules(
  rules: readonly RuleInput[],
  resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>,
): EffectiveRules {
  const inForce = Object.fromEntries(RULE_TYPES.map(type => [type, [] as RuleInput[]])) as Record<RuleType, RuleInput[]>
  const overridden: { rule: RuleInput; by: RuleInput }[] = []
  for (const rule of rules) inForce[rule.ruleType].push(rule)
  for (const type of RULE_TYPES) {
    const all = inForce[type]
    if (all.length < 2) continue
    all.sort((a, b) => (a.id < b.id ? -1 : 1))
    if (RULE_CLASS[type] === 'restrict') continue
    const ranks = all.map(rule => rank(rule, resource))
    const highest = Math.max(...ranks)
    const winners = all.filter((_, i) => ranks[i] === highest)
    const by = winners[0] as RuleInput
    for (const [i, rule] of all.entries()) if (ranks[i] !== highest) overridden.push({ rule, by })
    inForce[type] = winners
  }
  return { inForce: inForce as EffectiveRules['inForce'], overridden }
}

function rank(rule: RuleInput, resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>): number {
  return ruleLevel(rule, resource) * 2 + (rule.channelIds?.length ? 1 : 0)
}
