import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createRemoteJWKSet } from 'jose'
import { resources } from '../src/resources'
import { type AuthService, createAuthService, outboxFolder } from './auth/createAuthService'
import { clientAddress } from './clientAddress'
import type { ServerConfig } from './config'
import { type Database, openDatabase } from './db/database'
import { createDemoData } from './demo/createDemoData'
import { createApi } from './http/createApi'
import { supabaseDirectory } from './http/directory/supabaseDirectory'
import { healthz, readyz } from './http/health'
import { accountOverHttp } from './http/identity/account'
import { tokenVerifier } from './http/identity/tokenVerifier'
import type { Services } from './http/services'
import { LiveEvents } from './live/LiveEvents'
import type { Log } from './log'
import { builtApplication } from './web/application'
import { securityHeaders } from './web/securityHeaders'

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  url: string
  /** Finishes the requests that were accepted, then closes the database. */
  close(): Promise<void>
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

/** Whether a link in a mail may lead there: this installation's own address, or a host of a tenant. */
const ownOrigins =
  (siteUrl: string, mainDomain: string | undefined) =>
  (origin: string): boolean => {
    if (origin === new URL(siteUrl).origin) return true
    const host = new URL(origin).hostname
    return mainDomain !== undefined && (host === mainDomain || host.endsWith(`.${mainDomain}`))
  }

/** Where people reach this installation, for links in mails and for the issuer of tokens. */
const siteUrlOf = ({ PUBLIC_URL, MAIN_DOMAIN, HOST }: ServerConfig, port: number): string => {
  if (PUBLIC_URL) return PUBLIC_URL
  if (MAIN_DOMAIN) return `https://app.${MAIN_DOMAIN}`
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(HOST)
  return `http://${isEverywhere ? 'localhost' : HOST}:${port}`
}

const openFor = ({ DATABASE_URL, DATA_DIR }: ServerConfig): Promise<Database> =>
  openDatabase(DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR })

/** The API, and with it the embedded auth service unless a Supabase project takes its place. */
const mountServices = async (
  app: Hono,
  database: Database,
  config: ServerConfig,
  siteUrl: string,
  log: Log,
): Promise<{ auth: AuthService | null; live: LiveEvents }> => {
  const address = clientAddress(config.TRUSTED_PROXIES)
  const auth = config.SUPABASE_URL
    ? null
    : await createAuthService({
        database,
        issuer: `${siteUrl}/auth/v1`,
        siteUrl,
        isOwnOrigin: ownOrigins(siteUrl, config.MAIN_DOMAIN),
        outboxFolder: outboxFolder(config.DATA_DIR),
        confirmEmail: config.AUTH_CONFIRM_EMAIL,
        productName: config.PRODUCT_NAME,
        logLinks: config.DEMO,
        clientAddress: address,
        log,
      })
  if (auth && config.DEMO) await createDemoData(database, auth, log)
  const live = new LiveEvents(database)
  const services: Services = {
    database,
    live,
    ...(auth ? embeddedAuth(auth) : hostedAuth(config)),
    log,
    now: Date.now,
    resources,
    productName: config.PRODUCT_NAME,
  }
  app.route('/api', createApi(services))
  if (auth) app.route('/auth/v1', auth.app)
  return { auth, live }
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
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>(
    (resolve, reject) => void server.once('error', reject).listen(config.PORT, config.HOST, resolve),
  )
  const { port } = server.address() as AddressInfo
  const stopListening = () => new Promise(resolve => server.close(resolve))

  try {
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
        server.closeIdleConnections()
        // Streams of events would never end by themselves.
        await mounted?.live.close()
        await stopListening()
        // Some mails are written after their request was answered.
        await mounted?.auth?.settled()
        await database?.close()
      },
    }
  } catch (error) {
    await stopListening()
    throw error
  }
}
