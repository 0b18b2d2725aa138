import pg from 'pg'
import { machineFolder, migrate, migrationsFolder, readMigrations } from '../migrate'
import type { Progress } from './backup'
import { type BackupReport, checkBackup, readBackup } from './file'
import {
  admitOwner,
  type BackedTable,
  createTally,
  expectAllRows,
  fullName,
  listTables,
  plainText,
  type Row,
  type SequenceState,
  type Session,
  type Tally,
  tallyOf,
  target,
} from './tables'

interface RestoreOptions {
  migrations?: string | undefined
  verify?: boolean
  progress?: Progress
}

const ledgers = new Set(['public.migrations', 'public.migration_lock'])

/** @throws unless there are no tables, or only empty ones of the backup */
const expectEmpty = async (session: Session): Promise<void> => {
  for (const table of await listTables(session)) {
    if (ledgers.has(fullName(table))) continue
    const { rows } = await session.query(`select from ${target(table)} limit 1`)
    if (rows.length > 0)
      throw new Error(`The database is not empty: ${fullName(table)} has rows. Restore into an empty one.`)
  }
}

/** @throws for a backup of a newer program */
const expectKnown = async ({ migrations, version }: BackupReport, folder: string): Promise<void> => {
  const known = await readMigrations(folder, machineFolder)
  const unknown = migrations.filter(name => !(name in known))
  if (unknown.length > 0)
    throw new Error(`The backup is of version ${version}, newer than this program: it has run ${unknown.join(', ')}.`)
}

type Guard = { kind: 'key' | 'trigger' | 'force'; name: string; definition: string }

const guardSql: Record<Guard['kind'], (table: string, guard: string, definition: string) => [off: string, on: string]> =
  {
    key: (table, guard, definition) => [
      `alter table ${table} drop constraint ${guard}`,
      `alter table ${table} add constraint ${guard} ${definition}`,
    ],
    trigger: (table, guard) => [
      `alter table ${table} disable trigger ${guard}`,
      `alter table ${table} enable trigger ${guard}`,
    ],
    force: table => [
      `alter table ${table} no force row level security`,
      `alter table ${table} force row level security`,
    ],
  }

/**
 * Skips foreign keys and triggers, which check row by row, and row-level security, which would refuse the rows.
 * @returns statements that restore them: keys first, as they check many rows at once only before security is forced
 * again
 */
const suspendGuards = async (session: Session, tables: readonly BackedTable[]): Promise<string[]> => {
  const resume: Record<Guard['kind'], string[]> = { key: [], trigger: [], force: [] }
  for (const table of tables) {
    const { rows } = await session.query<Guard>(
      `select 'key' as kind, conname as name, pg_get_constraintdef(oid) as definition
          from pg_constraint where conrelid = $1::regclass and contype = 'f'
        union all select 'trigger', tgname, '' from pg_trigger
          where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O'
        union all select 'force', relname, '' from pg_class where oid = $1::regclass and relforcerowsecurity`,
      [target(table)],
    )
    for (const { kind, name, definition } of rows) {
      const [off, on] = guardSql[kind](target(table), pg.escapeIdentifier(name), definition)
      await session.query(off)
      resume[kind].push(on)
    }
  }
  return [...resume.key, ...resume.trigger, ...resume.force]
}

const batchLength = 1_000_000
const batchRows = 1_000

const inserter = (session: Session, table: BackedTable) => {
  const columns = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  const values = table.columns.map(({ type }, at) => `(r ->> ${at})::${type}`).join(', ')
  const text = `insert into ${target(table)} (${columns}) overriding system value
    select ${values} from json_array_elements($1::json) as r`
  let batch: string[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const rows = `[${batch.join(',')}]`
    batch = []
    length = 0
    await session.query(text, [rows])
  }
  return {
    flush,
    add: async (line: string): Promise<void> => {
      batch.push(line)
      length += line.length
      if (batch.length >= batchRows || length >= batchLength) await flush()
    },
  }
}

const setSequence = (session: Session, { schema, name, lastValue, isCalled }: SequenceState) =>
  session.query('select setval($1::regclass, $2::bigint, $3)', [target({ schema, name }), lastValue, isCalled])

