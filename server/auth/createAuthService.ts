import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Database } from '../db/database'
import type { Log } from '../log'
import type { AccountRow } from './accounts'
import { createAdministration } from './administration'
import type { AuthContext } from './authContext'
import { AuthError } from './authError'
import { serviceToken } from './bearer'
import { aboutEndpoints } from './endpoints/about'
import { adminEndpoints } from './endpoints/admin'
import { mailEndpoints } from './endpoints/mailRequests'
import { signUpEndpoint } from './endpoints/signUp'
import { tokenEndpoint } from './endpoints/token'
import { userEndpoints } from './endpoints/user'
import { verifyEndpoints } from './endpoints/verify'
import { apiVersion, errorAnswer, errorCodeHeader } from './errorAnswer'
import { takeAttempts } from './limits'
import { createLinks } from './links'
import { createMails } from './mails'
import { networkOf } from './networkOf'
import { outbox } from './outbox'
import { loadSigningKeys } from './signingKeys'

export { outboxFolder } from './outbox'

export interface AuthServiceOptions {
  database: Database
  /** The `iss` of tokens: the service's own address, `http://localhost:3000/auth/v1`. */
  issuer: string
  /** Where the web application is, for links in mails. */
  siteUrl: string
  /** Whether a link may lead to this origin, and its pages may call the service. */
  isOwnOrigin: (origin: string) => boolean
  outboxFolder: string
  /** Sign-ups wait for a link in a mail. */
  confirmEmail: boolean
  productName: string
  /** Writes links into the log, too. */
  logLinks: boolean
  /** The address of the person behind a request. */
  clientAddress: (c: Context) => string
  log: Log
  /** Milliseconds since the epoch. */
  now?: () => number
}

export type AuthService = Awaited<ReturnType<typeof createAuthService>>

const maxBodySize = 64 * 1024

/** Whether that was too much; anything else is thrown on. */
const isRateLimit = (error: unknown): boolean => {
  if (error instanceof AuthError && error.status === 429) return true
  throw error
}

/** Work that goes on after an answer. */
const createBacklog = (log: Log) => {
  const running = new Set<Promise<void>>()
  return {
    add: (work: () => Promise<void>): void => {
      const done = work()
        .catch(error => log('error', 'auth mail not sent', { error: String(error) }))
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: async (): Promise<void> => void (await Promise.all(running)),
  }
}

const createApp = (context: AuthContext, options: AuthServiceOptions): Hono => {
  const app = new Hono()
  app.onError(errorAnswer(options.log))
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  app.use(
    cors({
      origin: origin => (URL.canParse(origin) && options.isOwnOrigin(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', apiVersion.header],
      exposeHeaders: [apiVersion.header, errorCodeHeader],
      maxAge: 600,
    }),
  )
  app.use(
    bodyLimit({
      maxSize: maxBodySize,
      onError: () => {
        throw new AuthError(413, 'validation_failed', 'The body is too large')
      },
    }),
  )
  const administration = createAdministration(context)
  const parts = [
    tokenEndpoint(context),
    signUpEndpoint(context),
    userEndpoints(context),
    mailEndpoints(context),
    verifyEndpoints(context),
    aboutEndpoints(context),
    adminEndpoints(context, administration),
  ]
  for (const part of parts) app.route('/', part)
  // Not `notFound`, which an application that this is mounted in would answer itself.
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint')
  })
  return app
}

/** The auth service of an installation without a Supabase project, with its protocol, to be mounted at `/auth/v1`. */
export const createAuthService = async (options: AuthServiceOptions) => {
  const { database, issuer, confirmEmail, productName, log, logLinks } = options
  const links = createLinks(options)
  const send = outbox({ folder: options.outboxFolder, log, sender: productName, logLinks })
  const backlog = createBacklog(log)
  const context: AuthContext = {
    issuer,
    confirmEmail,
    keys: await loadSigningKeys(database),
    links,
    log,
    now: options.now ?? Date.now,
    mail: createMails({ send, links, productName }),
    networkOf: c => networkOf(options.clientAddress(c)),
    run: work => database.run({ as: 'auth' }, work, { retry: true }),
    later: backlog.add,
  }
  const administration = createAdministration(context)

  return {
    app: createApp(context, options),
    /** For `jwtVerify`: the keys without a request. */
    verificationKeys: context.keys.verify,
    issuer,
    /** Makes an account that can sign in at once; null when the address is taken. */
    createAccount: async (
      email: string,
      password: string,
      userMetadata: Record<string, unknown> = {},
    ): Promise<string | null> =>
      (await administration.create({ email, password, userMetadata, isConfirmed: true }))?.id ?? null,
    /** Makes an account without a password and mails its invitation; null when the address is taken. */
    invite: async ({ email, name }: { email: string; name: string | null }): Promise<string | null> => {
      const account = await administration.create({ email, userMetadata: name ? { name } : {}, isConfirmed: false })
      if (account) await administration.sendInvitation(account)
      return account?.id ?? null
    },
    /** Mails the invitation of an account again that `invite` made, unless it has been taken up or got too many mails. */
    resendInvitation: async ({
      email,
      name,
    }: {
      email: string
      name: string | null
    }): Promise<'sent' | 'accepted' | 'limited'> => {
      const account = await administration.findByEmail(email)
      if (account?.emailConfirmedAt || account?.passwordHash) return 'accepted'
      const isLimited = await context
        .run(trx => takeAttempts(trx, [{ limit: 'mailbox', subject: email }], context.now()))
        .then(() => false, isRateLimit)
      if (isLimited) return 'limited'
      const invited =
        account ?? (await administration.create({ email, userMetadata: name ? { name } : {}, isConfirmed: false }))
      if (invited) await administration.sendInvitation(invited)
      return 'sent'
    },
    /** Changes the address, or bans and unbans; a ban ends all sessions. An unknown id is ignored. */
    update: async (id: string, { email, isActive }: { email?: string; isActive?: boolean }): Promise<void> => {
      await administration.change(id, {
        ...(email && { email }),
        ...(isActive !== undefined && { ban: isActive ? 'none' : 'forever' }),
      })
    },
    delete: administration.delete,
    find: (id: string): Promise<AccountRow | undefined> => administration.find(id),
    /** A bearer token for the admin endpoints. `lifetime`: seconds. */
    serviceToken: (lifetime = 300): Promise<string> => serviceToken(context, lifetime),
    /** Resolves when all mails are sent that answers did not wait for. */
    settled: backlog.settled,
  }
}
