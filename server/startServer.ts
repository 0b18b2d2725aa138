import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Hono } from 'hono'
import type { PluginOption } from 'vite'
import { SECOND } from '../src/time/instant'
import type { ServerConfig } from './config'
import type { Product } from './crud/product'
import { productProblems } from './crud/productProblems'
import type { Database } from './db/database'
import { expectMigrated } from './db/generateMigration'
import { healthz, readyz } from './http/health'
import { guardConnections } from './intake/connections'
import { createHttpServer, listenerOf, stopperOf } from './intake/httpServer'
import { createRequestSlots } from './intake/requestSlots'
import type { Log } from './log'
import { networkOf } from './networkOf'
import { patientFetch } from './outgoing/patientFetch'
import { programVersion, projectRoot } from './root'
import { measureRequests, traceRequests } from './start/measure'
import { mountServices } from './start/mount'
import { cannotListen, checkPlaces, together } from './start/places'
import { openFor, reportMigrations, sealAtStart, siteUrlOf } from './start/setup'
import { openWatching } from './start/watching'
import { startTraces } from './traces'
import { builtApplication } from './web/application'
import { keepAssets } from './web/keptAssets'
import { securityHeaders } from './web/securityHeaders'

export interface RunningServer {
  url: string
  /** `/readyz` fails from now on. */
  drain(): void
  close(): Promise<void>
}

interface StartOptions {
  /** How other paths are answered. */
  web?: 'built' | 'pages' | 'none' | { plugins: PluginOption[] }
  webRoot?: string
  /** Milliseconds. */
  bodyTimeout?: number
}

/** Every request gets a 503 until `serve` is called. */
const listen = async (config: ServerConfig) => {
  let listener: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()
  const server = createHttpServer((request, response) => listener(request, response))
  const stopper = stopperOf(server)
  guardConnections(server, {
    all: config.MAX_CONNECTIONS,
    // Clients share a proxy's connections.
    ofNetwork: config.TRUSTED_PROXIES > 0 ? null : config.MAX_CONNECTIONS_ADDRESS,
    networkOf,
  })
  await new Promise<void>(
    (resolve, reject) =>
      void server.once('error', error => reject(cannotListen(error, config))).listen(config.PORT, config.HOST, resolve),
  )
  const serve = (given: RequestListener): void => {
    listener = given
  }
  return { server, stopper, serve, port: (server.address() as AddressInfo).port }
}

const openProduct = async (product: Product, config: ServerConfig, log: Log): Promise<Database | null> => {
  if (config.API_URL) return null
  const problems = productProblems(product)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  await expectMigrated(product.resources, product.migrations)
  return openFor(product, config, { ...reportMigrations(product, log), ...sealAtStart(product, config, log) })
}

const compiling = async (
  answer: RequestListener,
  { product, config, ...vite }: { product: Product; config: ServerConfig; server: Server; plugins: PluginOption[] },
): Promise<RequestListener> => {
  const { developmentApplication } = await import('./development')
  const compile = await developmentApplication(config, vite)
  const own = ['/api', '/auth/v1', '/healthz', '/readyz', '/metrics', ...(product.pages ? [product.pages.below] : [])]
  const isOwn = (url = '') => own.some(name => url === name || url.startsWith(`${name}/`) || url.startsWith(`${name}?`))
  return (request, response) => (isOwn(request.url) ? answer : compile)(request, response)
}

export const startServer = async (
  product: Product,
  config: ServerConfig,
  log: Log,
  { web = 'built', webRoot = path.join(projectRoot, 'web'), bodyTimeout }: StartOptions = {},
): Promise<RunningServer> => {
  const startedAt = performance.now()
  const listening = listen(config)
  const [{ server, stopper, serve, port }] = await together([listening, checkPlaces(config)]).catch(async error => {
    await listening.then(
      ({ stopper }) => stopper.stop(),
      () => {},
    )
    throw error
  })
  try {
    const database = await openProduct(product, config, log)
    const places = createRequestSlots({
      all: config.MAX_REQUESTS,
      ofNetwork: config.MAX_REQUESTS_ADDRESS,
      ...(bodyTimeout !== undefined && { bodyTimeout }),
    })
    const app = new Hono()
    const stopTraces = config.OTEL_EXPORTER_OTLP_ENDPOINT
      ? startTraces({
          endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: config.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: config.OTEL_SERVICE_NAME,
          version: await programVersion(),
          send: patientFetch(5 * SECOND),
          log,
        })
      : null
    if (stopTraces) app.use(traceRequests(product.pages?.below))
    const plugins = typeof web === 'object' ? web.plugins : null
    const watching = await openWatching({ product, config, database, places })
    if (watching.isOn) app.use(measureRequests(product))
    if (!plugins) app.use(securityHeaders(config))
    app.get('/healthz', healthz)
    app.get('/readyz', readyz({ database, places, isStopping: () => stopper.isStopping, details: watching.details }))
    app.get('/metrics', watching.metrics)
    const scripts = typeof web === 'object' ? null : { built: webRoot, pages: null, none: undefined }[web]
    const siteUrl = siteUrlOf(config, port)
    const mounted =
      database && (await mountServices(app, { product, database, config, siteUrl, places, log, webRoot: scripts }))
    if (mounted) watching.follow(mounted)
    const assets = web === 'built' ? await keepAssets(webRoot, path.join(config.DATA_DIR, 'assets'), log) : null
    if (assets) app.route('/', await builtApplication(webRoot, config, assets.serve))
    const answer = listenerOf(app.fetch)
    serve(plugins ? await compiling(answer, { product, config, server, plugins }) : answer)

    const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
    log('info', 'ready', { url, database: database?.kind ?? 'none', ms: Math.round(performance.now() - startedAt) })
    return {
      url,
      drain: stopper.drain,
      close: async () => {
        database?.hurry()
        // Event streams would not end on their own.
        await Promise.all([mounted?.live.close(), stopper.stop()])
        // Some mails are written after the answer.
        await mounted?.settled()
        await mounted?.stopTasks()
        watching.close()
        await assets?.stop()
        await stopTraces?.()
        await database?.close()
      },
    }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
