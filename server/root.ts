import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const findRoot = (folder: string): string => {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('No package.json above the server: cannot find the project folder.')
  return findRoot(parent)
}

/** The folder of the machine's package.json; for the bundle, `dist`. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))

export const programVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version

const findCache = (folder: string): string => {
  const parent = path.dirname(folder)
  if (path.basename(parent) === 'node_modules') return path.join(parent, '.cache/slotwise')
  const packages = path.join(folder, 'node_modules')
  return existsSync(packages) || parent === folder ? path.join(packages, '.cache/slotwise') : findCache(parent)
}

export const cacheFolder = findCache(projectRoot)
