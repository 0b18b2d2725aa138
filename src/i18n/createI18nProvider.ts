import type { I18nProvider, TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import { en } from './en'
import { type Locale, locales } from './locale'

type Messages = Readonly<Record<string, unknown>>

/** Languages that are fetched when somebody wants them; they are laid over English. */
const translations: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<readonly Messages[]>>> = {
  de: async () => (await import('./german')).german,
}

const languageNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

/** Nested messages as one level of dotted keys, so that one language can be laid over another. */
const flatten = (messages: Messages, prefix = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flatten(value as Messages, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  )

/** react-admin's translator for a language. `resourceMessages`: the English texts of generated screens. */
export const createI18nProvider = async (locale: Locale, resourceMessages: Messages): Promise<I18nProvider> => {
  const layers: Messages[] = [raEnglish as unknown as Messages, en, resourceMessages]
  if (locale !== 'en') layers.push(...(await translations[locale]()))
  const messages = Object.assign({}, ...layers.map(layer => flatten(layer))) as TranslationMessages
  return polyglotI18nProvider(
    () => messages,
    locale,
    locales.map(one => ({ locale: one, name: languageNames[one] })),
    { allowMissing: true },
  )
}
