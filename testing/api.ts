import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { inject } from 'vitest'
import { createAuthService } from '../server/auth/createAuthService'
import type { Product } from '../server/crud/product'
import { routeTable } from '../server/crud/routeTable'
import type { Database } from '../server/db/database'
import { anyTable } from '../server/db/sql'
import { createApi } from '../server/http/createApi'
import { secondFactorLookup } from '../server/http/identity/account'
import { tokenVerifier } from '../server/http/identity/tokenVerifier'
import type { Route } from '../server/http/route'
import type { Services } from '../server/http/services'
import { noAlarm } from '../server/jobs/jobs'
import { LiveEvents } from '../server/live/LiveEvents'
import { createTransport } from '../server/mails/transport'
import { createSealer } from '../server/seal'
import { answerChecker } from './answerChecker'
import { openTestDatabase, type TestDatabase } from './testDatabase'

const issuer = 'http://auth.test/auth/v1'

interface TokenOptions {
  authId: string
  issuer?: string
  audience?: string
  /** Seconds from now. */
  expiresIn?: number
  /** Seconds since the epoch. */
  signedInAt?: number
  email?: string
  aal?: 'aal1' | 'aal2'
  sessionId?: string
}

interface RequestOptions {
  method?: string
  as?: Person | undefined
  token?: string
  tenantId?: string | undefined
  body?: unknown
  /** Sent as is, instead of `body`. */
  text?: string
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** A user who calls the API. */
export interface Person {
  id: string
  authId: string
  email: string
}

type Json = Record<string, unknown> & { id: string }

export interface Answered {
  status: number
  headers: Headers
  /** Null for an empty body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export interface LogLine {
  level: string
  message: string
  details: Record<string, unknown>
}

type MemberRole = 'owner' | 'admin' | 'staff' | 'viewer'

const tables = new WeakMap<Product, Route[]>()

/** Built once for all files. */
export const routesOf = (product: Product): Route[] => {
  const routes = tables.get(product) ?? routeTable(product)
  tables.set(product, routes)
  return routes
}

const checkers = new WeakMap<Route[], Promise<ReturnType<typeof answerChecker>>>()

/** Opens an API on a new database, with the real auth service and helpers to fill and call it. */
export const openApi = async ({
  product,
  on,
  routes: ownRoutes,
  ...overrides
}: {
  product: Product
  /** Defaults to a new database, on a server if there is one. */
  on?: TestDatabase
  routes?: Route[]
} & Partial<Services>) => {
  const testDatabase =
    on ?? (await openTestDatabase((inject('postgresUrl' as never) as string | undefined) ?? null, product.migrations))
  const { database, owner } = testDatabase
  const outboxFolder = await mkdtemp(path.join(os.tmpdir(), 'outbox-'))
  const auth = await createAuthService({
    database,
    issuer,
    siteUrl: 'http://app.test',
    isOwnOrigin: () => false,
    transport: createTransport({
      smtpUrl: undefined,
      from: 'no-reply@app.test',
      folder: outboxFolder,
      log: () => {},
      logLinks: false,
    }),
    confirmEmail: true,
    productName: 'Slotwise',
    admitsDemo: false,
    clientAddress: () => '127.0.0.1',
    log: () => {},
  })

  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const otherKey = (await generateKeyPair('ES256')).privateKey
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] })
  const lines: LogLine[] = []
  const log: Services['log'] = (level, message, details = {}) => void lines.push({ level, message, details })
  const live = new LiveEvents(overrides.database ?? database)
  const findAccount: Services['findAccount'] = async ({ authId }) => {
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
  }
  const services: Services = {
    verifyToken: tokenVerifier({ keys, issuer, log }),
    findAccount,
    // Tokens carry `signedInAt` only in tests about it.
    provedAt: async ({ signedInAt }) => (signedInAt ? Date.parse(signedInAt) : Date.now()),
    hasSecondFactor: secondFactorLookup(findAccount),
    superusersNeedSecondFactor: false,
    users: auth,
    invitationMails: auth.invitationMails,
    admitsDemo: false,
    clientAddress: () => '127.0.0.1',
    log,
    live,
    now: Date.now,
    resources: product.resources,
    events: product.events ?? null,
    follow: product.follow ?? null,
    alarm: noAlarm,
    redrives: product.redrives,
    strangers: { callsPerNetwork: 0 },
    own: product.settings.read({ PUBLIC_POW_BITS: '0' }),
    site: { url: 'http://app.test', mainDomain: null },
    webhooks: {
      settings: { allowsPrivate: false, retrySeconds: [30], timeoutMs: 10_000, disableAfterMinutes: 7200 },
      sealer: createSealer(null),
      catalogue: product.events ?? {},
    },
    callerColumns: product.callerColumns,
    apiScopes: product.apiScopes ?? null,
    labels: product.labels ?? [],
    productName: 'Slotwise',
    files: { bucket: null, tenantBytes: 1024 ** 3, strangerBytes: 1024 ** 3 },
    servesOtherSites: false,
    database,
    ...overrides,
  }
  const routes =
    ownRoutes ?? (overrides.resources ? routeTable({ ...product, resources: services.resources }) : routesOf(product))
  const app = createApi(services, { routes })

  const sign = (
    {
      authId,
      issuer: iss = issuer,
      audience = 'authenticated',
      expiresIn = 600,
      signedInAt,
      email,
      aal,
      sessionId,
    }: TokenOptions,
    key = privateKey,
  ): Promise<string> =>
    new SignJWT({
      role: 'authenticated',
      ...(email && { email }),
      ...(aal && { aal }),
      ...(sessionId && { session_id: sessionId }),
      ...(signedInAt && { amr: [{ method: 'password', timestamp: signedInAt }] }),
    })
      .setProtectedHeader({ alg: 'ES256' })
      .setSubject(authId)
      .setIssuer(iss)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(key)

  const tokens = new Map<string, string>()
  const tokenOf = async ({ authId }: Person): Promise<string> => {
    const token = tokens.get(authId) ?? (await sign({ authId }))
    tokens.set(authId, token)
    return token
  }

  const checker = () => {
    const read = async () => {
      const response = await app.request('/openapi.json')
      return response.ok ? answerChecker(await response.json()) : () => {}
    }
    const known = checkers.get(routes) ?? read()
    checkers.set(routes, known)
    return known
  }

  const request = async (
    url: string,
    { method = 'GET', as, token, tenantId, body, text, bytes, headers = {} }: RequestOptions = {},
  ): Promise<Answered> => {
    const bearer = token ?? (as && (await tokenOf(as)))
    const payload = bytes ?? text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.request(url, {
      method,
      headers: {
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(tenantId && { 'X-Tenant-ID': tenantId }),
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    // An event stream never ends.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (isStream) await response.body?.cancel()
    const answer = isStream ? '' : await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const { status } = response
    const answered = isJson && answer ? JSON.parse(answer) : answer || null
    if (isJson && !url.startsWith('/openapi.json')) (await checker())({ method, url, status, body: answered })
    return { status, headers: response.headers, body: answered }
  }

  let count = 0
  const insert = (as: Parameters<Database['run']>[0], table: string, values: object): Promise<Json> =>
    database.run(
      as,
      db => anyTable(db).insertInto(table).values(values).returningAll().executeTakeFirstOrThrow() as Promise<Json>,
    )
  const addTenant = (values: object = {}): Promise<Json> =>
    insert({ as: 'platform' }, 'tenants', {
      name: `Tenant ${++count}`,
      slug: `tenant-${count}`,
      timeZone: 'Europe/Berlin',
      ...values,
    })
  const addPerson = async (values: object = {}): Promise<Person> =>
    (await insert({ as: 'platform' }, 'users', {
      email: `person-${++count}@example.com`,
      authId: crypto.randomUUID(),
      ...values,
    })) as unknown as Person
  const addMember = (
    tenantId: string,
    { id: userId }: { id: string },
    role: MemberRole,
    values: object = {},
  ): Promise<Json> => insert({ as: 'platform' }, 'memberships', { tenantId, userId, role, ...values })

  return {
    app,
    services,
    auth,
    database,
    owner,
    routes,
    lines,
    outboxFolder,
    request,
    tokenOf,
    sign,
    otherKey,
    addTenant,
    addPerson,
    addMember,
    insert,
    addPersonIn: async (tenantId: string, role: MemberRole): Promise<Person> => {
      const person = await addPerson()
      await addMember(tenantId, person, role)
      return person
    },
    close: async () => {
      await live.close()
      if (!on) await testDatabase.close()
      await rm(outboxFolder, { recursive: true })
    },
  }
}

/** An API under test, and helpers to fill its database: see `openApi`. */
export type TestApi = Awaited<ReturnType<typeof openApi>>
