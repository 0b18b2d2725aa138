import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyResource } from '../../src/schema'
import { columnsInStep, expandedSchema } from './expansion'
import { machineFolder, migrationsFolder } from './migrate'
import { onlineMark } from './online/steps'
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
): TableModel => ({
  ...noTable,
  ...Object.fromEntries(
    Object.keys(noTable).map(name => {
      const part = name as keyof TableModel
      return [part, combine(table[part], machine[part])]
    }),
  ),
})

/** Declarations come first, since renames match by position. */
const onMachine = (machine: SchemaModel, schema: SchemaModel): SchemaModel => {
  const tables = Object.entries(schema).map(([name, table]): [string, TableModel] => [
    name,
    machine[name] ? partByPart(machine[name], table, (part, base) => ({ ...part, ...base, ...part })) : table,
  ])
  return { ...schema, ...machine, ...Object.fromEntries(tables) }
}

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

const describe = ({ created, changed }: SchemaDiff, step: Step): string =>
  [
    ...(created.length > 0 ? ['create', ...created] : []),
    ...(changed.length > 0 ? [step === 'contract' ? 'contract' : 'change', ...changed] : []),
  ]
    .join('_')
    .slice(0, longestName)

const comment = (lines: string[]): string => lines.map(line => `-- ${line}\n`).join('')

const generated = '-- Made by `npm run db:migration`'

const shutBy = (statements: readonly string[], created: readonly string[]): string[] => {
  const found = new Map<string, 'reads and writes' | 'writes'>()
  for (const statement of statements) {
    const whole = /^(?:alter|drop) table (\w+)|^(?:create|drop) policy \w+ on (\w+)/m.exec(statement)
    const table = whole?.[1] ?? whole?.[2]
    const written = /^create (?:unique )?(?:index|trigger) .*? on (\w+)/.exec(statement)?.[1]
    if (table) found.set(table, 'reads and writes')
    else if (written && !found.has(written)) found.set(written, 'writes')
  }
  for (const table of created) found.delete(table)
  return Array.from(found, ([table, what]) => `${table} for ${what}`)
}

const textOf = ({ statements, losses, warnings, created }: SchemaDiff): string =>
  `${generated} from the declarations.\n` +
  comment(shutBy(statements, created).map(line => `SHUTS until all migrations are done: ${line}`)) +
  comment(losses.map(loss => `LOSES: ${loss}`)) +
  comment(warnings.map(warning => `CHECK: ${warning}`)) +
  statements.map(statement => `${statement.startsWith('create table') ? '\n' : ''}${statement};\n`).join('')

const onlineTextOf = ({ online }: SchemaDiff): string =>
  `${onlineMark}\n${generated} from the declarations.\n${online.map(statement => `${statement};\n`).join('')}`

const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()

