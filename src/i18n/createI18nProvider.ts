import type { I18nProvider, TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import { type Locale, languageNames, locales } from '../schema/locales'
import { loadEntryTexts } from './entryText'

type Messages = Readonly<Record<string, unknown>>

/** A product's messages: English, and loaders of other languages. */
export interface Catalogue {
  english: Messages
  translations: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<Messages>>>
}

/** Dotted keys let one language override another. */
const addFlat = (messages: Messages, to: Record<string, unknown>, prefix = ''): void => {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'object' && value !== null) addFlat(value as Messages, to, `${prefix}${key}.`)
    else to[prefix + key] = value
  }
}

const providerOf = (locale: Locale, layers: readonly Messages[]): I18nProvider => {
  const messages: Record<string, unknown> = {}
  for (const layer of layers) addFlat(layer, messages)
  return polyglotI18nProvider(
    () => messages as TranslationMessages,
    locale,
    locales.map(one => ({ locale: one, name: languageNames[one] })),
    { allowMissing: true },
  )
}

export const englishI18nProvider = ({ english }: Catalogue): I18nProvider =>
  providerOf('en', [raEnglish as Messages, english])

export const createI18nProvider = async (locale: Locale, catalogue: Catalogue): Promise<I18nProvider> => {
  if (locale === 'en') return englishI18nProvider(catalogue)
  const [translation] = await Promise.all([catalogue.translations[locale](), loadEntryTexts(locale)])
  return providerOf(locale, [raEnglish as Messages, catalogue.english, translation])
}
