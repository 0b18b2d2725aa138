import type { Texts } from './own'
import type { Blanks, Text } from './text'

/** Translates a message of the machine or the product; its key and placeholders are checked. */
export type ProductText = Text<Texts>

/** The keys of messages with only these placeholders: `MessageKey<'name'>`, or `MessageKey` for none. */
export type MessageKey<Names extends string = never> = {
  [Key in keyof Texts]: [Blanks<Texts[Key]>] extends [Names] ? Key : never
}[keyof Texts]
