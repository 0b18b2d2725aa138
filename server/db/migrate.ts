import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { projectRoot } from '../root'

export const migrationsFolder = path.join(projectRoot, 'server/db/migrations')

/** For every product: roles, functions, the auth service, the audit log. */
const machineFolder = path.join(migrationsFolder, 'machine')

/** Ordered by name across both folders. */
export const migrationFiles = async (folder = migrationsFolder): Promise<string[]> => {
  const files = await Promise.all(
    [machineFolder, folder].map(async of => (await readdir(of)).map(name => path.join(of, name))),
  )
  return files
    .flat()
    .filter(file => file.endsWith('.sql'))
    .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
}

/** By name without the ending. */
export const readMigrations = async (folder = migrationsFolder): Promise<Record<string, string>> => {
  const files = await migrationFiles(folder)
  const entries = files.map(async file => [path.basename(file, '.sql'), await readFile(file, 'utf8')])
  return Object.fromEntries(await Promise.all(entries))
}

/** Kysely's migrator reads the whole catalog before it finds nothing to do. */
const isUpToDate = async (pool: pg.Pool, names: string[]): Promise<boolean> => {
  const { rows: tables } = await pool.query("select where to_regclass('migrations') is not null")
  if (tables.length === 0) return false
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.length === names.length && rows.every(({ name }) => names.includes(name))
}

/**
 * Applies pending migrations in one transaction. All but one of parallel starts wait.
 * @param folder the product's migrations, which run among the machine's
 * @param pool its user must be able to create roles, extensions and tables
 * @returns whether any was pending
 */
export const migrate = async (pool: pg.Pool, folder = migrationsFolder): Promise<boolean> => {
  const texts = await readMigrations(folder)
  if (await isUpToDate(pool, Object.keys(texts))) return false
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
  if (!error) return true
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(failed ? `The migration ${failed} failed.` : 'The migrations could not be run.', { cause: error })
}
