import { type CallAccess, isUuid } from '../../../src/contract'
import { type ApiScopeName, hasRole, type Role } from '../../../src/schema'
import type { Check } from '../../db/database'
import { statement } from '../../db/sql'
import { notFound, Problem } from '../problem'
import type { Services } from '../services'
import { type CallerKey, inquireOfKey, keyQuery } from './apiKey'
import { isApiKey } from './apiKeyFormat'
import { bearerToken } from './bearerToken'
import { type CallerColumns, type CarryingRow, carriedIn, selectCarried } from './callerColumns'
import { followAddress, mayHaveMoved } from './followAddress'
import { KnownCallers, type Lookup } from './knownCallers'
import { provisionUser } from './provisioning'
import { secondFactorRequired } from './secondFactor'
import { refuseSuspended } from './suspended'
import { type Identity, unauthorized } from './tokenVerifier'

export interface Caller {
  /** Null for an API key. */
  userId: string | null
  key: CallerKey | null
  /** Null for an API key. */
  email: string | null
  /** The key's name for an API key. */
  name: string | null
  isSuperuser: boolean
  /** ISO 8601 in UTC. */
  signedInAt: string | null
  sessionId: string | null
  /** The role in `tenant`; without a tenant, superuser or null. */
  role: Role | null
  tenant: CurrentTenant | null
  /** A customer without an account. */
  visitor?: Visitor
  /** The columns that `callerColumns` reads. */
  columns: { tenant: Columns | null; membership: Columns | null; key: Columns | null }
}

/** `id` and `name` are filled in during the call. */
export interface Visitor {
  id: string | null
  name: string | null
  /** The subject of retries, such as the booking; null if nothing is repeated. */
  retriesOf: string | null
}

type Columns = Readonly<Record<string, unknown>>

export interface CurrentTenant {
  id: string
  timeZone: string
  currency: string
  isActive: boolean
}

export interface Person extends Caller {
  userId: string
  email: string
}

export interface MemberCaller extends Caller {
  role: Role
  tenant: CurrentTenant
}

export type CallerOf<A extends CallAccess> = A['who'] extends 'anyone'
  ? null
  : A['who'] extends 'member'
    ? MemberCaller
    : Person

/** The subject of limits and retries. Empty if nothing is counted. */
export const callerId = ({ userId, key, visitor }: Caller): string => userId ?? key?.id ?? visitor?.retriesOf ?? ''

export const callerName = ({ name, email }: Pick<Caller, 'name' | 'email'>): string => name ?? email ?? ''

/** @throws for an API key, although no scope opens a route that needs a person */
export const personIn = <C extends Caller>(caller: C): C & Person => {
  if (caller.userId === null) throw new Error('No API key may come here.')
  return caller as C & Person
}

interface UserRow extends CarryingRow {
  userId: string
  email: string
  name: string | null
  userType: string
  isActive: boolean
  isDemo: boolean
  tenantId: string | null
  timeZone: string | null
  currency: string | null
  tenantIsActive: boolean | null
  requireSecondFactor: boolean | null
  role: Role | null
}

const userQuery = (columns: CallerColumns) =>
  statement<UserRow, 'authId' | 'tenantId'>(['authId', 'tenantId'], (db, { authId, tenantId }) =>
    db
      .selectFrom('users')
      .leftJoin('tenants', join => join.on('tenants.id', '=', tenantId))
      .leftJoin('memberships', join =>
        join
          .onRef('memberships.tenantId', '=', 'tenants.id')
          .onRef('memberships.userId', '=', 'users.id')
          .on('memberships.isActive', '=', true),
      )
      .where('users.authId', '=', authId)
      .select([
        'users.id as userId',
        'users.email',
        'users.name',
        'users.userType',
        'users.isActive',
        'users.isDemo',
        'tenants.id as tenantId',
        'tenants.timeZone',
        'tenants.currency',
        'tenants.isActive as tenantIsActive',
        'tenants.requireSecondFactor',
        'memberships.role',
        ...selectCarried(columns, 'tenant', 'tenants'),
        ...selectCarried(columns, 'membership', 'memberships'),
      ]),
  )

const requireToken = (headers: Headers): string => {
  const token = bearerToken(headers)
  if (!token) throw unauthorized('Sign in first: this call needs a bearer token.')
  return token
}

/**
 * The address confirmed at the auth service, in lower case; the user's record may be older.
 * @throws Problem `auth_unavailable`
 */
export const confirmedEmailOf = async (
  { verifyToken, findAccount }: Services,
  headers: Headers,
): Promise<string | null> => {
  const account = await findAccount(await verifyToken(requireToken(headers)))
  return (account?.isEmailConfirmed && account.email?.toLowerCase()) || null
}

const namedTenant = (
  access: CallAccess & { who: 'member' },
  headers: Headers,
  params: Readonly<Record<string, string>>,
): string => {
  const id = 'param' in access.tenant ? params[access.tenant.param] : headers.get(access.tenant.header)
  if (!id) throw new Problem('tenant_required', 'Name the tenant in the X-Tenant-ID header.')
  if (!isUuid(id)) throw notFound('tenant')
  return id
}

