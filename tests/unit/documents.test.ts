import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const at = (file: string) => path.join(root, file)
const textOf = (file: string) => readFileSync(at(file), 'utf8')

const filesUnder = (folder: string): string[] =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

const documents = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...filesUnder('docs').filter(file => file.endsWith('.md')),
]

const code = [
  ...['src', 'server', 'scripts', 'testing', 'tests'].flatMap(filesUnder),
  ...readdirSync(root).filter(name => /\.(?:ts|cjs|mjs)$/.test(name)),
].filter(file => /\.(?:tsx?|cjs|mjs|sql|css)$/.test(file) && file !== 'tests/unit/documents.test.ts')

/** As GitHub makes anchors of headings: lower case, spaces to hyphens, no punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

const anchorsOf = (document: string): string[] =>
  Array.from(withoutFences(textOf(document)).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

/** Why `target`, a path from the root with or without an anchor, leads nowhere; undefined when it leads somewhere. */
const problemWith = (target: string): string | undefined => {
  const [file = '', anchor] = target.split('#')
  if (!existsSync(at(file))) return `${target}: no such file`
  if (anchor && !anchorsOf(file).includes(anchor)) return `${target}: no such heading`
  return undefined
}

/** The places of all matches that `find` says something about, as `file:line: what`. */
const complaints = (files: readonly string[], pattern: RegExp, find: (match: RegExpMatchArray) => string | undefined) =>
  files.flatMap(file =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) =>
        Array.from(line.matchAll(pattern)).flatMap(match => {
          const problem = find(match)
          return problem ? [`${file}:${index + 1}: ${problem}`] : []
        }),
      ),
  )

describe('documents', () => {
  it('link to files and headings that exist', () => {
    const broken = documents.flatMap(document =>
      Array.from(withoutFences(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)).flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return []
        const target = link.startsWith('#') ? document + link : path.posix.join(path.posix.dirname(document), link)
        const problem = problemWith(target)
        return problem ? [`${document}: ${problem}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  it('name files and folders that exist', () => {
    // What the walk-through makes is not there yet; NNNN stands for a number, … for any name.
    const invented = new Set(
      Array.from(textOf('docs/adding-an-entity.md').matchAll(/^\/\/ (src\/\S+)$/gm), ([, file]) => file),
    )
    const missing = complaints(
      documents.filter(file => file !== 'CHANGELOG.md'),
      /`((?:src|server|scripts|testing|tests|docs)\/[\w./-]+)`/g,
      ([, name = '']) =>
        existsSync(at(name)) || invented.has(name) || name.includes('NNNN') ? undefined : `no ${name}`,
    )
    expect(missing).toEqual([])
  })

  it('name every room of src and server in the README, and no other', () => {
    const rooms = ['src', 'server'].flatMap(folder =>
      readdirSync(at(folder))
        .map(name => `${folder}/${name}`)
        .filter(room => statSync(at(room)).isDirectory()),
    )
    const [, table = ''] = /## Where things live\n([\s\S]*?)\n## /.exec(textOf('README.md')) ?? []
    const named = Array.from(table.matchAll(/`((?:src|server)\/[\w-]+)`/g), ([, room]) => room)
    expect(named.toSorted()).toEqual(rooms.toSorted())
  })
})

describe('coverage and accessibility', () => {
  // A cell names test files, each followed by › and names of tests or parts of them, as far as the next file.
  const cited = Array.from(
    (textOf('docs/coverage.md') + textOf('docs/accessibility.md')).matchAll(
      /`((?:api|e2e|ui|unit|testing)\/[^`]+)`([^|`]*)/g,
    ),
    match => ({
      file: match[1]?.startsWith('testing/') ? match[1] : `tests/${match[1]}`,
      names: (match[2] ?? '')
        .split('›')
        .slice(1)
        .flatMap(part => part.split(';'))
        .map(name => name.replace(/^[\s,]+|[\s,]+$/g, '')),
    }),
  )

  it('names test files that exist', () => {
    expect(cited.map(({ file }) => file).filter(file => !existsSync(at(file)))).toEqual([])
  })

  it('names tests that are in those files', () => {
    const plain = (text: string) => text.replaceAll('’', "'")
    const missing = cited.flatMap(({ file, names }) =>
      names.flatMap(name => (plain(textOf(file)).includes(plain(name)) ? [] : [`${file} › ${name}`])),
    )
    expect(missing).toEqual([])
  })
})

describe('code', () => {
  it('refers to documents and headings that exist', () => {
    const broken = complaints(code, /(?<![\w/"])docs\/[\w/-]+(?:\.md)?(?:#[\w-]+)?/g, ([reference]) => {
      if (/\.md/.test(reference)) return problemWith(reference)
      // A decision may be named by its number, and a folder by itself.
      const folder = path.posix.dirname(reference)
      const isNumbered =
        existsSync(at(folder)) &&
        readdirSync(at(folder)).some(name => name.startsWith(`${path.posix.basename(reference)}-`))
      return existsSync(at(reference)) || isNumbered ? undefined : `${reference}: no such document`
    })
    expect(broken).toEqual([])
  })

  it('names no document without saying where it is', () => {
    const names = new Set(documents.map(file => path.posix.basename(file)))
    const vague = complaints(code, /(?<![\w/.-])[\w-]+\.md\b/g, ([name]) =>
      names.has(name) && documents.includes(name) ? undefined : `${name}: say docs/…`,
    )
    expect(vague).toEqual([])
  })

  it('cites by section only what is published elsewhere', () => {
    const cited = complaints(code, /^.*§.*$/g, ([line]) =>
      /\b(?:RFC|ISO|OWASP|WCAG|NIST|SEC)[\s\d.-]+§/.test(line) ? undefined : line.trim(),
    )
    expect(cited).toEqual([])
  })
})
