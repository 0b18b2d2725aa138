import type { RuleInput } from '../snapshot'
import { type LocalDay, parseLocalDate } from '../time/localDate'

/** The local days on which the set of valid rules changes, in order: between two of them it is constant. */
export function validityBoundaries(rules: readonly RuleInput[]): LocalDay[] {
  const days = new Set<LocalDay>()
  for (const { validFrom, validUntil } of rules) {
    if (validFrom) days.add(parseLocalDate(validFrom))
    if (validUntil) days.add(parseLocalDate(validUntil) + 1)
  }
  return [...days].sort((a, b) => a - b)
}
