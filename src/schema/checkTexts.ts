import { checks } from '../i18n/en/machine/checks'
import type { Message } from './messages'
import type { CheckTexts } from './own'

const texts: Record<string, string> = { ...checks }

/** Adds a product's messages to `englishText`. */
export const addCheckTexts = (more: Readonly<Partial<CheckTexts>>): void => {
  Object.assign(texts, more)
}

/** The English sentence; the key if it has no text. */
export const englishText = ({ key, args }: Message): string =>
  (texts[key] ?? key).replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
