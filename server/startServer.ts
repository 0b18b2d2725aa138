import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { createRemoteJWKSet, customFetch } from 'jose'
import { DAY, HOUR, SECOND } from '../src/time/instant'
import { createBacklog } from './auth/backlog'
import { type AuthService, createAuthService } from './auth/createAuthService'
import { countInvitations } from './auth/invitations'
import { reloadEveryMs } from './auth/signingKeys'
import { clientAddress } from './clientAddress'
import { type ServerConfig, superusersNeedSecondFactor } from './config'
import type { Product } from './crud/product'
import { productProblems } from './crud/productProblems'
import { routeTable } from './crud/routeTable'
import { type Database, type DatabaseOptions, openDatabase } from './db/database'
import { driftOn } from './db/drift'
import { expectMigrated } from './db/generateMigration'
import { schemaOf } from './db/tables'
import { type Bucket, tidyingJob } from './files/storedFiles'
import { apiBase } from './http/apiBase'
import { createApi } from './http/createApi'
import { repeatsJob } from './http/forgetRepeats'
import { healthz, readyz } from './http/health'
import { accountOverHttp } from './http/identity/account'
import { secondFactorLookup } from './http/identity/secondFactor'
import { tokenVerifier } from './http/identity/tokenVerifier'
import { problemOf } from './http/middleware/errorAnswer'
import { limitReads, takeCallOf } from './http/middleware/rateLimit'
import { createRequestCounts } from './http/middleware/requestCounts'
import type { Services } from './http/services'
import { createFront } from './http/strangers'
import { guardConnections } from './intake/connections'
import { createHttpServer, listenerOf, stopperOf } from './intake/httpServer'
import { createPlaces, type Places } from './intake/places'
import { createJobs } from './jobs/jobs'
import { type PeriodicJob, startPeriodicJob } from './jobs/periodicJob'
import { LiveEvents } from './live/LiveEvents'
import type { Log } from './log'
import type { MailSettings } from './mails/settings'
import { createTransport, outboxFolder } from './mails/transport'
import { networkOf, networksAround } from './networkOf'
import { patientFetch } from './outgoing/patientFetch'
import { ownOrigins } from './ownOrigins'
import { projectRoot } from './root'
import { createSealer } from './seal'
import { builtApplication } from './web/application'
import { securityHeaders } from './web/securityHeaders'
import type { AttemptOptions } from './webhooks/attempt'
import { createWebhookQueue } from './webhooks/queue'

export interface RunningServer {
  url: string
  close(): Promise<void>
}

type Administered = Pick<Services, 'users' | 'invitationMails'>

interface Who extends Administered, Pick<Services, 'verifyToken' | 'findAccount'> {
  settled: () => Promise<void>
}

/** Supabase's client takes 0.1 s and 11 MB. */
const hostedAdministration = async (
  project: { url: string; serviceRoleKey: string },
  { database, siteUrl, later }: { database: Database; siteUrl: string; later: (work: () => Promise<void>) => void },
): Promise<Administered> => {
  const { supabaseDirectory, supabaseInvitations } = await import('./http/directory/supabaseDirectory')
  const mail = supabaseInvitations({ ...project, siteUrl })
  return {
    users: supabaseDirectory(project),
    invitationMails: { ...countInvitations(database, Date.now), send: ({ to }) => later(() => mail(to)) },
  }
}

const hostedAuth = async (
  { SUPABASE_URL = '', SUPABASE_ANON_KEY = '', SUPABASE_SERVICE_ROLE_KEY }: ServerConfig,
  { database, siteUrl, log }: { database: Database; siteUrl: string; log: Log },
): Promise<Who> => {
  const backlog = createBacklog(log)
  const authUrl = `${SUPABASE_URL}/auth/v1`
  return {
    verifyToken: tokenVerifier({
      keys: createRemoteJWKSet(new URL(`${authUrl}/.well-known/jwks.json`), {
        [customFetch]: patientFetch(5 * SECOND),
      }),
      issuer: authUrl,
    }),
    findAccount: accountOverHttp({ authUrl, apiKey: SUPABASE_ANON_KEY }),
    users: null,
    invitationMails: null,
    ...(SUPABASE_SERVICE_ROLE_KEY &&
      (await hostedAdministration(
        { url: SUPABASE_URL, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY },
        { database, siteUrl, later: backlog.add },
      ))),
    settled: backlog.settled,
  }
}

/** 0 days mean for ever. */
const inDays = (days: number): number => (days > 0 ? days * DAY : Number.POSITIVE_INFINITY)

