import type { RuleInput } from '../snapshot'
import type { Finding } from './Check'

/** A finding for which a rule, or without one the variant itself, is responsible; the rule's own message goes first. */
export function ruleFinding(text: string, rule: RuleInput | undefined, more?: Partial<Finding>): Finding {
  if (!rule) return { text, ...more }
  return { text: rule.message || text, ruleId: rule.id, ruleName: rule.name, ...more }
}
