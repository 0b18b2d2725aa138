import { hasRole, type Role } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { notFound, Problem, refusal } from '../problem'
import type { RouteAccess } from '../route'
import type { Services } from '../services'
import { welcome } from './firstSight'
import { type Identity, unauthorized } from './tokenVerifier'

/** Somebody who is signed in. */
export interface Caller {
  userId: string
  email: string
  name: string | null
  isSuperuser: boolean
  /** When they signed in, if the token says; ISO 8601 in UTC. */
  signedInAt: string | null
  /** What they are in `tenant`, or above tenants: superuser or nothing. */
  role: Role | null
  tenant: CurrentTenant | null
  /** The resource that they are themselves, when their tenant wants its staff to keep to their own calendars. */
  ownResourceId: string | null
}

export interface CurrentTenant {
  id: string
  timeZone: string
  currency: string
  isActive: boolean
  /** Confirmed bookings count as completed when they have ended. */
  autoComplete: boolean
}

export interface MemberCaller extends Caller {
  role: Role
  tenant: CurrentTenant
}

export type CallerOf<A extends RouteAccess> = A['who'] extends 'anyone'
  ? null
  : A['who'] extends 'member'
    ? MemberCaller
    : Caller

interface UserRow {
  userId: string
  email: string
  name: string | null
  userType: string
  isActive: boolean
  tenantId: string | null
  timeZone: string | null
  currency: string | null
  tenantIsActive: boolean | null
  autoComplete: boolean | null
  staffKeepToOwn: boolean | null
  role: Role | null
  resourceId: string | null
}

/** The user of an account, with one tenant and what they are in it: one statement. */
const findUser = (db: Transaction, authId: string, tenantId: string | null): Promise<UserRow | undefined> =>
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
      'tenants.id as tenantId',
      'tenants.timeZone',
      'tenants.currency',
      'tenants.isActive as tenantIsActive',
      'tenants.autoComplete',
      'tenants.staffKeepToOwn',
      'memberships.role',
      'memberships.resourceId',
    ])
    .executeTakeFirst() as Promise<UserRow | undefined>

const bearerToken = (headers: Headers): string => {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (!token) throw unauthorized('Sign in first: this call needs a bearer token.')
  return token
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** The tenant that a call is about; it may not exist. */
const namedTenant = (
  access: RouteAccess & { who: 'member' },
  headers: Headers,
  params: Readonly<Record<string, string>>,
): string => {
  const id = 'param' in access.tenant ? params[access.tenant.param] : headers.get(access.tenant.header)
  if (!id) throw new Problem('tenant_required', 'Name the tenant in the X-Tenant-ID header.')
  if (!isUuid(id)) throw notFound('tenant')
  return id
}

const toCaller = (row: UserRow, { signedInAt }: Identity): Caller => {
  const isSuperuser = row.userType === 'superuser'
  const tenant =
    row.tenantId && (isSuperuser || row.role)
      ? {
          id: row.tenantId,
          timeZone: row.timeZone ?? 'UTC',
          currency: row.currency ?? 'EUR',
          isActive: row.tenantIsActive === true,
          autoComplete: row.autoComplete === true,
        }
      : null
  return {
    userId: row.userId,
    email: row.email,
    name: row.name,
    isSuperuser,
    signedInAt,
    role: isSuperuser ? 'superuser' : row.role,
    tenant,
    ownResourceId: !isSuperuser && row.role === 'staff' && row.staffKeepToOwn ? row.resourceId : null,
  }
}

const forbidden = (role: string): Problem => new Problem('forbidden', `This needs the role "${role}".`)

/** Suspended tenants can look but not change; superusers may still set their records and members right. */
const refuseSuspended = (caller: Caller, tenant: CurrentTenant, access: RouteAccess & { who: 'member' }) => {
  const isAdministration = caller.isSuperuser && 'param' in access.tenant
  if (!tenant.isActive && !isAdministration) {
    throw refusal('tenant_inactive', 'refusal.tenantInactive')
  }
}

interface Call {
  access: RouteAccess
  method: string
  headers: Headers
  params: Readonly<Record<string, string>>
}

/**
 * Finds out who calls, and refuses those who may not.
 * @returns null for a route that anyone may call
 * @throws Problem 401, 403, or 404 for a tenant that does not exist or that the caller is no member of
 */
export const identify = async (
  services: Services,
  { access, method, headers, params }: Call,
): Promise<Caller | null> => {
  if (access.who === 'anyone') return null
  const identity = await services.verifyToken(bearerToken(headers))
  const tenantId = access.who === 'member' ? namedTenant(access, headers, params) : null

  const find = () =>
    services.database.run({ as: 'platform' }, db => findUser(db, identity.authId, tenantId), { single: true })
  const row = (await find()) ?? (await welcome(services, identity).then(find))
  if (!row) throw unauthorized('There is no such user.')
  if (!row.isActive) throw new Problem('user_inactive', 'This user is inactive. Ask an administrator.')

  const caller = toCaller(row, identity)
  if (access.who === 'superuser' && !caller.isSuperuser) throw forbidden('superuser')
  if (access.who === 'member') {
    if (!caller.tenant) throw notFound('tenant')
    if (!hasRole(caller.role, access.role)) throw forbidden(access.role)
    if (method !== 'GET') refuseSuspended(caller, caller.tenant, access)
  }
  return caller
}
