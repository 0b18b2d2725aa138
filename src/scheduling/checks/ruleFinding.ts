import type { Sentence } from '../sentences/Sentence'
import type { RuleInput } from '../snapshot'
import type { Finding } from './Check'

/** A finding for which a rule, or without one the variant itself, is responsible; the rule's own message goes first. */
export function ruleFinding(said: Sentence, rule: RuleInput | undefined): Finding {
  if (!rule) return said
  const own: Sentence = { sentence: 'ruleMessage', params: { message: rule.message ?? '' } }
  return { ...(rule.message ? own : said), ruleId: rule.id, ruleName: rule.name }
}
