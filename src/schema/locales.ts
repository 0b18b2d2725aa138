/** The languages that the product speaks, by BCP 47 tag, each in its own words (docs/adding-a-language.md). */
export const languageNames = { en: 'English', de: 'Deutsch' } as const

/** The tag of a language that the product speaks. */
export type Locale = keyof typeof languageNames

/** English comes first. */
export const locales = Object.keys(languageNames) as readonly Locale[]

/** The product's language of a BCP 47 tag (`de-AT`); undefined if it speaks another. */
export const toLocale = (tag: string | null | undefined): Locale | undefined => {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return locales.find(locale => locale === language)
}

/** As `toLocale`, but English in place of undefined. */
export const spokenLocale = (tag: string | null | undefined): Locale => toLocale(tag) ?? 'en'
