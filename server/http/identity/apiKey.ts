import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CallAccess } from '../../../src/contract'
import { type AnyResource, type ApiScopes, hasRole, type Role, withIncluded } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { MINUTE } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import { notFound, Problem } from '../problem'
import type { Services } from '../services'
import {
  type Caller,
  type CallerColumns,
  type CarryingRow,
  type CurrentTenant,
  carriedIn,
  ownIn,
  selectCarried,
} from './caller'
import { callerQueries } from './callerCache'
import type { CallerLookup, IdentifiedCall } from './identify'
import { unauthorized } from './tokenVerifier'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'sw_'
const secretLength = 43
const checksumLength = 6
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

const inBase62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

const checksumOf = (secret: string): string => inBase62(BigInt(crc32(secret)), checksumLength)

/** The checksum at the end lets scanners recognize a key. */
export const newApiKey = (): string => {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return prefix + secret + checksumOf(secret)
}

export const shownPart = (key: string): string => key.slice(0, 11)

export const isApiKey = (token: string): boolean => token.startsWith(prefix)

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Saves look-ups of mistyped and guessed keys. */
export const isWellFormed = (key: string): boolean =>
  pattern.test(key) && key.endsWith(checksumOf(key.slice(prefix.length, -checksumLength)))

export interface CallerKey {
  id: string
  scopes: ReadonlySet<string>
}

interface KeyRow extends CarryingRow {
  id: string
  name: string
  scopes: string[]
  expiresAt: string | null
  revokedAt: string | null
  tenantId: string
  timeZone: string
  currency: string
  isActive: boolean
}

export const keyQueries = (columns: CallerColumns) =>
  callerQueries<KeyRow, 'hash'>(['hash'], (db, { hash }) =>
    db
      .selectFrom('apiKeySecrets as secrets')
      .innerJoin('apiKeys', join =>
        join.onRef('apiKeys.tenantId', '=', 'secrets.tenantId').onRef('apiKeys.id', '=', 'secrets.apiKeyId'),
      )
      .innerJoin('tenants', 'tenants.id', 'apiKeys.tenantId')
      .where('secrets.hash', '=', hash)
      .select([
        'apiKeys.id',
        'apiKeys.name',
        'apiKeys.scopes',
        'apiKeys.expiresAt',
        'apiKeys.revokedAt',
        'tenants.id as tenantId',
        'tenants.timeZone',
        'tenants.currency',
        'tenants.isActive',
        ...selectCarried(columns, 'tenant', 'tenants'),
        ...selectCarried(columns, 'key', 'api_keys'),
      ]),
  )

const invalidKey = () => unauthorized('The API key is not valid.')

/** The Problem for an API key without a required scope. One of `needed` suffices; if empty, no key may call. */
export const scopeMissing = (needed: readonly string[]): Problem =>
  new Problem(
    'scope_missing',
    needed.length > 0 ? `The API key lacks the scope ${needed.join(' or ')}.` : 'No API key may make this call.',
    { extensions: { needed } },
  )

const noted = new LRUCache<string, string>({ max: 5_000 })

const minuteOf = (now: number): string => formatInstant(now - (now % MINUTE))

/** At most once a minute, so most calls write nothing. */
const noteUse = async ({ database, log, now }: Services, { id, tenantId }: KeyRow, ip: string): Promise<void> => {
  const minute = minuteOf(now())
  if (noted.get(id) === minute) return
  noted.set(id, minute)
  const note = (db: Transaction) =>
    sql`
    update api_key_secrets set used_at = ${minute}, used_ip = ${ip}
    where tenant_id = ${tenantId} and api_key_id = ${id} and (used_at is null or used_at < ${minute})`.execute(db)
  try {
    await database.run({ as: 'tenant', tenantId }, note, { single: true })
  } catch (error) {
    log('warn', 'the use of an API key was not noted', { error: String(error) })
  }
}

