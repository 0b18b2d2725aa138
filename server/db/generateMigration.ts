import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyResource } from '../../src/schema'
import { machineFolder, migrationsFolder } from './migrate'
import { type Renamed, renamesOf } from './renames'
import { diffSchemas, noTable, type SchemaDiff } from './schemaDiff'
import { type SchemaModel, schemaOf, type TableModel } from './tables'
import { noteBefore } from './takeBackMigration'

const snapshotName = 'schema.json'

const longestName = 60

type Definitions = Readonly<Record<string, unknown>>

const readSnapshot = async (folder: string): Promise<SchemaModel> => {
  const file = path.join(folder, snapshotName)
  const told = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SchemaModel) : {}
  return Object.fromEntries(Object.entries(told).map(([name, table]) => [name, { ...noTable, ...table }]))
}

const snapshotText = (schema: SchemaModel): string => {
  const told = Object.entries(schema).map(([name, { views, ...table }]) => [
    name,
    Object.keys(views).length > 0 ? { ...table, views } : table,
  ])
  return `${JSON.stringify(Object.fromEntries(told), null, 2)}\n`
}

const partByPart = (
  machine: TableModel,
  table: TableModel,
  combine: (part: Definitions, machine: Definitions) => Definitions,
): TableModel =>
  Object.fromEntries(
    Object.keys(noTable).map(name => {
      const part = name as keyof TableModel
      return [part, combine(table[part], machine[part])]
    }),
  ) as unknown as TableModel

/** Declarations come first, since renames match by position. */
const onMachine = (machine: SchemaModel, schema: SchemaModel): SchemaModel => {
  const tables = Object.entries(schema).map(([name, table]): [string, TableModel] => [
    name,
    machine[name] ? partByPart(machine[name], table, (part, base) => ({ ...part, ...base, ...part })) : table,
  ])
  return { ...schema, ...machine, ...Object.fromEntries(tables) }
}

/** A product's own tables, and what its declarations add to the machine's. */
const beyondMachine = (machine: SchemaModel, schema: SchemaModel): SchemaModel => {
  const isNew =
    (base: Definitions) =>
    ([name, definition]: [string, unknown]) =>
      !isDeepStrictEqual(definition, base[name])
  const tables = Object.entries(schema).map(([name, table]): [string, TableModel] => [
    name,
    machine[name]
      ? partByPart(machine[name], table, (part, base) => Object.fromEntries(Object.entries(part).filter(isNew(base))))
      : table,
  ])
  return Object.fromEntries(
    tables.filter(([name, table]) => !machine[name] || Object.values(table).some(part => Object.keys(part).length > 0)),
  )
}

const statesOf = async (
  resources: readonly AnyResource[],
  folder: string,
): Promise<{ machine: SchemaModel; before: SchemaModel; after: SchemaModel }> => {
  const machine = folder === machineFolder ? {} : await readSnapshot(machineFolder)
  const before = onMachine(machine, await readSnapshot(folder))
  return { machine, before, after: onMachine(machine, schemaOf(resources)) }
}

const describe = ({ created, changed }: SchemaDiff): string =>
  [...(created.length > 0 ? ['create', ...created] : []), ...(changed.length > 0 ? ['change', ...changed] : [])]
    .join('_')
    .slice(0, longestName)

const comment = (lines: string[]): string => lines.map(line => `-- ${line}\n`).join('')

const generated = '-- Made by `npm run db:migration`'

const textOf = ({ statements, losses, warnings }: SchemaDiff): string =>
  `${generated} from the declarations.\n` +
  comment(losses.map(loss => `LOSES: ${loss}`)) +
  comment(warnings.map(warning => `CHECK: ${warning}`)) +
  statements.map(statement => `${statement.startsWith('create table') ? '\n' : ''}${statement};\n`).join('')

const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()

/** Hand-written functions and triggers that use a removed name. */
const handWritten = async (gone: Renamed['gone'], folder: string): Promise<string[]> => {
  const files = gone.length > 0 ? await migrationsIn(folder) : []
  const texts = await Promise.all(
    files.map(async file => [file, await readFile(path.join(folder, file), 'utf8')] as const),
  )
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

/** An upgrade would replace checks that products have widened. */
const replacedChecks = (before: SchemaModel, after: SchemaModel): string[] =>
  Object.entries(before).flatMap(([table, { constraints }]) =>
    Object.keys(constraints)
      .filter(name => constraints[name] !== after[table]?.constraints[name])
      .map(name => `${name} changes, and products may have one of their own by that name: leave theirs alone.`),
  )

const changesOf = async (
  resources: readonly AnyResource[],
  folder: string,
): Promise<{ diff: SchemaDiff; machine: SchemaModel; after: SchemaModel }> => {
  const { machine, before, after } = await statesOf(resources, folder)
  const { schema, statements, tables, gone } = renamesOf(resources, before, after)
  const diff = diffSchemas(schema, after)
  return {
    machine,
    after,
    diff: {
      ...diff,
      statements: [...statements, ...diff.statements],
      warnings: [
        ...diff.warnings,
        ...(await handWritten(gone, folder)),
        ...(folder === machineFolder ? replacedChecks(schema, after) : []),
      ],
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
 * @returns the new file's name, or null when nothing changed
 * @throws when rows or values would be lost without `mayLose`; nothing is written then
 */
export const generateMigration = async (
  resources: readonly AnyResource[],
  { name, mayLose = false, folder = migrationsFolder }: GenerateOptions = {},
): Promise<{ file: string; diff: SchemaDiff } | null> => {
  const { diff, machine, after } = await changesOf(resources, folder)
  if (diff.statements.length === 0) return null
  if (diff.losses.length > 0 && !mayLose)
    throw new Error(
      `This would be lost:\n${diff.losses.map(loss => `  ${loss}\n`).join('')}Run again with --allow-loss to write the migration, ` +
        'or say renamedFrom of what was only renamed.',
    )
  const numbers = (await migrationsIn(folder)).map(file => Number.parseInt(file, 10))
  const number = Math.max(0, ...numbers) + 1
  const file = `${String(number).padStart(4, '0')}_${name ?? describe(diff)}.sql`
  await noteBefore(path.join(folder, file), path.join(folder, snapshotName))
  await writeFile(path.join(folder, file), textOf(diff), { flag: 'wx' })
  await writeFile(path.join(folder, snapshotName), snapshotText(beyondMachine(machine, after)))
  return { file, diff }
}
