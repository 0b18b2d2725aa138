import type { Locale } from '../schema/locales'
import { entry as en } from './en/machine/entry'
import { fillIn } from './fillIn'
import { preferredLocale } from './locale'
import type { Args } from './text'

export type EntryKey = keyof typeof en
type EntryTexts = Readonly<Record<EntryKey, string>>

const messages: Partial<Record<Locale, EntryTexts>> & { en: EntryTexts } = { en }

const translations: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ entry: EntryTexts }>>> = {
  de: () => import('./de/machine/entry'),
}

/** English is built in. */
export const loadEntryTexts = async (locale: Locale): Promise<void> => {
  if (locale !== 'en') messages[locale] = (await translations[locale]()).entry
}

/** In this device's language; English while it loads. */
export const entryText = <Key extends EntryKey>(key: Key, ...[args]: Args<(typeof en)[Key]>): string =>
  fillIn((messages[preferredLocale()] ?? en)[key], args)
