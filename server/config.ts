import * as z from 'zod'
import {
  type Environment,
  masked,
  problemsOf,
  readVariables,
  type Settings,
  strayVariables,
  withFiles,
} from './settings'

const onOff = (initial: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be "on" or "off"' })
    .default(initial)
    .transform(value => value === 'on')

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform(value => value.replace(/\/+$/, ''))

const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const numberWithin = ({ min = 0, max = 1_000_000 }) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })

/**
 * A zod schema for an environment variable with a whole number, `initial` if unset.
 *
 * @example
 * settings({ HOLDS_PER_NETWORK: wholeNumber(5, { max: 100 }) }, value => ({ holds: value.HOLDS_PER_NETWORK }))
 */
export const wholeNumber = (initial: number, range: { min?: number; max?: number } = {}) =>
  numberWithin(range).default(initial)

/** Links, cookies and redirects would lose a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine(value => /^\/?$/.test(new URL(value).pathname) && !/[?#]/.test(value), {
    error: 'must be an address without a path, such as https://app.example.com',
  })
  .transform(value => new URL(value).origin)

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

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

const logLevels = ['debug', 'info', 'warn', 'error'] as const

const shape = {
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOLER: z.enum(['transaction'], { error: 'must be "transaction", or unset for any other' }).optional(),
  /** For migrations, commands and the listening connection. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  API_URL: httpUrl.optional(),
  MAIN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a host name such as example.com' })
    .transform(value => value.toLowerCase())
    .optional(),
  PUBLIC_URL: origin.optional(),
  PRODUCT_NAME: z.string().min(1).max(60).default('Slotwise'),
  MAP_TILES: z
    .string()
    .regex(/^https?:\/\/[\w.:-]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/, {
      error: 'must be an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png',
    })
    .optional(),
  MAP_ATTRIBUTION: z.string().max(200).default('© OpenStreetMap contributors'),
  /** Defaults to on for an embedded database that only this machine reaches. */
  DEMO: z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).optional(),
  SUPERUSER_SECOND_FACTOR: onOff('on'),
  AUTH_CONFIRM_EMAIL: onOff('off'),
  AUTH_SIGN_UP: onOff('on'),
  /** Days that a session lives, unused and in total; 0 for ever. */
  SESSION_IDLE_DAYS: wholeNumber(30, { max: 3650 }),
  SESSION_MAX_DAYS: wholeNumber(90, { max: 3650 }),
  SUPERUSER_SESSION_IDLE_HOURS: wholeNumber(12, { min: 2, max: 87_600 }),
  SUPERUSER_SESSION_MAX_DAYS: wholeNumber(7, { min: 1, max: 3650 }),
  ALLOWED_ORIGINS: origins,
  /** Per minute, across processes; 0 for no limit. */
  RATE_LIMIT_ACCOUNT: wholeNumber(3000),
  RATE_LIMIT_ADDRESS: wholeNumber(10_000),
  RATE_LIMIT_KEY: wholeNumber(600),
  RATE_LIMIT_PUBLIC: wholeNumber(120),
  /** Per process. Beyond it, the answer is 503. */
  MAX_REQUESTS: wholeNumber(256, { min: 1, max: 100_000 }),
  /** 0 for half of MAX_REQUESTS. */
  MAX_REQUESTS_ADDRESS: wholeNumber(0, { max: 100_000 }),
  MAX_REQUESTS_PUBLIC: wholeNumber(64, { min: 1, max: 100_000 }),
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
    .base64({ error: 'must be 32 bytes in base64: openssl rand -base64 32' })
    .transform(text => Buffer.from(text, 'base64'))
    .refine(bytes => bytes.length === 32, { error: 'must be 32 bytes in base64: openssl rand -base64 32' })
    .optional(),
  EVENT_RETENTION_DAYS: wholeNumber(30, { min: 1, max: 3650 }),
  FILES_TENANT_MB: wholeNumber(1000, { min: 1 }),
  FILES_STRANGERS_MB: wholeNumber(200, { min: 1 }),
  FILES_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket: a-z, 0-9 and hyphens' })
    .default('files'),
  TRUSTED_PROXIES: wholeNumber(0, { max: 10 }),
  /** Seconds. Defaults to 5 where a proxy can be in front, else 0. */
  DRAIN_SECONDS: numberWithin({ max: 600 }).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: 'must be "debug", "info", "warn" or "error"' }).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty'], { error: 'must be "json" or "pretty"' }).optional(),
  METRICS_PORT: numberWithin({ min: 1, max: 65_535 }).optional(),
  /** Opens `/metrics` and `/readyz?verbose`. */
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  /** OTLP over HTTP. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,]*(,[\w-]+=[^,]*)*$/, {
      error: 'must be pairs such as api-key=secret, with commas between them',
    })
    .refine(isPercentEncoded, { error: 'has a % that encodes nothing: write %25' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(60).default('slotwise'),
  IGNORED_VARIABLES: z.string().optional(),
}

const secrets = [
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SECRETS_KEY',
  'SMTP_URL',
  'SUPABASE_SERVICE_ROLE_KEY',
] as const

const variables = z
  .object(shape)
  .refine(value => !value.SUPABASE_URL || value.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_ANON_KEY'],
    error: 'is needed when SUPABASE_URL is set: copy it from the project’s API settings',
  })
  .refine(value => value.DATABASE_URL || (!value.DATABASE_POOLER && !value.DATABASE_DIRECT_URL), {
    path: ['DATABASE_URL'],
    error: 'is needed beside DATABASE_POOLER and DATABASE_DIRECT_URL',
  })
  .transform(({ DEMO, ...value }) => {
    const isPrivate = isLoopback(value.HOST) && !value.PUBLIC_URL?.startsWith('https:')
    const isDemo = DEMO ? DEMO === 'on' : isPrivate && !value.DATABASE_URL
    return {
      ...value,
      DEMO: isDemo,
      DRAIN_SECONDS: value.DRAIN_SECONDS ?? (isPrivate ? 0 : 5),
      IS_PRIVATE: isPrivate,
      /** An invitation needs the address's owner, so addresses must be confirmed, or the machine private. */
      INVITES: value.SUPABASE_URL ? Boolean(value.SUPABASE_SERVICE_ROLE_KEY) : value.AUTH_CONFIRM_EMAIL || isPrivate,
      /** Mailed links sign people in. */
      LOG_LINKS: isDemo && isPrivate,
      MAX_REQUESTS_ADDRESS: value.MAX_REQUESTS_ADDRESS || Math.ceil(value.MAX_REQUESTS / 2),
    }
  })

