import * as z from 'zod'

const onOff = (initial: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be "on" or "off"' })
    .default(initial)
    .transform(value => value === 'on')

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform(value => value.replace(/\/+$/, ''))

const wholeNumber = (initial: number, { min = 0, max = 1_000_000 } = {}) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(initial)

/** Origins, with commas between them. */
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
    /** Where people reach the product, when that is not the address it listens on: for links in mails. */
    PUBLIC_URL: httpUrl.optional(),
    PRODUCT_NAME: z.string().min(1).max(60).default('Slotwise'),
    DEMO: onOff('on'),
    AUTH_CONFIRM_EMAIL: onOff('off'),
    /** Where else the web application is served that calls this API. */
    ALLOWED_ORIGINS: origins,
    /** Calls per minute, over all processes; 0 for no limit. */
    RATE_LIMIT_ACCOUNT: wholeNumber(3000),
    RATE_LIMIT_ADDRESS: wholeNumber(10_000),
    /** Requests at once in one process, before it answers that it is busy. */
    MAX_REQUESTS: wholeNumber(256, { min: 1, max: 100_000 }),
    /** Connections of one process to the server of DATABASE_URL. */
    DATABASE_POOL: wholeNumber(10, { min: 1, max: 1000 }),
    TRUSTED_PROXIES: wholeNumber(0, { max: 10 }),
  })
  .refine(value => !value.SUPABASE_URL || value.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_ANON_KEY'],
    error: 'is needed when SUPABASE_URL is set: copy it from the project’s API settings',
  })

/** The environment of architecture.md §5, checked. */
export type ServerConfig = z.output<typeof variables>

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 * @throws with one line per variable that is wrong
 */
export const readServerConfig = (environment: Record<string, string | undefined>): ServerConfig => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = variables.safeParse(given)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
}
