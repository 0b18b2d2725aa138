import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { resourceMessages } from '../../../src/crud/text/resourceMessages'
import { de } from '../../../src/i18n/de'
import { germanMachine } from '../../../src/i18n/de/machine'
import { features as firstFeatures } from '../../../src/i18n/en/features'
import { sentences, words } from '../../../src/i18n/en/features/engine'
import { registry } from '../../../src/resources'

const root = path.resolve(import.meta.dirname, '../../..')

type Texts = Readonly<Record<string, string>>

/** The texts of every room in a folder, those that load with their screens too. */
const textsIn = (rooms: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Texts =>
  Object.assign({}, ...Object.values(rooms).flatMap(room => Object.values(room))) as Texts

const machine = textsIn(
  import.meta.glob(['../../../src/i18n/en/machine/*.ts', '!**/index.ts', '!**/entry.ts'], { eager: true }),
)
const features = textsIn(
  import.meta.glob(['../../../src/i18n/en/features/*.ts', '!**/index.ts', '!**/engine.ts', '!**/demo.ts'], {
    eager: true,
  }),
)
const engine = Object.fromEntries([
  ...Object.entries(sentences).map(([key, text]) => [`sentences.${key}`, text]),
  ...Object.entries(words).map(([key, text]) => [`words.${key}`, text]),
])
const english: Texts = { ...machine, ...features, ...engine, ...resourceMessages(registry.all) }
const german: Readonly<Record<string, unknown>> = { ...germanMachine, ...de }

const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(file =>
  /\.tsx?$/.test(file),
)

/** What a text has filled in: `%{name}`. */
const blanks = (text: string): string[] => Array.from(new Set(text.match(/%\{\w+\}/g))).sort()

/** Every string in the program's code, with `*` for what is put into it. */
const stringsIn = (...folders: string[]): Set<string> => {
  const files = folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  )
  const code = files
    .filter(file => /\.tsx?$/.test(file) && !/^src\/i18n\/(en|de)\//.test(file))
    .map(file => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  return new Set(
    Array.from(code.matchAll(/(['"`])((?:[\w.-]|\$\{[^}]*\})+)\1/g), ([, , text = '']) =>
      text.replace(/\$\{[^}]*\}/g, '*'),
    ),
  )
}

const strings = stringsIn('src', 'server')
const engineStrings = stringsIn('src/scheduling', 'src/resources')

/** Whether code has this key, whole or put together from parts. */
const isNamed = (key: string, among: ReadonlySet<string>): boolean =>
  among.has(key) ||
  Array.from(among).some(text => {
    const [start = '', end = ''] = [text.split('*').at(0), text.split('*').at(-1)]
    return text.includes('*') && start.includes('.') && key.startsWith(start) && key.endsWith(end)
  })

describe('the catalogues', () => {
  it('have every text in every language', () => {
    const missing = Object.keys(english).filter(key => typeof german[key] !== 'string')
    expect(missing.map(key => `${key}: ${english[key]}`)).toEqual([])
  })

  it('have no text in another language that English has not', () => {
    expect(Object.keys(german).filter(key => key !== 'ra' && english[key] === undefined)).toEqual([])
  })

  it('have room for the same values in every language', () => {
    const different = Object.entries(english).filter(([key, text]) => {
      const own = german[key]
      return typeof own === 'string' && blanks(own).join() !== blanks(text).join()
    })
    expect(different.map(([key]) => key)).toEqual([])
  })

  it('have no text that nobody says', () => {
    expect(Object.keys({ ...machine, ...features }).filter(key => !isNamed(key, strings))).toEqual([])
    const bySomeCheck = [...Object.keys(sentences), ...Object.keys(words)].filter(key => !/^passed\./.test(key))
    expect(bySomeCheck.filter(key => !isNamed(key, engineStrings))).toEqual([])
  })

  it('have texts that come with a room said by whoever loads that room', () => {
    const early: Texts = firstFeatures
    const late = Object.keys(features).filter(key => early[key] === undefined)
    const unloaded = files.flatMap(file => {
      const code = readFileSync(path.join(root, 'src', file), 'utf8')
      const isGeneral = /import \{[^}]*(?<!type )\buseText\b[^}]*\} from '[./]*\/(?:i18n\/useText|show)'/.test(code)
      return isGeneral ? late.filter(key => code.includes(`text('${key}'`)).map(key => `${file}: ${key}`) : []
    })
    expect(unloaded).toEqual([])
    expect(late.length).toBeGreaterThan(100)
  })

  it('have every text that is named where types do not look, such as labels of react-admin’s inputs', () => {
    const named = Array.from(strings).filter(text => /^(crud|validation|refusal|problems)\.[\w.]+$/.test(text))
    expect(named.filter(key => english[key] === undefined)).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })

  it('spell as Americans do', () => {
    const british = /colour|favour|behaviour|neighbour|organis|utilis|anonymis|recognis|centre|grey|canceled/i
    expect(Object.entries(english).filter(([, text]) => british.test(text))).toEqual([])
  })

  it('say nothing of the product among what any product on the machine says', () => {
    const product = /booking|timeslot|schedule|catalog|channel|customer|variant|resource/i
    const known = Object.entries(machine).filter(([, text]) => product.test(text))
    expect(known).toEqual([])
  })
})
