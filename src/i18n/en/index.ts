import { features } from './features'
import type { sentences, words } from './features/engine'
import { machine } from './machine'

type Under<Prefix extends string, Messages> = {
  readonly [Key in keyof Messages & string as `${Prefix}.${Key}`]: Messages[Key]
}

/**
 * The product in English, except for texts made from declarations (`resourceMessages`) and the engine's, which load
 * with the screens that explain.
 */
export const en = { ...machine, ...features } as const

/** Every message by its key. Other languages have the same keys. */
export type English = typeof en & Under<'sentences', typeof sentences> & Under<'words', typeof words>
