/** Whose English writes the month first. */
const monthFirst = ['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']

/** English as a country writes dates; without a country, `en` is American. */
export const regionalLocale = (locale: string, country: string | null | undefined): string =>
  locale === 'en' && country && !monthFirst.includes(country) ? 'en-GB' : locale
