// `npm run db:migration`: see `usage`.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readServerConfig } from '../server/config'
import { productProblems } from '../server/crud/productProblems'
import { generateMigration, pendingChanges } from '../server/db/generateMigration'
import { machineFolder, migrationsFolder } from '../server/db/migrate'
import { appliedMigrations, takeBackMigration } from '../server/db/takeBackMigration'
import { product } from '../server/product'
import { reasons } from '../server/reasons'
import { withCore } from '../src/core'
import { resources } from '../src/resources'

const usage = `npm run db:migration [-- <name>] [-- --check | --undo] [--allow-loss] [--machine]

Writes the next migration for changed declarations, under a name in snake case.

  --check       only says whether one is needed
  --undo        takes back the last one, if the database has not run it
  --allow-loss  lets it drop or narrow columns with data
  --machine     means the machine's migrations, for src/core`

const parse = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        'allow-loss': { type: 'boolean' },
        machine: { type: 'boolean' },
        undo: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    console.error(`${reasons(error).join('\n')}\n\n${usage}`)
    return process.exit(1)
  }
}
const { values, positionals } = parse()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const [name] = positionals
if (name !== undefined && !/^[a-z][a-z0-9_]{0,59}$/.test(name)) {
  console.error(`A migration's name is in snake case: not ${name}`)
  process.exit(1)
}

if (values.undo) {
  try {
    const applied = await appliedMigrations(readServerConfig(process.env))
    console.log(`Took back ${await takeBackMigration(values.machine ? machineFolder : migrationsFolder, applied)}`)
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const folder = path.resolve(import.meta.dirname, '../src/resources')

// The registry copies extensions of the machine's records, with their forms.
const registered = new Set<unknown>(
  resources.flatMap(resource => [resource, ...(resource.parts ?? [])].map(({ form }) => form)),
)

/** In `src/resources`, but neither its index nor another declaration names them. */
const forgotten = async (): Promise<string[]> => {
  const files = (await readdir(folder)).filter(file => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map(async file => Object.entries(await import(pathToFileURL(path.join(folder, file)).href))),
  )
  const isDeclaration = (value: unknown): value is { form: unknown } =>
    typeof value === 'object' && value !== null && 'fields' in value && 'label' in value
  return modules.flatMap((exports, index) =>
    exports
      .filter(([, value]) => isDeclaration(value) && !registered.has(value.form))
      .map(([name, value]) =>
        'api' in (value as object)
          ? `${name} of ${files[index]} is not in src/resources/index.ts: add it there.`
          : `${name} of ${files[index]} is part of nothing: name it in the parts of the whole.`,
      ),
  )
}

const problems = [...productProblems(product), ...(await forgotten())]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const sequences = {
  machine: { resources: withCore([]), folder: machineFolder, command: 'npm run db:migration -- --machine' },
  product: { resources, folder: migrationsFolder, command: 'npm run db:migration' },
}

if (values.check) {
  for (const { resources, folder, command } of Object.values(sequences)) {
    const { statements } = await pendingChanges(resources, folder)
    if (statements.length === 0) continue
    console.error(`The declarations are ahead of the migrations. Run: ${command}\n\n${statements.join(';\n')};`)
    process.exit(1)
  }
  console.log('The migrations say what the declarations say.')
} else {
  try {
    const { resources, folder } = sequences[values.machine ? 'machine' : 'product']
    const made = await generateMigration(resources, { name, mayLose: values['allow-loss'] ?? false, folder })
    const file = made && path.relative(process.cwd(), path.join(folder, made.file))
    console.log(file ? `Wrote ${file}` : 'Nothing to write: nothing changed.')
    for (const warning of made?.diff.warnings ?? []) console.log(`Look at it before you run it: ${warning}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
