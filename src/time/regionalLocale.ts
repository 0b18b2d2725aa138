/** Whose English writes the month first. */
const monthFirst = ['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']

/** English with a country's dates; without a country, American. */
export const regionalLocale = (locale: string, country: string | null | undefined): string =>
  locale === 'en' && country && !monthFirst.includes(country) ? 'en-GB' : locale
