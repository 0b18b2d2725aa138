import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const findRoot = (folder: string): string => {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('No package.json above the server: cannot find the project folder.')
  return findRoot(parent)
}

/** The folder with package.json, the same from the sources and from the bundle. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))
