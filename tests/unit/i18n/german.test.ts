import { expect, it } from 'vitest'
import { resourceMessages } from '../../../src/crud/text/resourceMessages'
import { en } from '../../../src/i18n/en'
import { german } from '../../../src/i18n/german'

const english: Readonly<Record<string, string>> = { ...en, ...resourceMessages() }
const translated: Readonly<Record<string, unknown>> = Object.assign({}, ...german)

/** What a text has filled in: `%{name}`. */
const gaps = (text: string): string[] => Array.from(new Set(text.match(/%\{\w+\}/g))).sort()

it('German has a text for everything that declarations and screens say in English', () => {
  const missing = Object.keys(english).filter(key => typeof translated[key] !== 'string')
  expect(missing.map(key => `${key}: ${english[key]}`)).toEqual([])
})

it('German has no text for what nobody says any more', () => {
  const nested = ['ra', 'sentences', 'words', 'problems']
  expect(Object.keys(translated).filter(key => !nested.includes(key) && english[key] === undefined)).toEqual([])
})

it('German texts are filled with what the English ones are filled with', () => {
  const different = Object.entries(english).filter(([key, text]) => {
    const own = translated[key]
    return typeof own === 'string' && gaps(own).join() !== gaps(text).join()
  })
  expect(different.map(([key]) => key)).toEqual([])
})
