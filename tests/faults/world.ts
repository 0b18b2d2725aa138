import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { HOUR } from '../../src/declare'
import { type LocalPostgres, sparePort, startLocalPostgres } from '../api/support/localPostgres'
import { type MailServer, startMailServer } from '../api/support/mailServer'
import { startPgBouncer } from '../api/support/pgBouncer'
import { type Receiver, startReceiver } from '../api/support/receiver'
import { type RunningServer, removeData, startServer } from '../e2e/support/server'
import { type Link, openLink } from './link'

/** Two servers on one PostgreSQL with the demo's businesses, each of which can be hurt while clients call it. */
export interface World {
  /** Of the servers; they keep their addresses when they start again. */
  urls: readonly string[]
  /** As the database's owner, whom no policy limits. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  faults: Readonly<Record<FaultName, () => Promise<void>>>
  /** Whatever the servers send. */
  mails: MailServer
  receiver: Receiver
  /** The receiver's address, as servers reach it. */
  hookUrl: string
  /** Ends all that hurts and does not end by itself. */
  heal(): Promise<void>
  close(): Promise<void>
}

export const faultNames = ['kill', 'stop', 'cut', 'crash', 'cutLink', 'slowLink', 'clock', 'failOver'] as const
export type FaultName = (typeof faultNames)[number]

export interface Choice {
  server: number
  /** Of the links. */
  link: number
  /** In ms. */
  stopFor: number
  /** In ms. */
  clock: number
}

export interface WorldOptions {
  choose: () => Choice
  /** The servers reach the database through PgBouncer in transaction mode. */
  isPooled?: boolean
  /** The servers run from their source, not from the build. */
  fromSource?: boolean
}

const settings = {
  DEMO: 'on',
  RATE_LIMIT_ACCOUNT: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_KEY: '0',
  WEBHOOK_ALLOW_PRIVATE: 'on',
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,4,4,8,8,8,8',
  MAIL_RETRY_SECONDS: '1,1,2,2,4,4,8,8,8,8',
  JOBS_SWEEP_SECONDS: '2',
}

/** Starts with a clock that is off by so many ms. */
const shifted = (offset: number): Record<string, string> =>
  offset === 0
    ? {}
    : { CLOCK_OFFSET: String(offset), NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'shiftedClock.mjs')}` }

/** @throws if no PostgreSQL is installed */
export const openWorld = async ({ choose, isPooled = false, fromSource = false }: WorldOptions): Promise<World> => {
  const primary = await startLocalPostgres({ wal_level: 'replica', max_wal_senders: '4' })
  if (!primary) throw new Error('Histories need a PostgreSQL server: install one, such as the package postgresql.')
  const mails = await startMailServer()
  const receiver = await startReceiver()
  const pooled = isPooled ? await openLink(primary.url) : null
  const pooler = pooled && (await startPgBouncer(pooled.url))
  const ports = [await sparePort(), await sparePort()]
  const own = ports.map(port => `http://127.0.0.1:${port}`)
  const links = {
    servers: await Promise.all(own.map(openLink)),
    database: await Promise.all(own.map(() => openLink(primary.url))),
    pooler: pooler ? await Promise.all(own.map(() => openLink(pooler.url))) : [],
    mails: await openLink(mails.url),
    receiver: await openLink(receiver.url),
  }
  // One address for both, as behind a proxy: it is in every token.
  const shared = { ...settings, PUBLIC_URL: own[0] ?? '', SMTP_URL: links.mails.url }
  const start = (index: number, clock = 0) => {
    const direct = links.database[index]?.url ?? ''
    const through = links.pooler[index]?.url
    const databaseUrls: Record<string, string> = through
      ? { DATABASE_URL: through, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct }
      : { DATABASE_URL: direct }
    return startServer({
      env: { ...shared, ...databaseUrls, ...shifted(clock), PORT: String(ports[index]) },
      ...(fromSource && { main: ['--import', 'tsx', path.join(import.meta.dirname, 'serve.ts')] }),
    })
  }
  // One makes the demo, the other meets it.
  const servers = [await start(0)]
  servers.push(await start(1))
  const state: Parts['state'] = { postgres: primary, former: null, pool: poolOn(primary.url) }
  const parts: Parts = {
    ...{ state, servers, start, choose },
    hurt: [
      ...links.servers,
      ...links.database,
      ...links.pooler,
      links.mails,
      links.receiver,
      ...(pooled ? [pooled] : []),
    ],
    ofDatabase: [...links.database, ...(pooled ? [pooled] : [])],
  }
  return {
    urls: links.servers.map(({ url }) => url.replace(/\/$/, '')),
    query: async (text, values = []) => (await state.pool.query(text, [...values])).rows,
    faults: faultsOf(parts),
    mails,
    receiver,
    hookUrl: links.receiver.url,
    heal: async () => {
      for (const link of parts.hurt) link.slow(0)
    },
    close: async () => {
      await state.pool.end()
      for (const server of servers) {
        await server.kill()
        await removeData(server.dataDir)
      }
      for (const link of parts.hurt) await link.close()
      await pooler?.stop()
      await mails.close()
      await receiver.close()
      await state.former?.stop()
      await state.postgres.stop()
    },
  }
}

const poolOn = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', () => {})
  return pool
}

interface Parts {
  state: { postgres: LocalPostgres; former: LocalPostgres | null; pool: pg.Pool }
  servers: RunningServer[]
  start: (index: number, clock?: number) => Promise<RunningServer>
  choose: () => Choice
  hurt: readonly Link[]
  ofDatabase: readonly Link[]
}

const faultsOf = ({ state, servers, start, choose, hurt, ofDatabase }: Parts): World['faults'] => {
  const replace = async (server: number, clock = 0) => {
    const { dataDir, kill } = servers[server] as RunningServer
    await kill()
    servers[server] = await start(server, clock)
    await removeData(dataDir)
  }
  return {
    /** Of a process, which starts again at once. */
    kill: () => replace(choose().server),
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
      await state.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and client_addr is not null and backend_type = 'client backend'`,
      )
    },
    crash: async () => {
      await state.postgres.crash()
      await state.postgres.restart()
    },
    /** Of whatever two parts say to each other. */
    cutLink: async () => hurt[choose().link % hurt.length]?.cut(),
    slowLink: async () => {
      const { link, stopFor } = choose()
      const one = hurt[link % hurt.length]
      one?.slow(100 + (stopFor % 400))
      await wait(stopFor)
      one?.slow(0)
    },
    /** A process starts again with a clock that is up to an hour off. */
    clock: async () => {
      const { server, clock } = choose()
      await replace(server, Math.max(-HOUR, Math.min(HOUR, clock)))
    },
    /** The database is gone for good, and its copy takes over; once. */
    failOver: async () => {
      if (state.former) return
      const standby = await state.postgres.startStandby()
      const former = state.postgres
      await former.crash()
      await standby.promote()
      for (const link of ofDatabase) {
        link.lead(standby.url)
        link.cut()
      }
      await state.pool.end()
      Object.assign(state, { postgres: standby, former, pool: poolOn(standby.url) })
    },
  }
}
