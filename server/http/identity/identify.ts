import { type CallAccess, isUuid } from '../../../src/contract'
import { type ApiScopeName, hasRole, type Role } from '../../../src/schema'
import type { Check } from '../../db/database'
import { forbidden, notFound, Problem, refusal } from '../problem'
import type { Services } from '../services'
import { secondFactorRequired } from './account'
import { isApiKey, keyQueries, lookupOfKey } from './apiKey'
import { type Caller, type CallerColumns, type CarryingRow, carriedIn, ownIn, selectCarried } from './caller'
import { CallerCache, type CallerQueries, callerQueries } from './callerCache'
import { followAddress, mayHaveMoved, provisionUser } from './provisioning'
import { bearerToken, type Identity, unauthorized } from './tokenVerifier'

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
  membershipId: string | null
}

export const userQueries = (columns: CallerColumns) =>
  callerQueries<UserRow, 'authId' | 'tenantId'>(['authId', 'tenantId'], (db, { authId, tenantId }) =>
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
        'memberships.id as membershipId',
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
 * The confirmed address, in lower case. The user's record may lag behind.
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

export const toCaller = (
  row: UserRow,
  { signedInAt, sessionId }: Pick<Identity, 'signedInAt' | 'sessionId'>,
  columns: CallerColumns,
): Caller => {
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
  const membership = row.role && carriedIn(columns, 'membership', row)
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
    membershipId: row.membershipId,
    own: ownIn(columns, { membership, key: null }),
    columns: { tenant: tenant && carriedIn(columns, 'tenant', row), membership, key: null },
  }
}

export interface IdentifiedCall {
  access: CallAccess
  scopes: readonly ApiScopeName[]
  method: string
  headers: Headers
  params: Readonly<Record<string, string>>
  ip: string
}

export interface Identified {
  caller: Caller | null
  /** Null after a fresh look-up. */
  check: Check | null
}

/** @throws Problem 401, 403, or 404 for an unknown tenant or one without the caller */
export interface Identification {
  fresh: () => Promise<Identified>
  cached: () => Promise<Identified>
}

export interface CallerLookup<Row extends object> {
  key: string
  queries: CallerQueries<Row>
  isUnsettled?: (row: Row) => boolean
  settle?: (find: () => Promise<Row | undefined>) => Promise<Row | undefined>
  authorize: (row: Row | undefined) => Promise<Caller>
}

const nobody = async (): Promise<Identified> => ({ caller: null, check: null })

export const createIdentify = (services: Services) => {
  const cache = new CallerCache(services.database)
  const ofUser = userQueries(services.callerColumns)
  const ofKey = keyQueries(services.callerColumns)

  const identification = <Row extends object>(lookup: CallerLookup<Row>, call: IdentifiedCall): Identification => {
    const authorized = async (row: Row | undefined): Promise<Caller> => {
      const caller = await lookup.authorize(row)
      const { tenant, isSuperuser } = caller
      // A suspended tenant is read-only, but superusers may change its record and members.
      if (call.access.who === 'member' && tenant && !tenant.isActive && call.method !== 'GET')
        if (!isSuperuser || !('param' in call.access.tenant)) throw refusal('tenant_inactive', 'refusal.tenantInactive')
      return caller
    }
    const find = () => cache.find(lookup)
    const fresh = async () => ({ caller: await authorized(await (lookup.settle?.(find) ?? find())), check: null })
    return {
      fresh,
      cached: async () => {
        const known = cache.get(lookup)
        if (!known || lookup.isUnsettled?.(known.row)) return fresh()
        const caller = await authorized(known.row).catch(error => {
          if (error instanceof Problem) return null
          throw error
        })
        // A cached refusal may be outdated.
        return caller ? { caller, check: known.check } : fresh()
      },
    }
  }

  const identify = async (call: IdentifiedCall): Promise<Identification> => {
    if (call.access.who === 'anyone') return { fresh: nobody, cached: nobody }
    const token = requireToken(call.headers)
    return isApiKey(token)
      ? identification(lookupOfKey(services, ofKey, token, call), call)
      : identification(lookupOfPerson(services, ofUser, await services.verifyToken(token), call), call)
  }
  return { identify, verify: cache.verify }
}

const lookupOfPerson = (
  services: Services,
  queriesOf: ReturnType<typeof userQueries>,
  identity: Identity,
  { access, headers, params }: IdentifiedCall,
): CallerLookup<UserRow> => {
  const { authId } = identity
  const tenantId = access.who === 'member' ? namedTenant(access, headers, params) : null
  return {
    key: `${authId} ${tenantId}`,
    queries: queriesOf({ authId, tenantId }),
    isUnsettled: ({ email }) => identity.email !== email && mayHaveMoved(identity, email),
    settle: async find => {
      const seen = (await find()) ?? (await provisionUser(services, identity).then(find))
      return seen && (await followAddress(services, identity, seen.email)) ? find() : seen
    },
    authorize: async row => {
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
      const needsSecondFactor =
        (caller.isSuperuser && services.superusersNeedSecondFactor) ||
        (caller.tenant !== null && row.requireSecondFactor === true && hasRole(caller.role, 'admin'))
      if (!identity.isAal2 && !mayBeWithout && needsSecondFactor) throw secondFactorRequired('enroll')
      return caller
    },
  }
}
