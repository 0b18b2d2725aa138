import type pg from 'pg'
import { HOUR } from '../../src/time/instant'
import { bakedDatabase } from './bakedDatabase'
import { openEmbedded } from './embedded/openEmbedded'
import { startWorker } from './embedded/startWorker'
import { migrate } from './migrate'
import { embeddedNotifications, type Notifications, postgresNotifications } from './notifications'
import { connectPostgres, ownerPool } from './postgres'

export type DatabaseOptions = DatabasePlace & {
  /** The folder of the product's migrations. */
  migrations?: string | undefined
  /** Called when migrations were applied to a database that was there before. @param pool may do anything */
  onMigrated?: ((pool: pg.Pool) => Promise<void>) | undefined
}

type DatabasePlace =
  /** The embedded database, in this folder. */
  | { dataDir: string }
  /** The embedded database, gone when closed. */
  | { memory: true }
  /** A PostgreSQL server, version 15 or later, with at most `poolSize` (10) transactions at once. */
  | { databaseUrl: string; poolSize?: number }

/** A migrated database, with unrestricted connections. Only for `databaseOn`. */
export interface Server {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  notifications: Notifications
  stop(): Promise<void>
}

type MigrationOptions = Pick<DatabaseOptions, 'migrations' | 'onMigrated'>

const bringUpToDate = async (pool: pg.Pool, { migrations, onMigrated }: MigrationOptions): Promise<void> => {
  if (await migrate(pool, migrations)) await onMigrated?.(pool)
}

const openPostgres = async (
  databaseUrl: string,
  poolSize: number | undefined,
  options: MigrationOptions,
): Promise<Server> => {
  const pool = await connectPostgres(databaseUrl, poolSize)
  const owner = ownerPool(databaseUrl)
  try {
    await bringUpToDate(owner, options)
  } catch (error) {
    await pool.end()
    throw error
  } finally {
    await owner.end()
  }
  const notifications = postgresNotifications(databaseUrl)
  const stop = async () => {
    await notifications.close()
    await pool.end()
  }
  return { kind: 'postgres', pool, notifications, stop }
}

/** Autovacuum does not run in the embedded database: this removes dead rows and updates the planner's statistics. */
const vacuumEvery = HOUR

const openHere = async (dataDir: string | undefined, options: MigrationOptions): Promise<Server> => {
  const { migrations } = options
  const { pool, stop } = await (dataDir === undefined
    ? startWorker({ dump: await bakedDatabase(migrations) })
    : openEmbedded(dataDir, migrations))
  const notifications = embeddedNotifications(pool)
  try {
    await bringUpToDate(pool, options)
  } catch (error) {
    await stop()
    throw error
  }
  const vacuum = setInterval(() => void pool.query('vacuum (analyze)').catch(() => {}), vacuumEvery).unref()
  return {
    kind: 'embedded',
    pool,
    notifications,
    stop: async () => {
      clearInterval(vacuum)
      await stop()
    },
  }
}

/** Opens the database that `options` name, and brings it up to date. */
export const openServer = (options: DatabaseOptions): Promise<Server> => {
  if ('databaseUrl' in options) return openPostgres(options.databaseUrl, options.poolSize, options)
  return openHere('dataDir' in options ? options.dataDir : undefined, options)
}
