import type { Texts } from './own'
import type { Blanks, Text } from './text'

/** Translates a message, with checked key and placeholders. */
export type ProductText = Text<Texts>

/** Keys of messages with only these placeholders: `MessageKey<'name'>`. */
export type MessageKey<Names extends string = never> = {
  [Key in keyof Texts]: [Blanks<Texts[Key]>] extends [Names] ? Key : never
}[keyof Texts]
