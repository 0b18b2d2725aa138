// Prints figures about the code. Checks nothing.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '..')

/** docs/architecture.md#the-house */
const machine =
  /^(src\/(time|schema|hours|contract|ui|crud|dataProvider|authProvider|tenant|layout|routing|notifications|theme)|server\/(http|crud|db|auth|jobs|live|web))\//
const product = /^(src\/(scheduling|resources|calls|features)|server\/(features|demo))\//
const longFunction = 100

const filesIn = async (...folders) => {
  const lists = folders.map(folder => readdir(path.join(root, folder), { recursive: true, withFileTypes: true }))
  return (await Promise.all(lists))
    .flat()
    .filter(entry => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const lineCount = text => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const median = numbers => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const count = (texts, pattern) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)

const nameOf = node => node.name?.getText() ?? node.parent.name?.getText?.() ?? '(without a name)'

const look = ({ file, text }) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const functions = []
  const imports = []
  const visit = node => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines =
        source.getLineAndCharacterOfPosition(node.end).line -
        source.getLineAndCharacterOfPosition(node.getStart()).line +
        1
      if (lines > longFunction) functions.push({ name: nameOf(node), file, lines })
    }
    const from = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined
    const dynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    const specifier = from ?? (dynamic ? node.arguments[0] : undefined)
    if (specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
      imports.push({ from: file, to: path.posix.join(path.posix.dirname(file), specifier.text) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { functions, imports }
}

const wordsOfComments = ({ file, text }) => {
  if (file.endsWith('.css')) return 0
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = new Map()
  const visit = node => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
    const after = ts.getTrailingCommentRanges(text, node.getEnd()) ?? []
    for (const { pos, end } of [...before, ...after]) found.set(pos, text.slice(pos, end))
    node.getChildren(source).forEach(visit)
  }
  visit(source)
  return [...found.values()].reduce((sum, comment) => sum + (comment.match(/\S*\w\S*/g)?.length ?? 0), 0)
}

const read = async file => ({ file, text: await readFile(path.join(root, file), 'utf8') })
const [code, tests] = await Promise.all(
  [await filesIn('src', 'server'), await filesIn('tests')].map(files => Promise.all(files.map(read))),
)
const texts = code.map(({ text }) => text)
const looks = code.filter(({ file }) => /\.tsx?$/.test(file)).map(look)
const functions = looks.flatMap(one => one.functions).toSorted((a, b) => b.lines - a.lines)
const upward = looks.flatMap(one => one.imports).filter(({ from, to }) => machine.test(from) && product.test(to))

const print = (what, figure) => process.stdout.write(`${what.padEnd(46)}${String(figure).padStart(7)}\n`)
print('product files (src, server)', code.length)
print('  lines of the median file', median(texts.map(lineCount)))
print(
  '  lines in all',
  texts.reduce((sum, text) => sum + lineCount(text), 0),
)
print(
  'words of comments',
  code.reduce((sum, one) => sum + wordsOfComments(one), 0),
)
print('test files', tests.length)
print(`functions over ${longFunction} lines`, functions.length)
for (const { name, file, lines } of functions) print(`  ${name}, ${path.basename(file)}`.slice(0, 45), lines)
print('`as unknown as`', count(texts, /\bas unknown as\b/g))
print('references from code to documents', count([...texts, ...tests.map(({ text }) => text)], /\bdocs\/[\w/-]+/g))
print('imports of the product by the machine', upward.length)
