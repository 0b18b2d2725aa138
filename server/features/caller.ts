import type { AuditEntry } from '../../src/contract'
import { apiKeys } from '../../src/resources/apiKeys'
import { memberships } from '../../src/resources/memberships'
import { tenants } from '../../src/resources/tenants'
import { type ApiScopeName, hasRole } from '../../src/schema'
import { withoutCustomer } from '../audit/auditEntry'
import type { Caller, MemberCaller } from '../http/identity/caller'
import { callerColumns } from '../http/identity/callerColumns'
import { invalidField } from '../http/problem'

/** The product's columns that are read of every caller's tenant, membership and API key. */
export const ownColumns = callerColumns(
  tenants,
  ['autoComplete', 'staffKeepToOwn'],
  memberships,
  ['resourceId'],
  apiKeys,
  ['channelId'],
)

/** Whether the tenant's confirmed bookings count as completed once they have ended. */
export const completesByItself = (caller: Caller): boolean => ownColumns.tenantOf(caller)?.autoComplete === true

/** The resource that stands for the caller, if the tenant limits staff to their own calendars; otherwise null. */
export const ownResourceId = (caller: Caller): string | null => {
  if (caller.role !== 'staff' || !ownColumns.tenantOf(caller)?.staffKeepToOwn) return null
  return ownColumns.membershipOf(caller)?.resourceId ?? null
}

/** The channel that the caller's API key is bound to; null for people and for keys of all channels. */
export const keyChannelId = (caller: Caller): string | null => ownColumns.keyOf(caller)?.channelId ?? null

/** Whether the caller is an API key without this scope; people lack none. */
export const lacksScope = ({ key }: Caller, scope: ApiScopeName): boolean => key !== null && !key.scopes.has(scope)

/** The same request, for what follows from it in other calendars and channels than the caller's. */
export const beyondOwn = <R extends { caller: MemberCaller }>(request: R): R => ({
  ...request,
  caller: { ...request.caller, columns: { ...request.caller.columns, membership: null, key: null } },
})

/**
 * The channel that a call is about: for a key that is bound to one, that one.
 * @throws Problem `validation` for another one
 */
export const channelFor = <T extends string | null | undefined>(caller: Caller, channelId: T): T | string => {
  const bound = keyChannelId(caller)
  if (!bound) return channelId
  if (channelId && channelId !== bound) throw invalidField('channelId', 'validation.keyChannel')
  return bound
}

/** A record's history as the caller may read it: to keys without their scope no customer is named. */
export const historyFor = (
  caller: MemberCaller,
  entries: readonly AuditEntry[],
  { isNamed = false } = {},
): AuditEntry[] => {
  const tellsWhy = hasRole(caller.role, 'staff')
  const isNameless = lacksScope(caller, 'customers.read')
  return entries.map(entry => ({
    ...entry,
    // Addresses are only for owners and admins, in the audit log; reasons only for staff.
    ip: null,
    reason: tellsWhy ? entry.reason : null,
    ...(isNameless && isNamed && { entityLabel: null }),
    ...(isNameless && { actor: withoutCustomer(entry.actor) }),
  }))
}

/** The order of names would tell them. @throws Problem `validation` */
export const requireKnownOrder = (
  { caller }: { caller: Caller },
  { sort }: Readonly<Record<string, unknown>>,
): void => {
  const fields = Array.isArray(sort) ? (sort as readonly { field: string }[]) : []
  if (lacksScope(caller, 'customers.read') && fields.some(({ field }) => field === 'customerName'))
    throw invalidField('sort', 'validation.forbidden')
}

/** Through what a booking is made. */
export const sourceOf = ({ key, visitor }: Caller): 'admin' | 'api' | 'public' =>
  key ? 'api' : visitor ? 'public' : 'admin'