/** @throws if no table has the same columns */
const matching = (
  tables: ReadonlyMap<string, BackedTable>,
  { schema, name, columns }: Omit<BackedTable, 'isGuarded'>,
) => {
  const found = tables.get(`${schema}.${name}`)
  if (!found) throw new Error(`No migration makes the table ${schema}.${name} of the backup, so it cannot be restored.`)
  // Hosts choose the schemas of extensions, and so of their types.
  const spelt = ({ name, type }: BackedTable['columns'][number]) => `${name} ${type.replace(/^\w+\./, '')}`
  const types = new Map(found.columns.map(column => [spelt(column), column.type]))
  const own = columns.map(column => ({ name: column.name, type: types.get(spelt(column)) }))
  if (own.length !== found.columns.length || own.some(({ type }) => type === undefined))
    throw new Error(`The table ${schema}.${name} has other columns than in the backup.`)
  return { ...found, columns: own as BackedTable['columns'] }
}

const load = async (
  session: Session,
  file: string,
  progress: Progress | undefined,
): Promise<Map<string, BackedTable>> => {
  const tables = new Map((await listTables(session)).map(table => [fullName(table), table]))
  const resume = await suspendGuards(session, [...tables.values()])
  await expectEmpty(session)
  for (const table of tables.values())
    if (ledgers.has(fullName(table))) await session.query(`delete from ${target(table)}`)
  let into: ReturnType<typeof inserter> | undefined
  let tally = createTally()
  let name = ''
  const take = async (row: Row) => {
    const line = JSON.stringify(row)
    tally.add(line)
    await into?.add(line)
  }
  for await (const entry of readBackup(file)) {
    if (Array.isArray(entry)) await take(entry)
    else if ('table' in entry) {
      const table = matching(tables, entry.table)
      name = fullName(table)
      tables.set(name, table)
      into = inserter(session, table)
      tally = createTally()
    } else if ('end' in entry) {
      await into?.flush()
      if (tally.value.hash !== entry.end.hash) throw new Error(`${file} changed while it was read, in table ${name}.`)
      progress?.(`${name}: ${entry.end.rows} rows`)
    } else if ('sequences' in entry) for (const state of entry.sequences) await setSequence(session, state)
  }
  for (const statement of resume) await session.query(statement)
  return tables
}

/** @throws naming the tables that differ from the backup's */
const verifyRows = async (
  session: Session,
  tables: ReadonlyMap<string, BackedTable>,
  expected: Record<string, Tally>,
) => {
  await session.query(`begin isolation level repeatable read read only; ${plainText}`)
  try {
    await expectAllRows(session)
    const wrong: string[] = []
    for (const [name, tally] of Object.entries(expected)) {
      const table = tables.get(name)
      const found = table && (await tallyOf(session, table))
      if (found?.rows !== tally.rows || found.hash !== tally.hash) wrong.push(name)
    }
    if (wrong.length > 0) throw new Error(`Not restored as they were backed up: ${wrong.join(', ')}.`)
  } finally {
    await session.query('rollback')
  }
}

/**
 * Fills an empty database in one transaction, and runs later migrations.
 * @param pool its user must be able to create roles, extensions and tables
 * @throws, with nothing written, if the file is damaged or newer, or the database is not empty
 */
export const restore = async (
  pool: pg.Pool,
  file: string,
  { migrations = migrationsFolder, verify = false, progress }: RestoreOptions = {},
): Promise<BackupReport> => {
  const report = await checkBackup(file)
  await expectKnown(report, migrations)
  const before = await pool.connect()
  try {
    await before.query('begin')
    await suspendGuards(before, await listTables(before))
    await expectEmpty(before)
  } finally {
    await before.query('rollback')
    before.release()
  }
  await migrate(pool, migrations, machineFolder, { isWanted: name => report.migrations.includes(name) })
  const client = await pool.connect()
  try {
    await client.query(`begin; ${plainText}`)
    const tables = await load(client, file, progress)
    await client.query('commit')
    await admitOwner(client)
    if (verify) await verifyRows(client, tables, report.tables)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
  await migrate(pool, migrations)
  return report
}
