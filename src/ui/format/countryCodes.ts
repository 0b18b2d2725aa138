import { isCountry } from '../../schema'
import { memoized } from '../memoized'
import { countryName } from './names'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Every ISO 3166-1 code, in the order of the countries' names in a language. */
export const countryCodes = memoized((locale: string): readonly string[] => {
  const { compare } = new Intl.Collator(locale)
  return letters
    .flatMap(first => letters.map(second => first + second))
    .filter(isCountry)
    .sort((a, b) => compare(countryName(a, locale), countryName(b, locale)))
})