/** The machine's variables; the product's own are in `environment`. */
export type ServerConfig = z.output<typeof variables> & { environment: Environment }

interface Own {
  settings: Settings<unknown>
}

const namesWith = (own: Own): string[] => [
  ...Object.keys(shape),
  ...secrets.map(name => `${name}_FILE`),
  ...own.settings.names,
]

/**
 * @param own the product, whose settings are also checked. Without it, unknown variables are not reported.
 * @throws with one line per problem
 */
export const readServerConfig = (given: Environment, own?: Own): ServerConfig => {
  const problems: string[] = own ? strayVariables(given, namesWith(own)) : []
  let environment = given
  problems.push(
    ...problemsOf([
      () => {
        environment = withFiles(given, secrets)
      },
    ]),
    ...problemsOf([() => readVariables(variables, environment), () => own?.settings.read(environment)]),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { ...readVariables(variables, environment), environment }
}

export interface SettingReport {
  name: string
  value: string | null
  source: 'environment' | 'file' | 'default'
  problem: string | null
}

const shown = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(',') : String(value)
}

export const reportSettings = (given: Environment, own: Own): SettingReport[] => {
  const found = new Map<string, string[]>()
  const note = (line: string, name = line.split(' ', 1)[0] ?? '') =>
    found.set(name.replace(/_FILE$/, ''), [...(found.get(name) ?? []), line])
  try {
    readServerConfig(given, own)
  } catch (error) {
    for (const line of (error as Error).message.split('\n')) note(line)
  }
  const defaults: Readonly<Record<string, unknown>> = { ...readVariables(variables, {}), ...own.settings.defaults }
  const names = [...Object.keys(shape), ...own.settings.names].sort()
  const reports = names.map((name): SettingReport => {
    const text = given[name]
    const file = given[`${name}_FILE`]
    const problem = found.get(name)?.join('; ') ?? null
    found.delete(name)
    if (file) return { name, value: file, source: 'file', problem }
    if (text) return { name, value: masked(name, text), source: 'environment', problem }
    return { name, value: shown(defaults[name]), source: 'default', problem }
  })
  const strays = [...found].map(
    ([name, lines]): SettingReport => ({ name, value: null, source: 'environment', problem: lines.join('; ') }),
  )
  return [...reports, ...strays]
}

export const superusersNeedSecondFactor = ({ DEMO, SUPERUSER_SECOND_FACTOR }: ServerConfig): boolean =>
  !DEMO && SUPERUSER_SECOND_FACTOR
