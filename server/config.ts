import * as z from 'zod'

const onOff = (initial: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be "on" or "off"' })
    .default(initial)
    .transform(value => value === 'on')

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform(value => value.replace(/\/+$/, ''))

/**
 * A zod schema for an environment variable with a whole number. An unset one has the value `initial`.
 *
 * @example
 * const variables = z.object({ HOLDS_PER_NETWORK: wholeNumber(5, { max: 100 }) })
 */
export const wholeNumber = (initial: number, { min = 0, max = 1_000_000 } = {}) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(initial)

const seconds = (initial: string) =>
  z
    .string()
    .default(initial)
    .transform(text => text.split(',').map(Number))
    .refine(numbers => numbers.length <= 12 && numbers.every(number => number > 0 && number <= 604_800), {
      error: 'must be 1 to 12 numbers of seconds, with commas between them',
    })

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

const origins = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  )
  .refine(parts => parts.every(part => /^https?:$/.test(URL.parse(part)?.protocol ?? '')), {
    error: 'must be addresses such as https://app.example.com, with commas between them',
  })
  .transform(parts => parts.map(part => new URL(part).origin))

const variables = z
  .object({
    PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    SUPABASE_URL: httpUrl.optional(),
    SUPABASE_ANON_KEY: z.string().optional(),
    SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
    API_URL: httpUrl.optional(),
    MAIN_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a host name such as example.com' })
      .transform(value => value.toLowerCase())
      .optional(),
    /** For links in mails, if it differs from the listening address. */
    PUBLIC_URL: httpUrl.optional(),
    PRODUCT_NAME: z.string().min(1).max(60).default('Slotwise'),
    /** On by default for an embedded database that only this machine reaches. */
    DEMO: z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).optional(),
    /** Never in a demo. */
    SUPERUSER_SECOND_FACTOR: onOff('on'),
    AUTH_CONFIRM_EMAIL: onOff('off'),
    AUTH_SIGN_UP: onOff('on'),
    /** Until a session expires, unused and in total; 0 for never. */
    SESSION_IDLE_DAYS: wholeNumber(30, { max: 3650 }),
    SESSION_MAX_DAYS: wholeNumber(90, { max: 3650 }),
    /** The same for superusers. An active client renews its tokens once an hour. */
    SUPERUSER_SESSION_IDLE_HOURS: wholeNumber(12, { min: 2, max: 87_600 }),
    SUPERUSER_SESSION_MAX_DAYS: wholeNumber(7, { min: 1, max: 3650 }),
    ALLOWED_ORIGINS: origins,
    /** Per minute, over all processes; 0 for no limit. */
    RATE_LIMIT_ACCOUNT: wholeNumber(3000),
    RATE_LIMIT_ADDRESS: wholeNumber(10_000),
    RATE_LIMIT_KEY: wholeNumber(600),
    RATE_LIMIT_PUBLIC: wholeNumber(120),
    /** Of one process. Beyond it, the answer is 503. */
    MAX_REQUESTS: wholeNumber(256, { min: 1, max: 100_000 }),
    /** 0 for half of MAX_REQUESTS. */
    MAX_REQUESTS_ADDRESS: wholeNumber(0, { max: 100_000 }),
    MAX_REQUESTS_PUBLIC: wholeNumber(64, { min: 1, max: 100_000 }),
    /** Of one process, and of one network (ignored behind a proxy). */
    MAX_CONNECTIONS: wholeNumber(10_000, { min: 1 }),
    MAX_CONNECTIONS_ADDRESS: wholeNumber(1000, { min: 1 }),
    DATABASE_POOL: wholeNumber(10, { min: 1, max: 1000 }),
    PLATFORM_LOG_DAYS: wholeNumber(400, { min: 30, max: 3650 }),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
    MAIL_FROM: z.email({ error: 'must be an e-mail address' }).optional(),
    MAIL_RETRY_SECONDS: seconds('30,120,600,1800,3600,7200,14400,28800,43200,43200'),
    WEBHOOK_RETRY_SECONDS: seconds('30,120,600,3600,21600,86400'),
    WEBHOOK_TIMEOUT_MS: wholeNumber(10_000, { min: 100, max: 30_000 }),
    WEBHOOK_DISABLE_AFTER_MINUTES: wholeNumber(7200, { min: 1 }),
    WEBHOOK_ALLOW_PRIVATE: onOff('off'),
    JOBS: onOff('on'),
    JOBS_SWEEP_SECONDS: wholeNumber(60, { min: 1, max: 3600 }),
    /** 32 bytes, base64. */
    SECRETS_KEY: z
      .base64({ error: 'must be base64' })
      .transform(text => Buffer.from(text, 'base64'))
      .refine(bytes => bytes.length === 32, { error: 'must be 32 bytes, in base64: openssl rand -base64 32' })
      .optional(),
    EVENT_RETENTION_DAYS: wholeNumber(30, { min: 1, max: 3650 }),
    FILES_TENANT_MB: wholeNumber(1000, { min: 1 }),
    FILES_STRANGERS_MB: wholeNumber(200, { min: 1 }),
    FILES_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket: a-z, 0-9 and hyphens' })
      .default('files'),
    TRUSTED_PROXIES: wholeNumber(0, { max: 10 }),
  })
  .refine(value => !value.SUPABASE_URL || value.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_ANON_KEY'],
    error: 'is needed when SUPABASE_URL is set: copy it from the project’s API settings',
  })
  .transform(({ DEMO, ...value }) => {
    const isPrivate = isLoopback(value.HOST) && !value.PUBLIC_URL?.startsWith('https:')
    const isDemo = DEMO ? DEMO === 'on' : isPrivate && !value.DATABASE_URL
    return {
      ...value,
      DEMO: isDemo,
      IS_PRIVATE: isPrivate,
      /** The owner of the address accepts an invitation, so addresses must be confirmed, or the machine private. */
      INVITES: value.SUPABASE_URL ? Boolean(value.SUPABASE_SERVICE_ROLE_KEY) : value.AUTH_CONFIRM_EMAIL || isPrivate,
      /** Mailed links sign people in. */
      LOG_LINKS: isDemo && isPrivate,
      MAX_REQUESTS_ADDRESS: value.MAX_REQUESTS_ADDRESS || Math.ceil(value.MAX_REQUESTS / 2),
    }
  })

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads environment variables as a zod schema says. An empty variable counts as unset.
 * @throws with one line per wrong variable
 */
export const readVariables = <T>(schema: z.ZodType<T>, environment: Environment): T => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
}

/** The variables of README.md; the product's own are in `environment`. */
export type ServerConfig = z.output<typeof variables> & { environment: Environment }

export const readServerConfig = (environment: Environment): ServerConfig => ({
  ...readVariables(variables, environment),
  environment,
})

export const superusersNeedSecondFactor = ({ DEMO, SUPERUSER_SECOND_FACTOR }: ServerConfig): boolean =>
  !DEMO && SUPERUSER_SECOND_FACTOR
