import { features, type RoomTexts } from './features'
import type { sentences, words } from './features/engine'
import { type MachineEnglish, machine } from './machine'

type Under<Prefix extends string, Messages> = {
  readonly [Key in keyof Messages & string as `${Prefix}.${Key}`]: Messages[Key]
}

/**
 * English, except for texts made from declarations (`resourceMessages`), and those of the engine and of rooms that
 * load with their screens.
 */
export const en = { ...machine, ...features } as const

/** Every message by its key, the same in all languages. */
export type English = typeof en &
  MachineEnglish &
  RoomTexts &
  Under<'sentences', typeof sentences> &
  Under<'words', typeof words>
