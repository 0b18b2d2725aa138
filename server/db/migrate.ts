import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { projectRoot } from '../root'

/** Plain SQL, one file a step, run in the order of their names. */
export const migrationsFolder = path.join(projectRoot, 'server/db/migrations')

/** The text of every migration by its name, without the ending. */
export const readMigrations = async (folder = migrationsFolder): Promise<Record<string, string>> => {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const entries = files.map(async file => [file.slice(0, -4), await readFile(path.join(folder, file), 'utf8')])
  return Object.fromEntries(await Promise.all(entries))
}

/** Kysely's migrator reads the whole catalog before it finds that there is nothing to do; this does not. */
const isUpToDate = async (pool: pg.Pool, names: string[]): Promise<boolean> => {
  const { rows: tables } = await pool.query("select where to_regclass('migrations') is not null")
  if (tables.length === 0) return false
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.length === names.length && rows.every(({ name }) => names.includes(name))
}

/**
 * Brings the database up to date, in one transaction. Safe when several processes start at once: all but one wait.
 * @param pool its user must be able to create roles, extensions and tables
 */
export const migrate = async (pool: pg.Pool, folder = migrationsFolder): Promise<void> => {
  const texts = await readMigrations(folder)
  if (await isUpToDate(pool, Object.keys(texts))) return
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrations = Object.entries(texts).map(([name, text]): [string, Migration] => [
    name,
    { up: async trx => void (await sql.raw(text).execute(trx)) },
  ])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(failed ? `The migration ${failed} failed.` : 'The migrations could not be run.', { cause: error })
}
