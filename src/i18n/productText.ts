import type { English } from './en'
import type { Blanks, Text } from './text'

export type ProductText = Text<English>

/** Keys of messages that need only these values: `MessageKey<'name'>` if `name` is given, `MessageKey` if nothing is. */
export type MessageKey<Names extends string = never> = {
  [Key in keyof English]: [Blanks<English[Key]>] extends [Names] ? Key : never
}[keyof English]
