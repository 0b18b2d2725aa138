import pg from 'pg'
import { valueTypes } from './valueTypes'

const oldestVersion = 15

/**
 * Said to every new connection. Limits so that no statement and no forgotten transaction holds its locks for ever; no compiling,
 * which costs short statements more than all the rest of their work.
 */
const greeting = `set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres'; set jit to off;
  set statement_timeout to '30s'; set idle_in_transaction_session_timeout to '30s'; set lock_timeout to '10s'`

/** Options of every connection to a server. TLS is asked for in the address: `?sslmode=require`. */
export const connectionOptions = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  types: valueTypes,
  application_name: 'slotwise',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
})

/** A connection that breaks fails the query that it runs; pg also raises an event, which unheard would end the process. */
export const surviveBrokenConnections = (pool: pg.Pool): pg.Pool =>
  pool.on('error', () => {}).on('connect', client => client.on('error', () => {}))

/** One connection that may run for as long as it likes, for migrations. */
export const ownerPool = (databaseUrl: string): pg.Pool =>
  surviveBrokenConnections(new pg.Pool({ ...connectionOptions(databaseUrl), max: 1 }))

/** @param version as `show server_version` gives it */
export const refuseOldServer = (version: string): void => {
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new Error(`PostgreSQL ${oldestVersion} or later is needed; the server of DATABASE_URL has ${version}.`)
}

/**
 * Connects to a PostgreSQL server.
 * @param poolSize how many transactions may run at once
 * @throws when it cannot be reached, or is older than version 15
 */
export const connectPostgres = async (databaseUrl: string, poolSize = 10): Promise<pg.Pool> => {
  const pool = surviveBrokenConnections(
    new pg.Pool({
      ...connectionOptions(databaseUrl),
      max: poolSize,
      // What is asked together is sent together, and answered in turn.
      pipeline: true,
      onConnect: async client => void (await client.query(greeting)),
    }),
  )
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    refuseOldServer(rows[0]?.server_version ?? '')
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}
