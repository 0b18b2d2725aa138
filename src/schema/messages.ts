import type { CheckTexts } from './own'

/** Why input (`validation.`) or an operation (`refusal.`) is refused. */
export type CheckKey = keyof CheckTexts

/** A check's text by key, with values for its placeholders. */
export interface Message {
  key: CheckKey
  args: Readonly<Record<string, string | number>>
}

/** Each field's first problem, by path: `name`, `weeklyHours.0.endTime`. */
export type ValidationErrors = Record<string, Message>
