import { folded, rank, type Sought } from '../../schema/ranking'
import type { Offer } from './offer'

/** Below a name, above a typo. */
const byOtherWords = 0.55

const known = new Map<string, readonly string[]>()

const wordsOf = (said: string): readonly string[] => {
  const before = known.get(said)
  if (before) return before
  const words = folded(said).split(' ')
  known.set(said, words)
  return words
}

export const rankOffer = (sought: Sought, { label, also }: Pick<Offer, 'label' | 'also'>): number | null => {
  const own = rank(sought, [{ name: 'label', value: label }])?.score ?? null
  if (!also || sought.text.length < 3 || (own !== null && own > byOtherWords)) return own
  const words = [...wordsOf(label), ...wordsOf(also())]
  const isMeant = sought.words.every(word => words.some(each => each.startsWith(word)))
  return isMeant ? byOtherWords : own
}
