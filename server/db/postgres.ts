import pg from 'pg'
import type { SilenceWatch } from './silence'
import { valueTypes } from './valueTypes'

const oldestVersion = 15

/** Timeouts eventually release every lock. JIT costs short statements more than it saves. */
const greeting = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  jit: 'off',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '10s',
}

export const greet = (scope: 'session' | 'local'): string =>
  Object.entries(greeting)
    .map(([name, value]) => `set ${scope} ${name} to '${value}'`)
    .join('; ')

export const connectionOptions = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  types: valueTypes,
  application_name: 'slotwise',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** Without a listener, pg's error event ends the process. The running query fails either way. */
export const surviveBrokenConnections = (pool: pg.Pool): pg.Pool =>
  pool.on('error', () => {}).on('connect', client => client.on('error', () => {}))

/** For migrations, so without timeouts. */
export const ownerPool = (databaseUrl: string, watch?: SilenceWatch): pg.Pool => {
  const pool = surviveBrokenConnections(new pg.Pool({ ...connectionOptions(databaseUrl), max: 1 }))
  return watch?.addPool(pool) ?? pool
}

export const refuseOldServer = (version: string): void => {
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new Error(`PostgreSQL ${oldestVersion} or later is needed; the server of DATABASE_URL has ${version}.`)
}

/**
 * @param isLent a pooler lends a connection for one transaction
 * @throws if the server cannot be reached, or is older than version 15
 */
export const connectPostgres = async (
  databaseUrl: string,
  watch: SilenceWatch,
  { poolSize = 10, isLent = false }: { poolSize?: number | undefined; isLent?: boolean | undefined } = {},
): Promise<pg.Pool> => {
  const pool = surviveBrokenConnections(
    new pg.Pool({
      ...connectionOptions(databaseUrl),
      max: poolSize,
      pipeline: true,
    }),
  )
  watch.addPool(pool, isLent ? '' : `${greet('session')};`)
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    refuseOldServer(rows[0]?.server_version ?? '')
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}
