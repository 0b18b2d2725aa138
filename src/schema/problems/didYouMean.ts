import { closest, distance } from 'fastest-levenshtein'

/** Names the nearest word; all of them if none is near. */
export const didYouMean = (word: string, words: readonly string[]): string => {
  if (words.length === 0) return ''
  const nearest = closest(word, words)
  return words.length === 1 || distance(word, nearest) <= Math.max(2, word.length * 0.4)
    ? ` Did you mean ${nearest}?`
    : ` There are ${words.join(', ')}.`
}
