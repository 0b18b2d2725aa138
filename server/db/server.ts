import type pg from 'pg'
import { bakedDatabase } from './bakedDatabase'
import { openEmbedded } from './embedded/openEmbedded'
import { startWorker } from './embedded/startWorker'
import { migrate } from './migrate'
import { embeddedNotifications, type Notifications, postgresNotifications } from './notifications'
import { connectPostgres, ownerPool } from './postgres'

export type DatabaseOptions =
  /** The embedded database, in this folder. */
  | { dataDir: string }
  /** The embedded database, gone when closed. */
  | { memory: true }
  /** A PostgreSQL server, version 15 or later, with at most `poolSize` (10) transactions at once. */
  | { databaseUrl: string; poolSize?: number }

/** A database that is up to date, with connections that may do anything in it: for `databaseOn`, and nothing else. */
export interface Server {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  notifications: Notifications
  stop(): Promise<void>
}

const openPostgres = async (databaseUrl: string, poolSize: number | undefined): Promise<Server> => {
  const pool = await connectPostgres(databaseUrl, poolSize)
  const owner = ownerPool(databaseUrl)
  try {
    await migrate(owner)
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

/** Autovacuum does not run in the embedded database: dead rows go, and the planner's figures come, with this. */
const vacuumEvery = 3_600_000

const openHere = async (dataDir: string | undefined): Promise<Server> => {
  const { pool, stop } = await (dataDir === undefined
    ? startWorker({ dump: await bakedDatabase() })
    : openEmbedded(dataDir))
  const notifications = embeddedNotifications(pool)
  try {
    await migrate(pool)
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
  if ('databaseUrl' in options) return openPostgres(options.databaseUrl, options.poolSize)
  return openHere('dataDir' in options ? options.dataDir : undefined)
}
