import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { projectRoot } from '../root'
import { breaksOfNewer, watchBreaks } from './goingBack'
import { addedBefore, inTransaction } from './online/steps'
import type { Ask, Catalog } from './upgrade/catalog'

export const machineFolder = path.join(projectRoot, 'server/db/migrations')

export const migrationsFolder = path.join(projectRoot, 'server/migrations')

/** The machine's come first. */
export const readMigrations = async (
  folder = migrationsFolder,
  machine = machineFolder,
): Promise<Record<string, string>> => {
  const read = async (sequence: string, of: string) => {
    const files = (await readdir(of)).filter(file => file.endsWith('.sql')).sort()
    return Promise.all(
      files.map(async file => [
        `${sequence}/${path.basename(file, '.sql')}`,
        await readFile(path.join(of, file), 'utf8'),
      ]),
    )
  }
  return Object.fromEntries([...(await read('machine', machine)), ...(await read('product', folder))])
}

interface Ledger {
  migrations: { name: string; timestamp: string }
}

/** Saves Kysely's migrator from searching the whole catalog at its start. */
export const appliedTo = async (db: Kysely<Ledger>): Promise<string[]> => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return []
  return (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name).sort()
}

/** `-- Replaces 0095_last` names the last migration that the file replaces. */
const replacedBy = (text: string): string | undefined => /^-- Replaces (\S+)/m.exec(text)?.[1]

/**
 * Replaces the ledger of the former single sequence (docs/decisions/0013).
 * @throws if migrations of that sequence are missing
 */
const adopt = (db: Kysely<Ledger>, texts: Readonly<Record<string, string>>): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`lock table migrations in access exclusive mode`.execute(trx)
    const former = (await appliedTo(trx)).filter(name => !name.includes('/'))
    const last = former.at(-1)
    if (last === undefined) return
    const replacing = Object.keys(texts).filter(name => replacedBy(texts[name] as string))
    const wanted = replacedBy(texts[replacing.at(-1) ?? ''] ?? '')
    if (last !== wanted)
      throw new Error(
        `This database was last migrated by ${last}. Start the version whose last migration is ${wanted} once, then this one.`,
      )
    const timestamp = new Date().toISOString()
    await trx.deleteFrom('migrations').execute()
    await trx
      .insertInto('migrations')
      .values(replacing.map(name => ({ name, timestamp })))
      .execute()
  })

const expectOrder = (names: readonly string[], applied: readonly string[]): void => {
  for (const name of names) {
    const [sequence] = name.split('/')
    const later = applied.find(other => other.startsWith(`${sequence}/`) && other > name)
    if (later && !applied.includes(name)) throw new Error(`The migration ${name} comes too late: ${later} is applied.`)
  }
}

const asking =
  (db: Kysely<never>): Ask =>
  async <Row extends object>(text: string) =>
    (await sql.raw<Row>(text).execute(db)).rows

/** @throws unless this version can run after a newer one's migrations */
const expectUsable = async (db: Kysely<Ledger>, newer: readonly string[]): Promise<void> => {
  const breaks = await breaksOfNewer(asking(db as never), newer)
  if (breaks.length > 0)
    throw new Error(
      `This database is newer than this program, which cannot go on with it: ${breaks.join('; ')}. Start the newer version, or restore a backup from before.`,
    )
}

interface MigrateOptions {
  isWanted?: (name: string) => boolean
  /** Milliseconds to wait for a lock; unlimited by default. */
  patience?: number
}

/**
 * Applies pending migrations in one transaction; parallel starts wait. None are pending after a newer version that only
 * added things.
 * @param pool its user must be able to create roles, extensions and tables
 * @returns whether any was pending
 * @throws if a newer version has removed something that this one needs
 */
export const migrate = async (
  pool: pg.Pool,
  folder = migrationsFolder,
  machine = machineFolder,
  { isWanted = () => true, patience = 0 }: MigrateOptions = {},
): Promise<boolean> => {
  const all = await readMigrations(folder, machine)
  const texts = Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)))
  const names = Object.keys(texts)
  const db = new Kysely<Ledger>({ dialect: new PostgresDialect({ pool }) })
  let applied = await appliedTo(db)
  if (applied.some(name => !name.includes('/'))) {
    await adopt(db, texts)
    applied = await appliedTo(db)
  }
  const newer = applied.filter(name => !(name in all))
  if (newer.length > 0) await expectUsable(db, newer)
  if (names.every(name => applied.includes(name))) return false
  expectOrder(names, applied)
  let catalog: Catalog | undefined
  const migrations = Object.entries(texts).map(([name, text]): [string, Migration] => [
    name,
    {
      up: async trx => {
        await sql.raw(`set local lock_timeout to ${patience}`).execute(trx)
        const note = applied.length > 0 && (await watchBreaks(asking(trx as never), addedBefore(name, all), catalog))
        await sql.raw(inTransaction(text)).execute(trx)
        if (note) catalog = await note()
      },
    },
  ])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return true
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(failed ? `The migration ${failed} failed.` : 'The migrations could not be run.', { cause: error })
}
