import { statfs } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { readServerConfig, type ServerConfig, superusersNeedSecondFactor } from '../config'
import type { Product } from '../crud/product'
import { examine, examineDatabase, type Finding, failed, type Said, warning } from '../db/doctor'
import { migratedSchema } from '../db/generateMigration'
import { smtpOptions } from '../mails/transport'
import { patientFetch } from '../outgoing/patientFetch'
import { createSealer } from '../seal'
import { problemsOf } from '../settings'
import { checkDataFolder } from '../start/places'
import { supabaseClient } from '../supabaseClient'
import { secretPurpose } from '../webhooks/settings'
import { readWords, say } from './command'

export const usage = `slotwise doctor [--json]

Looks at settings, database, mail server and what else the server needs, and says what to do about what is wrong. It
changes nothing and sends no mail. With the embedded database, stop the server first. Ends with 1 if a check failed.

  --json  answers for programs`

const megabyte = 1024 * 1024
const patience = 5_000

const get = patientFetch(patience)

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  return cause?.code ?? cause?.message ?? message
}

const disk = async ({ DATA_DIR, DATABASE_URL, SMTP_URL }: ServerConfig): Promise<Said> => {
  if (DATABASE_URL && SMTP_URL) return 'nothing is kept in DATA_DIR'
  await checkDataFolder(DATA_DIR)
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = Math.floor((bavail * bsize) / megabyte)
  const said = `${free} MB free in ${path.resolve(DATA_DIR)}`
  if (free < 100) return failed(`${said}: make room`)
  return free < 1024 ? warning(`${said}: make room`) : said
}

const mailServer = async ({ SMTP_URL, IS_PRIVATE }: ServerConfig): Promise<Said> => {
  if (!SMTP_URL)
    return IS_PRIVATE ? 'none: mails are files' : warning('mails are files that nobody sends: set SMTP_URL')
  const transport = nodemailer.createTransport(smtpOptions(SMTP_URL))
  try {
    await transport.verify()
    return `${new URL(SMTP_URL).host} answers`
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return failed(`SMTP_URL: ${message}. Check ${code === 'EAUTH' ? 'user and password' : 'host, port and firewall'}`)
  } finally {
    transport.close()
  }
}

const project = async ({ SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, FILES_BUCKET }: ServerConfig): Promise<Said> => {
  if (!SUPABASE_URL) return 'none'
  const answer = await get(`${SUPABASE_URL}/auth/v1/.well-known/jwks.json`)
  const { keys = [] } = answer.ok ? ((await answer.json()) as { keys?: unknown[] }) : {}
  if (keys.length === 0)
    return failed('SUPABASE_URL publishes no signing keys: switch to asymmetric ones in its settings, JWT keys')
  if (!SUPABASE_SERVICE_ROLE_KEY) return warning('without SUPABASE_SERVICE_ROLE_KEY nobody is invited')
  const client = supabaseClient({ url: SUPABASE_URL, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY }, patience)
  const { error } = await client.auth.admin.listUsers({ page: 1, perPage: 1 })
  if (error) return failed(`SUPABASE_SERVICE_ROLE_KEY is refused: ${error.message}`)
  const { data } = await client.storage.getBucket(FILES_BUCKET)
  if (data?.public) return failed(`the bucket ${FILES_BUCKET} is public: make it private`)
  return data ? `keys and the bucket ${FILES_BUCKET}` : `keys; the first upload makes the bucket ${FILES_BUCKET}`
}

const publicAddress = async ({ PUBLIC_URL, MAIN_DOMAIN, IS_PRIVATE }: ServerConfig): Promise<Said> => {
  if (!PUBLIC_URL)
    return IS_PRIVATE || MAIN_DOMAIN ? 'none' : warning('links in mails lead to this machine: set PUBLIC_URL')
  try {
    const { status } = await get(`${PUBLIC_URL}/healthz`)
    return status === 200
      ? `${PUBLIC_URL} answers`
      : warning(`PUBLIC_URL/healthz answers ${status}: does its proxy lead here?`)
  } catch (error) {
    return warning(`PUBLIC_URL is not reached from here: ${reasonOf(error)}`)
  }
}

