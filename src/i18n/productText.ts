import type { English } from './en'
import type { Blanks, Text } from './text'

/** Translates a message of the machine or the product; the compiler checks its key and placeholders. */
export type ProductText = Text<English>

/** The keys of messages with only these placeholders: `MessageKey<'name'>`, or `MessageKey` for none. */
export type MessageKey<Names extends string = never> = {
  [Key in keyof English]: [Blanks<English[Key]>] extends [Names] ? Key : never
}[keyof English]
