// Every API test imports the whole product, so imports count for two steps only, and never through a list or a room's
// face.
import { readFileSync } from 'node:fs'
import path from 'node:path'

// Types alone break no test.
const imports =
  /(?:^|[\s;}])(?:import|export)\s(?!type\s)[^'"]*?from\s*['"](\.[^'"]+)['"]|import\s*\(?\s*['"](\.[^'"]+)['"]/g
const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']

/**
 * The importers of each file, by paths from the root.
 * @param {string} root @param {readonly string[]} files
 */
const importersOf = (root, files) => {
  const all = new Set(files)
  /** @type {Map<string, Set<string>>} */
  const importers = new Map()
  for (const file of files.filter(each => /\.(tsx?|mjs)$/.test(each))) {
    for (const [, direct, later] of readFileSync(path.join(root, file), 'utf8').matchAll(imports)) {
      const to = path.posix.join(path.posix.dirname(file), direct ?? later ?? '')
      const target = endings.map(ending => to + ending).find(each => all.has(each))
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}

/** @param {string} file */
const leadsEverywhere = file => /(^|\/)(index|product)\.tsx?$/.test(file)

/** These read the sources and documents, and take a second. */
const readers = ['tests/unit/documents.test.ts', 'tests/unit/fixtures/machineWords.test.ts']

const shared = new Set(['calls', 'contract', 'hours', 'resources', 'scheduling', 'schema', 'time'])

/** Rooms whose tests are elsewhere. @type {Readonly<Record<string, string>>} */
const folders = { crud: 'http', intake: 'http', resources: 'http' }

/** @param {string} file */
const stemOf = file => path.posix.basename(file).split('.')[0] ?? ''

/**
 * 2: named like the file or a folder of it; 3: of the same room.
 * @param {string} test @param {string} file
 */
const nearnessByName = (test, file) => {
  const [side, room = '', ...inner] = file.split('/')
  const [, kind, folder] = test.split('/')
  if ((side !== 'src' && side !== 'server') || (side === 'server' && kind === 'ui')) return undefined
  if (side === 'src' && kind === 'api' && !shared.has(room)) return undefined
  const names = [stemOf(file), ...inner.slice(0, -1)]
  if (names.includes(stemOf(test))) return 2
  if (room === 'features') return stemOf(test).startsWith((inner[0] ?? '').replace(/s$/, '')) ? 3 : undefined
  return folder === room || (kind === 'api' && folder === folders[room]) ? 3 : undefined
}

/**
 * @param {{ root: string, files: readonly string[], changed: readonly string[] }} given all files of the project and
 * the changed ones, by paths from the root
 * @returns each test with its nearness, 0 for a changed one, and the number of tests that following everything would
 * reach
 */
export const concernedTests = ({ root, files, changed }) => {
  const importers = importersOf(root, files)
  const tests = new Set(files.filter(file => /^tests\/(api|ui|unit)\/.*\.test\.tsx?$/.test(file)))
  /** @type {Map<string, number>} */
  const found = new Map()
  /** @param {string} file @param {number | undefined} nearness */
  const note = (file, nearness) => {
    if (nearness !== undefined && tests.has(file)) found.set(file, Math.min(nearness, found.get(file) ?? nearness))
  }

  for (const file of changed) {
    note(file, 0)
    for (const importer of importers.get(file) ?? []) {
      note(importer, 1)
      if (leadsEverywhere(importer)) continue
      for (const next of importers.get(importer) ?? []) note(next, 4)
    }
    for (const test of tests) note(test, nearnessByName(test, file))
  }
  for (const test of readers) note(test, 2)

  const reached = new Set(changed)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return { found, reached: new Set([...found.keys(), ...[...reached].filter(file => tests.has(file))]).size }
}
