import type { AnyResource, RecordOf } from '../../../src/schema'
import type { Caller } from './caller'

/** Columns of the caller's tenant and membership that are read with them, by their names in camel case. */
export interface CallerColumns {
  tenant: readonly string[]
  membership: readonly string[]
}

interface Carried<T, M> extends CallerColumns {
  /** Those of the tenant that a call is about; null where it is about none. */
  tenantOf(caller: Pick<Caller, 'tenant' | 'columns'>): T | null
  /** Those of the caller's own membership in it; null for superusers who are no members. */
  membershipOf(caller: Pick<Caller, 'columns'>): M | null
}

/**
 * What a product wants to know of every caller beside the core: fields of its tenants and memberships, read in the statement that
 * finds the caller, and typed by their declarations.
 *
 * @example
 * export const caller = callerColumns(tenants, ['autoComplete'], memberships, ['resourceId'])
 * caller.tenantOf(request.caller)?.autoComplete // boolean
 */
export const callerColumns = <
  T extends AnyResource,
  const TN extends keyof RecordOf<T> & string,
  M extends AnyResource,
  const MN extends keyof RecordOf<M> & string,
>(
  _tenants: T,
  tenant: readonly TN[],
  _memberships: M,
  membership: readonly MN[],
): Carried<Pick<RecordOf<T>, TN>, Pick<RecordOf<M>, MN>> => ({
  tenant,
  membership,
  tenantOf: ({ columns }) => columns.tenant as Pick<RecordOf<T>, TN> | null,
  membershipOf: ({ columns }) => columns.membership as Pick<RecordOf<M>, MN> | null,
})