const authJobs: readonly PeriodicJob<AuthService>[] = [
  {
    every: HOUR,
    run: auth => auth.prune(),
    done: 'sessions, tokens and counts that were over deleted',
    failed: 'what was over at the auth service was not deleted',
  },
  { every: reloadEveryMs, run: auth => auth.reloadKeys(), failed: 'signing keys not read', level: 'warn' },
]

const embeddedAuth = (auth: AuthService, { INVITES }: ServerConfig, log: Log): Who => ({
  verifyToken: tokenVerifier({
    keys: auth.verificationKeys,
    issuer: auth.issuer,
    isSessionLive: auth.isSessionLive,
    log,
  }),
  findAccount: async ({ authId }) => {
    const account = await auth.find(authId)
    const name = account?.userMetadata.name
    return account
      ? {
          email: account.email,
          isEmailConfirmed: account.emailConfirmedAt !== null,
          name: typeof name === 'string' ? name : null,
          hasSecondFactor: account.factors.some(({ status }) => status === 'verified'),
        }
      : null
  },
  users: auth,
  invitationMails: INVITES ? auth.invitationMails : null,
  settled: auth.settled,
})

/** For links in mails and as the issuer of tokens. */
export const siteUrlOf = ({ PUBLIC_URL, MAIN_DOMAIN, HOST }: ServerConfig, port: number): string => {
  if (PUBLIC_URL) return PUBLIC_URL
  if (MAIN_DOMAIN) return `https://app.${MAIN_DOMAIN}`
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(HOST)
  return `http://${isEverywhere ? 'localhost' : HOST}:${port}`
}

export const openFor = (
  { migrations }: Pick<Product, 'migrations'>,
  { DATABASE_URL, DATABASE_POOL, DATA_DIR }: ServerConfig,
  onMigrated?: DatabaseOptions['onMigrated'],
): Promise<Database> => {
  const options = { migrations, onMigrated }
  return openDatabase(
    DATABASE_URL
      ? { databaseUrl: DATABASE_URL, poolSize: DATABASE_POOL, ...options }
      : { dataDir: DATA_DIR, ...options },
  )
}

const megabyte = 1024 * 1024

const reportDrift =
  ({ resources }: Product, log: Log): DatabaseOptions['onMigrated'] =>
  async pool => {
    const differences = await driftOn(pool, schemaOf(resources))
    if (differences.length > 0)
      log('warn', 'the database is not as the migrations made it: change it back, or declare what it is', {
        differences,
      })
  }

const localeOfUser = async (database: Database, authId: string): Promise<string | null> => {
  const user = await database.run({ as: 'platform' }, db =>
    db.selectFrom('users').select('locale').where('authId', '=', authId).executeTakeFirst(),
  )
  return (user?.locale as string | null | undefined) ?? null
}

const bucketOf = async ({
  SUPABASE_URL,
  SUPABASE_SERVICE_ROLE_KEY,
  FILES_BUCKET,
}: ServerConfig): Promise<Bucket | null> => {
  if (!SUPABASE_URL || !SUPABASE_SERVICE_ROLE_KEY) return null
  const { supabaseBucket } = await import('./files/supabaseBucket')
  return supabaseBucket({ url: SUPABASE_URL, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY, name: FILES_BUCKET })
}

