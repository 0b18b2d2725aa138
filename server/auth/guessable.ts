import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Limits a check to 30 ms, so that no crafted password stalls the process. */
const limits = { maxLength: 32, l33tMaxSubstitutions: 20 }

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...limits })

/** Scores 0 and 1 of 4 take fewer than a million guesses. */
const tooEasy = 1

const wordsOf = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(word => word.length > 2)

export const isGuessable = (password: string, about: readonly string[]): boolean =>
  estimator.check(password, about.flatMap(wordsOf)).score <= tooEasy