const proxies = ({ PUBLIC_URL, TRUSTED_PROXIES }: ServerConfig): Said => {
  if (PUBLIC_URL?.startsWith('https:') && TRUSTED_PROXIES === 0)
    return warning(
      'limits count the proxy that ends https as one address: set TRUSTED_PROXIES to the number of proxies',
    )
  if (!PUBLIC_URL && TRUSTED_PROXIES > 0)
    return warning('without a proxy everybody chooses their own address: set TRUSTED_PROXIES=0, or PUBLIC_URL')
  return `${TRUSTED_PROXIES}`
}

const signUp = ({ SUPABASE_URL, AUTH_SIGN_UP, AUTH_CONFIRM_EMAIL, IS_PRIVATE }: ServerConfig): Said => {
  if (SUPABASE_URL) return 'the project decides'
  if (!AUTH_SIGN_UP) return 'closed'
  return AUTH_CONFIRM_EMAIL || IS_PRIVATE
    ? 'open'
    : failed('whoever signs up first under an address has it: set AUTH_CONFIRM_EMAIL=on or AUTH_SIGN_UP=off')
}

const secondStep = (config: ServerConfig): Said =>
  superusersNeedSecondFactor(config) || config.IS_PRIVATE
    ? 'asked of superusers'
    : warning('superusers sign in with a password alone: SUPERUSER_SECOND_FACTOR=on')

const webhooks = ({ WEBHOOK_ALLOW_PRIVATE, IS_PRIVATE }: ServerConfig): Said =>
  WEBHOOK_ALLOW_PRIVATE && !IS_PRIVATE
    ? failed('tenants can make this server call machines beside it: WEBHOOK_ALLOW_PRIVATE=off')
    : 'lead to public addresses only'

const sealing = ({ SECRETS_KEY, IS_PRIVATE }: ServerConfig): Said =>
  SECRETS_KEY
    ? 'set'
    : IS_PRIVATE
      ? 'none: secrets are plain text'
      : warning('secrets are plain text in the database: set SECRETS_KEY (openssl rand -base64 32)')

const otherApi = async ({ API_URL }: ServerConfig): Promise<Said> => {
  const { status } = await get(`${API_URL}/openapi.json`)
  return status === 200 ? `${API_URL} answers` : failed(`API_URL answers ${status}`)
}

const secretsOf = ({ sealed }: Product, { SECRETS_KEY }: ServerConfig) => {
  const sealer = createSealer(SECRETS_KEY ?? null)
  return {
    hasKey: SECRETS_KEY !== undefined,
    sealed,
    sealer,
    opens: (secret: string, { tenantId, webhookId }: { tenantId: string; webhookId: string }) =>
      problemsOf([() => sealer.open(secret, secretPurpose(tenantId, webhookId))]).length === 0,
  }
}

export const diagnose = async (
  product: Product,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> => {
  const settings = await examine('settings', () => {
    const problems = problemsOf([() => readServerConfig(environment, product)])
    return problems.length > 0 ? failed(problems.join('; ')) : 'read'
  })
  if (settings.state === 'failed') return [settings]
  const config = readServerConfig(environment, product)
  if (config.API_URL) return [settings, await examine('API', () => otherApi(config))]
  const own = await Promise.all([
    examine('disk', () => disk(config)),
    examine('mail server', () => mailServer(config)),
    examine('Supabase project', () => project(config)),
    examine('public address', () => publicAddress(config)),
    examine('proxies', () => proxies(config)),
    examine('sign-up', () => signUp(config)),
    examine('second step', () => secondStep(config)),
    examine('webhooks', () => webhooks(config)),
    examine('SECRETS_KEY', () => sealing(config)),
  ])
  const database = await examineDatabase({
    ...config,
    isPublic: config.DEMO && !config.IS_PRIVATE,
    schema: await migratedSchema(product.resources, product.migrations),
    migrations: product.migrations,
    ...secretsOf(product, config),
  })
  return [settings, ...own, ...database]
}

const signs = { ok: '✔', warning: '!', failed: '✘' } as const

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values } = readWords(words, usage, { json: { type: 'boolean' } })
  const findings = await diagnose(product, process.env)
  const count = (state: Finding['state']) => findings.filter(each => each.state === state).length
  const lines = findings.map(({ check, state, said }) => `${signs[state]} ${check.padEnd(20)}${said}`)
  const sum = `${findings.length} checks: ${count('failed')} failed, ${count('warning')} to look at`
  say(values.json ? JSON.stringify(findings, null, 2) : [...lines, sum].join('\n'))
  if (count('failed') > 0) process.exitCode = 1
}
