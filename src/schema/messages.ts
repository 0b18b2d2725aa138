import type { CheckTexts } from './own'

/** A reason to refuse input (`validation.`) or an operation (`refusal.`). */
export type CheckKey = keyof CheckTexts

/** A sentence to be translated: a key of the checks' texts, and values for its placeholders. */
export interface Message {
  key: CheckKey
  args: Readonly<Record<string, string | number>>
}

/** The first problem of each field, by path: `name`, `weeklyHours.0.endTime`. */
export type ValidationErrors = Record<string, Message>
