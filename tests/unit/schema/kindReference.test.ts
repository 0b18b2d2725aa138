import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type FieldKind, kinds } from '../../../src/schema'

// docs/field-kinds.md says what the code says. `npx vitest run tests/unit/schema/kindReference.test.ts -u` writes it anew.

const folder = path.resolve(import.meta.dirname, '../../../src/schema/kinds')
const sources = readdirSync(folder).map(name => readFileSync(path.join(folder, name), 'utf8'))

interface Option {
  name: string
  about: string
}

const sentence = (comment: string): string =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The options of every exported interface, with what their comments say. */
const interfaces = new Map(
  sources.flatMap(source =>
    Array.from(
      source.matchAll(/^export interface (\w+Options)(?:<[^{]*>)?(?: extends (\w+)(?:<\w+>)?)? \{\n(.*?)^\}/gms),
      ([, name = '', parent, body = '']): [string, { parent: string | undefined; options: Option[] }] => [
        name,
        {
          parent,
          options: Array.from(
            body.matchAll(/(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?^ {2}(\w+)\??:/gms),
            ([, about = '', option = '']) => ({ name: option, about: sentence(about) }),
          ),
        },
      ],
    ),
  ),
)

const optionsOf = (name: string): Option[] => {
  const { parent, options } = interfaces.get(name) ?? { parent: undefined, options: [] }
  return [...(parent ? optionsOf(parent) : []), ...options]
}

/** The options of a kind beyond those of every builder, by what its builder takes. */
const ownOptions = (kind: FieldKind): Option[] => {
  const [builder] = sources.flatMap(source => {
    const start = source.search(new RegExp(`^export const ${kind} = `, 'm'))
    return start < 0 ? [] : [source.slice(start).split('\n\n')[0] ?? '']
  })
  if (builder === undefined) throw new Error(`No builder is called ${kind}.`)
  const taken = new Set(Array.from(builder.matchAll(/\b(\w+Options)\b/g), ([name]) => name))
  const picked = /Pick<TextOptions, 'max'>/.test(builder) ? ['max'] : null
  return [...taken]
    .filter(name => name !== 'CommonOptions')
    .flatMap(optionsOf)
    .filter(({ name }) => !picked || picked.includes(name))
}

const yes = (is: unknown): string => (is ? 'yes' : '')

const columnsOf = (kind: FieldKind): string => {
  // Whatever the options are: only types are shown.
  const options = { values: ['a'], min: '0', max: '1', precision: 12, scale: 2, to: () => ({ name: '' }) }
  const types = (kinds[kind].columns as (given: unknown) => readonly { type: string }[])(options).map(
    ({ type }) => type,
  )
  return types.length === 0 ? 'not in the record’s table' : types.join(', ')
}

const reference = (): string => {
  const names = Object.keys(kinds) as FieldKind[]
  const rows = names.map(kind => {
    const { about, traits } = kinds[kind] as { about: string; traits: { sort: string; search?: true; filter?: string } }
    return `| \`${kind}\` | ${about} | ${traits.filter ?? ''} | ${yes(traits.search)} | ${yes(traits.sort !== 'none')} | ${columnsOf(kind)} |`
  })
  const options = names.flatMap(kind =>
    ownOptions(kind).map(({ name, about }) => `| \`${kind}\` | \`${name}\` | ${about} |`),
  )
  const common = optionsOf('CommonOptions').map(({ name, about }) => `| \`${name}\` | ${about} |`)
  return [
    '# Kinds of fields',
    '',
    'Made from `src/schema/kinds` by `tests/unit/schema/kindReference.test.ts`, which fails while it is out of date.',
    '[Adding a field kind](../docs/adding-a-field-kind.md) says how to add one. How a filter compares is said in',
    '[`FilterBy`](../src/schema/kinds/kind.ts).',
    '',
    '| kind | what a value is | filter | search | sorted | stored as |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Options of every kind',
    '',
    'Structures and lists (`group`, `items`, `typed`, `references`, `weeklyHours`, `dateOverrides`) take the options of their own alone.',
    '',
    '| option | what it says |',
    '|---|---|',
    ...common,
    '',
    '## Options of single kinds',
    '',
    '| kind | option | what it says |',
    '|---|---|---|',
    ...options,
    '',
  ].join('\n')
}

it('every option has a sentence of documentation, for those who hover over it', () => {
  expect(interfaces.size).toBeGreaterThan(9)
  for (const [name, { options }] of interfaces)
    for (const option of options) expect(option.about, `${name}.${option.name}`).toMatch(/\w/)
})

it('the reference of kinds says what the code says', async () => {
  await expect(reference()).toMatchFileSnapshot('../../../docs/field-kinds.md')
})
