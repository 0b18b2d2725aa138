import { hasRole } from '../../src/declare'
import { apiKeys } from '../../src/resources/apiKeys'
import type { ApiScopeValue } from '../../src/resources/apiScopes'
import { memberships } from '../../src/resources/memberships'
import { tenants } from '../../src/resources/tenants'
import {
  type Caller,
  callerColumns,
  invalidField,
  type MemberCaller,
  type readAuditLog,
  withoutCustomer,
} from '../serve'

export const ownColumns = callerColumns(
  tenants,
  ['autoComplete', 'visitWaitMinutes'],
  memberships,
  ['resourceId'],
  apiKeys,
  ['channelId'],
)

export const completesByItself = (caller: Caller): boolean => ownColumns.tenantOf(caller)?.autoComplete === true

export const visitWaitOf = (caller: Caller): number => ownColumns.tenantOf(caller)?.visitWaitMinutes ?? 0

/** Null for people, and for keys of all channels. */
export const keyChannelId = (caller: Caller): string | null => ownColumns.keyOf(caller)?.channelId ?? null

export const lacksScope = ({ key }: Caller, scope: ApiScopeValue): boolean => key !== null && !key.scopes.has(scope)

/** Without the limits to the caller's calendar or channel, for side effects on others. */
export const beyondOwn = <R extends { caller: MemberCaller }>(request: R): R => ({
  ...request,
  caller: { ...request.caller, own: {}, columns: { ...request.caller.columns, membership: null, key: null } },
})

/** @throws Problem `validation` for a channel other than the key's */
export const channelFor = <T extends string | null | undefined>(caller: Caller, channelId: T): T | string => {
  const bound = keyChannelId(caller)
  if (!bound) return channelId
  if (channelId && channelId !== bound) throw invalidField('channelId', 'validation.keyChannel')
  return bound
}

type History = Awaited<ReturnType<typeof readAuditLog>>

/** Keys without access to customers get no customer's name. */
export const historyFor = (caller: MemberCaller, entries: History, { isNamed = false } = {}): History => {
  const tellsWhy = hasRole(caller.role, 'staff')
  const isNameless = lacksScope(caller, 'customers.read')
  return entries.map(entry => ({
    ...entry,
    // Only owners and admins see addresses, only staff reasons.
    ip: null,
    reason: tellsWhy ? entry.reason : null,
    ...(isNameless && isNamed && { entityLabel: null }),
    ...(isNameless && { actor: withoutCustomer(entry.actor) }),
  }))
}

/** Ordering by a hidden name would disclose it. */
export const requireKnownOrder = (
  { caller }: { caller: Caller },
  { sort }: Readonly<Record<string, unknown>>,
): void => {
  const fields = Array.isArray(sort) ? (sort as readonly { field: string }[]) : []
  if (lacksScope(caller, 'customers.read') && fields.some(({ field }) => field === 'customerName'))
    throw invalidField('sort', 'validation.forbidden')
}

export const sourceOf = ({ key, visitor }: Caller): 'admin' | 'api' | 'public' =>
  key ? 'api' : visitor ? 'public' : 'admin'
