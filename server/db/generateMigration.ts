import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyResource } from '../../src/schema'
import { migrationsFolder } from './migrate'
import { diffSchemas, type SchemaDiff } from './schemaDiff'
import { type SchemaModel, schemaOf } from './tables'

/** The declarations as the last migration left them. */
const snapshotName = 'schema.json'

const longestName = 60

const readSnapshot = async (folder: string): Promise<SchemaModel> => {
  const file = path.join(folder, snapshotName)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SchemaModel) : {}
}

const describe = ({ created, changed }: SchemaDiff): string =>
  [...(created.length > 0 ? ['create', ...created] : []), ...(changed.length > 0 ? ['change', ...changed] : [])]
    .join('_')
    .slice(0, longestName)

const comment = (lines: string[]): string => lines.map(line => `-- ${line}\n`).join('')

const textOf = ({ statements, losses, warnings }: SchemaDiff): string =>
  comment(['Made by `npm run db:migration` from the declarations in src/resources.']) +
  comment(losses.map(loss => `LOSES: ${loss}`)) +
  comment(warnings.map(warning => `CHECK: ${warning}`)) +
  statements.map(statement => `${statement.startsWith('create table') ? '\n' : ''}${statement};\n`).join('')

/** What the declarations say that no migration has said yet. */
export const pendingChanges = async (
  resources: readonly AnyResource[],
  folder = migrationsFolder,
): Promise<SchemaDiff> => diffSchemas(await readSnapshot(folder), schemaOf(resources))

/** @throws when the declarations say what no migration has said: the tables would not be there, or not as they are asked for */
export const expectMigrated = async (resources: readonly AnyResource[]): Promise<void> => {
  const { created, changed } = await pendingChanges(resources)
  const tables = [...created, ...changed].join(', ')
  if (tables) throw new Error(`No migration says what the declarations say of ${tables}. Run: npm run db:migration`)
}

interface GenerateOptions {
  /** For the file's name, in snake case; made from the changes when absent. */
  name?: string | undefined
  /** Write the migration although rows or values get lost by it. */
  mayLose?: boolean
  folder?: string
}

/**
 * Writes the next migration and the new snapshot.
 * @returns the name of the new file, or null when nothing changed
 * @throws when something would be lost and `mayLose` is not set; nothing is written then
 */
export const generateMigration = async (
  resources: readonly AnyResource[],
  { name, mayLose = false, folder = migrationsFolder }: GenerateOptions = {},
): Promise<{ file: string; diff: SchemaDiff } | null> => {
  const diff = await pendingChanges(resources, folder)
  if (diff.statements.length === 0) return null
  if (diff.losses.length > 0 && !mayLose)
    throw new Error(
      `This would be lost:\n${diff.losses.map(loss => `  ${loss}\n`).join('')}Run again with --allow-loss to write the migration, ` +
        'and edit it where something was renamed.',
    )
  const numbers = (await readdir(folder)).map(file => Number.parseInt(file, 10)).filter(Number.isInteger)
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const file = `${number}_${name ?? describe(diff)}.sql`
  await writeFile(path.join(folder, file), textOf(diff), { flag: 'wx' })
  await writeFile(path.join(folder, snapshotName), `${JSON.stringify(schemaOf(resources), null, 2)}\n`)
  return { file, diff }
}
