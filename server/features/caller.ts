import { memberships } from '../../src/resources/memberships'
import { tenants } from '../../src/resources/tenants'
import type { Caller } from '../http/identity/caller'
import { callerColumns } from '../http/identity/callerColumns'

/** The product's columns that are read of every caller's tenant and membership. */
export const ownColumns = callerColumns(tenants, ['autoComplete', 'staffKeepToOwn'], memberships, ['resourceId'])

/** Whether the tenant's confirmed bookings count as completed once they have ended. */
export const completesByItself = (caller: Caller): boolean => ownColumns.tenantOf(caller)?.autoComplete === true

/** The resource that stands for the caller, if the tenant limits staff to their own calendars; otherwise null. */
export const ownResourceId = (caller: Caller): string | null => {
  if (caller.role !== 'staff' || !ownColumns.tenantOf(caller)?.staffKeepToOwn) return null
  return ownColumns.membershipOf(caller)?.resourceId ?? null
}
