import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, databaseOn } from '../server/db/database'
import { migrate, readMigrations } from '../server/db/migrate'
import { connectionOptions, surviveBrokenConnections } from '../server/db/postgres'
import { type DatabaseOptions, openServer } from '../server/db/server'

export interface TestDatabase {
  database: Database
  owner: pg.Pool
  /** Null when embedded. */
  url: string | null
  close(): Promise<void>
}

const at = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const throughPooler = (url: string) => {
  const pooler = process.env.TEST_DATABASE_POOLER
  return pooler ? at(pooler, new URL(url).pathname.slice(1)) : null
}

export const placeOf = (url: string): DatabaseOptions => {
  const pooled = throughPooler(url)
  return pooled ? { databaseUrl: pooled, directUrl: url, isLent: true } : { databaseUrl: url }
}

export const settingsOf = (url: string | null): Record<string, string> => {
  if (!url) return {}
  const pooled = throughPooler(url)
  if (!pooled) return { DATABASE_URL: url }
  return { DATABASE_URL: pooled, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: url }
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const templateOn = (serverUrl: string, migrations: string | undefined): Promise<string> =>
  withClient(serverUrl, async client => {
    const hash = createHash('sha256')
      .update(JSON.stringify(await readMigrations(migrations)))
      .digest('hex')
    const name = `slotwise_template_${hash.slice(0, 12)}`
    await client.query('select pg_advisory_lock(7061)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    const unfinished = `${name}_new`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template template0`)
    const pool = new pg.Pool({ connectionString: at(serverUrl, unfinished), max: 1 })
    await migrate(pool, migrations)
    await pool.end()
    await client.query(`alter database ${unfinished} rename to ${name}`)
    return name
  })

const onServer = async (serverUrl: string, migrations: string | undefined): Promise<TestDatabase> => {
  const template = await templateOn(serverUrl, migrations)
  const name = `slotwise_test_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, async client => {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // Copying keeps everything but the rights on the database itself.
    await client.query(`revoke temporary on database ${name} from public`)
  })
  const url = at(serverUrl, name)
  const server = await openServer({ ...placeOf(url), migrations })
  const database = databaseOn(server)
  const isPooled = server.lent !== null
  // A session that ends while it closes is no failure.
  const owner = isPooled
    ? surviveBrokenConnections(new pg.Pool({ ...connectionOptions(url), max: 4, pipeline: true }))
    : server.pool
  return {
    database,
    owner,
    url,
    close: async () => {
      await database.close()
      if (isPooled) await owner.end()
      await withClient(serverUrl, client => client.query(`drop database ${name} with (force)`))
    },
  }
}

const embedded = async (migrations: string | undefined): Promise<TestDatabase> => {
  const server = await openServer({ memory: true, migrations })
  const database = databaseOn(server)
  return { database, owner: server.pool, url: null, close: () => database.close() }
}

/**
 * A new, migrated, empty database: on the server `serverUrl` (a superuser's address), or embedded in memory. Close it
 * when done. `TEST_DATABASE_POOLER` is the address of a pooler in transaction mode.
 */
export const openTestDatabase = (serverUrl: string | null, migrations?: string): Promise<TestDatabase> =>
  serverUrl ? onServer(serverUrl, migrations) : embedded(migrations)
