import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../../..')

/** The product's sources without what was built. */
const parts = [
  'bin',
  'src',
  'server',
  'scripts',
  'public',
  'index.html',
  'package.json',
  'slotwise.config.ts',
  'testing',
  'tests/StrayReporter.ts',
  'tests/api',
  'tests/fixtures',
  'tsconfig.json',
  'tsconfig.product.json',
  'vite.config.ts',
  'vitest.config.ts',
]

const cache = 'node_modules/.cache/slotwise'

/** Copies the project to change and build it. */
export interface ProjectCopy {
  folder: string
  /** Runs a program in the copy. @returns its output @throws with the output when it fails */
  run(file: string, ...args: string[]): Promise<string>
  edit(file: string, change: (text: string) => string): Promise<void>
  /** Takes over the empty databases that the project has made by now, of which that of another product is the same. */
  takeDatabases(): Promise<void>
  remove(): Promise<void>
}

export const copyProject = async (): Promise<ProjectCopy> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-copy-'))
  const at = (file: string) => path.join(folder, file)
  await Promise.all(parts.map(part => cp(path.join(root, part), at(part), { recursive: true })))
  // Links packages one by one; the cache beside them stays the project's.
  await mkdir(at('node_modules'))
  const packages = await readdir(path.join(root, 'node_modules'))
  await Promise.all(
    packages
      .filter(name => name !== '.cache')
      .map(name => symlink(path.join(root, 'node_modules', name), at(`node_modules/${name}`))),
  )
  return {
    folder,
    run: async (file, ...args) => {
      const { stdout, stderr } = await promisify(execFile)(file, args, { cwd: folder }).catch(error => {
        throw new Error(`${file} ${args.join(' ')}\n${error.stdout}${error.stderr}`)
      })
      return stdout + stderr
    },
    edit: async (file, change) => {
      const text = await readFile(at(file), 'utf8').catch(() => '')
      await writeFile(at(file), change(text))
    },
    takeDatabases: () => cp(path.join(root, cache), at(cache), { recursive: true }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
