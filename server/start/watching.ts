import { createServer, type Server } from 'node:http'
import type { Context, Handler } from 'hono'
import type { ServerConfig } from '../config'
import type { Product } from '../crud/product'
import type { Database } from '../db/database'
import { readMigrations } from '../db/migrate'
import type { RequestSlots } from '../intake/requestSlots'
import type { JobQueue } from '../jobs/jobs'
import type { LiveEvents } from '../live/LiveEvents'
import { contentType, type Gauge, gauge, hasToken, metricsText, processGauges } from '../metrics'
import { programVersion } from '../root'
import { within } from '../within'
import { cannotListen } from './places'

interface Watched {
  product: Pick<Product, 'migrations'>
  config: ServerConfig
  database: Database | null
  places: Pick<RequestSlots, 'inHand' | 'isStuck'>
}

interface Running {
  queues: readonly JobQueue[]
  live: LiveEvents
}

/** Milliseconds. */
const patience = 2_000

const databaseGauges = (database: Database): Gauge[] => [
  gauge('slotwise_database_up', 'Whether the database answers.', () =>
    within(patience, () => database.ping(), { tooLate: () => new Error() }).then(
      () => 1,
      () => 0,
    ),
  ),
  gauge('slotwise_database_connections', 'Open connections of the pool.', () => database.connections.open),
  gauge('slotwise_database_idle', 'Connections of the pool that nobody uses.', () => database.connections.idle),
  gauge('slotwise_database_waiting', 'Calls that wait for a connection.', () => database.connections.waiting),
]

/** Migrations of newer versions, which run beside this one or ran before it. */
const migrationsGauge = async (database: Database, folder: string): Promise<Gauge> => {
  const known = await readMigrations(folder)
  return {
    name: 'slotwise_migrations',
    help: 'Migrations that the database has run, by whether this version knows them.',
    read: async () => {
      const names = await database.migrations()
      const ours = names.filter(name => name in known).length
      return [
        { labels: { of: 'this_version' }, value: ours },
        { labels: { of: 'newer_versions' }, value: names.length - ours },
      ]
    },
  }
}

const queueGauges = (queues: () => readonly JobQueue[]): Gauge[] => {
  const of = async (value: 'waiting' | 'oldestSeconds') =>
    Promise.all(
      queues().map(async ({ name, backlog }) => ({ labels: { queue: name }, value: (await backlog())[value] })),
    )
  return [
    { name: 'slotwise_queue_waiting', help: 'Rows of a queue that are due.', read: () => of('waiting') },
    {
      name: 'slotwise_queue_oldest_seconds',
      help: 'How long the oldest has been due.',
      read: () => of('oldestSeconds'),
    },
  ]
}

const listenForMetrics = async (config: ServerConfig, text: () => Promise<string>): Promise<Server> => {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': contentType }).end(await text())
  })
  await new Promise<void>(
    (resolve, reject) =>
      void server
        .once('error', error => reject(cannotListen(error, config, 'METRICS_PORT')))
        .listen(config.METRICS_PORT, config.HOST, resolve),
  )
  return server
}

export const openWatching = async ({ product, config, database, places }: Watched) => {
  const { METRICS_PORT, METRICS_TOKEN } = config
  const isOn = METRICS_PORT !== undefined || METRICS_TOKEN !== undefined
  let running: Running | undefined
  const version = await programVersion()
  const gauges: Gauge[] = isOn
    ? [
        ...processGauges(version),
        ...(database ? [...databaseGauges(database), await migrationsGauge(database, product.migrations)] : []),
        ...queueGauges(() => running?.queues ?? []),
        gauge('slotwise_requests_in_hand', 'Requests that are being served.', places.inHand),
        gauge('slotwise_streams', 'Open streams of live changes.', () => running?.live.streams ?? 0),
      ]
    : []
  const text = () => metricsText(gauges)
  const server = METRICS_PORT === undefined ? null : await listenForMetrics(config, text)
  const isAllowed = (c: Context): boolean => hasToken(c.req.header('authorization'), METRICS_TOKEN)

  const metrics: Handler = async c =>
    isAllowed(c)
      ? c.body(await text(), 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
      : c.notFound()

  return {
    isOn,
    metrics,
    details: (c: Context): Record<string, unknown> | null =>
      c.req.query('verbose') !== undefined && isAllowed(c)
        ? {
            version,
            requestsInHand: places.inHand(),
            isStuck: places.isStuck(),
            connections: database?.connections ?? null,
            streams: running?.live.streams ?? 0,
          }
        : null,
    follow: (started: Running): void => {
      running = started
    },
    close: (): void => void server?.close(),
  }
}
