import type { Context } from 'hono'
import type { ServerConfig } from '../config'
import type { Product } from '../crud/product'
import { type Database, type DatabaseOptions, openDatabase } from '../db/database'
import { driftOn } from '../db/drift'
import { migratedSchema } from '../db/generateMigration'
import { settleSecrets } from '../db/sealed'
import type { RequestCounts } from '../http/middleware/requestCounts'
import type { RequestSlots } from '../intake/requestSlots'
import type { Alarm } from '../jobs/jobs'
import type { Log } from '../log'
import type { MailSettings } from '../mails/settings'
import type { MailTransport } from '../mails/transport'
import { createSealer, type Sealer } from '../seal'
import type { Site } from '../site'

export interface Setup {
  product: Product
  config: ServerConfig
  database: Database
  log: Log
  site: Site
  places: RequestSlots
  counts: RequestCounts
  clientAddress: (c: Context) => string
  isOwnOrigin: (origin: string) => boolean
  mail: { settings: MailSettings; transport: MailTransport }
  alarm: Alarm
  sealer: Sealer
}

/** For links in mails, and as the issuer of tokens. */
export const siteUrlOf = ({ PUBLIC_URL, MAIN_DOMAIN, HOST }: ServerConfig, port: number): string => {
  if (PUBLIC_URL) return PUBLIC_URL
  if (MAIN_DOMAIN) return `https://app.${MAIN_DOMAIN}`
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(HOST)
  return `http://${isEverywhere ? 'localhost' : HOST}:${port}`
}

export const placeOf = (
  { migrations }: Pick<Product, 'migrations'>,
  { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLER, DATABASE_POOL, DATA_DIR }: ServerConfig,
): DatabaseOptions =>
  DATABASE_URL
    ? {
        migrations,
        databaseUrl: DATABASE_URL,
        directUrl: DATABASE_DIRECT_URL,
        isLent: DATABASE_POOLER === 'transaction',
        poolSize: DATABASE_POOL,
      }
    : { migrations, dataDir: DATA_DIR }

type Reports = Pick<DatabaseOptions, 'onMigrated' | 'onMigrating' | 'onOpened'>

export const openFor = (
  product: Pick<Product, 'migrations'>,
  config: ServerConfig,
  reports?: Reports,
): Promise<Database> => openDatabase({ ...placeOf(product, config), ...reports })

export const reportMigrations = ({ resources, migrations }: Product, log: Log): Reports => ({
  onMigrated: async pool => {
    const differences = await driftOn(pool, await migratedSchema(resources, migrations))
    if (differences.length > 0)
      log('warn', 'the database is not as the migrations made it: change it back, or declare what it is', {
        differences,
      })
  },
  onMigrating: (migration, sql) => log('info', 'migrating while others read and write', { migration, sql }),
})

/** Seals older secrets at the first start with a key. */
export const sealAtStart = ({ sealed }: Product, { SECRETS_KEY }: ServerConfig, log: Log): Reports => ({
  onOpened: async pool => {
    const count = await settleSecrets(pool, sealed, SECRETS_KEY ? createSealer(SECRETS_KEY) : null)
    if (count > 0) log('info', 'secrets that were plain text are sealed', { count })
  },
})