const toCaller = (row: UserRow, { signedInAt, sessionId }: Identity, columns: CallerColumns): Caller => {
  const isSuperuser = row.userType === 'superuser'
  const tenant =
    row.tenantId && (isSuperuser || row.role)
      ? {
          id: row.tenantId,
          timeZone: row.timeZone ?? 'UTC',
          currency: row.currency ?? 'EUR',
          isActive: row.tenantIsActive === true,
        }
      : null
  return {
    userId: row.userId,
    key: null,
    email: row.email,
    name: row.name,
    isSuperuser,
    signedInAt,
    sessionId,
    role: isSuperuser ? 'superuser' : row.role,
    tenant,
    columns: {
      tenant: tenant && carriedIn(columns, 'tenant', row),
      membership: row.role && carriedIn(columns, 'membership', row),
      key: null,
    },
  }
}

export const forbidden = (role: string): Problem => new Problem('forbidden', `This needs the role "${role}".`)

const needsSecondFactor = ({ superusersNeedSecondFactor }: Services, row: UserRow, caller: Caller): boolean =>
  (caller.isSuperuser && superusersNeedSecondFactor) ||
  (caller.tenant !== null && row.requireSecondFactor === true && hasRole(caller.role, 'admin'))

interface Call {
  access: CallAccess
  /** An API key needs one of them. */
  scopes: readonly ApiScopeName[]
  method: string
  headers: Headers
  params: Readonly<Record<string, string>>
  ip: string
}

export interface Identified {
  caller: Caller | null
  /** Verifies a remembered caller in the call's first transaction. Null after a fresh lookup. */
  check: Check | null
}

const nobody: Identified = { caller: null, check: null }

/** @throws Problem 401, 403, or 404 for a tenant that does not exist or that the caller is no member of */
interface Ways {
  find: () => Promise<Identified>
  /** Uses the last call's answer if it admits the caller. */
  recall: () => Promise<Identified>
}

export const createIdentify = (services: Services) => {
  const known = new KnownCallers(services.database)
  const lookups = { userQuery: userQuery(services.callerColumns), keyQuery: keyQuery(services.callerColumns) }

  const waysOf = <Row extends object>({ lookup, isUnsettled, settle, judge }: Inquiry<Row>): Ways => {
    const find = () => known.find(lookup)
    const ways: Ways = {
      find: async () => ({ caller: await judge(await (settle?.(find) ?? find())), check: null }),
      recall: async () => {
        const remembered = known.recall(lookup)
        if (!remembered || isUnsettled?.(remembered.row)) return ways.find()
        const caller = await judge(remembered.row).catch(error => {
          if (error instanceof Problem) return null
          throw error
        })
        // A remembered refusal may be outdated.
        return caller ? { caller, check: remembered.check } : ways.find()
      },
    }
    return ways
  }

  const inquiryOf = async (call: Call): Promise<Ways> => {
    const { access, headers } = call
    if (access.who === 'anyone') return { find: async () => nobody, recall: async () => nobody }
    const token = requireToken(headers)
    return isApiKey(token)
      ? waysOf(inquireOfKey(services, lookups.keyQuery, token, call))
      : waysOf(await inquireOfPerson(services, lookups.userQuery, token, call))
  }
  return { inquiryOf, verify: (check: Check) => known.verify(check) }
}

export interface Inquiry<Row extends object> {
  lookup: Lookup<Row>
  /** Whether `settle` must run before the row is used. */
  isUnsettled?: (row: Row) => boolean
  /** Brings the database up to date, then looks up. */
  settle?: (find: () => Promise<Row | undefined>) => Promise<Row | undefined>
  /** @throws Problem for a caller who may not call */
  judge: (row: Row | undefined) => Promise<Caller>
}

const inquireOfPerson = async (
  services: Services,
  query: ReturnType<typeof userQuery>,
  token: string,
  call: Call,
): Promise<Inquiry<UserRow>> => {
  const { access, headers, params } = call
  const identity = await services.verifyToken(token)
  const { authId } = identity
  const tenantId = access.who === 'member' ? namedTenant(access, headers, params) : null
  return {
    lookup: { key: `${authId} ${tenantId}`, query: query({ authId, tenantId }) },
    isUnsettled: ({ email }) => mayHaveMoved(identity, email),
    settle: async find => {
      const seen = (await find()) ?? (await provisionUser(services, identity).then(find))
      return seen && (await followAddress(services, identity, seen.email)) ? find() : seen
    },
    judge: async row => {
      if (!row || (row.isDemo && !services.admitsDemo)) throw unauthorized('There is no such user.')
      if (!row.isActive) throw new Problem('user_inactive', 'This user is inactive. Ask an administrator.')

      if (!identity.isAal2 && (await services.hasSecondFactor(identity))) throw secondFactorRequired('verify')

      const caller = toCaller(row, identity, services.callerColumns)
      if (access.who === 'superuser' && !caller.isSuperuser) throw forbidden('superuser')
      if (access.who === 'member') {
        if (!caller.tenant) throw notFound('tenant')
        if (!hasRole(caller.role, access.role)) throw forbidden(access.role)
      }
      const mayBeWithout = access.who === 'signedIn' && access.beforeSetup
      if (!identity.isAal2 && !mayBeWithout && needsSecondFactor(services, row, caller)) {
        throw secondFactorRequired('enroll')
      }
      refuseSuspended(caller, call)
      return caller
    },
  }
}
