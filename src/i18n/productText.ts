import type { Texts } from './own'
import type { Text } from './text'

/** Translates a message, with checked key and placeholders. */
export type ProductText = Text<Texts>