/** A Supabase project replaces the embedded auth service. */
const mountServices = async (
  app: Hono,
  product: Product,
  database: Database,
  config: ServerConfig,
  siteUrl: string,
  places: Places,
  log: Log,
  /** The built scripts' folder; null while they are compiled on request, undefined without pages. */
  scripts: string | null | undefined,
): Promise<{ settled: () => Promise<void>; live: LiveEvents; stopTasks: () => Promise<void> }> => {
  const address = clientAddress(config.TRUSTED_PROXIES, () =>
    log('warn', 'X-Forwarded-For arrives, but no proxy is trusted: limits count the proxy (TRUSTED_PROXIES)'),
  )
  const counts = createRequestCounts(database)
  const site = { url: siteUrl, mainDomain: config.MAIN_DOMAIN ?? null }
  const isOwnOrigin = ownOrigins({
    siteUrl,
    mainDomain: config.MAIN_DOMAIN,
    allowedOrigins: config.ALLOWED_ORIGINS,
  })
  const mail: MailSettings = {
    retrySeconds: config.MAIL_RETRY_SECONDS,
    from: config.MAIL_FROM ?? `no-reply@${new URL(siteUrl).hostname}`,
    host: new URL(siteUrl).hostname,
    site,
  }
  const transport = createTransport({
    ...{ smtpUrl: config.SMTP_URL, from: mail.from, folder: outboxFolder(config.DATA_DIR), log },
    logLinks: config.LOG_LINKS,
  })
  const jobs = createJobs({ database, isOn: config.JOBS, sweepSeconds: config.JOBS_SWEEP_SECONDS, log })
  const sealer = createSealer(config.SECRETS_KEY ?? null)
  const auth = config.SUPABASE_URL
    ? null
    : await createAuthService({
        database,
        issuer: `${siteUrl}/auth/v1`,
        siteUrl,
        isOwnOrigin,
        transport,
        mailWork: { alarm: jobs, retrySeconds: mail.retrySeconds, sealer },
        confirmEmail: config.AUTH_CONFIRM_EMAIL,
        ...(!config.AUTH_SIGN_UP && { mayStillSignUp: email => product.isInvited?.(database, email) ?? false }),
        productName: config.PRODUCT_NAME,
        admitsDemo: config.DEMO,
        sessionLimits: {
          idleMs: inDays(config.SESSION_IDLE_DAYS),
          maxMs: inDays(config.SESSION_MAX_DAYS),
          superuser: {
            idleMs: config.SUPERUSER_SESSION_IDLE_HOURS * HOUR,
            maxMs: inDays(config.SUPERUSER_SESSION_MAX_DAYS),
          },
        },
        localeOf: authId => localeOfUser(database, authId),
        clientAddress: address,
        intake: { places, takeCall: network => takeCallOf(counts, network, config.RATE_LIMIT_ADDRESS) },
        log,
      })
  await product.settleDemo?.(database, auth, { isOn: config.DEMO, isExposed: !config.IS_PRIVATE, log })
  const live = new LiveEvents(database)
  const bucket = await bucketOf(config)
  const webhooks: AttemptOptions = {
    settings: {
      allowsPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      retrySeconds: config.WEBHOOK_RETRY_SECONDS,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      disableAfterMinutes: config.WEBHOOK_DISABLE_AFTER_MINUTES,
    },
    sealer,
    catalogue: product.events ?? {},
  }
  const queues = [
    ...(product.events
      ? [createWebhookQueue({ ...webhooks, database, alarm: jobs, log, tellTurnedOff: product.tellTurnedOff?.(site) })]
      : []),
    ...product.queues({
      ...{ database, alarm: jobs, log, transport, settings: mail, productName: config.PRODUCT_NAME, webhooks },
    }),
    ...(auth?.mailQueue ? [auth.mailQueue] : []),
  ]
  if (queues.length > 0) jobs.start(queues)
  if (!config.INVITES)
    log('warn', 'nobody can be invited: set AUTH_CONFIRM_EMAIL=on, or for a Supabase project its service role key')
  if (!config.SECRETS_KEY && !(config.DEMO && config.IS_PRIVATE))
    log(
      'warn',
      'secrets of webhooks and addresses of calendars are kept as plain text in the database: set SECRETS_KEY',
    )
  const { settled, ...who } = auth
    ? embeddedAuth(auth, config, log)
    : await hostedAuth(config, { database, siteUrl, log })
  const front = createFront({
    most: config.MAX_REQUESTS_PUBLIC,
    ofNetwork: Math.ceil(config.MAX_REQUESTS_PUBLIC / 2),
    atOnce: config.DATABASE_URL ? Math.max(1, Math.floor(config.DATABASE_POOL / 2)) : 2,
  })
  const services: Services = {
    database,
    live,
    ...who,
    hasSecondFactor: secondFactorLookup(who.findAccount),
    superusersNeedSecondFactor: superusersNeedSecondFactor(config),
    admitsDemo: auth !== null && config.DEMO,
    clientAddress: address,
    log,
    now: Date.now,
    resources: product.resources,
    events: product.events ?? null,
    follow: product.follow ?? null,
    alarm: jobs,
    redrives: product.redrives,
    site,
    webhooks,
    callerColumns: product.callerColumns,
    apiScopes: product.apiScopes ?? null,
    strangers: {
      callsPerNetwork: config.RATE_LIMIT_PUBLIC,
      front,
    },
    own: product.configure(config.environment),
    productName: config.PRODUCT_NAME,
    files: {
      bucket,
      tenantBytes: config.FILES_TENANT_MB * megabyte,
      strangerBytes: config.FILES_STRANGERS_MB * megabyte,
    },
    servesOtherSites: config.ALLOWED_ORIGINS.length > 0,
  }
  const stops = [
    ...product.jobs.map(job => startPeriodicJob(job, { ...services, config }, log)),
    ...(auth ? authJobs.map(job => startPeriodicJob(job, auth, log)) : []),
    startPeriodicJob(repeatsJob, { database }, log),
    startPeriodicJob(tidyingJob, { database, bucket }, log),
  ]
  const stopTasks = async () => {
    if (queues.length > 0) await jobs.stop()
    for (const stop of stops) await stop?.()
    transport.close()
  }
  const limits = {
    counts,
    perAccount: config.RATE_LIMIT_ACCOUNT,
    perNetwork: config.RATE_LIMIT_ADDRESS,
    perKey: config.RATE_LIMIT_KEY,
    networkOf: (c: Context) => networkOf(address(c)),
  }
  app.route(apiBase, createApi(services, { routes: routeTable(product), limits, places, isOwnOrigin }))
  if (product.pages && scripts !== undefined) {
    const { site, now, strangers } = services
    const countRead = limitReads(limits)
    const countCall = (c: Context) => {
      const { callsPerNetwork } = strangers
      if (callsPerNetwork > 0)
        for (const { name, times } of networksAround(limits.networkOf(c)))
          countRead(`public:${name}`, callsPerNetwork * times)
    }
    const { networkOf } = limits
    const translate = problemOf(log, product.resources)
    app.route(
      '/',
      await product.pages.open({
        ...{ database, site, now, countCall, networkOf, front, webRoot: scripts },
        problemOf: error => translate(error),
      }),
    )
  }
  if (auth) app.route('/auth/v1', auth.app)
  return { settled, live, stopTasks }
}

