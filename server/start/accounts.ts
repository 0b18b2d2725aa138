import { createRemoteJWKSet, customFetch } from 'jose'
import { DAY, HOUR, SECOND } from '../../src/time/instant'
import { createBacklog } from '../auth/backlog'
import { type AuthService, createAuthService } from '../auth/createAuthService'
import { countInvitations } from '../auth/invitations'
import { reloadEveryMs } from '../auth/signingKeys'
import type { ServerConfig } from '../config'
import { isInvited } from '../core/members/isInvited'
import type { Database } from '../db/database'
import { accountOverHttp } from '../http/identity/account'
import { tokenVerifier } from '../http/identity/tokenVerifier'
import { takeCallOf } from '../http/middleware/rateLimit'
import type { Services } from '../http/services'
import type { PeriodicJob } from '../jobs/periodicJob'
import { patientFetch } from '../outgoing/patientFetch'
import type { Setup } from './setup'

type Administration = Pick<Services, 'users' | 'invitationMails'>

export interface Accounts extends Administration, Pick<Services, 'verifyToken' | 'findAccount' | 'provedAt'> {
  settled: () => Promise<void>
}

/** Loaded on demand: Supabase's client takes 0.1 s and 11 MB. */
const hostedAdministration = async (
  project: { url: string; serviceRoleKey: string },
  { database, siteUrl, later }: { database: Database; siteUrl: string; later: (work: () => Promise<void>) => void },
): Promise<Administration> => {
  const { supabaseDirectory, supabaseInvitations } = await import('../http/directory/supabaseDirectory')
  const mail = supabaseInvitations({ ...project, siteUrl })
  return {
    users: supabaseDirectory(project),
    invitationMails: { ...countInvitations(database, Date.now), send: ({ to }) => later(() => mail(to)) },
  }
}

export const hostedAccounts = async ({ config, database, site, log }: Setup): Promise<Accounts> => {
  const { SUPABASE_URL = '', SUPABASE_ANON_KEY = '', SUPABASE_SERVICE_ROLE_KEY } = config
  const backlog = createBacklog(log)
  const authUrl = `${SUPABASE_URL}/auth/v1`
  return {
    verifyToken: tokenVerifier({
      keys: createRemoteJWKSet(new URL(`${authUrl}/.well-known/jwks.json`), {
        [customFetch]: patientFetch(5 * SECOND),
      }),
      issuer: authUrl,
    }),
    findAccount: accountOverHttp({ authUrl, apiKey: SUPABASE_ANON_KEY }),
    provedAt: async ({ signedInAt }) => (signedInAt ? Date.parse(signedInAt) : 0),
    users: null,
    invitationMails: null,
    ...(SUPABASE_SERVICE_ROLE_KEY &&
      (await hostedAdministration(
        { url: SUPABASE_URL, serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY },
        { database, siteUrl: site.url, later: backlog.add },
      ))),
    settled: backlog.settled,
  }
}

export const authJobs: readonly PeriodicJob<AuthService>[] = [
  {
    every: HOUR,
    run: auth => auth.prune(),
    done: 'sessions, tokens and counts that were over deleted',
    failed: 'what was over at the auth service was not deleted',
  },
  { every: reloadEveryMs, run: auth => auth.reloadKeys(), failed: 'signing keys not read', level: 'warn' },
]

export const accountsOf = (auth: AuthService, { config, log }: Setup): Accounts => ({
  verifyToken: tokenVerifier({
    keys: auth.verificationKeys,
    issuer: auth.issuer,
    isSessionLive: auth.isSessionLive,
    log,
  }),
  findAccount: async ({ authId }) => {
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
  },
  provedAt: async ({ sessionId }) => (sessionId ? auth.provedAt(sessionId) : 0),
  users: auth,
  invitationMails: config.INVITES ? auth.invitationMails : null,
  settled: auth.settled,
})

/** 0 days mean for ever. */
const inDays = (days: number): number => (days > 0 ? days * DAY : Number.POSITIVE_INFINITY)

const sessionLimitsOf = (config: ServerConfig) => ({
  idleMs: inDays(config.SESSION_IDLE_DAYS),
  maxMs: inDays(config.SESSION_MAX_DAYS),
  superuser: {
    idleMs: config.SUPERUSER_SESSION_IDLE_HOURS * HOUR,
    maxMs: inDays(config.SUPERUSER_SESSION_MAX_DAYS),
  },
})

const localeOfUser = async (database: Database, authId: string): Promise<string | null> => {
  const user = await database.run({ as: 'platform' }, db =>
    db.selectFrom('users').select('locale').where('authId', '=', authId).executeTakeFirst(),
  )
  return (user?.locale as string | null | undefined) ?? null
}

export const openAuthService = (setup: Setup): Promise<AuthService> => {
  const { config, database, site, mail, places, counts } = setup
  return createAuthService({
    database,
    issuer: `${site.url}/auth/v1`,
    siteUrl: site.url,
    isOwnOrigin: setup.isOwnOrigin,
    transport: mail.transport,
    mailWork: { alarm: setup.alarm, retrySeconds: mail.settings.retrySeconds, sealer: setup.sealer },
    confirmEmail: config.AUTH_CONFIRM_EMAIL,
    ...(!config.AUTH_SIGN_UP && { mayStillSignUp: email => isInvited(database, email, Date.now()) }),
    productName: config.PRODUCT_NAME,
    admitsDemo: config.DEMO,
    sessionLimits: sessionLimitsOf(config),
    localeOf: authId => localeOfUser(database, authId),
    clientAddress: setup.clientAddress,
    intake: { places, takeCall: network => takeCallOf(counts, network, config.RATE_LIMIT_ADDRESS) },
    log: setup.log,
  })
}
