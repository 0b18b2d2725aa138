import type { AuthService } from '../auth/createAuthService'
import { type ServerConfig, superusersNeedSecondFactor } from '../config'
import { createImportQueue } from '../crud/imports/importQueue'
import { type Bucket, tidyingJob } from '../files/storedFiles'
import { repeatsJob } from '../http/forgetRepeats'
import { secondFactorLookup } from '../http/identity/account'
import type { Services } from '../http/services'
import { createFront } from '../http/strangers'
import type { JobQueue, Jobs } from '../jobs/jobs'
import { startPeriodicJob } from '../jobs/periodicJob'
import { LiveEvents } from '../live/LiveEvents'
import { createTransport, outboxFolder } from '../mails/transport'
import { createWebhookQueue } from '../webhooks/queue'
import { type Accounts, authJobs } from './accounts'
import type { Setup } from './setup'

const megabyte = 1024 * 1024

export const openMail = ({ config, site, log }: Pick<Setup, 'config' | 'site' | 'log'>): Setup['mail'] => {
  const host = new URL(site.url).hostname
  const from = config.MAIL_FROM ?? `no-reply@${host}`
  const folder = outboxFolder(config.DATA_DIR)
  const { SMTP_URL: smtpUrl, LOG_LINKS: logLinks } = config
  return {
    settings: { retrySeconds: config.MAIL_RETRY_SECONDS, from, host, site },
    transport: createTransport({ smtpUrl, from, folder, log, logLinks }),
  }
}

export const bucketOf = async ({
  SUPABASE_URL,
  SUPABASE_SERVICE_ROLE_KEY,
  FILES_BUCKET,
}: ServerConfig): Promise<Bucket | null> => {
  if (!SUPABASE_URL || !SUPABASE_SERVICE_ROLE_KEY) return null
  const { supabaseBucket } = await import('../files/supabaseBucket')
  return supabaseBucket({ url: SUPABASE_URL, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY, name: FILES_BUCKET })
}

const webhooksOf = ({ config, product, sealer }: Setup): Services['webhooks'] => ({
  settings: {
    allowsPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    disableAfterMinutes: config.WEBHOOK_DISABLE_AFTER_MINUTES,
  },
  sealer,
  catalogue: product.events ?? {},
})

const strangersOf = (config: ServerConfig) => ({
  callsPerNetwork: config.RATE_LIMIT_PUBLIC,
  front: createFront({
    most: config.MAX_REQUESTS_PUBLIC,
    ofNetwork: Math.ceil(config.MAX_REQUESTS_PUBLIC / 2),
    atOnce: config.DATABASE_URL ? Math.max(1, Math.floor(config.DATABASE_POOL / 2)) : 2,
  }),
})

export const openServices = async (setup: Setup, { settled: _, ...accounts }: Accounts, auth: AuthService | null) => {
  const { product, config, database, log, alarm, site } = setup
  return {
    ...{ database, log, alarm, site, now: Date.now, live: new LiveEvents(database) },
    ...accounts,
    hasSecondFactor: secondFactorLookup(accounts.findAccount),
    superusersNeedSecondFactor: superusersNeedSecondFactor(config),
    admitsDemo: auth !== null && config.DEMO,
    clientAddress: setup.clientAddress,
    resources: product.resources,
    events: product.events ?? null,
    follow: product.follow ?? null,
    redrives: product.redrives,
    webhooks: webhooksOf(setup),
    callerColumns: product.callerColumns,
    apiScopes: product.apiScopes ?? null,
    labels: product.labels ?? [],
    strangers: strangersOf(config),
    own: product.settings.read(config.environment),
    productName: config.PRODUCT_NAME,
    files: {
      bucket: await bucketOf(config),
      tenantBytes: config.FILES_TENANT_MB * megabyte,
      strangerBytes: config.FILES_STRANGERS_MB * megabyte,
    },
    servesOtherSites: config.ALLOWED_ORIGINS.length > 0,
  } satisfies Services
}

export type OpenServices = Awaited<ReturnType<typeof openServices>>

export interface StartedJobs {
  queues: readonly JobQueue[]
  stop: () => Promise<void>
}

export const startJobs = (
  { product, config, database, log, mail, site }: Setup,
  { jobs, services, auth }: { jobs: Jobs; services: OpenServices; auth: AuthService | null },
): StartedJobs => {
  const { webhooks } = services
  const shared = { database, log }
  const queues: JobQueue[] = product.queues({
    ...shared,
    now: services.now,
    ...mail,
    productName: config.PRODUCT_NAME,
    webhooks,
  })
  if (product.events)
    queues.unshift(createWebhookQueue({ ...webhooks, ...shared, tellTurnedOff: product.tellTurnedOff?.(site) }))
  queues.push(createImportQueue({ ...services, hooks: product.hooks }))
  if (auth?.mailQueue) queues.push(auth.mailQueue)
  if (queues.length > 0) jobs.start(queues)
  const stops = [
    ...product.jobs.map(job => startPeriodicJob(job, { ...services, config }, log)),
    ...(auth ? authJobs.map(job => startPeriodicJob(job, auth, log)) : []),
    startPeriodicJob(repeatsJob, services, log),
    startPeriodicJob(tidyingJob, { database, bucket: services.files.bucket, now: services.now }, log),
  ]
  return {
    queues,
    stop: async () => {
      if (queues.length > 0) await jobs.stop()
      for (const stop of stops) await stop()
      mail.transport.close()
    },
  }
}
