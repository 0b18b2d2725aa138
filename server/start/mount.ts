import type { Context, Hono } from 'hono'
import type { AuthService } from '../auth/createAuthService'
import { clientAddress } from '../clientAddress'
import type { ServerConfig } from '../config'
import { settleDemo } from '../core/demo'
import { hasSuperuser } from '../core/superusers/superusers'
import type { Product } from '../crud/product'
import { routeTable } from '../crud/routeTable'
import type { Database } from '../db/database'
import { apiBase } from '../http/apiBase'
import { createApi } from '../http/createApi'
import { problemOf } from '../http/middleware/errorAnswer'
import { limitReads, type RateLimits } from '../http/middleware/rateLimit'
import { createRequestCounts } from '../http/middleware/requestCounts'
import type { RequestSlots } from '../intake/requestSlots'
import { createJobs } from '../jobs/jobs'
import type { LiveEvents } from '../live/LiveEvents'
import type { Log } from '../log'
import { outboxFolder } from '../mails/transport'
import { networkOf, networksAround } from '../networkOf'
import { ownOrigins } from '../ownOrigins'
import { createSealer } from '../seal'
import { accountsOf, hostedAccounts, openAuthService } from './accounts'
import { type OpenServices, openMail, openServices, type StartedJobs, startJobs } from './services'
import type { Setup } from './setup'

interface MountOptions {
  product: Product
  database: Database
  config: ServerConfig
  siteUrl: string
  places: RequestSlots
  log: Log
  /** Null while scripts are compiled on request, undefined without pages. */
  webRoot: string | null | undefined
}

const setUp = ({ config, siteUrl, ...given }: MountOptions, alarm: Setup['alarm']): Setup => {
  const { database, log } = given
  const site = { url: siteUrl, mainDomain: config.MAIN_DOMAIN ?? null }
  return {
    ...{ ...given, config, site, alarm },
    counts: createRequestCounts(database),
    clientAddress: clientAddress(config.TRUSTED_PROXIES, () =>
      log('warn', 'X-Forwarded-For arrives, but no proxy is trusted: limits count the proxy (TRUSTED_PROXIES)'),
    ),
    isOwnOrigin: ownOrigins({
      siteUrl,
      mainDomain: config.MAIN_DOMAIN,
      allowedOrigins: config.ALLOWED_ORIGINS,
    }),
    mail: openMail({ config, site, log }),
    sealer: createSealer(config.SECRETS_KEY ?? null),
  }
}

const tellWhereMailsGo = ({ SMTP_URL, DATA_DIR, IS_PRIVATE }: ServerConfig, log: Log): void => {
  if (SMTP_URL) log('info', 'mails are handed to a mail server', { server: new URL(SMTP_URL).host })
  else
    log(IS_PRIVATE ? 'info' : 'warn', 'mails are files that nobody sends: set SMTP_URL', {
      folder: outboxFolder(DATA_DIR),
    })
}

const warn = ({ config, log }: Setup): void => {
  tellWhereMailsGo(config, log)
  if (!config.INVITES)
    log('warn', 'nobody can be invited: set AUTH_CONFIRM_EMAIL=on, or for a Supabase project its service role key')
  if (!config.SECRETS_KEY && !(config.DEMO && config.IS_PRIVATE))
    log(
      'warn',
      'secrets of webhooks and addresses of calendars are kept as plain text in the database: set SECRETS_KEY',
    )
}

const openPages = (
  { open }: NonNullable<Product['pages']>,
  { database, site, now, strangers, resources, log }: OpenServices,
  limits: RateLimits,
  webRoot: string | null,
): Promise<Hono> => {
  const { networkOf } = limits
  const countRead = limitReads(limits)
  const { front, callsPerNetwork } = strangers
  const countCall = (c: Context) => {
    if (callsPerNetwork > 0)
      for (const { name, times } of networksAround(networkOf(c))) countRead(`public:${name}`, callsPerNetwork * times)
  }
  return open({
    ...{ database, site, now, countCall, networkOf, front, webRoot },
    problemOf: problemOf(log, resources),
  })
}

const mount = async (
  app: Hono,
  { product, config, counts, clientAddress, places, isOwnOrigin }: Setup,
  { services, auth, webRoot }: { services: OpenServices; auth: AuthService | null } & Pick<MountOptions, 'webRoot'>,
): Promise<void> => {
  const limits: RateLimits = {
    counts,
    perAccount: config.RATE_LIMIT_ACCOUNT,
    perNetwork: config.RATE_LIMIT_ADDRESS,
    perKey: config.RATE_LIMIT_KEY,
    networkOf: c => networkOf(clientAddress(c)),
  }
  app.route(apiBase, createApi(services, { routes: routeTable(product), limits, places, isOwnOrigin }))
  if (product.pages && webRoot !== undefined) app.route('/', await openPages(product.pages, services, limits, webRoot))
  if (auth) app.route('/auth/v1', auth.app)
}

export const mountServices = async (
  app: Hono,
  options: MountOptions,
): Promise<{
  settled: () => Promise<void>
  live: LiveEvents
  queues: StartedJobs['queues']
  stopTasks: () => Promise<void>
}> => {
  const { product, database, config, log, webRoot } = options
  const jobs = createJobs({ database, isOn: config.JOBS, sweepSeconds: config.JOBS_SWEEP_SECONDS, log })
  const setup = setUp(options, jobs)
  const auth = config.SUPABASE_URL ? null : await openAuthService(setup)
  // Two parallel first starts would create the same businesses.
  const { demo } = product
  if (demo)
    await database.alone('demo', () =>
      settleDemo(database, auth, demo, { isOn: config.DEMO, isExposed: !config.IS_PRIVATE, log }),
    )
  warn(setup)
  if (!(await hasSuperuser(database))) log('warn', 'nobody is a superuser yet: slotwise superuser add EMAIL')
  const accounts = auth ? accountsOf(auth, setup) : await hostedAccounts(setup)
  const services = await openServices(setup, accounts, auth)
  const started = startJobs(setup, { jobs, services, auth })
  await mount(app, setup, { services, auth, webRoot })
  return { settled: accounts.settled, live: services.live, queues: started.queues, stopTasks: started.stop }
}
