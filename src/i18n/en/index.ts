import { features, type RoomTexts } from './features'
import type { sentences, words } from './features/engine'

type Under<Prefix extends string, Messages> = {
  readonly [Key in keyof Messages & string as `${Prefix}.${Key}`]: Messages[Key]
}

export { features }

/** The product's messages, except those from declarations. */
export type English = typeof features & RoomTexts & Under<'sentences', typeof sentences> & Under<'words', typeof words>
