import { setTimeout } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Database, Transaction } from '../db/database'
import type { Log } from '../log'
import type { MailTransport } from '../mails/transport'
import { networkOf } from '../networkOf'
import { createSealer } from '../seal'
import { type AccountRow, deleteDemoAccounts, hasAccounts, isShutOut } from './accounts'
import { createAdministration } from './administration'
import type { AuthContext } from './authContext'
import { AuthError } from './authError'
import { createBacklog } from './backlog'
import { serviceToken } from './bearer'
import { deviceOf } from './device'
import { aboutEndpoints } from './endpoints/about'
import { adminEndpoints } from './endpoints/admin'
import { factorEndpoints } from './endpoints/factors'
import { mailEndpoints } from './endpoints/mailRequests'
import { notOfferedEndpoints } from './endpoints/notOffered'
import { recoveryCodeEndpoints } from './endpoints/recoveryCodes'
import { sessionEndpoints } from './endpoints/sessions'
import { signUpEndpoint } from './endpoints/signUp'
import { tokenEndpoint } from './endpoints/token'
import { userEndpoints } from './endpoints/user'
import { verifyEndpoints } from './endpoints/verify'
import { apiVersion, errorAnswer, errorCodeHeader } from './errorAnswer'
import { type Intake, limitCalls } from './intake'
import { countInvitations, type InvitationMails, mailInvitation } from './invitations'
import { createLinks } from './links'
import { type AuthMailWork, createAuthMailQueue } from './mailQueue'
import { createWords, type WrittenMail } from './mails'
import { prune } from './prune'
import { provedAt } from './reauthentication'
import { endlessSessions, expiryOf, type SessionLimits } from './sessionLimits'
import { endAllSessions, findSession } from './sessions'
import { loadSigningKeys } from './signingKeys'

export interface AuthServiceOptions {
  database: Database
  issuer: string
  siteUrl: string
  /** Links may lead to these origins, and their pages may call the service. */
  isOwnOrigin: (origin: string) => boolean
  transport: MailTransport
  /** Without it, the service tries each mail once. */
  mailWork?: AuthMailWork
  confirmEmail: boolean
  mayStillSignUp?: (email: string) => Promise<boolean> | boolean
  productName: string
  admitsDemo: boolean
  sessionLimits?: SessionLimits
  localeOf?: (accountId: string) => Promise<string | null>
  intake?: Intake
  clientAddress: (c: Context) => string
  log: Log
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

export type AuthService = Awaited<ReturnType<typeof createAuthService>>

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
      exposeHeaders: [apiVersion.header, errorCodeHeader, 'retry-after', 'link', 'x-total-count'],
      maxAge: 600,
    }),
  )
  if (options.intake) app.use(limitCalls(options.intake, context.networkOf))
  const administration = createAdministration(context)
  const parts = [
    tokenEndpoint(context),
    signUpEndpoint(context),
    userEndpoints(context),
    mailEndpoints(context),
    verifyEndpoints(context),
    factorEndpoints(context),
    recoveryCodeEndpoints(context),
    sessionEndpoints(context),
    aboutEndpoints(context),
    notOfferedEndpoints(context),
    adminEndpoints(context, administration),
  ]
  for (const part of parts) app.route('/', part)
  // A parent application would replace `notFound`.
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint')
  })
  return app
}

interface Post {
  links: AuthContext['links']
  write: (trx: Transaction, mail: WrittenMail) => Promise<void>
  wake: () => void
  backlog: ReturnType<typeof createBacklog>
}

const createContext = async (
  options: AuthServiceOptions,
  { links, write, wake, backlog }: Post,
): Promise<AuthContext> => {
  const { database, issuer, confirmEmail, productName, log, admitsDemo } = options
  const writers = new WeakSet<Transaction>()
  const networkOfRequest = (c: Context) => networkOf(options.clientAddress(c))
  const now = options.now ?? Date.now
  const run: AuthContext['run'] = async work => {
    let hasMail = false
    const result = await database.run(
      { as: 'auth' },
      async trx => {
        hasMail = false
        const result = await work(trx)
        hasMail = writers.has(trx)
        return result
      },
      { retry: true },
    )
    if (hasMail) wake()
    return result
  }
  const writeMail: Post['write'] = (trx, mail) => {
    writers.add(trx)
    return write(trx, mail)
  }
  const context: AuthContext = {
    issuer,
    issuerName: productName,
    confirmEmail,
    mayStillSignUp: options.mayStillSignUp ?? null,
    admitsDemo,
    keys: await loadSigningKeys({ run, now }),
    sessionLimits: options.sessionLimits ?? endlessSessions,
    links,
    log,
    now,
    writeMail,
    mail: (trx, mail) => writeMail(trx, { type: 'link', ...mail }),
    notice: (trx, kind, { id, email }, { to = email, c, newEmail, undoLink } = {}) =>
      writeMail(trx, {
        type: 'notice',
        kind,
        userId: id,
        to,
        at: now(),
        device: c && deviceOf(c.req.header('user-agent')),
        network: c && networkOfRequest(c),
        newEmail,
        undoLink,
      }),
    networkOf: networkOfRequest,
    run,
    wait: options.wait ?? (ms => setTimeout(ms)),
    later: backlog.add,
  }
  return context
}

