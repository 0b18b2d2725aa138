import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createRemoteJWKSet } from 'jose'
import { resources } from '../src/resources'
import { type AuthService, createAuthService, outboxFolder } from './auth/createAuthService'
import { networkOf } from './auth/networkOf'
import { startRetention } from './booking/customers/retention'
import { clientAddress } from './clientAddress'
import type { ServerConfig } from './config'
import { type Database, openDatabase } from './db/database'
import { expectMigrated } from './db/generateMigration'
import { createDemoData } from './demo/createDemoData'
import { createApi } from './http/createApi'
import { supabaseDirectory } from './http/directory/supabaseDirectory'
import { healthz, readyz } from './http/health'
import { accountOverHttp } from './http/identity/account'
import { tokenVerifier } from './http/identity/tokenVerifier'
import { backPressure } from './http/middleware/backPressure'
import { createRequestCounts } from './http/middleware/requestCounts'
import type { Services } from './http/services'
import { LiveEvents } from './live/LiveEvents'
import type { Log } from './log'
import { ownOrigins } from './ownOrigins'
import { builtApplication } from './web/application'
import { securityHeaders } from './web/securityHeaders'

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  url: string
  /** Finishes the requests that were accepted, then closes the database. */
  close(): Promise<void>
}

/** In milliseconds. */
const timeouts = {
  /** For the head of a request, and for all of it: a slow sender holds nothing up for ever. */
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep their connections (60 s): or one would be closed while they are sending. */
  keepAliveTimeout: 75_000,
}

type Who = Pick<Services, 'verifyToken' | 'findAccount' | 'users'>

const hostedAuth = ({ SUPABASE_URL, SUPABASE_ANON_KEY = '', SUPABASE_SERVICE_ROLE_KEY }: ServerConfig): Who => {
  const authUrl = `${SUPABASE_URL}/auth/v1`
  return {
    verifyToken: tokenVerifier({
      keys: createRemoteJWKSet(new URL(`${authUrl}/.well-known/jwks.json`)),
      issuer: authUrl,
    }),
    findAccount: accountOverHttp({ authUrl, apiKey: SUPABASE_ANON_KEY }),
    users: SUPABASE_SERVICE_ROLE_KEY ? supabaseDirectory({ authUrl, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY }) : null,
  }
}

const embeddedAuth = (auth: AuthService): Who => ({
  verifyToken: tokenVerifier({ keys: auth.verificationKeys, issuer: auth.issuer }),
  findAccount: async ({ authId }) => {
    const account = await auth.find(authId)
    const name = account?.userMetadata.name
    return account
      ? {
          email: account.email,
          isEmailConfirmed: account.emailConfirmedAt !== null,
          name: typeof name === 'string' ? name : null,
        }
      : null
  },
  users: auth,
})

/** Where people reach this installation, for links in mails and for the issuer of tokens. */
const siteUrlOf = ({ PUBLIC_URL, MAIN_DOMAIN, HOST }: ServerConfig, port: number): string => {
  if (PUBLIC_URL) return PUBLIC_URL
  if (MAIN_DOMAIN) return `https://app.${MAIN_DOMAIN}`
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(HOST)
  return `http://${isEverywhere ? 'localhost' : HOST}:${port}`
}

const openFor = ({ DATABASE_URL, DATABASE_POOL, DATA_DIR }: ServerConfig): Promise<Database> =>
  openDatabase(DATABASE_URL ? { databaseUrl: DATABASE_URL, poolSize: DATABASE_POOL } : { dataDir: DATA_DIR })

