import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// docs/reference.md says what the faces offer. `npx vitest run tests/unit/reference.test.ts -u` writes it anew.

const root = path.resolve(import.meta.dirname, '../..')

const faces = [
  {
    file: 'src/declare.ts',
    name: 'slotwise/declare',
    about:
      'Entities, fields, calls, dates and hours: what both sides read. It is pure, and loads nothing of React or the server.',
  },
  {
    file: 'server/serve.ts',
    name: 'slotwise/serve',
    about: 'The server: hooks, routes, SQL, jobs, mails.',
  },
  {
    file: 'src/show.ts',
    name: 'slotwise/show',
    about: 'The web application: screens, forms, inputs, cells, texts.',
  },
  {
    file: 'testing/index.ts',
    name: 'slotwise/testing',
    about: 'Tests on vitest: what holds for every entity of a product, from its declarations, and an API to call.',
  },
]

/** A name more is a promise more (docs/architecture.md#the-faces). */
const most = 393

interface Found {
  statement: ts.Node
  source: ts.SourceFile
}

const sources = new Map<string, ts.SourceFile>()

const sourceAt = (file: string): ts.SourceFile => {
  const known = sources.get(file)
  if (known) return known
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.ES2023, true)
  sources.set(file, source)
  return source
}

const moduleAt = (from: string, specifier: string): string => {
  const base = path.join(path.dirname(from), specifier)
  const file = ['.ts', '.tsx', '/index.ts', '/index.tsx']
    .map(end => base + end)
    .find(name => existsSync(path.join(root, name)))
  if (!file) throw new Error(`${from} exports from ${specifier}, which is not there.`)
  return file
}

const isDefault = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)

/** The statement that declares a name, through any number of re-exports. */
const declarationOf = (file: string, name: string): Found | undefined => {
  const source = sourceAt(file)
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      if (statement.declarationList.declarations.some(one => one.name.getText(source) === name))
        return { statement, source }
    } else if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const { moduleSpecifier } = statement
      if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) continue
      const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause
      if (!clause && ts.isImportDeclaration(statement)) continue
      if (clause && ts.isNamespaceExport(clause) && clause.name.text === name) return { statement, source }
      const inner = clause ? namesIn(clause).find(one => one.as === name)?.of : name
      const found = inner === undefined ? undefined : declarationOf(moduleAt(file, moduleSpecifier.text), inner)
      if (found) return found
    } else if (name === 'default' && ts.isExportAssignment(statement)) {
      return declarationOf(file, statement.expression.getText(source))
    } else if (
      (statement as { name?: ts.Identifier }).name?.text === name ||
      (name === 'default' && isDefault(statement))
    ) {
      return { statement, source }
    }
  }
  return undefined
}

const namesIn = (clause: ts.NamedImportBindings | ts.NamedExportBindings): { of: string; as: string }[] =>
  ts.isNamedImports(clause) || ts.isNamedExports(clause)
    ? clause.elements.map(({ name, propertyName }) => ({ of: (propertyName ?? name).text, as: name.text }))
    : []

/** What `export type *` offers of a module. */
const typesOf = (file: string): { of: string; as: string }[] =>
  sourceAt(file)
    .statements.filter(
      one =>
        (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) &&
        one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    )
    .map(one => (one as ts.InterfaceDeclaration).name.text)
    .map(name => ({ of: name, as: name }))

const exportedBy = (file: string, statement: ts.Statement): { of: string; as: string }[] => {
  if (!ts.isExportDeclaration(statement)) return []
  const { exportClause, moduleSpecifier } = statement
  if (exportClause) return namesIn(exportClause)
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? typesOf(moduleAt(file, moduleSpecifier.text)) : []
}

const words = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()

const offeredBy = (face: string) =>
  sourceAt(face)
    .statements.flatMap(statement => exportedBy(face, statement))
    .map(({ as }) => {
      const found = declarationOf(face, as)
      if (!found) throw new Error(`${face} exports ${as}, and nobody declares it.`)
      const docs = ts.getJSDocCommentsAndTags(found.statement).filter(ts.isJSDoc)
      const example = docs.flatMap(({ tags = [] }) => tags).find(({ tagName }) => tagName.text === 'example')
      return {
        name: as,
        isType: ts.isInterfaceDeclaration(found.statement) || ts.isTypeAliasDeclaration(found.statement),
        about: words(docs.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ')),
        example: example ? (ts.getTextOfJSDocComment(example.comment) ?? '').trim() : '',
      }
    })
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))

const offered = faces.map(face => ({ ...face, names: offeredBy(face.file) }))

it('says of each name on a face what it is for', () => {
  expect(
    offered.flatMap(({ names }) => names.filter(({ about }) => !/\w.*[.:]/.test(about)).map(({ name }) => name)),
  ).toEqual([])
})

it(`has no more than ${most} names on its faces`, () => {
  expect(offered.flatMap(({ names }) => names).length).toBeLessThanOrEqual(most)
})

it('lists in docs/reference.md what the faces offer', async () => {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const text = [
    '# Reference',
    '',
    'Made from the faces of the machine by `tests/unit/reference.test.ts`, which fails while it is out of date. The options of',
    'declarations are in [another list](../docs/options.md), the kinds of fields in [a third](../docs/field-kinds.md).',
    ...offered.flatMap(({ name, about, names }) => [
      '',
      `## ${name}`,
      '',
      about,
      '',
      '| name | what it is for |',
      '|---|---|',
      ...names.map(one => `| \`${one.name}\`${one.isType ? ' (type)' : ''} | ${cell(one.about)} |`),
      ...names
        .filter(({ example }) => example)
        .flatMap(one => ['', `### ${one.name}`, '', '```ts', one.example, '```']),
    ]),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../docs/reference.md')
})
