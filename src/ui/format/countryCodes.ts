import { isCountry } from '../../schema'
import { memoized } from '../../schema/memoize'
import { countryName } from './names'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** ISO 3166-1 codes, by the country's name. */
export const countryCodes = memoized((locale: string): readonly string[] => {
  const { compare } = new Intl.Collator(locale)
  return letters
    .flatMap(first => letters.map(second => first + second))
    .filter(isCountry)
    .sort((a, b) => compare(countryName(a, locale), countryName(b, locale)))
})