/** The API, and with it the embedded auth service unless a Supabase project takes its place. */
const mountServices = async (
  app: Hono,
  database: Database,
  config: ServerConfig,
  siteUrl: string,
  log: Log,
): Promise<{ auth: AuthService | null; live: LiveEvents; stopRetention: () => Promise<void> }> => {
  const address = clientAddress(config.TRUSTED_PROXIES)
  const isOwnOrigin = ownOrigins({
    siteUrl,
    mainDomain: config.MAIN_DOMAIN,
    allowedOrigins: config.ALLOWED_ORIGINS,
  })
  const auth = config.SUPABASE_URL
    ? null
    : await createAuthService({
        database,
        issuer: `${siteUrl}/auth/v1`,
        siteUrl,
        isOwnOrigin,
        outboxFolder: outboxFolder(config.DATA_DIR),
        confirmEmail: config.AUTH_CONFIRM_EMAIL,
        productName: config.PRODUCT_NAME,
        logLinks: config.DEMO,
        clientAddress: address,
        log,
      })
  if (auth && config.DEMO) await createDemoData(database, auth, log)
  const live = new LiveEvents(database)
  const stopRetention = startRetention(database, log)
  const services: Services = {
    database,
    live,
    ...(auth ? embeddedAuth(auth) : hostedAuth(config)),
    clientAddress: address,
    log,
    now: Date.now,
    resources,
    productName: config.PRODUCT_NAME,
  }
  const limits = {
    counts: createRequestCounts(database),
    perAccount: config.RATE_LIMIT_ACCOUNT,
    perNetwork: config.RATE_LIMIT_ADDRESS,
    networkOf: (c: Context) => networkOf(address(c)),
  }
  const pressure = backPressure(config.MAX_REQUESTS)
  app.use('/api/*', pressure)
  app.use('/auth/v1/*', pressure)
  app.route('/api', createApi(services, { limits, isOwnOrigin }))
  if (auth) app.route('/auth/v1', auth.app)
  return { auth, live, stopRetention }
}

/**
 * Opens the database, applies migrations, and serves the API at `/api`, the embedded auth service at `/auth/v1` and the web
 * application everywhere else. Until all of it is there, every request is answered 503. `development` compiles the web
 * application as the browser asks for it.
 */
export const startServer = async (
  config: ServerConfig,
  log: Log,
  { development = false } = {},
): Promise<RunningServer> => {
  const startedAt = performance.now()
  let listener: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()
  let isStopping = false
  const server = createServer(timeouts, (request, response) => {
    // A connection that is kept alive would be served for ever.
    if (isStopping) response.setHeader('connection', 'close')
    listener(request, response)
  })
  await new Promise<void>(
    (resolve, reject) => void server.once('error', reject).listen(config.PORT, config.HOST, resolve),
  )
  const { port } = server.address() as AddressInfo
  const stopListening = () => new Promise(resolve => server.close(resolve))

  try {
    if (!config.API_URL) await expectMigrated(resources)
    const database = config.API_URL ? null : await openFor(config)
    const app = new Hono()
    if (!development) app.use(securityHeaders(config))
    app.get('/healthz', healthz)
    app.get('/readyz', database ? readyz(database) : healthz)
    const mounted = database && (await mountServices(app, database, config, siteUrlOf(config, port), log))

    const answer = getRequestListener(app.fetch)
    if (development) {
      const { developmentApplication } = await import('./development')
      const compile = await developmentApplication(config, server)
      const isService = /^\/(?:api|auth\/v1|healthz|readyz)(?:[/?]|$)/
      listener = (request, response) => void (isService.test(request.url ?? '') ? answer : compile)(request, response)
    } else {
      app.route('/', await builtApplication(config))
      listener = (request, response) => void answer(request, response)
    }

    const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
    log('info', 'ready', { url, database: database?.kind ?? 'none', ms: Math.round(performance.now() - startedAt) })
    return {
      url,
      close: async () => {
        isStopping = true
        server.closeIdleConnections()
        // Streams of events would never end by themselves.
        await mounted?.live.close()
        await stopListening()
        // Some mails are written after their request was answered.
        await mounted?.auth?.settled()
        await mounted?.stopRetention()
        await database?.close()
      },
    }
  } catch (error) {
    await stopListening()
    throw error
  }
}
