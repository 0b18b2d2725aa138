import { type LocalDay, parseLocalDate } from '../../declare'
import { ruleTypeNames, ruleTypes } from '../../resources/ruleTypes'
import type { ResourceInput, RuleInput, RuleType } from '../snapshot'

/** 2 by name, 1 by type, 0 as one of all, -1 if the rule does not apply. */
export function ruleLevel(rule: RuleInput, resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>): -1 | 0 | 1 | 2 {
  if (rule.resourceIds?.includes(resource.id)) return 2
  if (rule.resourceTypeIds?.includes(resource.resourceTypeId)) return 1
  return rule.applyToAllResources ? 0 : -1
}

export function isValidOn({ validFrom, validUntil }: RuleInput, day: LocalDay): boolean {
  if (validFrom && day < parseLocalDate(validFrom)) return false
  return !(validUntil && day > parseLocalDate(validUntil))
}

export interface EffectiveRules {
  readonly inForce: { readonly [T in RuleType]: readonly RuleInput<T>[] }
  readonly overridden: readonly { rule: RuleInput; by: RuleInput }[]
}

/**
 * Applies the law of combination (docs/domain.md#the-law-of-combination). Sorted by id, to keep messages stable.
 * @param rules active, valid on the date, and covering the channel
 */
export function resolveRules(
  rules: readonly RuleInput[],
  resource: Pick<ResourceInput, 'id' | 'resourceTypeId'>,
): EffectiveRules {
  const inForce = Object.fromEntries(ruleTypeNames.map(type => [type, [] as RuleInput[]])) as Record<
    RuleType,
    RuleInput[]
  >
  const overridden: { rule: RuleInput; by: RuleInput }[] = []
  for (const rule of rules) inForce[rule.ruleType].push(rule)
  for (const type of ruleTypeNames) {
    const all = inForce[type]
    if (all.length < 2) continue
    all.sort((a, b) => (a.id < b.id ? -1 : 1))
    if (ruleTypes[type].class === 'restrict') continue
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

export interface Strictest<R> {
  readonly value: number
  readonly rule: R | undefined
}

export function strictest<R>(
  pick: 'max' | 'min',
  rules: readonly R[],
  read: (rule: R) => number | null | undefined,
  own?: number | null,
): Strictest<R> | undefined {
  let best: Strictest<R> | undefined = own === null || own === undefined ? undefined : { value: own, rule: undefined }
  for (const rule of rules) {
    const value = read(rule)
    if (value === null || value === undefined) continue
    if (!best || (pick === 'max' ? value > best.value : value < best.value)) best = { value, rule }
  }
  return best
}
