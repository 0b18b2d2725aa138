import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type LocalPostgres, sparePort, startLocalPostgres } from '../api/support/localPostgres'
import { type RunningServer, removeData, startServer } from '../e2e/support/server'

/** Two servers on one PostgreSQL with the demo's businesses, each of which can be hurt while clients call it. */
export interface World {
  /** Of the servers; they keep their addresses when they start again. */
  urls: readonly string[]
  /** As the database's owner, whom no policy limits. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  faults: Readonly<Record<FaultName, () => Promise<void>>>
  close(): Promise<void>
}

export const faultNames = ['kill', 'stop', 'cut', 'crash'] as const
export type FaultName = (typeof faultNames)[number]

const settings = { DEMO: 'on', RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0' }

/**
 * @param choose the server that a fault meets, and for how many milliseconds one is stopped
 * @throws if no PostgreSQL is installed
 */
export const openWorld = async (choose: () => { server: number; stopFor: number }): Promise<World> => {
  const postgres = await startLocalPostgres()
  if (!postgres) throw new Error('Histories need a PostgreSQL server: install one, such as the package postgresql.')
  const ports = [await sparePort(), await sparePort()]
  // One address for both, as behind a proxy: it is in every token.
  const shared = { ...settings, DATABASE_URL: postgres.url, PUBLIC_URL: `http://127.0.0.1:${ports[0]}` }
  const start = (index: number) => startServer({ env: { ...shared, PORT: String(ports[index]) } })
  // One makes the demo, the other meets it.
  const servers = [await start(0)]
  servers.push(await start(1))
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => {})
  return {
    urls: servers.map(({ url }) => url),
    query: async (text, values = []) => (await pool.query(text, [...values])).rows,
    faults: faultsOf({ postgres, servers, start, pool, choose }),
    close: async () => {
      await pool.end()
      for (const server of servers) {
        await server.kill()
        await removeData(server.dataDir)
      }
      await postgres.stop()
    },
  }
}

interface Parts {
  postgres: LocalPostgres
  servers: RunningServer[]
  start: (index: number) => Promise<RunningServer>
  pool: pg.Pool
  choose: () => { server: number; stopFor: number }
}

const faultsOf = ({ postgres, servers, start, pool, choose }: Parts): World['faults'] => ({
  /** Of a process, which starts again at once. */
  kill: async () => {
    const { server } = choose()
    const { dataDir, kill } = servers[server] as RunningServer
    await kill()
    servers[server] = await start(server)
    await removeData(dataDir)
  },
  /** A process that stands still, as on a machine that swaps. */
  stop: async () => {
    const { server, stopFor } = choose()
    const { pid } = servers[server] as RunningServer
    process.kill(pid, 'SIGSTOP')
    await wait(stopFor)
    process.kill(pid, 'SIGCONT')
  },
  /** Of all connections to the database, in the middle of whatever they do. */
  cut: async () => {
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_addr is not null',
    )
  },
  crash: async () => {
    await postgres.crash()
    await postgres.restart()
  },
})
