import { expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { resourceMessages } from '../src/crud/text/resourceMessages'
import { germanMachine } from '../src/i18n/de/machine'
import type { Locale } from '../src/schema/locales'

export type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const machine: Readonly<Record<Exclude<Locale, 'en'>, Readonly<Record<string, unknown>>>> = { de: germanMachine }

export const testTexts = ({ resources }: Pick<Product, 'resources'>, translations: Translations): void => {
  const said = Object.entries(resourceMessages(resources))

  test.each(Object.entries(translations))('%s has all that declarations say', (language, own) => {
    const texts: Readonly<Record<string, unknown>> = { ...machine[language as keyof typeof machine], ...own }
    const missing = said.filter(([key]) => typeof texts[key] !== 'string')
    expect(missing.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })
}
