import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { HOUR } from '../../src/time/instant'
import { bakedDatabase } from './bakedDatabase'
import type { Lent } from './connection'
import { openEmbedded } from './embedded/openEmbedded'
import { startWorker } from './embedded/startWorker'
import { migrate } from './migrate'
import { embeddedNotifications, type Notifications, polledNotifications, postgresNotifications } from './notifications'
import { migrateOnline } from './online/migrateOnline'
import { connectionOptions, connectPostgres, greet, ownerPool } from './postgres'
import { explainingRights } from './rights'
import { SilenceWatch } from './silence'

export type DatabaseOptions = DatabasePlace & {
  migrations?: string | undefined
  onMigrated?: ((pool: pg.Pool) => Promise<void>) | undefined
  onOpened?: ((pool: pg.Pool) => Promise<void>) | undefined
  onMigrating?: ((migration: string, sql: string) => void) | undefined
}

type DatabasePlace = { dataDir: string } | { memory: true } | PostgresPlace

interface PostgresPlace {
  databaseUrl: string
  /** Defaults to 10. */
  poolSize?: number
  isLent?: boolean
  directUrl?: string | undefined
  /** Milliseconds; defaults to 1000. */
  lookEvery?: number | undefined
}

/** Unrestricted connections: only for `databaseOn`. */
export interface Server {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  notifications: Notifications
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  silence: SilenceWatch | null
  lent: Lent | null
  stop(): Promise<void>
}

type MigrationOptions = Pick<DatabaseOptions, 'migrations' | 'onMigrated' | 'onMigrating' | 'onOpened'>

/** Milliseconds between tries. */
const tryEvery = 250

/**
 * A transaction's lock ends with its process. Neither holder nor waiters may keep a snapshot, as a query with
 * parameters does: an index build would wait for it.
 */
const aloneOn =
  (databaseUrl: string): Server['alone'] =>
  async (name, work) => {
    const client = new pg.Client(connectionOptions(databaseUrl))
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin; set local idle_in_transaction_session_timeout to 0')
      const isFree = async (): Promise<boolean> => {
        const { rows } = await client.query<{ isOurs: boolean }>(
          `select pg_try_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(`slotwise ${name}`)}, 0)) as "isOurs"`,
        )
        return rows[0]?.isOurs === true
      }
      while (!(await isFree())) await sleep(tryEvery)
      return await work()
    } finally {
      await client.end().catch(() => {})
    }
  }

const openPostgres = async (
  { databaseUrl, poolSize, lookEvery, isLent = false, directUrl }: PostgresPlace,
  options: MigrationOptions,
): Promise<Server> => {
  const lasting = directUrl ?? databaseUrl
  const alone = aloneOn(lasting)
  const silence = new SilenceWatch(connectionOptions(lasting), { lookEvery, isLent })
  try {
    const pool = await connectPostgres(databaseUrl, silence, { poolSize, isLent })
    const owner = ownerPool(lasting, silence)
    try {
      const { migrations, onMigrated, onMigrating, onOpened } = options
      await explainingRights(owner, async () => {
        if (await migrateOnline(owner, { alone, migrations, onStep: onMigrating })) await onMigrated?.(owner)
        await onOpened?.(owner)
      })
    } catch (error) {
      await pool.end()
      throw error
    } finally {
      await owner.end()
    }
    const isPolled = isLent && !directUrl
    const notifications = isPolled ? polledNotifications(pool) : postgresNotifications(lasting, silence)
    const lent = isLent ? { greeting: greet('local') + (isPolled ? "; set local app.is_told to 'on'" : '') } : null
    const stop = async () => {
      await notifications.close()
      await pool.end()
      silence.stop()
    }
    return { kind: 'postgres', pool, notifications, silence, lent, stop, alone }
  } catch (error) {
    silence.stop()
    throw error
  }
}

/** The embedded database has no autovacuum. */
const vacuumEvery = HOUR

const openHere = async (dataDir: string | undefined, options: MigrationOptions): Promise<Server> => {
  const { migrations, onMigrated, onOpened } = options
  const { pool, stop } = await (dataDir === undefined
    ? startWorker({ dump: await bakedDatabase(migrations) })
    : openEmbedded(dataDir, migrations))
  const notifications = embeddedNotifications(pool)
  try {
    if (await migrate(pool, migrations)) await onMigrated?.(pool)
    await onOpened?.(pool)
  } catch (error) {
    await stop()
    throw error
  }
  const vacuum = setInterval(() => void pool.query('vacuum (analyze)').catch(() => {}), vacuumEvery).unref()
  return {
    kind: 'embedded',
    pool,
    notifications,
    alone: (_, work) => work(),
    silence: null,
    lent: null,
    stop: async () => {
      clearInterval(vacuum)
      await stop()
    },
  }
}

export const openServer = (options: DatabaseOptions): Promise<Server> => {
  if ('databaseUrl' in options) return openPostgres(options, options)
  return openHere('dataDir' in options ? options.dataDir : undefined, options)
}
