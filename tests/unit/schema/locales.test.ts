import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { locales, spokenLocale, toLocale } from '../../../src/schema/locales'

const root = path.resolve(import.meta.dirname, '../../..')

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_ch', 'de'],
  [' en', 'en'],
  ['den', undefined],
  ['', undefined],
  [null, undefined],
])('reads the language of %j', (tag, locale) => {
  expect(toLocale(tag)).toBe(locale)
  expect(spokenLocale(tag)).toBe(locale ?? 'en')
})

it('is the only list of languages', () => {
  const translated = locales.filter(locale => locale !== 'en').join('|')
  const named = new RegExp(`['"](?:${translated})(?:-\\w+)?['"]`)
  const files = ['src', 'server', 'testing']
    .flatMap(top =>
      readdirSync(path.join(root, top), { recursive: true, encoding: 'utf8' }).map(file => `${top}/${file}`),
    )
    .filter(file => /\.tsx?$/.test(file) && !file.startsWith('src/i18n/'))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter(file => named.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
