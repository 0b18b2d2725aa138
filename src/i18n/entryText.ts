import { entry as en } from './en/machine/entry'
import { fillIn } from './fillIn'
import { type Locale, preferredLocale } from './locale'
import type { Args } from './text'

export type EntryKey = keyof typeof en
type EntryTexts = Readonly<Record<EntryKey, string>>

const messages: Partial<Record<Locale, EntryTexts>> & { en: EntryTexts } = { en }

/** English is built in. */
export const loadEntryTexts = async (locale: Locale): Promise<void> => {
  if (locale === 'de') messages.de = (await import('./de/machine/entry')).entry
}

/** In this device's language; in English until that has loaded. */
export const entryText = <Key extends EntryKey>(key: Key, ...[args]: Args<(typeof en)[Key]>): string =>
  fillIn((messages[preferredLocale()] ?? en)[key], args)
