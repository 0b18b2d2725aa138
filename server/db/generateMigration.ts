import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyResource } from '../../src/schema'
import { migrationFiles, migrationsFolder } from './migrate'
import { type Renamed, renamesOf } from './renames'
import { diffSchemas, type SchemaDiff } from './schemaDiff'
import { type SchemaModel, schemaOf, withoutFileTies } from './tables'

const snapshotName = 'schema.json'

const longestName = 60

/** The first migration makes tenants, users and memberships, which later machine migrations alter. */
const firstNumber = 3

const readSnapshot = async (folder: string): Promise<SchemaModel> => {
  const file = path.join(folder, snapshotName)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SchemaModel) : {}
}

/** A product may declare these tables, but does not create them. */
const machineTables = (): Promise<SchemaModel> => readSnapshot(path.join(migrationsFolder, 'machine'))

const statesOf = async (
  resources: readonly AnyResource[],
  folder: string,
): Promise<{ before: SchemaModel; after: SchemaModel }> => {
  const after = schemaOf(resources)
  const made = Object.entries(await machineTables()).filter(([table]) => after[table])
  const said = await readSnapshot(folder)
  const before = { ...Object.fromEntries(made), ...said }
  // The first migration runs before the machine's own, so differences wait for the next one.
  return { before, after: Object.keys(said).length === 0 ? { ...after, ...Object.fromEntries(made) } : after }
}

const describe = ({ created, changed }: SchemaDiff): string =>
  [...(created.length > 0 ? ['create', ...created] : []), ...(changed.length > 0 ? ['change', ...changed] : [])]
    .join('_')
    .slice(0, longestName)

const comment = (lines: string[]): string => lines.map(line => `-- ${line}\n`).join('')

const generated = '-- Made by `npm run db:migration`'

const textOf = ({ statements, losses, warnings }: SchemaDiff): string =>
  `${generated} from the declarations in src/resources.\n` +
  comment(losses.map(loss => `LOSES: ${loss}`)) +
  comment(warnings.map(warning => `CHECK: ${warning}`)) +
  statements.map(statement => `${statement.startsWith('create table') ? '\n' : ''}${statement};\n`).join('')

/** The machine's migrations name none of the product's tables. */
const productMigrations = async (folder: string): Promise<string[]> =>
  (await migrationFiles(folder)).filter(file => path.dirname(file) === path.resolve(folder))

/** Hand-written migrations that use a removed name: functions and triggers need an update by hand. */
const handWritten = async (gone: Renamed['gone'], folder: string): Promise<string[]> => {
  const files = gone.length > 0 ? await productMigrations(folder) : []
  const texts = await Promise.all(files.map(async file => [path.basename(file), await readFile(file, 'utf8')] as const))
  const uses = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)
  return gone.flatMap(({ table, column }) => {
    const found = texts
      .filter(([, text]) => !text.startsWith(generated) && uses(text, table) && (!column || uses(text, column)))
      .map(([name]) => name)
    const what = column ? `${table}.${column}` : table
    return found.length > 0
      ? [
          `${what} is named in ${found.join(', ')}: functions, triggers and constraints made there by hand may need its new name.`,
        ]
      : []
  })
}

const changesOf = async (
  resources: readonly AnyResource[],
  folder: string,
): Promise<{ diff: SchemaDiff; before: SchemaModel; after: SchemaModel }> => {
  const { before, after } = await statesOf(resources, folder)
  const { schema, statements, tables, gone } = renamesOf(resources, before, after)
  const diff = diffSchemas(schema, after)
  return {
    before,
    after,
    diff: {
      ...diff,
      statements: [...statements, ...diff.statements],
      warnings: [...diff.warnings, ...(await handWritten(gone, folder))],
      changed: [...new Set([...tables, ...diff.changed])],
    },
  }
}

export const pendingChanges = async (
  resources: readonly AnyResource[],
  folder = migrationsFolder,
): Promise<SchemaDiff> => (await changesOf(resources, folder)).diff

/** @throws when a declared table or column has no migration */
export const expectMigrated = async (resources: readonly AnyResource[], folder?: string): Promise<void> => {
  const { created, changed } = await pendingChanges(resources, folder)
  const tables = [...created, ...changed].join(', ')
  if (tables) throw new Error(`No migration says what the declarations say of ${tables}. Run: npm run db:migration`)
}

interface GenerateOptions {
  name?: string | undefined
  mayLose?: boolean
  folder?: string
}

/**
 * Writes the next migration and the new snapshot.
 * @returns the name of the new file, or null when nothing changed
 * @throws when rows or values would be lost and `mayLose` is not set; nothing is written then
 */
export const generateMigration = async (
  resources: readonly AnyResource[],
  { name, mayLose = false, folder = migrationsFolder }: GenerateOptions = {},
): Promise<{ file: string; diff: SchemaDiff } | null> => {
  const { diff, before, after } = await changesOf(resources, folder)
  if (diff.statements.length === 0) return null
  if (diff.losses.length > 0 && !mayLose)
    throw new Error(
      `This would be lost:\n${diff.losses.map(loss => `  ${loss}\n`).join('')}Run again with --allow-loss to write the migration, ` +
        'or say renamedFrom of what was only renamed.',
    )
  const isFirst = !existsSync(path.join(folder, snapshotName))
  const write = async (number: number, title: string, changes: SchemaDiff): Promise<string> => {
    const file = `${String(number).padStart(4, '0')}_${title}.sql`
    await writeFile(path.join(folder, file), textOf(changes), { flag: 'wx' })
    return file
  }
  const numbers = (await migrationFiles(folder)).map(file => Number.parseInt(path.basename(file), 10))
  const next = Math.max(...numbers) + 1
  const title = name ?? describe(diff)
  // The table of stored files comes after a product's first migration.
  const early = withoutFileTies(after)
  const late = isFirst ? diffSchemas(early, after) : null
  const file = await write(isFirst ? firstNumber : next, title, isFirst ? diffSchemas(before, early) : diff)
  if (late && late.statements.length > 0) await write(next, `${title.slice(0, longestName)}_files`, late)
  await writeFile(path.join(folder, snapshotName), `${JSON.stringify(after, null, 2)}\n`)
  return { file, diff }
}
