import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readWords } from '../../server/commands/command'
import { readServerConfig } from '../../server/config'
import { productProblems } from '../../server/crud/productProblems'
import { generateMigration, isNothing, pendingChanges, type Step } from '../../server/db/generateMigration'
import { machineFolder } from '../../server/db/migrate'
import { appliedMigrations, takeBackMigration } from '../../server/db/takeBackMigration'
import { withCore } from '../../src/core'
import type { AnyResource } from '../../src/schema'
import { loadProduct, type SlotwiseConfig } from '../config'

export const usage = `slotwise migration [<name>] [--contract | --at-once | --check | --undo] [--allow-loss] [--allow-shut]
                  [--machine]

Writes the next migration for changed declarations, under a name in snake case. Processes of the version before can go
on beside it: what they read and write stays, and goes with --contract in the version after. What would take long in
tables that are there (indexes, checks of all rows, filling columns) is a second file, NAME_online, that runs while
others read and write.

  --contract    writes what is left: former names, removed columns and tables, stricter rules
  --at-once     writes both in one, for which all processes of the version before have to be stopped
  --check       only says whether one is needed
  --undo        takes back the last one, if the database has not run it
  --allow-loss  lets it drop or narrow columns with data
  --allow-shut  lets it shut tables while all of their rows are read or written
  --machine     means the machine's migrations, for src/core`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const forgotten = async (folder: string, resources: readonly AnyResource[]): Promise<string[]> => {
  // The registry copies extensions of the machine's records, but keeps their forms.
  const registered = new Set<unknown>(
    resources.flatMap(resource => [resource, ...(resource.parts ?? [])].map(({ form }) => form)),
  )
  const files = (await readdir(folder)).filter(file => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map(async file => Object.entries(await import(pathToFileURL(path.join(folder, file)).href))),
  )
  const isDeclaration = (value: unknown): value is { form: unknown } =>
    typeof value === 'object' && value !== null && 'fields' in value && 'label' in value
  const index = path.relative(process.cwd(), path.join(folder, 'index.ts'))
  return modules.flatMap((exports, position) =>
    exports
      .filter(([, value]) => isDeclaration(value) && !registered.has(value.form))
      .map(([name, value]) =>
        'api' in (value as object)
          ? `${name} of ${files[position]} is not in ${index}: add it there.`
          : `${name} of ${files[position]} is part of nothing: name it in the parts of the whole.`,
      ),
  )
}

interface Sequence {
  resources: readonly AnyResource[]
  folder: string
}

const check = async (sequences: Readonly<Record<string, Sequence>>): Promise<void> => {
  for (const [name, { resources, folder }] of Object.entries(sequences)) {
    const diff = await pendingChanges(resources, folder)
    if (isNothing(diff)) continue
    const command = `slotwise migration${name === 'machine' ? ' --machine' : ''}`
    throw new Error(
      `The declarations are ahead of the migrations. Run: ${command}\n\n${[...diff.statements, ...diff.online].join(';\n')};`,
    )
  }
  say('The migrations say what the declarations say.')
}

interface WriteOptions {
  name: string | undefined
  mayLose: boolean
  mayShut: boolean
  step: Step
}

const write = async ({ resources, folder }: Sequence, options: WriteOptions): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const made = await generateMigration(resources, { ...options, folder })
  if (!made) say('Nothing to write: nothing changed.')
  for (const file of made?.files ?? []) say(`Wrote ${path.relative(process.cwd(), path.join(folder, file))}`)
  for (const warning of made?.diff.warnings ?? []) say(`Look at it before you run it: ${warning}`)
  if (options.step !== 'expand') return
  const rest = await pendingChanges(resources, folder, 'contract')
  if (!isNothing(rest))
    say(
      `For the version after this one, by --contract:\n${[...rest.statements, ...rest.online].map(each => `  ${each}\n`).join('')}`,
    )
}

export const run = async (words: string[], config: SlotwiseConfig): Promise<void> => {
  const { values, positionals } = readWords(words, usage, {
    check: { type: 'boolean' },
    'allow-loss': { type: 'boolean' },
    'allow-shut': { type: 'boolean' },
    machine: { type: 'boolean' },
    undo: { type: 'boolean' },
    contract: { type: 'boolean' },
    'at-once': { type: 'boolean' },
  })
  if (values.contract && values['at-once']) throw new Error(usage)
  const [name] = positionals
  if (name !== undefined && !/^[a-z][a-z0-9_]{0,59}$/.test(name))
    throw new Error(`A migration's name is in snake case: not ${name}`)

  const product = await loadProduct(config)
  const { resources, migrations: folder } = product
  if (values.undo) {
    const applied = await appliedMigrations(readServerConfig(process.env))
    say(`Took back ${(await takeBackMigration(values.machine ? machineFolder : folder, applied)).join(' and ')}`)
    return
  }
  const declarations = config.declarations && path.resolve(config.root, config.declarations)
  const problems = [
    ...productProblems(product),
    ...(declarations && existsSync(declarations) ? await forgotten(declarations, resources) : []),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))

  const sequences = { machine: { resources: withCore([]), folder: machineFolder }, product: { resources, folder } }
  if (values.check) await check(sequences)
  else
    await write(sequences[values.machine ? 'machine' : 'product'], {
      name,
      mayLose: values['allow-loss'] ?? false,
      mayShut: values['allow-shut'] ?? false,
      step: values.contract ? 'contract' : values['at-once'] ? 'atOnce' : 'expand',
    })
}
