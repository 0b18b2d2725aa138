import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CallAccess } from '../../src/contract'
import { formatInstant } from '../../src/time/formatInstant'
import { DAY } from '../../src/time/instant'
import type { AuditOrigin } from '../audit/auditEntry'
import type { Actor, Database, Transaction } from '../db/database'
import { type Caller, callerId } from './identity/caller'
import { invalidField } from './problem'
import type { RouteRequest } from './route'
import type { Services } from './services'
import { actorIn, runUnitOfWork, sendIn, type UnitOfWork } from './unitOfWork'

const longestKey = 255

interface KeyedCall {
  tenantId: string | null
  userId: string
  key: string
  hash: string
  now: number
}

interface Call {
  method: string
  headers: Headers
  url: string
  body: unknown
  from: Pick<AuditOrigin, 'ip' | 'requestId'>
}

/** A repeated answer must not reach a caller with other rights. */
const rightsOf = ({ role, columns, visitor }: Caller) => (visitor ? [] : [role, columns])

const keyedCall = ({ headers, method, url, body }: Call, caller: Caller | null, now: number): KeyedCall | null => {
  const key = headers.get('idempotency-key')
  if (!key || !caller || !callerId(caller) || method !== 'POST') return null
  if (key.length > longestKey) throw invalidField('Idempotency-Key', 'validation.tooLong', { max: longestKey })
  const { pathname, search } = new URL(url)
  const hash = createHash('sha256')
    .update(JSON.stringify([method, pathname, search, body, ...rightsOf(caller)]))
    .digest('base64url')
  return { tenantId: caller.tenant?.id ?? null, userId: callerId(caller), key, hash, now }
}

const ofCall = ({ tenantId, userId, key }: KeyedCall) =>
  sql`user_id = ${userId} and key = ${key} and tenant_id is not distinct from ${tenantId}`

/**
 * Retries within 24 hours get the first result (docs/domain.md#retries). Parallel ones wait for it, and a failed call
 * leaves nothing.
 * @param work must resolve to a JSON value
 * @throws Problem `validation` for the same key with another request, or other rights
 */
const onlyOnce = async <T>(
  unit: Pick<UnitOfWork, 'db' | 'sent'>,
  call: KeyedCall,
  work: () => Promise<T>,
): Promise<{ result: T; isRepeated: boolean }> => {
  const { db } = unit
  const { tenantId, userId, key, hash, now } = call
  const yesterday = formatInstant(now - DAY)
  const claimed = await sql`
    insert into idempotency_keys (tenant_id, user_id, key, request_hash, created_at)
    values (${tenantId}, ${userId}, ${key}, ${hash}, ${formatInstant(now)})
    on conflict on constraint idempotency_keys_key do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, result = null
      where idempotency_keys.created_at <= ${yesterday}
    returning key`.execute(db)
  if (claimed.rows.length === 0) {
    const { rows } = await sql<{ requestHash: string; result: string | null }>`
      select request_hash, result from idempotency_keys where ${ofCall(call)}`.execute(db)
    const [first] = rows
    if (first?.requestHash !== hash) throw invalidField('Idempotency-Key', 'validation.retryDiffers')
    return { result: (first.result === null ? undefined : JSON.parse(first.result)) as T, isRepeated: true }
  }
  const result = await work()
  const keeping = sql`
    with old as (
      delete from idempotency_keys
      where tenant_id is not distinct from ${tenantId} and created_at <= ${yesterday}
    )
    update idempotency_keys set result = ${JSON.stringify(result) ?? null} where ${ofCall(call)}`
  sendIn(unit, keeping.compile(db))
  return { result, isRepeated: false }
}

/** Allows retries of a call that failed after its commit. */
const forgetCall = async (db: Transaction, call: KeyedCall): Promise<void> => {
  await sql`delete from idempotency_keys where ${ofCall(call)}`.execute(db)
}

type ReadAndWrite = Pick<RouteRequest<unknown, CallAccess, unknown, unknown>, 'read' | 'write'>

export const readAndWriteOf = (services: Services, database: Database, asked: Call) => {
  let forget: (() => Promise<void>) | null = null
  let isRepeated = false
  const as = (caller: Caller | null, actor: Actor): ReadAndWrite => {
    const call = keyedCall(asked, caller, services.now())
    return {
      read: (work, options) => database.run(actor, work, { ...options, readOnly: asked.method === 'GET' }),
      write: async (work, part = '') => {
        if (!caller) throw new Error('Only somebody may write.')
        forget = null
        const origin = () => ({ actor: actorIn(caller), ...asked.from })
        const options = { ...services, database, actor, caller, origin, now: services.now() }
        const result = await runUnitOfWork(options, async unit => {
          if (!call) return work(unit)
          const done = await onlyOnce(unit, { ...call, key: call.key + part }, () => work(unit))
          isRepeated = done.isRepeated
          return done.result
        })
        // A rollback left no row, and another call may have one with the same key.
        if (call && !isRepeated) forget = () => database.run(actor, db => forgetCall(db, call))
        // Visitors in other networks see another visitor's write a second later.
        if (!caller.visitor) services.strangers.front?.forget(caller.tenant?.id ?? null)
        return result
      },
    }
  }
  return {
    as,
    isRepeated: () => isRepeated,
    forget: async () => void (await forget?.()),
  }
}
