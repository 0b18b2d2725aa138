import { folded, rank, type Sought } from '../../schema/ranking'
import type { Offer } from './offer'

/** Of what is found by its other words: below what is named so, above a typo. */
const byOtherWords = 0.55

const known = new WeakMap<() => string, readonly string[]>()

const wordsOf = (say: () => string): readonly string[] => {
  const before = known.get(say)
  if (before) return before
  const words = folded(say()).split(' ')
  known.set(say, words)
  return words
}

/** How well a page or a command fits; null if it does not. */
export const rankOffer = (sought: Sought, { label, also }: Pick<Offer, 'label' | 'also'>): number | null => {
  const own = rank(sought, [{ name: 'label', value: label }])?.score ?? null
  if (!also || (own !== null && own > byOtherWords)) return own
  const words = [...folded(label).split(' '), ...wordsOf(also)]
  const isMeant = sought.text.length > 2 && sought.words.every(word => words.some(each => each.startsWith(word)))
  return isMeant ? byOtherWords : own
}
