import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { startWorker } from '../embedded/startWorker'
import { appliedTo, machineFolder, migrate, readMigrations } from '../migrate'
import { addedBefore, inTransaction, isOnline } from '../online/steps'
import { breaksOf } from './breaks'
import { type Ask, locksOf, readCatalog, readFormerNames, type TableState, withoutColumns } from './catalog'

export interface TablePlan {
  table: string
  rows: number
  shutFor: 'reads and writes' | 'writes' | 'nobody'
  isRewritten: boolean
  isWritten: boolean
  indexes: string[]
  /** At most, on a machine like the one in docs/operating.md. */
  seconds: number
}

export interface MigrationPlan {
  name: string
  isOnline: boolean
  tables: TablePlan[]
  breaks: string[]
}

/** Rows per second, from tables of bookings on two cores. */
const speeds = { rewritten: 200_000, written: 20_000, indexed: 400_000 }

const shutBy: Readonly<Record<string, TablePlan['shutFor']>> = {
  AccessExclusiveLock: 'reads and writes',
  ExclusiveLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ShareLock: 'writes',
}

const planTable = (
  before: TableState,
  after: TableState,
  rows: number,
  locks: ReadonlySet<string>,
  online: boolean,
): TablePlan | null => {
  const isRewritten = after.fileNode !== before.fileNode
  const indexes = after.indexes.filter(name => !before.indexes.includes(name))
  const isWritten = !isRewritten && locks.has('RowExclusiveLock')
  const shutFor = (!online && [...locks].flatMap(mode => shutBy[mode] ?? []).toSorted()[0]) || 'nobody'
  if (shutFor === 'nobody' && !isWritten && indexes.length === 0) return null
  const seconds =
    rows *
    ((isRewritten ? 1 / speeds.rewritten : 0) +
      (isWritten ? 1 / speeds.written : 0) +
      (isRewritten ? after.indexes : indexes).length / speeds.indexed)
  return { table: before.name, rows, shutFor, isRewritten, isWritten, indexes, seconds }
}

const readCounts = async (pool: pg.Pool): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select nspname || '.' || relname as name, greatest(reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 as count
      from pg_class as c join pg_namespace as n on n.oid = relnamespace where relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

const readApplied = async (pool: pg.Pool): Promise<string[]> => {
  const names = await appliedTo(new Kysely({ dialect: new PostgresDialect({ pool }) }))
  if (names.length === 0) throw new Error('This database was never used by Slotwise: there is nothing to upgrade.')
  if (names.some(name => !name.includes('/')))
    throw new Error('This database is of a version before the first release: back up, and start this one.')
  return names
}

/**
 * Runs the migrations on an empty database in memory. The real one supplies only its migrations and numbers of rows.
 * @param folder the product's migrations
 * @throws if the database was migrated by a newer version
 */
export const planUpgrade = async (pool: pg.Pool, folder?: string): Promise<MigrationPlan[]> => {
  const applied = new Set(await readApplied(pool))
  const texts = await readMigrations(folder, machineFolder)
  const unknown = [...applied].filter(name => !(name in texts))
  if (unknown.length > 0)
    throw new Error(`The database is newer than this program: it has run ${unknown.join(', ')}. Install that version.`)
  const pending = Object.entries(texts).filter(([name]) => !applied.has(name))
  if (pending.length === 0) return []
  const counts = await readCounts(pool)
  const scratch = await startWorker({})
  try {
    await migrate(scratch.pool, folder, machineFolder, { isWanted: name => applied.has(name) })
    const plans: MigrationPlan[] = []
    for (const [name] of pending) plans.push(await tryMigration(scratch.pool, name, texts, counts))
    return plans
  } finally {
    await scratch.stop()
  }
}

const tryMigration = async (
  pool: pg.Pool,
  name: string,
  texts: Readonly<Record<string, string>>,
  counts: ReadonlyMap<string, number>,
): Promise<MigrationPlan> => {
  const client = await pool.connect()
  const ask: Ask = async sql => (await client.query(sql)).rows
  const text = texts[name] ?? ''
  const online = isOnline(text)
  try {
    const before = withoutColumns(await readCatalog(ask), addedBefore(name, texts))
    await client.query('begin')
    await client.query(inTransaction(text))
    const [locks, after, formerNames] = [await locksOf(ask), await readCatalog(ask), await readFormerNames(ask)]
    await client.query('commit')
    const tables = [...before.tables].flatMap(([oid, table]) => {
      const now = after.tables.get(oid)
      return (now && planTable(table, now, counts.get(table.name) ?? 0, locks.get(oid) ?? new Set(), online)) ?? []
    })
    return { name, isOnline: online, tables, breaks: breaksOf(before, after, formerNames) }
  } finally {
    client.release()
  }
}
