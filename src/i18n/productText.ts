import type { English } from './en'
import type { Blanks, Text } from './text'

export type ProductText = Text<English>

/** Keys of messages with only these placeholders: `MessageKey<'name'>`, or `MessageKey` for none. */
export type MessageKey<Names extends string = never> = {
  [Key in keyof English]: [Blanks<English[Key]>] extends [Names] ? Key : never
}[keyof English]
