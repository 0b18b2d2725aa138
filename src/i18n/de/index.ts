import type { English } from '../en'
import { features } from './features'
import { sentences, words } from './features/engine'
import { resources } from './resources'

const under = <Prefix extends string, Key extends string>(prefix: Prefix, messages: Readonly<Record<Key, string>>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [`${prefix}.${key}`, text])) as Readonly<
    Record<`${Prefix}.${Key}`, string>
  >

export const de: Readonly<Record<keyof English, string>> = {
  ...features,
  ...under('sentences', sentences),
  ...under('words', words),
  ...resources,
}