const handWritten = async (gone: Renamed['gone'], folder: string): Promise<string[]> => {
  const files = gone.length > 0 ? await migrationsIn(folder) : []
  const texts = await Promise.all(
    files.map(async file => [file, await readFile(path.join(folder, file), 'utf8')] as const),
  )
  const uses = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)
  return gone.flatMap(({ table, column }) => {
    const found = texts
      .filter(([, text]) => !text.includes(generated) && uses(text, table) && (!column || uses(text, column)))
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

/**
 * `expand`: the previous version keeps running. `contract`: removes its leftovers. `atOnce`: both, while its processes
 * are stopped.
 */
export type Step = 'expand' | 'contract' | 'atOnce'

interface Changes {
  diff: SchemaDiff
  machine: SchemaModel
  reached: SchemaModel
}

export const isNothing = ({ statements, online }: SchemaDiff): boolean => statements.length + online.length === 0

/** Nothing is lost with a column that also exists under its new name. */
const realLosses = ({ losses, ...diff }: SchemaDiff, before: SchemaModel): SchemaDiff => {
  const copies = Object.entries(before).flatMap(([table, model]) =>
    columnsInStep(model).map(({ former }) => `The column ${table}.${former} `),
  )
  return { ...diff, losses: losses.filter(loss => !copies.some(copy => loss.startsWith(copy))) }
}

const changesOf = async (resources: readonly AnyResource[], folder: string, step: Step): Promise<Changes> => {
  const { machine, before, after } = await statesOf(resources, folder)
  const isShared = step !== 'atOnce' && existsSync(path.join(folder, snapshotName))
  const { schema, statements, online, tables, gone } = renamesOf(resources, before, after, isShared)
  const expanded = isShared ? expandedSchema(schema, after, machine) : after
  const first = diffSchemas(schema, expanded, isShared)
  if (step === 'contract') {
    if (statements.length > 0 || !isNothing(first))
      throw new Error('The declarations are ahead of the migrations: write and release those first.')
    return { diff: realLosses(diffSchemas(expanded, after, true), expanded), machine, reached: after }
  }
  return {
    machine,
    reached: expanded,
    diff: {
      ...first,
      statements: [...statements, ...first.statements],
      online: [...online, ...first.online],
      warnings: [
        ...first.warnings,
        ...(await handWritten(gone, folder)),
        ...(folder === machineFolder ? replacedChecks(schema, after) : []),
      ],
      changed: [...new Set([...tables, ...first.changed])],
    },
  }
}

export const pendingChanges = async (
  resources: readonly AnyResource[],
  folder = migrationsFolder,
  step: Step = 'expand',
): Promise<SchemaDiff> => (await changesOf(resources, folder, step)).diff

export const migratedSchema = async (
  resources: readonly AnyResource[],
  folder = migrationsFolder,
): Promise<SchemaModel> => (await changesOf(resources, folder, 'expand')).reached

/** @throws if a declared table or column has no migration */
export const expectMigrated = async (resources: readonly AnyResource[], folder?: string): Promise<void> => {
  const { created, changed } = await pendingChanges(resources, folder)
  const tables = [...created, ...changed].join(', ')
  if (tables) throw new Error(`No migration says what the declarations say of ${tables}. Run: npm run db:migration`)
}

interface GenerateOptions {
  name?: string | undefined
  mayLose?: boolean
  mayShut?: boolean
  folder?: string
  step?: Step
}

/**
 * Writes the next migration, an online one after it if existing tables need one, and the new snapshot.
 * @returns the new files' names; null if nothing changed
 * @throws, with nothing written, if rows or values would be lost without `mayLose`, or tables shut without `mayShut`
 */
export const generateMigration = async (
  resources: readonly AnyResource[],
  { name, mayLose = false, mayShut = false, folder = migrationsFolder, step = 'expand' }: GenerateOptions = {},
): Promise<{ files: string[]; diff: SchemaDiff } | null> => {
  const { diff, machine, reached } = await changesOf(resources, folder, step)
  if (isNothing(diff)) return null
  if (diff.losses.length > 0 && !mayLose)
    throw new Error(
      `This would be lost:\n${diff.losses.map(loss => `  ${loss}\n`).join('')}Run again with --allow-loss to write the migration, ` +
        'or say renamedFrom of what was only renamed.',
    )
  if (diff.shut.length > 0 && !mayShut)
    throw new Error(
      `All rows of ${[...new Set(diff.shut)].join(', ')} would be read or written while nobody else can. Where they are few, run again ` +
        'with --allow-shut; else stop all processes for this version: --at-once.',
    )
  const numbers = (await migrationsIn(folder)).map(file => Number.parseInt(file, 10))
  const number = Math.max(0, ...numbers) + 1
  const stem = name ?? describe(diff, step)
  const texts = [
    ...(diff.statements.length > 0 ? [[stem, textOf(diff)] as const] : []),
    ...(diff.online.length > 0 ? [[`${stem}_online`, onlineTextOf(diff)] as const] : []),
  ]
  const files = texts.map(([of], index) => `${String(number + index).padStart(4, '0')}_${of}.sql`)
  for (const [index, file] of files.entries()) {
    await noteBefore(path.join(folder, file), path.join(folder, snapshotName))
    await writeFile(path.join(folder, file), texts[index]?.[1] ?? '', { flag: 'wx' })
  }
  await writeFile(path.join(folder, snapshotName), snapshotText(beyondMachine(machine, reached)))
  return { files, diff }
}
