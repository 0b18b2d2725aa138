import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readWords } from '../../server/commands/command'
import { titleOf } from '../../src/schema/naming'

export const usage = `slotwise new NAME

Writes a product with one entity into the folder NAME: npm install and npm start run it.`

const machineRoot = path.resolve(import.meta.dirname, '../..')

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))

/** The tarball that this package was installed from, or its version. */
const packageOf = async (version: string): Promise<string> => {
  const folder = path.resolve(machineRoot, '../..')
  const { packages = {} } = await readJson(path.join(folder, 'node_modules/.package-lock.json'))
  const { resolved = '' } = packages['node_modules/slotwise'] ?? {}
  return resolved.startsWith('file:') ? `file:${path.resolve(folder, resolved.slice(5))}` : `^${version}`
}

export const run = async (words: string[]): Promise<void> => {
  const [name] = readWords(words, usage, {}).positionals
  if (!name || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`Name the product in small letters, such as: slotwise new clinic\n\n${usage}`)
  const folder = path.resolve(name)
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)

  await mkdir(folder, { recursive: true })
  await cp(path.join(machineRoot, 'scripts/template'), folder, { recursive: true })
  // npm would treat these names specially.
  for (const [from, to] of [
    ['_gitignore', '.gitignore'],
    ['_package.json', 'package.json'],
  ] as const)
    await rename(path.join(folder, from), path.join(folder, to))
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(path.join(folder, file), change(await readFile(path.join(folder, file), 'utf8')))
  const { version, devDependencies } = await readJson(path.join(machineRoot, 'package.json'))
  const from = await packageOf(version)
  await edit('slotwise.config.ts', text => text.replace('Title', titleOf(name)))
  await edit('package.json', text =>
    text
      .replace('"title"', JSON.stringify(name))
      .replace('"slotwise": "*"', `"slotwise": ${JSON.stringify(from)}`)
      .replace(/"([^"]+)": "\*"/g, (_, tool) => `"${tool}": "${devDependencies[tool]}"`),
  )
  process.stdout.write(`${name} is written. Next:

  cd ${name}
  npm install
  npm start        http://localhost:3000, as admin@demo.test with the password demo-password-1
`)
}
