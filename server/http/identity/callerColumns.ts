import { type AliasedRawBuilder, sql } from 'kysely'
import type { AnyResource, RecordOf } from '../../../src/schema'
import type { Caller } from './caller'

/** In camel case. */
export interface CallerColumns {
  tenant: readonly string[]
  membership: readonly string[]
  key: readonly string[]
}

type Owner = keyof CallerColumns

export interface CarryingRow {
  [column: `${Owner}${number}`]: unknown
}

/** Selects an owner's columns under names that no other column has. */
export const selectCarried = (
  columns: CallerColumns,
  owner: Owner,
  table: string,
): AliasedRawBuilder<unknown, string>[] =>
  columns[owner].map((name, index) => sql.ref(`${table}.${name}`).as(`${owner}${index}`))

export const carriedIn = (columns: CallerColumns, owner: Owner, row: CarryingRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns[owner].map((name, index) => [name, row[`${owner}${index}`]]))

interface Carried<T, M, K> extends CallerColumns {
  /** Null without a tenant. */
  tenantOf(caller: Pick<Caller, 'tenant' | 'columns'>): T | null
  /** Null for superusers who are no members. */
  membershipOf(caller: Pick<Caller, 'columns'>): M | null
  /** Null for people. */
  keyOf(caller: Pick<Caller, 'columns'>): K | null
}

/**
 * The product's own columns of tenants, memberships and API keys, read by the statement that finds the caller.
 *
 * @example
 * export const caller = callerColumns(tenants, ['autoComplete'], memberships, ['resourceId'], apiKeys, ['channelId'])
 * caller.tenantOf(request.caller)?.autoComplete // boolean
 */
export const callerColumns = <
  T extends AnyResource,
  const TN extends keyof RecordOf<T> & string,
  M extends AnyResource,
  const MN extends keyof RecordOf<M> & string,
  K extends AnyResource,
  const KN extends keyof RecordOf<K> & string,
>(
  _tenants: T,
  tenant: readonly TN[],
  _memberships: M,
  membership: readonly MN[],
  _apiKeys: K,
  key: readonly KN[],
): Carried<Pick<RecordOf<T>, TN>, Pick<RecordOf<M>, MN>, Pick<RecordOf<K>, KN>> => ({
  tenant,
  membership,
  key,
  tenantOf: ({ columns }) => columns.tenant as Pick<RecordOf<T>, TN> | null,
  membershipOf: ({ columns }) => columns.membership as Pick<RecordOf<M>, MN> | null,
  keyOf: ({ columns }) => columns.key as Pick<RecordOf<K>, KN> | null,
})