/** Speaks Supabase's protocol. Mount it at `/auth/v1`. */
export const createAuthService = async (options: AuthServiceOptions) => {
  const { database, issuer, siteUrl, productName, log, mailWork } = options
  const links = createLinks(options)
  const backlog = createBacklog(log)
  const localeOf = async (accountId: string) => (await options.localeOf?.(accountId)) ?? null
  const mails = createAuthMailQueue({
    ...{ database, log, transport: options.transport, sender: productName, now: options.now ?? Date.now },
    host: new URL(siteUrl).hostname,
    words: createWords({ links, siteUrl, productName, localeOf }),
    work: mailWork ?? { retrySeconds: [], sealer: createSealer(null) },
  })
  const context = await createContext(options, {
    ...{ links, backlog, write: mails.write },
    wake: () => (mailWork ? mails.wake(mailWork.alarm) : backlog.add(mails.sendNow)),
  })
  const administration = createAdministration(context)
  const invitationMails: InvitationMails = {
    ...countInvitations(database, context.now),
    send: invitation =>
      backlog.add(() =>
        mailInvitation(
          {
            administration,
            links,
            run: context.run,
            write: context.writeMail,
            now: context.now,
            productName,
            siteUrl,
            localeOf,
          },
          invitation,
        ),
      ),
  }

  return {
    app: createApp(context, options),
    verificationKeys: context.keys.verify,
    reloadKeys: context.keys.reload,
    issuer,
    /** Demo accounts can sign in only while the demo is on. */
    createAccount: async (
      email: string,
      password: string,
      userMetadata: Record<string, unknown> = {},
      { isDemo = false } = {},
    ): Promise<string | null> =>
      (await administration.create({ email, password, userMetadata, isConfirmed: true, isDemo }))?.id ?? null,
    hasAccounts: (): Promise<boolean> => context.run(hasAccounts),
    deleteDemoAccounts: (): Promise<void> => context.run(deleteDemoAccounts),
    invite: async ({ email, name }: { email: string; name: string | null }): Promise<string | null> => {
      const account = await administration.create({
        email,
        userMetadata: name ? { name } : {},
        isConfirmed: false,
        isInvited: true,
      })
      if (account) await administration.sendInvitation(account)
      return account?.id ?? null
    },
    mailQueue: mailWork ? mails.queue : null,
    invitationMails,
    update: async (id: string, { email, isActive }: { email?: string; isActive?: boolean }): Promise<void> => {
      await administration.change(id, {
        ...(email && { email }),
        ...(isActive !== undefined && { ban: isActive ? 'none' : 'forever' }),
        isAskedByProduct: true,
      })
    },
    delete: administration.delete,
    endSessions: (id: string): Promise<void> => context.run(trx => endAllSessions(trx, id)),
    isSessionLive: async (id: string): Promise<boolean> => {
      const session = await context.run(trx => findSession(trx, id))
      return session !== undefined && expiryOf(session, context.sessionLimits, context.now()) === null
    },
    /** Epoch milliseconds; 0 for an unknown session. */
    provedAt: async (id: string): Promise<number> => {
      const session = await context.run(trx => findSession(trx, id))
      return session ? provedAt(session) : 0
    },
    prune: (): Promise<number> => prune(context),
    find: async (id: string): Promise<AccountRow | undefined> => {
      const account = await administration.find(id)
      return account && !isShutOut(account, context) ? account : undefined
    },
    /** Seconds. */
    serviceToken: (lifetime = 300): Promise<string> => serviceToken(context, lifetime),
    settled: backlog.settled,
  }
}
