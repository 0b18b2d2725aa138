import type { checks } from '../i18n/en/machine/checks'

type MachineChecks = typeof checks

/** Texts of checks. A product adds its own here and with `addCheckTexts`, as `src/resources/checks.ts` does. */
export interface CheckTexts extends MachineChecks {}

/** A reason to refuse input (`validation.`) or an operation (`refusal.`). */
export type CheckKey = keyof CheckTexts

/** A sentence to be translated: a key of the checks' texts, and values for its placeholders. */
export interface Message {
  key: CheckKey
  args: Readonly<Record<string, string | number>>
}

/** The first problem of each field, by path: `name`, `weeklyHours.0.endTime`. */
export type ValidationErrors = Record<string, Message>
