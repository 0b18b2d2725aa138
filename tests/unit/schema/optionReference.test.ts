import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// docs/options.md says what the code says. `npx vitest run tests/unit/schema/optionReference.test.ts -u` writes it anew.

const folder = path.resolve(import.meta.dirname, '../../../src/schema')

/** The types whose members are the options of a declaration, by file, with the heading of each. */
const declared: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'resource.ts': {
    Resource: 'A resource',
    Screens: 'screens',
    ListDeclaration: 'list',
    Joined: 'list.joined, by column',
    ListTab: 'list.tabs, by name',
    ListViews: 'list.views',
    CalendarView: 'list.views.calendar',
    BoardView: 'list.views.board',
    MapView: 'list.views.map',
    SearchDeclaration: 'search',
    FormSection: 'A section of form',
    Conditions: 'conditions, by field',
    Texts: 'texts',
    Assignment: 'assigns, by name',
    ImportDeclaration: 'import',
    Related: 'related, each',
    Across: 'across',
    NoOverlap: 'noOverlap, each',
    BeyondTenant: 'beyondTenant',
  },
  'part.ts': { PartOptions: 'definePart' },
  'access.ts': { Access: 'access' },
  'rows.ts': { Rows: 'rows', Opening: 'rows.opens, by field' },
  'action.ts': {
    ActionOptions: 'action, transition',
    ActionOnFields: 'action alone',
    Writes: 'action, transition: what they write',
    Creation: 'creates',
    Along: 'along',
    Move: 'transition, its second argument',
    TransitionOptions: 'transition, its third argument',
    UndoOptions: 'undo',
    UndoOnFields: 'undo of action alone',
    UndoOfTransition: 'undo of transition alone',
    ReferenceTexts: 'docs',
  },
}

interface Option {
  name: string
  about: string
}

const aboutOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \(docs\/[^)]*\)/g, '')
    .replaceAll('|', '\\|')
    .trim()

const optionsIn = (node: ts.Node, prefix = ''): Option[] => {
  if (!ts.isPropertySignature(node))
    return ts.isParameter(node) ? [] : node.getChildren().flatMap(child => optionsIn(child, prefix))
  const name = prefix + node.name.getText()
  const inner = node.type && !ts.isFunctionTypeNode(node.type) ? optionsIn(node.type, `${name}.`) : []
  return [{ name, about: aboutOf(node) }, ...inner]
}

const reference = Object.entries(declared).flatMap(([file, types]) => {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  return Object.entries(types).map(([name, heading]) => {
    const found = source.statements.find(
      statement =>
        (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.name.text === name,
    )
    return { name, heading, options: found ? optionsIn(found) : [] }
  })
})

it.each(reference)('every option of $name has a sentence, for those who hover over it', ({ options }) => {
  expect(options.length).toBeGreaterThan(0)
  expect(options.filter(({ about }) => !/\w.*[.:]/.test(about)).map(({ name }) => name)).toEqual([])
})

it('the reference of options says what the code says', async () => {
  const text = [
    '# Options of declarations',
    '',
    'Made from `src/schema` by `tests/unit/schema/optionReference.test.ts`, which fails while it is out of date. The options of fields',
    'are beside [their kinds](../docs/field-kinds.md).',
    ...reference.flatMap(({ heading, options }) => [
      '',
      `## ${heading}`,
      '',
      '| option | what it says |',
      '|---|---|',
      ...options.map(({ name, about }) => `| \`${name}\` | ${about} |`),
    ]),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/options.md')
})
