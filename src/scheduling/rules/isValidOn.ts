import type { RuleInput } from '../snapshot'
import { type LocalDay, parseLocalDate } from '../time/localDate'

/** Is the local start date of a booking within the rule's season? Both ends are included. */
export function isValidOn({ validFrom, validUntil }: RuleInput, day: LocalDay): boolean {
  if (validFrom && day < parseLocalDate(validFrom)) return false
  return !(validUntil && day > parseLocalDate(validUntil))
}