/** Visitors of that site could read the key in its page. */
const isFromOtherSite = (headers: Headers): boolean => {
  const origin = headers.get('origin')
  return origin !== null && URL.parse(origin)?.host !== headers.get('host')
}

const roleOf = (apiScopes: ApiScopes, opening: readonly string[], access: CallAccess & { who: 'member' }): Role =>
  hasRole(access.role, 'admin') || opening.some(name => apiScopes[name]?.role === 'admin') ? 'admin' : 'staff'

/** @throws Problem `not_found` for a tenant other than the key's */
const requireOwnTenant = (
  { id }: CurrentTenant,
  { access, headers, params }: IdentifiedCall & { access: { who: 'member' } },
): void => {
  const named = 'param' in access.tenant ? params[access.tenant.param] : headers.get(access.tenant.header)
  if (named && named.toLowerCase() !== id) throw notFound('tenant')
}

/**
 * A key calls as staff of its tenant, or as admin if the scope or call requires it.
 * @throws Problem 401 for a malformed key; `authorize` also for an unknown, revoked or expired one, and 403 without a
 * scope
 */
export const lookupOfKey = (
  services: Services,
  queriesOf: ReturnType<typeof keyQueries>,
  key: string,
  call: IdentifiedCall,
): CallerLookup<KeyRow> => {
  const { apiScopes, callerColumns } = services
  const { access, scopes, headers, ip } = call
  if (isFromOtherSite(headers))
    throw new Problem('forbidden', 'API keys are for servers: on a web page, every visitor could read them.')
  if (!apiScopes || !isWellFormed(key)) throw invalidKey()
  const hash = hashOfKey(key)
  let isCounted = false
  return {
    key: `key ${hash.toString('base64')}`,
    queries: queriesOf({ hash }),
    isUnsettled: ({ id }) => noted.get(id) !== minuteOf(services.now()),
    authorize: async row => {
      const isOver = Date.parse(row?.expiresAt ?? 'never') <= services.now()
      if (!row || row.revokedAt !== null || isOver) throw invalidKey()
      if (!isCounted) services.countKeyCall?.(row.id)
      isCounted = true
      await noteUse(services, row, ip)

      const granted = withIncluded(apiScopes, row.scopes)
      const opening = scopes.filter(name => granted.has(name))
      const tenant = { id: row.tenantId, timeZone: row.timeZone, currency: row.currency, isActive: row.isActive }
      if (access.who === 'member') requireOwnTenant(tenant, { ...call, access })
      if (access.who !== 'member' || opening.length === 0) throw scopeMissing(scopes)
      const key = carriedIn(callerColumns, 'key', row)
      return {
        userId: null,
        key: { id: row.id, scopes: granted },
        email: null,
        name: row.name,
        isSuperuser: false,
        signedInAt: null,
        sessionId: null,
        role: roleOf(apiScopes, opening, access),
        tenant,
        own: ownIn(callerColumns, { membership: null, key }),
        columns: { tenant: carriedIn(callerColumns, 'tenant', row), membership: null, key },
      }
    },
  }
}

/** @throws Problem `scope_missing` for a key without the scope that this body member needs */
export const requireMemberScope = (apiScopes: ApiScopes | null, caller: Caller | null, member: string): void => {
  const key = caller?.key
  if (!key) return
  for (const [name, { forMember }] of Object.entries(apiScopes ?? {}))
    if (forMember === member && !key.scopes.has(name)) throw scopeMissing([name])
}

/** @throws Problem `scope_missing` for a key that sorts or filters by members that it may not read */
export const requireReadableMembers = (
  { apiScopes }: AnyResource,
  caller: Caller | null,
  names: readonly string[],
): void => {
  for (const name of names) {
    const scope = apiScopes?.members?.[name]
    if (scope && caller?.key && !caller.key.scopes.has(scope)) throw scopeMissing([scope])
  }
}

export const requireMemberScopes = (apiScopes: ApiScopes | null, caller: Caller | null, body: unknown): void => {
  if (!caller?.key || typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) if (value === true) requireMemberScope(apiScopes, caller, name)
}
