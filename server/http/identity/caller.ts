import { type AliasedRawBuilder, sql } from 'kysely'
import type { CallAccess } from '../../../src/contract'
import type { AnyResource, RecordOf, Role, RowCaller } from '../../../src/schema'
import type { CallerKey } from './apiKey'

/** The sender of a request: a person, an API key (without user id or e-mail), or a visitor without an account. */
export interface Caller {
  userId: string | null
  key: CallerKey | null
  email: string | null
  name: string | null
  isSuperuser: boolean
  signedInAt: string | null
  sessionId: string | null
  role: Role | null
  tenant: CurrentTenant | null
  visitor?: Visitor
  membershipId?: string | null
  /** Ids, by resource, of records that the membership or key refers to. */
  own?: Readonly<Record<string, readonly string[]>>
  columns: { tenant: Columns | null; membership: Columns | null; key: Columns | null }
}

export interface Visitor {
  id: string | null
  name: string | null
  /** The subject of limits and retries, such as the booking; null if nothing is counted. */
  retriesOf: string | null
}

type Columns = Readonly<Record<string, unknown>>

/** The tenant of a request. */
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

/** A caller with a role in the request's tenant. */
export interface MemberCaller extends Caller {
  role: Role
  tenant: CurrentTenant
}

export type CallerOf<A extends CallAccess> = A['who'] extends 'anyone'
  ? null
  : A['who'] extends 'member'
    ? MemberCaller
    : Person

/** Identifies the caller for limits and retries; empty if nothing is counted. */
export const callerId = ({ userId, key, visitor }: Caller): string => userId ?? key?.id ?? visitor?.retriesOf ?? ''

/** A stand-in for the system, with an owner's access. */
export const systemCaller = (tenant: CurrentTenant): MemberCaller => ({
  userId: null,
  key: null,
  email: null,
  name: null,
  isSuperuser: false,
  signedInAt: null,
  sessionId: null,
  role: 'owner',
  tenant,
  columns: { tenant: null, membership: null, key: null },
})

export const callerName = ({ name, email }: Pick<Caller, 'name' | 'email'>): string => name ?? email ?? ''

/** Narrows a caller to a person with a user id and an e-mail address. @throws for an API key */
export const personIn = <C extends Caller>(caller: C): C & Person => {
  if (caller.userId === null) throw new Error('No API key may come here.')
  return caller as C & Person
}

export interface CallerColumns {
  tenant: readonly string[]
  membership: readonly string[]
  key: readonly string[]
  owned?: readonly { from: 'membership' | 'key'; column: string; resource: string }[]
}

export const ownIn = (
  { owned = [] }: CallerColumns,
  columns: Pick<Caller['columns'], 'membership' | 'key'>,
): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  for (const { from, column, resource } of owned) {
    const id = columns[from]?.[column]
    if (typeof id === 'string') found[resource] = [...(found[resource] ?? []), id]
  }
  return found
}

/** The part of a caller that row rules need. */
export const rowCallerOf = ({ role, userId, membershipId = null, own = {}, columns }: Caller): RowCaller => ({
  role,
  userId,
  membershipId,
  own,
  settings: columns.tenant ?? {},
})

type Owner = 'tenant' | 'membership' | 'key'

export interface CarryingRow {
  [column: `${Owner}${number}`]: unknown
}

export const selectCarried = (
  columns: CallerColumns,
  owner: Owner,
  table: string,
): AliasedRawBuilder<unknown, string>[] =>
  columns[owner].map((name, index) => sql.ref(`${table}.${name}`).as(`${owner}${index}`))

export const carriedIn = (columns: CallerColumns, owner: Owner, row: CarryingRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns[owner].map((name, index) => [name, row[`${owner}${index}`]]))

interface Carried<T, M, K> extends CallerColumns {
  tenantOf(caller: Pick<Caller, 'tenant' | 'columns'>): T | null
  membershipOf(caller: Pick<Caller, 'columns'>): M | null
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
