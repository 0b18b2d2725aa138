import { checks } from '../i18n/en/machine/checks'

type MachineChecks = typeof checks

/** The messages of checks. A product adds its own here and with `addCheckTexts`, as `src/resources/checks.ts` does. */
export interface CheckTexts extends MachineChecks {}

/** Why input (`validation.`) or an operation (`refusal.`) is refused. Declarations and hooks name these keys. */
export type CheckKey = keyof CheckTexts

export interface Message {
  key: CheckKey
  args: Readonly<Record<string, string | number>>
}

const texts: Record<string, string> = { ...checks }

/** Adds a product's check messages to those that `englishText` knows. */
export const addCheckTexts = (more: Readonly<Partial<CheckTexts>>): void => {
  Object.assign(texts, more)
}

/** The English sentence of a message; a key without a text is returned as it is. */
export const englishText = ({ key, args }: Message): string =>
  (texts[key] ?? key).replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))

/** The first problem of each field, by path: `name`, `weeklyHours.0.endTime`. */
export type ValidationErrors = Record<string, Message>