interface StartOptions {
  /**
   * The answer of other paths: the built application, one compiled on request, booking pages without scripts, or
   * nothing.
   */
  web?: 'built' | 'development' | 'pages' | 'none'
  webRoot?: string
  /** In milliseconds. */
  bodyTimeout?: number
}

/**
 * Serves the API at `/api`, the embedded auth service at `/auth/v1` and the web application everywhere else. Until
 * all are ready, every request gets a 503.
 */
export const startServer = async (
  product: Product,
  config: ServerConfig,
  log: Log,
  { web = 'built', webRoot = path.join(projectRoot, 'dist/web'), bodyTimeout }: StartOptions = {},
): Promise<RunningServer> => {
  const startedAt = performance.now()
  let listener: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()
  const server = createHttpServer((request, response) => listener(request, response))
  const stopListening = stopperOf(server)
  guardConnections(server, {
    all: config.MAX_CONNECTIONS,
    // All clients share a proxy's connections.
    ofNetwork: config.TRUSTED_PROXIES > 0 ? null : config.MAX_CONNECTIONS_ADDRESS,
    networkOf,
  })
  const places = createPlaces({
    all: config.MAX_REQUESTS,
    ofNetwork: config.MAX_REQUESTS_ADDRESS,
    ...(bodyTimeout !== undefined && { bodyTimeout }),
  })
  await new Promise<void>(
    (resolve, reject) => void server.once('error', reject).listen(config.PORT, config.HOST, resolve),
  )
  const { port } = server.address() as AddressInfo

  try {
    const problems = config.API_URL ? [] : productProblems(product)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    if (!config.API_URL) await expectMigrated(product.resources, product.migrations)
    const database = config.API_URL ? null : await openFor(product, config, reportDrift(product, log))
    const app = new Hono()
    if (web !== 'development') app.use(securityHeaders(config))
    app.get('/healthz', healthz)
    app.get('/readyz', database ? readyz(database, places) : healthz)
    const scripts = { built: webRoot, development: null, pages: null, none: undefined }[web]
    const mounted =
      database && (await mountServices(app, product, database, config, siteUrlOf(config, port), places, log, scripts))

    const answer = listenerOf(app.fetch)
    if (web === 'development') {
      const { developmentApplication } = await import('./development')
      const compile = await developmentApplication(config, server)
      const own = ['/api', '/auth/v1', '/healthz', '/readyz', ...(product.pages ? [product.pages.below] : [])]
      const isOwn = (url = '') =>
        own.some(name => url === name || url.startsWith(`${name}/`) || url.startsWith(`${name}?`))
      listener = (request, response) => (isOwn(request.url) ? answer : compile)(request, response)
    } else {
      if (web === 'built') app.route('/', await builtApplication(webRoot, config))
      listener = answer
    }

    const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
    log('info', 'ready', { url, database: database?.kind ?? 'none', ms: Math.round(performance.now() - startedAt) })
    return {
      url,
      close: async () => {
        database?.hurry()
        // Event streams would not end on their own.
        await Promise.all([mounted?.live.close(), stopListening()])
        // Some mails are written after the answer.
        await mounted?.settled()
        await mounted?.stopTasks()
        await database?.close()
      },
    }
  } catch (error) {
    await stopListening()
    throw error
  }
}
