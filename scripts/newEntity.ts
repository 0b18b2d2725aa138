// `npm run new:entity locations [location] [-- --de Standort,Standorte]`
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { coreNames } from '../src/core'
import { kebabCase, titleOf } from '../src/schema/naming'
import { reservedName } from '../src/schema/problems/reservedProblems'

const root = path.resolve(import.meta.dirname, '..')
const at = (file: string): string => path.join(root, file)

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const languages = (await readdir(at('src/i18n'), { withFileTypes: true }))
  .filter(entry => entry.isDirectory() && existsSync(at(`src/i18n/${entry.name}/resources/index.ts`)))
  .map(({ name }) => name)

const usage = `npm run new:entity <plural> [<singular>]${languages.map(language => ` [-- --${language} One,Many]`).join('')}

Writes an entity's declaration, its line in the registry, its texts and a first test, and says what to do next.

  <plural>, <singular>  its name in camel case: giftVouchers giftVoucher
                        the singular may be left out where the plural ends in s
${languages.map(language => `  --${language} One,Many         its name in that language; without it, npm test lists what to say`).join('\n')}

npm run new:entity giftVouchers
npm run new:entity equipment pieceOfEquipment`

const options: NonNullable<ParseArgsConfig['options']> = {
  help: { type: 'boolean', short: 'h' },
  ...Object.fromEntries(languages.map(language => [language, { type: 'string' as const }])),
}

const parse = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options,
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
const { values, positionals } = parse()
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const singularOf = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')

const [name = '', one = singularOf(name)] = positionals
if (!/^[a-z][A-Za-z0-9]*$/.test(name))
  fail('Name the entity in the plural and in camel case, such as: npm run new:entity giftVouchers')
const reserved = reservedName(name) ?? (coreNames.includes(name) ? `${name}: every product has them already.` : null)
if (reserved) fail(reserved)
if (one === name)
  fail(
    `Say the singular of ${name} after it, in camel case: npm run new:entity ${name} <singular>, such as ${name}Item`,
  )
if (!/^[a-z][A-Za-z0-9]*$/.test(one)) fail(`Name one of the ${name} in camel case, such as giftVoucher: not ${one}`)
const declaration = `src/resources/${name}.ts`
if (existsSync(at(declaration))) fail(`${declaration} is there already.`)

const type = titleOf(one).replaceAll(' ', '')
const address = `/${kebabCase(name)}`

const declared = `import { defineResource, longText, type RecordOf, text } from '../declare'

export const ${name} = defineResource({
  name: '${name}',
  label: ['${titleOf(one)}', '${titleOf(name)}'],
  icon: 'category',
  scope: 'tenant',
  api: '${address}',
  screens: { base: '${address}', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: {
    name: text({ required: true, unique: true }),
    notes: longText(),
  },
  represent: 'name',
  list: { columns: ['name', 'notes'], search: ['name', 'notes'], sort: 'name' },
  form: ['name', 'notes'],
})

export type ${type} = RecordOf<typeof ${name}>
`

const tested = `import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnBoth'

describeOnBoth('${name}', use => {
  let api: TestApi
  let tenantId: string
  let staff: Person

  beforeAll(async () => {
    api = await openApi({ on: use() })
    tenantId = (await api.addTenant()).id
    staff = await api.addPersonIn(tenantId, 'staff')
  })
  afterAll(() => api.close())

  test('are kept as they are given, and found by their name', async () => {
    const as = { as: staff, tenantId }
    const made = await api.request('${address}', { ...as, method: 'POST', body: { name: 'First' } })
    expect(made).toMatchObject({ status: 201, body: { name: 'First', notes: null } })
    expect((await api.request('${address}?q=first', as)).body).toEqual([made.body])
  })
})
`

const insertBefore = (text: string, end: string, from: number, line: string): string => {
  const index = text.indexOf(end, from)
  return text.slice(0, index) + line + text.slice(index)
}

/** Adds the import in path order, and the entry at the end. */
const register = (text: string): string => {
  const line = `import { ${name} } from './${name}'\n`
  const later = Array.from(text.matchAll(/^import \{.*\} from '\.\/(\w+)'\n/gm)).find(([, file = '']) => file > name)
  const first = text.indexOf('\n/**')
  const imported = text.slice(0, later?.index ?? first) + line + text.slice(later?.index ?? first)
  return insertBefore(imported, '\n] as const', imported.indexOf('const declared = ['), `\n  ${name},`)
}

const words = (language: string): { one: string; many: string } | null => {
  const given = values[language]
  if (typeof given !== 'string') return null
  const [single, many] = given.split(',')
  if (!single || !many) return fail(`--${language} takes the singular and the plural: --${language} One,Many`)
  return { one: single, many }
}

const beginning: Readonly<Record<string, (many: string) => { name: string; notes: string; empty: string }>> = {
  de: many => ({ name: 'Name', notes: 'Notizen', empty: `Noch keine ${many}` }),
}

const entryOf = (language: string): string => {
  const said = words(language)
  if (!said) return `\n  // ${name}: \`npx vitest run tests/unit/i18n\` lists what to say of it here.`
  const { empty, ...fields } = beginning[language]?.(said.many) ?? { name: 'Name', notes: 'Notes', empty: said.many }
  return `
  {
    name: '${name}',
    one: '${said.one}',
    many: '${said.many}',
    fields: { name: '${fields.name}', notes: '${fields.notes}' },
    texts: { empty: '${empty}' },
  },`
}

const translate = (language: string) => (text: string) =>
  insertBefore(text, '\n]', text.search(/const \w+: readonly ResourceTexts\[\]/), entryOf(language))

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(at(file)), { recursive: true })
  await writeFile(at(file), text, { flag: 'wx' })
  console.log(`Wrote    ${file}`)
}

const edit = async (file: string, change: (text: string) => string): Promise<void> => {
  await writeFile(at(file), change(await readFile(at(file), 'utf8')))
  console.log(`Changed  ${file}`)
}

const catalogueOf = (language: string): string => `src/i18n/${language}/resources/index.ts`

// Fails before anything is written.
for (const language of languages) words(language)

await write(declaration, declared)
await edit('src/resources/index.ts', register)
for (const language of languages) await edit(catalogueOf(language), translate(language))
await write(`tests/api/features/${name}.test.ts`, tested)

const untranslated = languages.filter(language => !words(language))
console.log(
  [
    '',
    'Next:',
    `  1. Say in ${declaration} what it consists of: docs/field-kinds.md has the kinds, docs/options.md the options.`,
    ...(untranslated.length > 0
      ? [`  2. Say it in ${untranslated.map(catalogueOf).join(', ')}: npx vitest run tests/unit/i18n lists what.`]
      : []),
    `  ${untranslated.length > 0 ? 3 : 2}. npm run lint, then npm run db:migration, which writes its table.`,
    `  ${untranslated.length > 0 ? 4 : 3}. npx vitest run tests/api/features/${name}.test.ts, then npm run dev: it is at ${address}/.`,
  ].join('\n'),
)
